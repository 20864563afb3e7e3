//! How often the sequential test is wrong where the truth is known.

use rayon::prelude::*;
use redouble_core::{Progress, Random, Rules, Stopped, Watch};
use redouble_players::Catalog;

use crate::Entrant;
use crate::arena::{Experiment, ExperimentError};
use crate::compare::{Measure, Test, compare};
use crate::lead::{Judge, Lead, Verdict};

/// How often every case is compared, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Comparisons of every simulated case.
    pub runs: u64,
    /// Comparisons of real games; these take longer.
    pub real_runs: u64,
    /// The most pairs of games of a comparison.
    pub games: u64,
    /// The probability of a wrong answer that is promised.
    pub error: f64,
    /// The seed.
    pub seed: u64,
}

/// How the measures of two players in a pair of games come about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Each player makes the tile with its probability.
    Rates(f64, f64),
    /// Each player's score is drawn from its law.
    Scores(Tail, Tail),
}

/// Scores with a heavy tail (Pareto's law): never below `least`, above x with probability (least/x)^shape. The mean is
/// infinite for a shape of up to 1; an infinite shape is always the same score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// The lowest score.
    pub least: f64,
    /// How fast the tail falls.
    pub shape: f64,
}

/// Two players whose difference is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What it is there for.
    pub name: &'static str,
    /// How they play.
    pub law: Law,
    /// Leads below this are alike.
    pub delta: f64,
}

/// What the comparisons of a case came to.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    /// What the case is there for.
    pub name: String,
    /// The true lead of the first player; of real games that of many games of other seeds.
    pub lead: f64,
    /// Leads below this are alike.
    pub delta: f64,
    /// How many comparisons said that the first, the second is stronger, that both are alike, and nothing.
    pub first: u64,
    /// See `first`.
    pub second: u64,
    /// See `first`.
    pub alike: u64,
    /// See `first`.
    pub undecided: u64,
    /// How many of these answers are not true.
    pub wrong: u64,
    /// Pairs of games that a comparison took, in the mean.
    pub mean_pairs: f64,
}

impl CaseResult {
    /// The number of comparisons.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.first + self.second + self.alike + self.undecided
    }

    fn new(name: String, lead: f64, delta: f64, found: &[(Option<Verdict>, u64)]) -> CaseResult {
        let count = |verdict| found.iter().filter(|(said, _)| *said == verdict).count() as u64;
        let wrong = found
            .iter()
            .filter(|(said, _)| said.is_some_and(|verdict| !verdict.is_true(lead, delta)))
            .count();
        CaseResult {
            name,
            lead,
            delta,
            first: count(Some(Verdict::First)),
            second: count(Some(Verdict::Second)),
            alike: count(Some(Verdict::Alike)),
            undecided: count(None),
            wrong: wrong as u64,
            mean_pairs: found.iter().map(|(_, pairs)| *pairs).sum::<u64>() as f64 / found.len().max(1) as f64,
        }
    }
}

impl Tail {
    fn draw(self, random: &mut Random) -> f64 {
        // 0 is left out, so that no score is infinite.
        self.least * (1.0 - below_one(random)).powf(-1.0 / self.shape)
    }

    /// The probability of a higher score than that of another law; they are never equal.
    fn beats(self, other: Tail) -> f64 {
        if self.least > other.least {
            return 1.0 - other.beats(self);
        }
        (self.least / other.least).powf(self.shape) / (1.0 + self.shape / other.shape)
    }
}

/// A number from 0 to 1, 1 excluded.
fn below_one(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

impl Law {
    /// The true lead of the first player.
    #[must_use]
    pub fn lead(self) -> f64 {
        match self {
            Law::Rates(first, second) => first - second,
            Law::Scores(first, second) => 2.0 * first.beats(second) - 1.0,
        }
    }

    fn draw(self, random: &mut Random) -> std::cmp::Ordering {
        match self {
            Law::Rates(first, second) => {
                let mut made = |rate: f64| below_one(random) < rate;
                made(first).cmp(&made(second))
            }
            Law::Scores(first, second) => first.draw(random).total_cmp(&second.draw(random)),
        }
    }
}

impl Case {
    /// The cases that a test can fail on: rates near 0 and 1, equal players, leads at the margin, heavy tails.
    #[must_use]
    pub fn all() -> Vec<Case> {
        let rates =
            |name, first, second| Case { name, law: Law::Rates(first, second), delta: Measure::TILE_DELTA };
        let tail = |least, shape| Tail { least, shape };
        let scores =
            |name, first, second| Case { name, law: Law::Scores(first, second), delta: Measure::SCORE_DELTA };
        vec![
            rates("equal rates, 0", 0.0, 0.0),
            rates("equal rates, 0.001", 0.001, 0.001),
            rates("equal rates, 0.5", 0.5, 0.5),
            rates("equal rates, 0.999", 0.999, 0.999),
            rates("at the margin, near 0", 0.05, 0.0),
            rates("at the margin, 0.5", 0.525, 0.475),
            rates("at the margin, near 1", 1.0, 0.95),
            rates("within the margin", 0.51, 0.5),
            rates("beyond the margin, near 0", 0.09, 0.02),
            rates("beyond the margin, near 1", 1.0, 0.93),
            scores("equal scores, infinite mean", tail(1.0, 0.8), tail(1.0, 0.8)),
            scores(
                "at the margin, infinite mean against a fixed score",
                tail(1.0, 1.0),
                tail(1.0 / 0.4499, f64::INFINITY),
            ),
            scores("behind in most games, with the higher mean", tail(1.0, 1.1), tail(3.0, f64::INFINITY)),
            scores("ahead in most games, with the lower mean", tail(2.0, 4.0), tail(1.0, 1.05)),
        ]
    }
}

/// Pairs of games from which the true lead of real players is taken.
const REFERENCE_PAIRS: u64 = 20_000;
/// No comparison has the seed of the reference games.
const REFERENCE_SEED: u64 = 1 << 40;

impl Calibration {
    /// Compares the players of a case again and again.
    ///
    /// # Errors
    /// If the watch stops it.
    pub fn simulate(&self, case: &Case, watch: &dyn Watch) -> Result<CaseResult, Stopped> {
        let judge = Judge::new(case.delta, self.error);
        let found: Result<Vec<_>, Stopped> = (0..self.runs)
            .into_par_iter()
            .map(|run| {
                watch.check()?;
                Ok(self.simulated(case.law, &judge, &mut Random::new(Random::game_seed(self.seed, run))))
            })
            .collect();
        Ok(CaseResult::new(case.name.to_owned(), case.law.lead(), case.delta, &found?))
    }

    fn simulated(&self, law: Law, judge: &Judge, random: &mut Random) -> (Option<Verdict>, u64) {
        let (mut lead, mut verdict) = (Lead::default(), None);
        while verdict.is_none() && lead.pairs() < self.games {
            lead.push(law.draw(random));
            verdict = judge.verdict(lead);
        }
        (verdict, lead.pairs())
    }

    /// Compares two players by real games, with one seed after the other.
    ///
    /// # Errors
    /// If a player cannot be built, or the watch stops it.
    pub fn play(
        &self,
        players: &[Entrant; 2],
        measure: Measure,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<CaseResult, ExperimentError> {
        let experiment = |games: u64, seed: u64| {
            let entrants = players.to_vec();
            Experiment { entrants, games, seed, rules: Rules::default() }
        };
        let test = Test { measure, delta: measure.default_delta(), error: self.error };
        // No verdict ends the reference games: nothing is known with an error of 0.
        let reference = Test { error: 0.0, ..test };
        let truth = compare(&experiment(REFERENCE_PAIRS, REFERENCE_SEED), reference, catalog, &Quiet(watch))?;
        let mut found = Vec::new();
        for run in 0..self.real_runs {
            let compared = compare(&experiment(self.games, self.seed + run), test, catalog, &Quiet(watch))?;
            found.push((compared.verdict, compared.lead.pairs()));
            watch.progress(Progress::of("comparing", run + 1, self.real_runs, "comparisons"));
        }
        let name = format!("games: {} and {}, {measure}", players[0], players[1]);
        Ok(CaseResult::new(name, truth.lead.mean(), test.delta, &found))
    }
}

/// Stops what another watch stops, and reports nothing: the comparisons of a calibration are its steps.
struct Quiet<'a>(&'a dyn Watch);

impl Watch for Quiet<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
