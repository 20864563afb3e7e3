//! Work shared out on the threads of the current pool.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Fewer boards than this are not worth a second thread.
const FEW: usize = 4_096;

/// Does every item once. Every thread works with things of its own, made by `begin`; these are returned in the order of
/// the items. Of `boards` boards in all, few are done by one thread. The first error ends the work.
pub(crate) fn share<T: Send, S: Send, E: Send>(
    items: Vec<T>,
    boards: usize,
    begin: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, T) -> Result<(), E> + Send + Sync,
) -> Result<Vec<S>, E> {
    let least = if boards < FEW { items.len().max(1) } else { 1 };
    let items = items.into_par_iter().with_min_len(least);
    items
        .try_fold(begin, |mut own, item| {
            work(&mut own, item)?;
            Ok(own)
        })
        .collect()
}

/// The same, with things of a pool: there are no more of them than threads at work, and all are returned, in no order.
pub(crate) fn share_pooled<T: Send, S: Send, E: Send>(
    pool: Pool<S>,
    items: Vec<T>,
    boards: usize,
    begin: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, T) -> Result<(), E> + Send + Sync,
) -> Result<Vec<S>, E> {
    let least = if boards < FEW { items.len().max(1) } else { 1 };
    let items = items.into_par_iter().with_min_len(least);
    items.try_for_each(|item| pool.with(|| Ok(begin()), |own| work(own, item)).and_then(|done| done))?;
    Ok(pool.into_values())
}

/// Values that tasks borrow, so that there are no more of them than tasks at a time.
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    /// Without any.
    pub(crate) const fn new() -> Pool<T> {
        Pool::of(Vec::new())
    }

    /// With some.
    pub(crate) const fn of(values: Vec<T>) -> Pool<T> {
        Pool(Mutex::new(values))
    }

    /// Works with a value of the pool, or a new one if all are in use.
    pub(crate) fn with<R, E>(
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

    /// All of them, when nobody works with one.
    fn into_values(self) -> Vec<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bitmap that several threads write.
pub(crate) struct Marks {
    words: Vec<AtomicU64>,
    /// Whether one thread does all the work: it needs no locked instructions, which take a third of the time.
    alone: bool,
}

impl Marks {
    /// Zeros, as many words as asked for.
    pub(crate) fn new(words: usize) -> Marks {
        let words = (0..words).map(|_| AtomicU64::new(0)).collect();
        Marks { words, alone: rayon::current_num_threads() == 1 }
    }

    /// Sets some bits; the list is of no use afterwards.
    #[inline]
    pub(crate) fn set(&self, positions: &mut [u32]) {
        let word_of = |position: u32| &self.words[position as usize / 64];
        if self.alone {
            for &position in &*positions {
                let word = word_of(position);
                word.store(word.load(Ordering::Relaxed) | 1 << (position % 64), Ordering::Relaxed);
            }
            return;
        }
        // Most bits are set already, and a load is much cheaper than an atomic OR. Which ones that are is hard to predict,
        // so the others are lined up without branches.
        let mut fresh = 0;
        for index in 0..positions.len() {
            let position = positions[index];
            positions[fresh] = position;
            fresh += usize::from(word_of(position).load(Ordering::Relaxed) >> (position % 64) & 1 == 0);
        }
        for &position in &positions[..fresh] {
            word_of(position).fetch_or(1 << (position % 64), Ordering::Relaxed);
        }
    }

    /// The words, when all bits are set.
    pub(crate) fn into_words(self) -> Vec<u64> {
        self.words.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// The length of pieces of so many words: some hundred of them, small enough for their boards to stay in cache. Results
/// that are added up piece by piece depend on it.
pub(crate) fn piece(words: usize) -> usize {
    (words / 128).clamp(64, 4_096)
}
