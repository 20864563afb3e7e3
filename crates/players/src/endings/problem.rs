//! What an ending table is about.

use std::fmt;

use redouble_core::{Cell, Direction, Grid as _, Packed4x4, Tile};

use super::layout::Layout;

/// A layout, the tile on its anchor, and what counts as success.
///
/// The fixed cells hold different tiles, all larger than the anchor, which holds `tile`. A state is what is in the free
/// cells, with the player to move: tiles up to `tile`. Slides that displace a fixed tile are forbidden and a state without an
/// allowed slide has failed, so that the states are closed; what a state is worth is exact for play that never moves
/// a large tile, and a lower bound for all play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndingProblem {
    layout: Layout,
    tile: Tile,
    goal: Goal,
}

/// What counts as success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Goal {
    /// A tile equal to the anchor merges with it.
    Merge,
    /// A tile equal to the anchor is made anywhere.
    Make,
}

impl Goal {
    /// Both.
    pub const ALL: [Goal; 2] = [Goal::Merge, Goal::Make];

    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Merge => "merge",
            Goal::Make => "make",
        }
    }
}

/// How much further than the tile the free cells can be filled: states beyond count as failed. At 128, twice as much
/// changes the value of the best state by 0.0009.
const MARGIN: u32 = 32;

impl EndingProblem {
    /// A problem.
    ///
    /// # Errors
    /// If tables for this tile cannot be made: it must be 8 or more, and the large tiles must fit above it.
    pub fn new(layout: Layout, tile: Tile, goal: Goal) -> Result<EndingProblem, ProblemError> {
        // Packed boards hold tiles up to 2^15, and the anchor doubles.
        let most = (16 - layout.fixed() as u8).min(14);
        match tile.exponent() {
            exponent if (3..=most).contains(&exponent) => Ok(EndingProblem { layout, tile, goal }),
            _ => Err(ProblemError { tile, most: Tile::new(most).expect("at least four free cells") }),
        }
    }

    /// Where the large tiles are.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The tile on the anchor, of which another is to be made.
    #[must_use]
    pub const fn tile(&self) -> Tile {
        self.tile
    }

    /// What counts as success.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The largest tile sum of the free cells; two tiles as large as the anchor never fit.
    #[must_use]
    pub fn last_sum(&self) -> u32 {
        let tile = self.tile.value() as u32;
        (tile + MARGIN).min(2 * tile - 2)
    }

    /// The largest exponent in a free cell.
    pub(super) fn max_exponent(&self) -> u8 {
        match self.goal {
            Goal::Merge => self.tile.exponent(),
            Goal::Make => self.tile.exponent() - 1,
        }
    }

    /// The name of the file of its table.
    #[must_use]
    pub fn file_name(&self) -> String {
        let goal = match self.goal {
            Goal::Merge => "",
            Goal::Make => "-make",
        };
        format!("{}-{}{goal}.ending", self.layout.name(), self.tile)
    }
}

impl fmt::Display for EndingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Layout::NAMED.into_iter().find(|(_, layout)| *layout == self.layout);
        match named {
            Some((name, _)) => write!(f, "{name} {}", self.tile)?,
            None => write!(f, "{} {}", self.layout, self.tile)?,
        }
        match self.goal {
            Goal::Merge => Ok(()),
            Goal::Make => f.write_str(" (make)"),
        }
    }
}

/// A tile for which no table can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemError {
    tile: Tile,
    most: Tile,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no table for a {}: with this layout the tile goes from 8 to {}", self.tile, self.most)
    }
}

impl std::error::Error for ProblemError {}

/// What a slide leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// The goal is reached.
    Success,
    /// A board with the same fixed tiles, which waits for a spawn.
    To(Packed4x4),
}

/// The slides of a problem, on packed boards that hold the fixed tiles too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slides {
    /// The fixed tiles alone.
    fixed: u64,
    /// All bits of the fixed cells.
    mask: u64,
    /// The lowest bit of the anchor's cell.
    anchor: u64,
    /// The anchor's exponent in every free cell, where making one is success.
    made: Option<u64>,
}

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

impl Slides {
    pub(super) fn new(problem: &EndingProblem) -> Slides {
        let layout = problem.layout;
        let exponents = (1..=layout.fixed() as u8).rev().map(|above| problem.tile.exponent() + above - 1);
        let digit = |(cell, exponent): (Cell, u8)| u64::from(exponent) << shift(cell);
        let fixed = layout.fixed_cells().zip(exponents).map(digit).sum();
        let mask: u64 = layout.fixed_cells().map(|cell| 15 << shift(cell)).sum();
        let made = (ONES * u64::from(problem.tile.exponent())) & !mask;
        let made = (problem.goal == Goal::Make).then_some(made);
        Slides { fixed, mask, anchor: 1 << shift(layout.anchor()), made }
    }

    /// The fixed tiles alone, as bits of a packed board.
    pub(super) const fn fixed(&self) -> u64 {
        self.fixed
    }

    /// The same with rows and columns exchanged.
    pub(super) fn transposed(&self) -> Slides {
        let turned = |bits: u64| Packed4x4::from_bits(bits).transposed().bits();
        Slides {
            fixed: turned(self.fixed),
            mask: turned(self.mask),
            anchor: turned(self.anchor),
            made: self.made.map(turned),
        }
    }

    /// What a slide leads to; `None` if it changes nothing or displaces a fixed tile.
    #[inline(always)]
    pub(super) fn judge(&self, before: Packed4x4, after: Packed4x4) -> Option<Move> {
        let kept = after.bits() & self.mask;
        if after == before {
            return None;
        }
        if kept == self.fixed {
            return Some(if self.has_made(after) { Move::Success } else { Move::To(after) });
        }
        // The anchor merged with what slid into it, and nothing else was displaced.
        (kept == self.fixed + self.anchor).then_some(Move::Success)
    }

    /// Whether a tile like the anchor is in a free cell and that is the goal.
    #[inline(always)]
    fn has_made(&self, after: Packed4x4) -> bool {
        let Some(made) = self.made else { return false };
        let different = (after.bits() ^ made) | self.mask;
        let pairs = different | different >> 1;
        (pairs | pairs >> 2) & ONES != ONES
    }

    /// What the slide of a board in a direction leads to: the plain way.
    pub(super) fn slide(&self, board: Packed4x4, direction: Direction) -> Option<Move> {
        self.judge(board, board.slid(direction)?.0)
    }
}

/// Where the bits of a cell begin in a packed board.
pub(super) const fn shift(cell: Cell) -> u32 {
    60 - 4 * cell.index() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(tile: u64, goal: Goal) -> Result<EndingProblem, ProblemError> {
        EndingProblem::new(Layout::SNAKE, Tile::from_value(tile).unwrap(), goal)
    }

    #[test]
    fn tiles_must_fit_on_the_board() {
        assert!(problem(1_024, Goal::Merge).is_ok());
        let refused = problem(2_048, Goal::Merge).unwrap_err();
        assert!(refused.to_string().ends_with("from 8 to 1024"), "{refused}");
        assert!(problem(4, Goal::Merge).is_err());
        assert_eq!(problem(512, Goal::Merge).unwrap().last_sum(), 544);
        assert_eq!(problem(16, Goal::Make).unwrap().last_sum(), 30);
        assert_eq!(problem(512, Goal::Merge).unwrap().file_name(), "snake-512.ending");
    }

    #[test]
    fn large_tiles_stay_and_the_anchor_merges() {
        let merge = Slides::new(&problem(16, Goal::Merge).unwrap());
        let with = |digits: u64| Packed4x4::from_bits(merge.fixed() | digits);
        assert_eq!(merge.fixed(), 0x9876_0045_0000_0000);
        // Two small tiles merge upwards; to the left the anchor moves unless two tiles hold it.
        let board = with(0x0000_0000_2000_2000);
        assert_eq!(merge.slide(board, Direction::Up), Some(Move::To(with(0x0000_3000_0000_0000))));
        assert_eq!(merge.slide(board, Direction::Left), None);
        assert_eq!(
            merge.slide(with(0x0000_1200_0001_0000), Direction::Left),
            Some(Move::To(with(0x0000_1200_1000_0000)))
        );
        // A 16 below the anchor.
        assert_eq!(merge.slide(with(0x0000_0000_0040_0000), Direction::Up), Some(Move::Success));
        let make = Slides::new(&problem(16, Goal::Make).unwrap());
        assert_eq!(make.slide(with(0x0000_0000_3000_3000), Direction::Up), Some(Move::Success));
        assert_eq!(
            merge.slide(with(0x0000_0000_3000_3000), Direction::Up),
            Some(Move::To(with(0x0000_4000_0000_0000)))
        );
    }
}
