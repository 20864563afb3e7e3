//! What this machine does for requests and games: threads and chance.

use std::hash::{BuildHasher, RandomState};

use redouble_api::Host;
use tokio::runtime::Handle;

/// Jobs run on the blocking threads of a runtime, their parallel parts on the rayon pool of the process.
pub(crate) struct Machine(pub(crate) Handle);

impl Host for Machine {
    fn run(&self, work: Box<dyn FnOnce() + Send>) {
        self.0.spawn_blocking(work);
    }

    /// One less than the machine has, so that the page never waits for a player.
    fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (cores - 1).max(1)
    }

    fn random(&self) -> u64 {
        random()
    }
}

/// 64 random bits: the standard library seeds its hasher from the system's randomness.
fn random() -> u64 {
    RandomState::new().hash_one(std::time::SystemTime::now())
}

/// A seed that nobody chose: 53 bits, so that every JSON reader keeps it.
pub(crate) fn fresh_seed() -> u64 {
    random() >> 11
}
