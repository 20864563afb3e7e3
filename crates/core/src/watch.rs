//! How long work is watched and stopped.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far some work has come.
///
/// ```
/// use redouble_core::Progress;
///
/// let progress = Progress::of("playing", 25, 100, "games");
/// assert_eq!(progress.share, Some(0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done, as a verb: `counting`, `solving`. A change of phase starts a new rate and a new estimate.
    pub phase: &'static str,
    /// The layer, generation or round at work, where the work has such steps.
    pub step: Option<Step>,
    /// How much of it is done.
    pub done: u64,
    /// What `done` counts: `games`, `states`.
    pub unit: &'static str,
    /// The share of the phase that is done, 0 to 1, where it is known or can be estimated. It need not be proportional
    /// to `done`.
    pub share: Option<f64>,
}

/// A numbered step of long work: the layer of tile sum 240 is `Step { name: "layer", number: 240 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the step is called.
    pub name: &'static str,
    /// Its number.
    pub number: u64,
}

impl Progress {
    /// Progress of work whose amount is known.
    #[must_use]
    pub fn of(phase: &'static str, done: u64, total: u64, unit: &'static str) -> Progress {
        let share = if total == 0 { 1.0 } else { done as f64 / total as f64 };
        Progress { phase, step: None, done, unit, share: Some(share) }
    }

    /// The same progress, within a numbered step.
    #[must_use]
    pub const fn in_step(self, name: &'static str, number: u64) -> Progress {
        Progress { step: Some(Step { name, number }), ..self }
    }
}

/// Watches long work and can stop it.
///
/// Every function that can run for a second takes one: it reports its progress and asks now and then whether to stop.
/// A progress bar, a job of the server and Ctrl-C in Python are three implementations. Both methods are called from
/// any of the threads that work, often, and must return at once. `()` watches nothing and stops nothing; an
/// [`AtomicBool`] stops the work when it is set.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use redouble_core::{Progress, Stopped, Watch};
///
/// fn sum(numbers: &[u64], watch: &dyn Watch) -> Result<u64, Stopped> {
///     let mut sum = 0;
///     for (index, number) in numbers.iter().enumerate() {
///         watch.check()?;
///         sum += number;
///         watch.progress(Progress::of("adding", index as u64 + 1, numbers.len() as u64, "numbers"));
///     }
///     Ok(sum)
/// }
///
/// assert_eq!(sum(&[1, 2, 3], &()), Ok(6));
/// let stop = AtomicBool::new(false);
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(sum(&[1, 2, 3], &stop), Err(Stopped));
/// ```
pub trait Watch: Sync {
    /// Is told how far the work has come.
    fn progress(&self, progress: Progress) {
        let _ = progress;
    }

    /// Whether the result is no longer wanted.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Whether to go on, in the form that `?` takes.
    ///
    /// # Errors
    /// [`Stopped`], if the result is no longer wanted.
    fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

impl Watch for () {}

impl Watch for AtomicBool {
    fn is_stopped(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Work ended early because its watch said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before it was finished")
    }
}

impl Error for Stopped {}
