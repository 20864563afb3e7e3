//! Which of two players is stronger, in as few games as it takes.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use redouble_core::{Progress, Random, Watch};
use redouble_players::Catalog;

use crate::arena::{Experiment, ExperimentError, Lineup, Outcome, Pairing, Played};
use crate::lead::{Judge, Lead, Verdict};
use crate::statistics::{Interval, bootstrap_mean, mean};
use crate::summary::Standing;

/// What two players are compared by: who has more of it in a game is ahead in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The score.
    Score,
    /// Whether a tile of this value, or a larger one, was made.
    Tile(u64),
}

impl Measure {
    /// Leads below these are called alike unless another margin is given.
    pub(crate) const TILE_DELTA: f64 = 0.05;
    pub(crate) const SCORE_DELTA: f64 = 0.1;

    /// The lead that must not be missed, unless another one is given.
    #[must_use]
    pub fn default_delta(self) -> f64 {
        match self {
            Measure::Score => Measure::SCORE_DELTA,
            Measure::Tile(_) => Measure::TILE_DELTA,
        }
    }

    /// The measure of one game.
    #[must_use]
    pub fn of(self, outcome: &Outcome) -> f64 {
        match self {
            Measure::Score => outcome.score as f64,
            Measure::Tile(value) => f64::from(u8::from(outcome.max_tile >= value)),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Score => write!(f, "score"),
            Measure::Tile(value) => write!(f, "rate of {value}"),
        }
    }
}

/// How a comparison is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// What counts.
    pub measure: Measure,
    /// Leads below this, between 0 and 1, are called alike: see [`Lead`].
    pub delta: f64,
    /// The probability of a wrong answer.
    pub error: f64,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// `None` if the games ended before the test knew.
    pub verdict: Option<Verdict>,
    /// Who was ahead in how many of the games that were looked at: what the verdict follows from.
    pub lead: Lead,
    /// Where the true lead is, with the confidence of the test, however many games there were.
    pub lead_interval: Interval,
    /// The mean measure of the two players. This and what follows illustrates; the verdict does not rest on it.
    pub means: [f64; 2],
    /// The mean difference, first minus second.
    pub difference: f64,
    /// Its 95 % bootstrap interval, as if the number of games had been fixed before.
    pub interval: Interval,
    /// The games that each player gave up, by reason.
    pub forfeits: [BTreeMap<String, usize>; 2],
}

/// Games played between two looks at the test, so that all threads have something to do.
const BATCH: u64 = 32;
const RESAMPLES: usize = 2_000;

/// Plays pairs of games, the same game of both players, until the test knows or [`Experiment::games`] are played.
///
/// Pairs are looked at in their order whatever the threads do, so that the answer depends on the seed alone.
///
/// # Errors
/// If a player cannot be built or gives up all its games, or the watch stops them.
pub fn compare(
    experiment: &Experiment,
    test: Test,
    catalog: &Catalog,
    watch: &dyn Watch,
) -> Result<Comparison, ExperimentError> {
    let lineup = experiment.line_up(catalog, watch)?;
    let (games, judge) = (experiment.games, Judge::new(test.delta, test.error));
    let (mut played, mut lead, mut verdict): (Vec<Pair>, _, _) = (Vec::new(), Lead::default(), None);
    watch.progress(Progress::of("comparing", 0, games, "pairs of games"));
    while verdict.is_none() && (played.len() as u64) < games {
        let from = played.len() as u64;
        let tell = |pairs| watch.progress(Progress::of("comparing", from + pairs, games, "pairs of games"));
        played.extend(play_batch(&lineup, from..(from + BATCH).min(games), tell, watch)?);
        for [first, second] in &played[from as usize..] {
            lead.push(test.measure.of(first).total_cmp(&test.measure.of(second)));
            verdict = judge.verdict(lead);
            if verdict.is_some() {
                break;
            }
        }
    }
    played.truncate(lead.pairs() as usize);
    let standings = Standing::all(experiment, &played.concat());
    standings.iter().try_for_each(Standing::check)?;
    let forfeits = [0, 1].map(|player| match &standings[player].summary {
        Some(summary) => summary.forfeits.clone(),
        None => BTreeMap::new(),
    });
    let measured: Vec<[f64; 2]> =
        played.iter().map(|pair| pair.each_ref().map(|of| test.measure.of(of))).collect();
    let differences: Vec<f64> = measured.iter().map(|[first, second]| first - second).collect();
    let of = |player: usize| mean(&measured.iter().map(|pair| pair[player]).collect::<Vec<_>>());
    Ok(Comparison {
        verdict,
        lead,
        lead_interval: lead.interval(test.error),
        means: [of(0), of(1)],
        difference: mean(&differences),
        interval: bootstrap_mean(&differences, RESAMPLES, &mut Random::new(experiment.seed)),
        forfeits,
    })
}

/// The same game of both players.
type Pair = [Outcome; 2];

/// These games of both players, in the games' order; tells how many pairs are played.
fn play_batch(
    lineup: &Lineup<'_>,
    games: Range<u64>,
    tell: impl Fn(u64) + Sync,
    watch: &dyn Watch,
) -> Result<Vec<Pair>, ExperimentError> {
    let pairings: Vec<Pairing> =
        games.flat_map(|game| [0, 1].map(|entrant| Pairing { entrant, game })).collect();
    let mut outcomes = Vec::with_capacity(pairings.len());
    let record = |played: Played| {
        outcomes.push(played.outcome);
        tell(outcomes.len() as u64 / 2);
        Ok(())
    };
    lineup.play_all::<ExperimentError>(&pairings, record, watch)?;
    outcomes.sort_by_key(|outcome| (outcome.pairing.game, outcome.pairing.entrant));
    Ok(outcomes.as_chunks::<2>().0.to_vec())
}
