//! The progress bar of a count.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use redouble_states::{Layer, Observer, Work};

/// Shows layer, states so far, rate and what remains, on standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// The states and the share of the work that were there at the first report: a resumed count has some.
    first: Option<(u64, f64)>,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let bar = ProgressBar::new(10_000);
        let style =
            ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, start: Instant::now(), first: None }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn message(&self, work: &Work, (states, share): (u64, f64)) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (work.states - states) as f64 / seconds.max(1e-3);
        let (sum, states) = (work.sum, HumanCount(work.states));
        let rate = HumanCount(rate as u64);
        let left = work.done.map_or(String::new(), |done| {
            let left = seconds * (1.0 - done) / (done - share).max(1e-6);
            format!(", about {} left", HumanDuration(Duration::from_secs_f64(left.min(1e7))))
        });
        format!("layer {sum}, {states} states, {rate}/s{left}")
    }
}

impl Observer for Progress {
    fn work(&mut self, work: &Work) -> ControlFlow<()> {
        let done = work.done.unwrap_or(0.0);
        let first = *self.first.get_or_insert((work.states, done));
        self.bar.set_position((done * 10_000.0) as u64);
        self.bar.set_message(self.message(work, first));
        ControlFlow::Continue(())
    }

    fn layer(&mut self, _: &Layer) {}
}
