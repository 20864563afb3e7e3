//! The result of an arena.

use std::collections::BTreeMap;

use redouble_lab::{Ending, Experiment, Found, GamesSummary, Outcome, Standing, Verification, survival};
use serde::{Deserialize, Serialize};

/// Points of a curve of scores.
const CURVE: usize = 120;

/// Everything an arena reports.
#[derive(Clone, Serialize)]
pub struct ArenaReport {
    /// The seed of the experiment.
    pub seed: u64,
    /// Games of each player that were asked for.
    pub games: u64,
    /// The shape, as `4x4`.
    pub board: String,
    /// The probability of a 4.
    pub p4: f64,
    /// One entry a player, in the order of the arguments.
    pub players: Vec<PlayerReport>,
}

/// One player.
#[derive(Clone, Serialize)]
pub struct PlayerReport {
    /// The player, as text.
    pub spec: String,
    /// The player with the evaluation that its figures depend on, also where that is its default.
    pub name: String,
    /// Games that were played.
    pub games: usize,
    /// What they came to; nothing if there are none.
    #[serde(flatten)]
    pub figures: Option<FiguresReport>,
}

/// The figures of one player who has played.
#[derive(Clone, Serialize)]
pub struct FiguresReport {
    /// The mean score.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub ci95: [f64; 2],
    /// The median score.
    pub median: f64,
    /// The standard deviation of the scores.
    pub sd: f64,
    /// The first and the third quartile of the scores.
    pub quartiles: [f64; 2],
    /// The lowest score.
    pub min: f64,
    /// The highest score.
    pub max: f64,
    /// The largest tile of any game.
    pub max_tile: u64,
    /// The median of the largest tiles.
    pub median_tile: u64,
    /// How often each tile was reached.
    pub tiles: BTreeMap<u64, RateReport>,
    /// Moves of all games.
    pub moves: u64,
    /// How many games were given up, by reason.
    pub forfeits: BTreeMap<String, usize>,
    /// Moves per second of thinking.
    pub moves_per_second: f64,
    /// Milliseconds a move.
    pub ms_per_move: f64,
    /// Positions looked at in a second.
    pub nodes_per_second: f64,
}

/// How often a tile was reached.
#[derive(Clone, Serialize)]
pub struct RateReport {
    /// The share of the games.
    pub rate: f64,
    /// The lower end of Wilson's interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl ArenaReport {
    /// The figures of these games.
    #[must_use]
    pub fn new(experiment: &Experiment, outcomes: &[Outcome]) -> ArenaReport {
        let player = |Standing { entrant, summary }: Standing| PlayerReport {
            spec: entrant.to_string(),
            name: entrant.full_name(),
            games: summary.as_ref().map_or(0, |summary| summary.games),
            figures: summary.map(FiguresReport::from),
        };
        ArenaReport {
            seed: experiment.seed,
            games: experiment.games,
            board: experiment.rules.shape.to_string(),
            p4: experiment.rules.four_chance.probability(),
            players: Standing::all(experiment, outcomes).into_iter().map(player).collect(),
        }
    }
}

impl From<GamesSummary> for FiguresReport {
    fn from(summary: GamesSummary) -> FiguresReport {
        let rate = |rate: &redouble_lab::Rate| RateReport {
            rate: rate.rate,
            low: rate.interval.low,
            high: rate.interval.high,
        };
        FiguresReport {
            mean: summary.mean,
            ci95: [summary.interval.low, summary.interval.high],
            median: summary.median,
            sd: summary.deviation,
            quartiles: summary.quartiles,
            min: summary.range[0],
            max: summary.range[1],
            max_tile: summary.max_tile,
            median_tile: summary.median_tile,
            tiles: summary.reached.iter().map(|(&tile, found)| (tile, rate(found))).collect(),
            moves: summary.moves,
            moves_per_second: summary.moves_per_second(),
            ms_per_move: summary.milliseconds_per_move(),
            nodes_per_second: summary.nodes_per_second(),
            forfeits: summary.forfeits,
        }
    }
}

/// An experiment on the page.
#[derive(Clone, Serialize)]
pub struct RunView {
    /// Its number.
    pub id: u64,
    /// Whether it goes on.
    pub state: RunState,
    /// How long it has been going on.
    pub seconds: f64,
    /// Why it could not go on, if it could not.
    pub error: Option<String>,
    /// Games that were played, of all players.
    pub played: usize,
    /// Games that were asked for, of all players.
    pub total: u64,
    /// The players, as they were asked for.
    pub specs: Vec<String>,
    /// Their figures.
    pub report: ArenaReport,
    /// For each player, the share of its games that scored at least so much.
    pub curves: Vec<Vec<(u64, f64)>>,
}

/// Whether an experiment goes on, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// It goes on.
    Running,
    /// All games were played.
    Done,
    /// Somebody stopped it.
    Stopped,
}

impl RunView {
    /// The curve of each of so many players.
    pub(crate) fn curves(entrants: usize, outcomes: &[Outcome]) -> Vec<Vec<(u64, f64)>> {
        (0..entrants).map(|entrant| curve(outcomes, entrant)).collect()
    }
}

/// The share of an entrant's games that scored at least so much, at some places.
fn curve(outcomes: &[Outcome], entrant: usize) -> Vec<(u64, f64)> {
    let of = outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant);
    let mut scores: Vec<u64> = of.map(|outcome| outcome.score).collect();
    scores.sort_unstable();
    let share = |count: usize| count as f64 / scores.len() as f64;
    survival(&scores, CURVE).map(|(score, count)| (score, share(count))).collect()
}

/// What came out when games were played again.
#[derive(Serialize)]
pub struct VerificationReport {
    /// Games in the directory.
    pub recorded: usize,
    /// Games played again.
    pub played: usize,
    /// Those that went another way.
    pub different: Vec<DifferentGame>,
    /// Whether the files say that nothing is missing: `counted`, `unfinished`, `cut off`, or `uncounted` (version 1).
    pub ending: &'static str,
}

/// A game that went another way.
#[derive(Serialize)]
pub struct DifferentGame {
    /// The player, as text.
    pub player: String,
    /// The game, from 0.
    pub game: u64,
    /// The score as recorded.
    pub score: u64,
}

impl VerificationReport {
    /// What playing some of these games again showed.
    #[must_use]
    pub fn new(found: &Found, verified: &Verification) -> VerificationReport {
        let different = verified.different.iter().map(|outcome| DifferentGame {
            player: found.experiment.entrants[outcome.pairing.entrant].to_string(),
            game: outcome.pairing.game,
            score: outcome.score,
        });
        VerificationReport {
            recorded: found.outcomes.len(),
            played: verified.played,
            different: different.collect(),
            ending: match found.ending {
                Ending::Counted => "counted",
                Ending::Unfinished => "unfinished",
                Ending::CutOff => "cut off",
                Ending::Uncounted => "uncounted",
            },
        }
    }
}
