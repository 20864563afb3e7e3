//! The result of an arena.

use std::collections::BTreeMap;

use redouble_lab::{Experiment, Outcome, Summary};
use serde::Serialize;

/// Everything an arena reports.
#[derive(Serialize)]
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

/// The figures of one player.
#[derive(Serialize)]
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
#[derive(Serialize)]
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
        let players = experiment.entrants.iter().enumerate().filter_map(|(index, entrant)| {
            Some(PlayerReport::new(entrant.to_string(), Summary::new(&of(index))?))
        });
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
    fn new(spec: String, summary: Summary) -> PlayerReport {
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
