//! Ctrl-C and other requests to end: the student's program must not survive us.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redouble_core::Watch;

/// Stops work when the program is asked to end.
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn new() -> anyhow::Result<Interrupt> {
        let stop = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
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
