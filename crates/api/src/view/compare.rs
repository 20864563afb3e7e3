//! Which of two players is stronger.

use redouble_lab::{Comparison, Verdict};
use serde::Serialize;

/// What a comparison found.
#[derive(Serialize)]
pub struct CompareReport {
    /// The two players.
    pub players: [String; 2],
    /// What counted.
    pub measure: String,
    /// Who is stronger, in words.
    pub verdict: &'static str,
    /// Whether the test knew before the games ended.
    pub decided: bool,
    /// The probability of a wrong answer.
    pub error: f64,
    /// The difference that the test was made for.
    pub delta: f64,
    /// Games of each player.
    pub games: u64,
    /// The mean measure of both.
    pub means: [f64; 2],
    /// The mean difference, first minus second.
    pub difference: f64,
    /// Its 95 % bootstrap interval.
    pub ci95: [f64; 2],
}

impl CompareReport {
    /// What was found about two players by this measure, with this probability of an error.
    #[must_use]
    pub fn new(players: [String; 2], measure: String, error: f64, found: &Comparison) -> CompareReport {
        let verdict = match found.verdict {
            Some(Verdict::First) => "first is stronger",
            Some(Verdict::Second) => "second is stronger",
            Some(Verdict::Alike) => "alike",
            None => "undecided",
        };
        CompareReport {
            players,
            measure,
            verdict,
            decided: found.verdict.is_some(),
            error,
            delta: found.delta,
            games: found.pairs,
            means: found.means,
            difference: found.difference,
            ci95: [found.interval.low, found.interval.high],
        }
    }
}
