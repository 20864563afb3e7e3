//! Work shared by a few threads.

use std::sync::Mutex;

/// Does every item once, on this many threads; each thread adds to a result of its own, and all are returned.
pub(crate) fn share<T, S>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) -> Vec<S>
where
    S: Default + Send,
{
    let items = Mutex::new(items);
    let next = || items.lock().expect("no thread panics with the lock").next();
    let run = || {
        let mut result = S::default();
        while let Some(item) = next() {
            work(item, &mut result);
        }
        result
    };
    if threads <= 1 {
        return vec![run()];
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker that does not panic")).collect()
    })
}
