//! What is settable about a game.

use crate::{FourChance, Shape, Tile};

/// The rules of a game: its board, its spawns and the tile that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub shape: Shape,
    /// How often a 4 appears.
    pub four_chance: FourChance,
    /// The tile whose making is announced; play goes on.
    pub goal: Tile,
}

impl Rules {
    /// The usual rules on a board of this shape: one spawn in ten is a 4, the goal is 2048.
    #[must_use]
    pub fn on(shape: Shape) -> Rules {
        Rules { shape, ..Rules::default() }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        let goal = const { Tile::new(11).expect("2048 is a tile") };
        Rules { shape: Shape::CLASSIC, four_chance: FourChance::default(), goal }
    }
}
