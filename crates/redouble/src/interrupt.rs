//! Ctrl-C and other requests to end, for work that has something to put in order first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redouble_core::Watch;

/// Stops work when the program is asked to end.
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn new() -> anyhow::Result<Interrupt> {
        Self::on(false)
    }

    /// The first request is heeded when there is time for it, the second one ends the program.
    pub(crate) fn or_end_at_the_second() -> anyhow::Result<Interrupt> {
        Self::on(true)
    }

    fn on(second_ends: bool) -> anyhow::Result<Interrupt> {
        let stop = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
            // Before the flag is set: the first request does not end it.
            if second_ends {
                signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))?;
            }
            signal_hook::flag::register(signal, Arc::clone(&stop))?;
        }
        Ok(Interrupt { stop })
    }
}

impl Watch for Interrupt {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
