//! The progress of long work, on standard error: a bar on a terminal, elsewhere a line now and then.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use redouble_core::{Progress, Watch};

use crate::interrupt::Interrupt;
use crate::output::peak_rss_bytes;

/// The length of a bar whose share is known: positions are shares in units of 1/10,000.
const LENGTH: u64 = 10_000;
/// How long a report is shown before the next one.
const PERIOD: Duration = Duration::from_millis(100);
/// How long there is no other line where there is no terminal.
const LINE_PERIOD: Duration = Duration::from_secs(30);

/// Shows phase, step, amount, rate, the time left and the memory used. It is cleared when it is dropped.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// Where the current phase began: a resumed run does not start at zero.
    began: Mutex<Option<Began>>,
    /// For work that keeps what is done when it is asked to end; other work ends with the program.
    interrupt: Option<Interrupt>,
}

/// The first report of a phase.
#[derive(Clone, Copy)]
struct Began {
    first: Progress,
    at: Instant,
    /// When a report was last shown.
    shown: Option<Instant>,
}

impl Bar {
    pub(crate) fn new() -> Bar {
        let bar = ProgressBar::new(LENGTH);
        let style =
            ProgressStyle::with_template("{bar:24} {wide_msg}").expect("a template that is written here");
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, began: Mutex::new(None), interrupt: None }
    }

    /// A bar that stops its work at Ctrl-C, so that the caller can keep what is done. The second Ctrl-C ends the program.
    pub(crate) fn interruptible() -> anyhow::Result<Bar> {
        let mut bar = Bar::new();
        bar.interrupt = Some(Interrupt::or_end_at_the_second()?);
        Ok(bar)
    }

    /// A bar for work that cannot say how far it is: it says what is done.
    pub(crate) fn doing(what: &str) -> Bar {
        let bar = Bar::new();
        bar.bar.set_message(format!("{what} …"));
        bar
    }

    /// Prints a line above the bar.
    pub(crate) fn say(&self, line: &str) {
        if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
    }

    /// The first report of the phase that `progress` belongs to; `None` if another was shown just before, since many
    /// threads report many small pieces of work.
    fn began(&self, progress: Progress) -> Option<Began> {
        let (mut began, now) = (self.began.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        let same = began.filter(|began| began.first.phase == progress.phase);
        // Work that is done before a line is due leaves none.
        let (period, shown) = if self.bar.is_hidden() { (LINE_PERIOD, Some(now)) } else { (PERIOD, None) };
        let began = began.insert(same.unwrap_or(Began { first: progress, at: now, shown }));
        if began.shown.is_some_and(|shown| now.duration_since(shown) < period) {
            return None;
        }
        began.shown = Some(now);
        Some(*began)
    }
}

impl Watch for Bar {
    fn progress(&self, progress: Progress) {
        let Some(began) = self.began(progress) else { return };
        let share = progress.share.unwrap_or(0.0).clamp(0.0, 1.0);
        self.bar.set_position((share * LENGTH as f64) as u64);
        let mut message = message(progress, began.first, began.at.elapsed().as_secs_f64());
        if let Some(bytes) = peak_rss_bytes() {
            message += &format!(", {} used", HumanBytes(bytes));
        }
        if self.bar.is_hidden() { eprintln!("{message}") } else { self.bar.set_message(message) }
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_stopped)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// For example `counting: layer 240, 1,234,567 states, 2,345/s, about 3 minutes left`.
fn message(progress: Progress, first: Progress, seconds: f64) -> String {
    let Progress { phase, done, unit, .. } = progress;
    let step = progress.step.map_or(String::new(), |step| format!("{} {}, ", step.name, step.number));
    let rate = done.saturating_sub(first.done) as f64 / seconds.max(1e-3);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { HumanCount(rate as u64).to_string() };
    let left = progress.share.zip(first.share).filter(|(now, then)| now > then).map(|(now, then)| {
        let left = seconds * (1.0 - now) / (now - then);
        format!(", about {} left", HumanDuration(Duration::from_secs_f64(left.clamp(0.0, 1e7))))
    });
    format!("{phase}: {step}{} {unit}, {rate}/s{}", HumanCount(done), left.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_tells_amount_rate_and_time_left() {
        let first = Progress::of("playing", 10, 100, "games");
        let text = message(Progress::of("playing", 55, 100, "games"), first, 10.0);
        assert_eq!(text, "playing: 55 games, 4.5/s, about 10 seconds left");
        let layer = Progress { share: None, ..first.in_step("layer", 240) };
        assert_eq!(message(layer, layer, 1.0), "playing: layer 240, 10 games, 0.0/s");
    }
}
