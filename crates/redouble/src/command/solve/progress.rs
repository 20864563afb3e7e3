//! The progress of a solution.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use redouble_states::{Phase, SolveWork};

/// Shows phase, layer, states so far, rate and what remains, on standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the phase at hand began, and with how many states and which share of it done.
    began: Cell<Option<(Phase, Instant, u64, f64)>>,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let bar = ProgressBar::new(10_000);
        let style =
            ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, began: Cell::new(None) }
    }

    pub(super) fn show(&self, work: &SolveWork) -> ControlFlow<()> {
        let done = work.done.unwrap_or(0.0);
        let fresh = (work.phase, Instant::now(), work.states, done);
        let began = self.began.get().filter(|(phase, ..)| *phase == work.phase).unwrap_or(fresh);
        self.began.set(Some(began));
        self.bar.set_position((done * 10_000.0) as u64);
        self.bar.set_message(message(work, began));
        ControlFlow::Continue(())
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(work: &SolveWork, (_, start, states, share): (Phase, Instant, u64, f64)) -> String {
    let seconds = start.elapsed().as_secs_f64().max(1e-3);
    let rate = HumanCount(((work.states.saturating_sub(states)) as f64 / seconds) as u64);
    let doing = if work.phase == Phase::Counting { "counting" } else { "solving" };
    let left = work.done.map_or(String::new(), |done| {
        let left = seconds * (1.0 - done) / (done - share).max(1e-6);
        format!(", about {} left", HumanDuration(Duration::from_secs_f64(left.min(1e7))))
    });
    format!("{doing}: layer {}, {} states, {rate}/s{left}", work.sum, HumanCount(work.states))
}
