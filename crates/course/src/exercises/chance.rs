//! What the exercises with chance have in common.

use redouble_core::Random;

use crate::exercise::Test;
use crate::statistics::ERROR;

/// How often something came among so many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) n: usize,
    pub(super) count: usize,
}

/// A number from 0 up to, but not including, 1.
pub(super) fn uniform(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A whole number below `n`.
pub(super) fn below(random: &mut Random, n: usize) -> usize {
    random.below(n as u32) as usize
}

/// The tests with the error probability shared out among them (Bonferroni).
pub(super) fn share_out(mut tests: Vec<Test>) -> Vec<Test> {
    let threshold = ERROR / tests.len().max(1) as f64;
    tests.iter_mut().for_each(|test| test.threshold = threshold);
    tests
}

/// The misconception whose shares, simulated, are those that were seen: all within six standard errors, and closest.
pub(super) fn explained(
    seen: &[Share],
    count: usize,
    simulated: impl Fn(usize) -> Vec<Share>,
) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for number in 0..count {
        let simulated = simulated(number);
        if simulated.len() != seen.len() {
            continue;
        }
        let worst = seen.iter().zip(&simulated).map(|(one, other)| apart(*one, *other)).fold(0.0, f64::max);
        if worst < 6.0 && best.is_none_or(|(least, _)| worst < least) {
            best = Some((worst, number));
        }
    }
    best.map(|(_, number)| number)
}

/// How many standard errors two shares are apart.
fn apart(one: Share, other: Share) -> f64 {
    if one.n == 0 || other.n == 0 {
        return 0.0;
    }
    let (a, b) = (one.count as f64 / one.n as f64, other.count as f64 / other.n as f64);
    let both = (one.count + other.count) as f64 / (one.n + other.n) as f64;
    let error = (both * (1.0 - both) * (1.0 / one.n as f64 + 1.0 / other.n as f64)).sqrt();
    if error > 0.0 { (a - b).abs() / error } else { 0.0 }
}

/// A test in words, and counts as bars.
pub(super) fn drawn(worst: &Test, bars: &[(String, f64)]) -> String {
    let mut text = format!(
        "{}: {} of {}, expected {:.1}; chance does that with probability {:.1e}, the limit is {:.1e}",
        worst.test, worst.observed, worst.n, worst.expected, worst.p, worst.threshold
    );
    let most = bars.iter().map(|(_, count)| *count).fold(1.0, f64::max);
    for (name, count) in bars {
        let length = (40.0 * count / most).round() as usize;
        text += &format!("\n{name:<9} {:<40} {count}", "#".repeat(length));
    }
    text
}
