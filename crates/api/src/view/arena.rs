//! The result of an arena.

use std::collections::BTreeMap;

use redouble_lab::{Experiment, Outcome, Summary};
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

/// The figures of one player. Who has not played yet has none: `NaN` here, `null` in JSON.
#[derive(Clone, Serialize)]
pub struct PlayerReport {
    /// The player, as text.
    pub spec: String,
    /// Games that were played.
    pub games: usize,
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
        let of = |entrant: usize| -> Vec<&Outcome> {
            outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant).collect()
        };
        let players = experiment
            .entrants
            .iter()
            .enumerate()
            .map(|(index, entrant)| PlayerReport::new(entrant.to_string(), Summary::new(&of(index))));
        ArenaReport {
            seed: experiment.seed,
            games: experiment.games,
            board: experiment.rules.shape.to_string(),
            p4: experiment.rules.four_chance.probability(),
            players: players.collect(),
        }
    }
}

impl PlayerReport {
    fn new(spec: String, summary: Option<Summary>) -> PlayerReport {
        let Some(summary) = summary else { return PlayerReport::without_games(spec) };
        let rate = |rate: &redouble_lab::Rate| RateReport {
            rate: rate.rate,
            low: rate.interval.low,
            high: rate.interval.high,
        };
        PlayerReport {
            spec,
            games: summary.games,
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

    fn without_games(spec: String) -> PlayerReport {
        PlayerReport {
            spec,
            games: 0,
            mean: f64::NAN,
            ci95: [f64::NAN; 2],
            median: f64::NAN,
            sd: f64::NAN,
            quartiles: [f64::NAN; 2],
            min: f64::NAN,
            max: f64::NAN,
            max_tile: 0,
            median_tile: 0,
            tiles: BTreeMap::new(),
            moves: 0,
            moves_per_second: f64::NAN,
            ms_per_move: f64::NAN,
            nodes_per_second: f64::NAN,
            forfeits: BTreeMap::new(),
        }
    }
}

/// One line a game.
#[must_use]
pub fn games_csv(report: &ArenaReport, outcomes: &[Outcome]) -> String {
    let mut csv = String::from("player,game,score,moves,max_tile,nodes,seconds,forfeit\n");
    for outcome in outcomes {
        let spec = &report.players[outcome.pairing.entrant].spec;
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let forfeit = outcome.forfeit.as_deref().map_or(String::new(), quoted);
        csv += &format!(
            "{},{},{},{},{},{},{:.6},{forfeit}\n",
            quoted(spec),
            outcome.pairing.game,
            outcome.score,
            outcome.moves,
            outcome.max_tile,
            outcome.nodes,
            outcome.nanoseconds as f64 / 1e9,
        );
    }
    csv
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
        (0..entrants).map(|entrant| survival(outcomes, entrant)).collect()
    }
}

/// The share of an entrant's games that scored at least so much, at some places.
fn survival(outcomes: &[Outcome], entrant: usize) -> Vec<(u64, f64)> {
    let of = outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant);
    let mut scores: Vec<u64> = of.map(|outcome| outcome.score).collect();
    scores.sort_unstable();
    let step = (scores.len() / CURVE).max(1);
    let places = (0..scores.len()).step_by(step).chain(scores.len().checked_sub(1));
    places.map(|place| (scores[place], (scores.len() - place) as f64 / scores.len() as f64)).collect()
}
