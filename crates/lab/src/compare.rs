//! Which of two players is stronger, in as few games as it takes.

use std::ops::Range;

use redouble_core::{Progress, Random, Watch};
use redouble_players::Catalog;

use crate::arena::{Experiment, ExperimentError, Lineup, Outcome, Pairing, Played};
use crate::sprt::{Sprt, Verdict};
use crate::statistics::{Interval, bootstrap_mean, mean, standard_deviation};

/// What two players are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The score.
    Score,
    /// Whether a tile of this value, or a larger one, was made.
    Tile(u64),
}

impl Measure {
    /// The measure of one game.
    #[must_use]
    pub fn of(self, outcome: &Outcome) -> f64 {
        match self {
            Measure::Score => outcome.score as f64,
            Measure::Tile(value) => f64::from(u8::from(outcome.max_tile >= value)),
        }
    }
}

/// How a comparison is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// What counts.
    pub measure: Measure,
    /// The difference that must not be missed; `None` for a tenth of the deviation of the first pairs' differences.
    pub delta: Option<f64>,
    /// The probability of a wrong answer.
    pub error: f64,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// `None` if the games ended before the test knew.
    pub verdict: Option<Verdict>,
    /// The number of games of each player that were looked at.
    pub pairs: u64,
    /// The mean measure of the two players.
    pub means: [f64; 2],
    /// The mean difference, first minus second.
    pub difference: f64,
    /// Its 95 % bootstrap interval.
    pub interval: Interval,
    /// The difference that the test was made for.
    pub delta: f64,
}

/// Games played between two looks at the test, so that all threads have something to do.
const BATCH: u64 = 32;
/// The pairs from which the deviation is taken when no difference to look for is given.
const PILOT: usize = 20;
const RESAMPLES: usize = 2_000;

/// Plays pairs of games, the same game of both players, until the test knows or [`Experiment::games`] are played.
///
/// Pairs are looked at in their order whatever the threads do, so that the answer depends on the seed alone.
///
/// # Errors
/// If a player cannot be built, or the watch stops the games.
pub fn compare(
    experiment: &Experiment,
    test: Test,
    catalog: &Catalog,
    watch: &dyn Watch,
) -> Result<Comparison, ExperimentError> {
    let lineup = experiment.line_up(catalog, watch)?;
    let games = experiment.games;
    let mut measured: Vec<[f64; 2]> = Vec::new();
    let mut sequential: Option<Sprt> = test.delta.map(|delta| Sprt::new(delta, test.error));
    let mut delta = test.delta;
    let mut verdict = None;
    let mut fed = 0;
    while verdict.is_none() && (measured.len() as u64) < games {
        let from = measured.len() as u64;
        measured.extend(play_batch(&lineup, test.measure, from..(from + BATCH).min(games), watch)?);
        watch.progress(Progress::of("comparing", measured.len() as u64, games, "pairs of games"));
        if sequential.is_none() && measured.len() >= PILOT {
            let found = standard_deviation(&differences(&measured[..PILOT])).max(f64::MIN_POSITIVE) / 10.0;
            delta = Some(found);
            sequential = Some(Sprt::new(found, test.error));
        }
        let Some(sequential) = &mut sequential else { continue };
        while verdict.is_none() && fed < measured.len() {
            verdict = sequential.push(measured[fed][0] - measured[fed][1]);
            fed += 1;
        }
    }
    let looked_at = if verdict.is_some() { fed } else { measured.len() };
    Ok(comparison(&measured[..looked_at], verdict, delta.unwrap_or(0.0), experiment.seed))
}

fn differences(measured: &[[f64; 2]]) -> Vec<f64> {
    measured.iter().map(|[first, second]| first - second).collect()
}

fn comparison(measured: &[[f64; 2]], verdict: Option<Verdict>, delta: f64, seed: u64) -> Comparison {
    let differences = differences(measured);
    let of = |player: usize| mean(&measured.iter().map(|pair| pair[player]).collect::<Vec<_>>());
    Comparison {
        verdict,
        pairs: measured.len() as u64,
        means: [of(0), of(1)],
        difference: mean(&differences),
        interval: bootstrap_mean(&differences, RESAMPLES, &mut Random::new(seed)),
        delta,
    }
}

/// The measures of these games of both players, in the games' order.
fn play_batch(
    lineup: &Lineup<'_>,
    measure: Measure,
    games: Range<u64>,
    watch: &dyn Watch,
) -> Result<Vec<[f64; 2]>, ExperimentError> {
    let pairings: Vec<Pairing> =
        games.clone().flat_map(|game| [0, 1].map(|entrant| Pairing { entrant, game })).collect();
    let mut batch = vec![[0.0; 2]; (games.end - games.start) as usize];
    let record = |played: Played| {
        let Pairing { entrant, game } = played.outcome.pairing;
        batch[(game - games.start) as usize][entrant] = measure.of(&played.outcome);
        Ok(())
    };
    lineup.play_all::<ExperimentError>(&pairings, record, watch)?;
    Ok(batch)
}
