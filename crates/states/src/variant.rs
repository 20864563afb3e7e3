//! Which game is counted: a shape and perhaps a goal.

use std::fmt;

use redouble_core::{Shape, Tile};

/// A game to enumerate: a board of up to 16 cells, and the tile that ends it or none.
///
/// With a goal, a board that holds the goal is a win and not a state; without one the game goes on until no move is
/// left.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::Variant;
///
/// let shape = Shape::new(2, 2).unwrap();
/// let to_32 = Variant::new(shape, Tile::from_value(32)).unwrap();
/// assert_eq!(to_32.max_exponent(), 4); // 16 is the largest tile of a state
/// assert!(Variant::new(shape, Tile::from_value(64)).is_err()); // four cells end with 32
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// At most 16 cells.
    shape: Shape,
    /// From 8 to 2^(cells + 1), and at most 32768.
    goal: Option<Tile>,
}

/// A game that cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// The board has more than 16 cells.
    TooManyCells(Shape),
    /// The goal is 2 or 4, which may lie on the board before the first move.
    GoalTooSmall(Tile),
    /// No game on this board makes such a tile.
    GoalOutOfReach {
        /// The board.
        shape: Shape,
        /// The goal asked for.
        goal: Tile,
    },
    /// Without a goal, tiles on this board grow beyond 32768, the largest that the engines hold.
    NeedsGoal(Shape),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantError::TooManyCells(shape) => {
                write!(f, "{shape} has {} cells: states are counted on boards of up to 16", shape.cells())
            }
            VariantError::GoalTooSmall(goal) => {
                write!(f, "the goal {goal} may be there from the start: goals are 8, 16, 32, …")
            }
            VariantError::GoalOutOfReach { shape, goal } => {
                let largest = Variant::largest_tile(*shape);
                write!(f, "the goal {goal} cannot be reached: {largest} is the largest tile on {shape}")
            }
            VariantError::NeedsGoal(shape) => {
                write!(f, "the whole game on {shape} goes beyond 32768: give a goal of up to 32768")
            }
        }
    }
}

impl std::error::Error for VariantError {}

impl Variant {
    /// The most cells a board may have.
    pub const MAX_CELLS: usize = 16;

    /// The game on this board, up to this goal or to its end.
    ///
    /// # Errors
    /// If the board is too large or the goal out of reach.
    pub fn new(shape: Shape, goal: Option<Tile>) -> Result<Variant, VariantError> {
        if shape.cells() > Self::MAX_CELLS {
            return Err(VariantError::TooManyCells(shape));
        }
        let largest = Self::largest_tile(shape);
        match goal {
            Some(goal) if goal <= Tile::FOUR => Err(VariantError::GoalTooSmall(goal)),
            Some(goal) if goal > largest => Err(VariantError::GoalOutOfReach { shape, goal }),
            Some(goal) if goal.exponent() > 15 => Err(VariantError::GoalOutOfReach { shape, goal }),
            None if largest.exponent() > 15 => Err(VariantError::NeedsGoal(shape)),
            _ => Ok(Variant { shape, goal }),
        }
    }

    /// The largest tile that play can make with `n` cells, 2^(n + 1): a full board 4, 4, 8, 16, …, 2^n merges into it.
    #[must_use]
    pub fn largest_tile(shape: Shape) -> Tile {
        Tile::new(shape.cells() as u8 + 1).expect("at most 64 cells, of which at most 16 are counted")
    }

    /// The board.
    #[must_use]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The tile that ends the game.
    #[must_use]
    pub const fn goal(self) -> Option<Tile> {
        self.goal
    }

    /// The exponent of the largest tile that a state may hold, 2 to 15.
    #[must_use]
    pub fn max_exponent(self) -> u8 {
        self.goal.map_or_else(|| Self::largest_tile(self.shape).exponent(), |goal| goal.exponent() - 1)
    }

    /// The largest tile sum that a layer may have.
    #[must_use]
    pub fn max_sum(self) -> u64 {
        let full_of_largest = (self.shape.cells() as u64) << self.max_exponent();
        full_of_largest.min(self.shape.max_sum())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.goal {
            Some(goal) => write!(f, "{} to {goal}", self.shape),
            None => write!(f, "{} without a goal", self.shape),
        }
    }
}
