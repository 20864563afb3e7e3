//! What this machine does for requests and games: threads and chance.

use redouble_api::Host;
use tokio::runtime::Handle;

/// Jobs run on the blocking threads of a runtime, their parallel parts on the rayon pool of the process.
pub(crate) struct Machine(pub(crate) Handle);

impl Host for Machine {
    fn run(&self, work: Box<dyn FnOnce() + Send>) {
        self.0.spawn_blocking(work);
    }

    fn cores(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn random(&self) -> u64 {
        random().expect("the system has randomness")
    }
}

/// 64 random bits, from the system: good enough for secrets.
///
/// # Errors
/// If the system has none.
pub(crate) fn random() -> anyhow::Result<u64> {
    Ok(getrandom::u64()?)
}

/// A seed that nobody chose: 53 bits, so that every JSON reader keeps it.
pub(crate) fn fresh_seed() -> u64 {
    random().expect("the system has randomness") >> 11
}
