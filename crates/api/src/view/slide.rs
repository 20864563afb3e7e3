//! One slide.

use redouble_core::{Board, Direction, Position};
use serde::Serialize;

/// The board after a slide; `legal` and `over` are about that board, before a tile appears.
#[derive(Serialize)]
pub struct SlideReport {
    /// The board.
    pub board: String,
    /// Whether anything moved: the move was legal.
    pub changed: bool,
    /// What the merges scored.
    pub gained: u64,
    /// The directions that change this board.
    pub legal: Vec<&'static str>,
    /// Whether there are none.
    pub over: bool,
}

impl SlideReport {
    /// Slides a board.
    #[must_use]
    pub fn new(board: Board, direction: Direction) -> SlideReport {
        let slide = Position::new(board).slide(direction);
        let after = slide.map_or(board, |slide| slide.after.board());
        let legal = Position::new(after).legal();
        SlideReport {
            board: after.to_string(),
            changed: slide.is_some(),
            gained: slide.map_or(0, |slide| slide.gained),
            legal: legal.into_iter().map(Direction::name).collect(),
            over: legal.is_empty(),
        }
    }
}
