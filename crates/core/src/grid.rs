//! What every kind of board can do.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Cell, Direction, Directions, Shape, Symmetry, Tile};

/// A board of some representation: [`Board`](crate::Board) is exact for every shape,
/// [`Packed`](crate::Packed) is one 64-bit number.
///
/// Positions, afterstates, spawns, games and counts are written once, over this trait. The provided methods are
/// the plain definitions; a representation overrides those that it can do faster, and the tests compare them.
pub trait Grid: Copy + Eq + Ord + Hash + Debug {
    /// Rows and columns.
    fn shape(self) -> Shape;

    /// The tile in a cell.
    fn tile(self, cell: Cell) -> Option<Tile>;

    /// The board with another tile, or none, in a cell.
    #[must_use]
    fn with_tile(self, cell: Cell, tile: Option<Tile>) -> Self;

    /// The board after a slide, and the score it gained; `None` if nothing changes.
    fn slid(self, direction: Direction) -> Option<(Self, u64)>;

    /// The image under a symmetry that keeps the shape.
    ///
    /// # Panics
    /// If the symmetry exchanges the sides of a rectangle.
    #[must_use]
    fn transformed(self, symmetry: Symmetry) -> Self;

    /// The directions whose slide changes something.
    fn legal(self) -> Directions {
        Direction::ALL.into_iter().filter(|&direction| self.slid(direction).is_some()).collect()
    }

    /// The least of the images under the symmetries of the shape: eight for squares, four for rectangles.
    #[must_use]
    fn canonical(self) -> Self {
        let images = Symmetry::of(self.shape()).iter().map(|&symmetry| self.transformed(symmetry));
        images.min().expect("the identity is a symmetry of every shape")
    }

    /// The number of empty cells.
    fn count_empty(self) -> usize {
        self.shape().all_cells().filter(|&cell| self.tile(cell).is_none()).count()
    }

    /// The empty cell with `n` empty cells before it, row by row.
    fn nth_empty(self, n: usize) -> Option<Cell> {
        self.shape().all_cells().filter(|&cell| self.tile(cell).is_none()).nth(n)
    }

    /// The board with a tile in its `n`-th empty cell; `None` if there are not so many.
    fn with_nth_empty(self, n: usize, tile: Tile) -> Option<Self> {
        Some(self.with_tile(self.nth_empty(n)?, Some(tile)))
    }

    /// The largest tile.
    fn max_tile(self) -> Option<Tile> {
        self.shape().all_cells().filter_map(|cell| self.tile(cell)).max()
    }

    /// The sum of all face values, which only spawns change.
    fn sum(self) -> u64 {
        self.shape().all_cells().filter_map(|cell| self.tile(cell)).map(Tile::value).sum()
    }
}
