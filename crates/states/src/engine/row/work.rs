//! What all work on a layer shares.

use std::sync::Mutex;

use redouble_kernels::Cpu;

use super::tables::Tables;

/// What all work on a layer reads.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) tables: &'a Tables,
    pub(super) cpu: Cpu,
}

/// Values that tasks borrow, so that there are no more of them than tasks at a time.
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    pub(super) const fn new() -> Pool<T> {
        Pool(Mutex::new(Vec::new()))
    }

    /// Works with a value of the pool, or a new one if all are in use.
    pub(super) fn with<R, E>(
        &self,
        new: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, E> {
        let free = self.lock().pop();
        let mut value = free.map_or_else(new, Ok)?;
        let result = work(&mut value);
        self.lock().push(value);
        Ok(result)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
