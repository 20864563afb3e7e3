//! Which of two players is stronger.

use std::collections::BTreeMap;

use redouble_lab::{Calibration, CaseResult, Comparison, Rate, Test, Verdict};
use serde::Serialize;

use super::RateReport;

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
    /// The lead below which players are alike.
    pub delta: f64,
    /// Games of each player.
    pub games: u64,
    /// Who was ahead: what the verdict follows from.
    pub lead: LeadReport,
    /// The mean measure of both.
    pub means: [f64; 2],
    /// The mean difference, first minus second.
    pub difference: f64,
    /// Its 95 % bootstrap interval.
    pub ci95: [f64; 2],
    /// How many games each player gave up, by reason.
    pub forfeits: [BTreeMap<String, usize>; 2],
}

/// In how many games the first player was ahead.
#[derive(Serialize)]
pub struct LeadReport {
    /// Games in which the first player was ahead.
    pub ahead: u64,
    /// Games without a difference.
    pub level: u64,
    /// Games in which the second player was ahead.
    pub behind: u64,
    /// The share of games ahead minus the share behind.
    pub mean: f64,
    /// The lower end of its interval, which is valid whenever the games end, with the confidence 1 − `error`.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl CompareReport {
    /// What this test found about two players.
    #[must_use]
    pub fn new(players: [String; 2], test: Test, found: &Comparison) -> CompareReport {
        let verdict = match found.verdict {
            Some(Verdict::First) => "first is stronger",
            Some(Verdict::Second) => "second is stronger",
            Some(Verdict::Alike) => "alike",
            None => "undecided",
        };
        CompareReport {
            players,
            measure: test.measure.to_string(),
            verdict,
            decided: found.verdict.is_some(),
            error: test.error,
            delta: test.delta,
            games: found.lead.pairs(),
            lead: LeadReport {
                ahead: found.lead.ahead,
                level: found.lead.level,
                behind: found.lead.behind,
                mean: found.lead.mean(),
                low: found.lead_interval.low,
                high: found.lead_interval.high,
            },
            means: found.means,
            difference: found.difference,
            ci95: [found.interval.low, found.interval.high],
            forfeits: found.forfeits.clone(),
        }
    }
}

/// How often comparisons were wrong, beside what is promised.
#[derive(Serialize)]
pub struct CalibrationReport {
    /// The promise: the probability of a wrong answer.
    pub error: f64,
    /// The most pairs of games of a comparison.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Whether no case contradicts the promise: a rate above it can be chance, but not if its interval is above it.
    pub kept: bool,
    /// One entry a case.
    pub cases: Vec<CaseReport>,
}

/// How the comparisons of one case went.
#[derive(Serialize)]
pub struct CaseReport {
    /// What the case is there for.
    pub name: String,
    /// The true lead of the first player.
    pub lead: f64,
    /// The lead below which players are alike.
    pub delta: f64,
    /// The number of comparisons.
    pub runs: u64,
    /// Comparisons that said that the first player is stronger.
    pub first: u64,
    /// That the second one is.
    pub second: u64,
    /// That they are alike.
    pub alike: u64,
    /// Nothing.
    pub undecided: u64,
    /// How many of these answers are not true.
    pub wrong: u64,
    /// Their share, with its 95 % interval.
    pub wrong_rate: RateReport,
    /// Pairs of games that a comparison took, in the mean.
    pub mean_pairs: f64,
}

impl CalibrationReport {
    /// What these cases came to.
    #[must_use]
    pub fn new(calibration: &Calibration, results: &[CaseResult]) -> CalibrationReport {
        let cases: Vec<CaseReport> = results.iter().map(CaseReport::from).collect();
        CalibrationReport {
            error: calibration.error,
            games: calibration.games,
            seed: calibration.seed,
            kept: cases.iter().all(|case| case.wrong_rate.low <= calibration.error),
            cases,
        }
    }
}

impl From<&CaseResult> for CaseReport {
    fn from(result: &CaseResult) -> CaseReport {
        let Rate { rate, interval, .. } = Rate::new(result.wrong as usize, result.runs() as usize);
        CaseReport {
            name: result.name.clone(),
            lead: result.lead,
            delta: result.delta,
            runs: result.runs(),
            first: result.first,
            second: result.second,
            alike: result.alike,
            undecided: result.undecided,
            wrong: result.wrong,
            wrong_rate: RateReport { rate, low: interval.low, high: interval.high },
            mean_pairs: result.mean_pairs,
        }
    }
}
