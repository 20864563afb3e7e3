//! What every direction is worth.

use redouble_core::{Board, Direction, Position};
use redouble_lab::{Entrant, reasons};
use redouble_players::Decision;
use serde::Serialize;

/// The answer about one board.
#[derive(Serialize)]
pub struct HintReport {
    /// The board.
    pub board: String,
    /// Who was asked.
    pub player: String,
    /// All four directions.
    pub moves: Vec<HintedMove>,
    /// The choice; nothing if no move is left.
    pub best: Option<&'static str>,
    /// How many moves deep the player looked.
    pub depth: u32,
    /// The boards it looked at.
    pub nodes: u64,
}

/// One of the four directions; without a value if it is not legal.
#[derive(Serialize)]
pub struct HintedMove {
    /// The direction.
    pub direction: &'static str,
    /// Its value, in the player's own measure.
    pub value: Option<f64>,
    /// What the move does, in words.
    pub reason: String,
}

impl HintReport {
    /// What a player decided about a board; nothing if no move is left.
    #[must_use]
    pub fn new(board: Board, player: &Entrant, decision: Option<Decision>) -> HintReport {
        let reasons = reasons(Position::new(board));
        let reason = |direction: Direction| reasons.iter().find(|(legal, _)| *legal == direction);
        let entry = |direction: Direction| HintedMove {
            direction: direction.name(),
            value: decision.and_then(|decision| decision.values.get(direction)),
            reason: reason(direction).map_or("not legal".to_owned(), |(_, text)| text.clone()),
        };
        HintReport {
            board: board.to_string(),
            player: player.to_string(),
            moves: Direction::ALL.map(entry).into(),
            best: decision.map(|decision| decision.choice.name()),
            depth: decision.map_or(0, |decision| decision.depth),
            nodes: decision.map_or(0, |decision| decision.nodes),
        }
    }
}
