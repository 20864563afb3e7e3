//! What players lose against perfect play.

use redouble_core::Record;
use redouble_players::Oracle;

use crate::statistics::{Interval, mean, mean_interval};

/// What the games of a player gave away, measured move by move by somebody who knows every value.
///
/// The expected value of a player's games is that of perfect play minus the expected sum of what its moves give away.
/// So the mean loss a game estimates how far the player is from perfect, with much less noise than its scores.
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

/// Losses below this are rounding.
const NOTHING: f64 = 1e-9;

/// The regret of a player over the records of its games.
///
/// # Errors
/// In words, if a record breaks the rules or the oracle does not know a position.
pub fn regret_of(records: &[Record], oracle: &dyn Oracle) -> Result<Regret, String> {
    let (mut of_games, mut moves, mut perfect, mut worst) = (Vec::new(), 0, 0, 0.0f64);
    for record in records {
        let positions = record.replay().map_err(|error| error.to_string())?;
        let mut of_game = 0.0;
        for (&position, ply) in positions.iter().zip(&record.plies) {
            let (best, values) = oracle.look(position)?;
            let worth = |direction| values.get(direction).ok_or_else(|| format!("no value for {direction}"));
            let loss = (worth(best)? - worth(ply.direction)?).max(0.0);
            perfect += usize::from(loss <= NOTHING);
            worst = worst.max(loss);
            of_game += loss;
        }
        moves += record.plies.len();
        of_games.push(of_game);
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
