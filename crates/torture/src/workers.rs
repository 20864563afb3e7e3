//! Attempts, shared out on threads that each have a directory of their own.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::program::Program;
use crate::score::Score;
use crate::trials::Effort;

/// Runs `attempt` for every item until the time is over. An error of the torture itself ends it.
pub(crate) fn share<T: Send>(
    program: &Program,
    effort: &Effort,
    items: impl Iterator<Item = T> + Send,
    attempt: impl Fn(&Program, T, &mut Score) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Score> {
    let items = Mutex::new(items);
    let work = |worker: usize| -> anyhow::Result<Score> {
        let (program, mut score) = (program.within(&format!("worker-{worker}"))?, Score::default());
        loop {
            let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = next.filter(|_| !effort.is_over()) else { return Ok(score) };
            attempt(&program, item, &mut score)?;
        }
    };
    thread::scope(|scope| {
        let work = &work;
        let working: Vec<_> = (0..effort.workers).map(|worker| scope.spawn(move || work(worker))).collect();
        let mut all = Score::default();
        for worker in working {
            let score = worker.join().map_err(|_| anyhow::anyhow!("the torture itself panicked"))??;
            all.add(score);
        }
        Ok(all)
    })
}
