//! What players lose against perfect play.

use std::fmt;

use redouble_core::{Direction, Progress, Record, ReplayError, Stopped, Watch};
use redouble_players::{Oracle, UnknownPosition};

use crate::statistics::{Interval, mean, mean_interval};

/// What the games of a player gave away, measured move by move by somebody who knows every value.
///
/// The expected value of a player's games is that of perfect play minus the expected sum of what its moves give away.
/// So the mean loss a game estimates how far the player is from perfect: the closer it is, the less noise the estimate
/// has, and none at all for perfect play. Of weak players the mean score says it better.
#[derive(Clone, Debug, PartialEq)]
pub struct Regret {
    /// The number of games.
    pub games: usize,
    /// The number of moves.
    pub moves: usize,
    /// The share of moves that gave nothing away.
    pub perfect: f64,
    /// The mean loss of a move.
    pub per_move: f64,
    /// The mean loss of a game.
    pub per_game: f64,
    /// The 95 % interval of the mean loss of a game.
    pub interval: Interval,
    /// The largest loss of a single move.
    pub worst: f64,
    /// The mean score of the games.
    pub score: f64,
    /// The 95 % interval of the mean score.
    pub score_interval: Interval,
}

/// Why games cannot be measured against perfect play.
#[derive(Debug)]
pub enum RegretError {
    /// A record breaks the rules.
    Replay(ReplayError),
    /// The oracle does not know a position.
    Unknown(UnknownPosition),
    /// The oracle gave no value for a move that was played.
    NoValue(Direction),
    /// The watch said so.
    Stopped,
}

impl fmt::Display for RegretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegretError::Replay(error) => error.fmt(f),
            RegretError::Unknown(error) => error.fmt(f),
            RegretError::NoValue(direction) => write!(f, "no value for {direction}"),
            RegretError::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for RegretError {}

impl From<UnknownPosition> for RegretError {
    fn from(error: UnknownPosition) -> RegretError {
        RegretError::Unknown(error)
    }
}

impl From<Stopped> for RegretError {
    fn from(_: Stopped) -> RegretError {
        RegretError::Stopped
    }
}

/// Losses below this are rounding.
const NOTHING: f64 = 1e-9;

/// The regret of a player over the records of its games.
///
/// # Errors
/// If a record breaks the rules, the oracle does not know a position, or the watch says so.
pub fn regret_of(records: &[Record], oracle: &dyn Oracle, watch: &dyn Watch) -> Result<Regret, RegretError> {
    let (mut of_games, mut moves, mut perfect, mut worst) = (Vec::new(), 0, 0, 0.0f64);
    watch.progress(Progress::of("measuring", 0, records.len() as u64, "games"));
    for record in records {
        watch.check()?;
        let positions = record.replay().map_err(RegretError::Replay)?;
        let mut of_game = 0.0;
        for (&position, ply) in positions.iter().zip(&record.plies) {
            let (best, values) = oracle.look(position)?;
            let worth = |direction| values.get(direction).ok_or(RegretError::NoValue(direction));
            let loss = (worth(best)? - worth(ply.direction)?).max(0.0);
            perfect += usize::from(loss <= NOTHING);
            worst = worst.max(loss);
            of_game += loss;
        }
        moves += record.plies.len();
        of_games.push(of_game);
        let (done, total) = (of_games.len() as u64, records.len() as u64);
        watch.progress(Progress::of("measuring", done, total, "games"));
    }
    let scores: Vec<f64> = records.iter().map(|record| record.score as f64).collect();
    Ok(Regret {
        games: records.len(),
        moves,
        perfect: perfect as f64 / moves.max(1) as f64,
        per_move: of_games.iter().sum::<f64>() / moves.max(1) as f64,
        per_game: mean(&of_games),
        interval: mean_interval(&of_games),
        worst,
        score: mean(&scores),
        score_interval: mean_interval(&scores),
    })
}
