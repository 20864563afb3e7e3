//! Work that takes more than a moment: where it runs, and how it ends when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redouble_core::Watch;
use tokio::sync::oneshot;

use crate::App;
use crate::refusal::Refusal;

/// What the surroundings do for requests: threads and chance.
///
/// A server has threads to run work on; in a browser there is one, and work is done before [`run`](Host::run) returns.
/// Parallel parts of the work use the rayon pool of the process.
pub trait Host: Send + Sync + 'static {
    /// Does this work, which may block, on a thread where it holds nobody up.
    fn run(&self, work: Box<dyn FnOnce() + Send>);

    /// How many players may think at the same time.
    fn threads(&self) -> usize;

    /// 64 random bits, from the system.
    fn random(&self) -> u64;
}

/// Work that somebody waits for. As a [`Watch`] it stops the work as soon as nobody does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job(Arc<AtomicBool>);

impl Job {
    /// Ends the work soon; false if that was said before.
    pub(crate) fn stop(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }

    /// What whoever waits for the work holds: dropping it stops the work. A client that goes away drops its request.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting(self.clone())
    }
}

impl Watch for Job {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Stops a [`Job`] when it is dropped.
pub(crate) struct Waiting(Job);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl App {
    /// Does this work as a job and waits for its result.
    ///
    /// # Errors
    /// What the work refuses.
    pub(crate) async fn job<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Job) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let job = Job::default();
        let _waiting = job.waiting();
        let (sender, receiver) = oneshot::channel();
        // A result that nobody waits for is no loss.
        self.host.run(Box::new(move || drop(sender.send(work(&job)))));
        receiver.await.map_err(|_| Refusal::bad("the server could not do this"))?
    }

    /// A seed that nobody chose: 53 bits, so that every JSON reader keeps it.
    pub(crate) fn fresh_seed(&self) -> u64 {
        self.host.random() >> 11
    }
}
