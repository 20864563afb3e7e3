//! Which squares are full.

use crate::bits::Bits;
use crate::{Axis, Corner, Size, Square};

/// The full squares of a board, without saying which tile is where: one bit a square.
///
/// Tiles are numbered by the square they start on: row by row from the bottom, left to right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    full: Bits,
}

impl Pattern {
    /// A board without tiles.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self { size, full: Bits::new(size.area()) }
    }

    /// A board with a tile on each of the given squares.
    ///
    /// # Panics
    /// When a square lies outside the board.
    #[must_use]
    pub fn of(size: Size, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut pattern = Self::empty(size);
        squares.into_iter().for_each(|square| pattern.insert(square));
        pattern
    }

    /// Puts a tile on a square.
    ///
    /// # Panics
    /// When the square lies outside the board.
    pub fn insert(&mut self, square: Square) {
        assert!(self.size.contains(square), "{square} is outside a board of {}", self.size);
        self.full.insert(self.size.index(square));
    }

    /// Puts tiles on up to 64 squares of a row at once: bit 0 stands for `first`.
    pub(crate) fn insert_word(&mut self, first: Square, word: u64) {
        self.full.insert_word(self.size.index(first), word);
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether there is a tile on the square.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.size.contains(square) && self.full.contains(self.size.index(square))
    }

    /// Number of tiles, the paper's `t`.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.full.len()
    }

    /// The full squares in the order in which tiles are numbered.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.size.height()).flat_map(|y| self.row(y))
    }

    /// The full squares of row `y` from left to right.
    pub fn row(&self, y: u32) -> impl Iterator<Item = Square> + '_ {
        let start = self.row_start(y);
        let end = start + self.size.width() as usize;
        self.full.range(start, end).map(move |index| Square { x: (index - start) as u32, y })
    }

    fn row_start(&self, y: u32) -> usize {
        y as usize * self.size.width() as usize
    }

    /// How many tiles lie to the left of the square in its row.
    #[must_use]
    pub fn tiles_west_of(&self, square: Square) -> u32 {
        self.full.count(self.row_start(square.y), self.size.index(square)) as u32
    }

    /// The number of tiles in each lane along the axis: columns for vertical, rows for horizontal.
    #[must_use]
    pub fn lane_counts(&self, axis: Axis) -> Vec<u32> {
        match axis {
            Axis::Vertical => self.column_counts(),
            Axis::Horizontal => (0..self.size.height()).map(|y| self.row_count(y)).collect(),
        }
    }

    fn row_count(&self, y: u32) -> u32 {
        let start = self.row_start(y);
        self.full.count(start, start + self.size.width() as usize) as u32
    }

    fn column_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.size.width() as usize];
        self.squares().for_each(|square| counts[square.x as usize] += 1);
        counts
    }

    /// Whether every row and every column is packed towards the corner, so that a tilt towards either wall
    /// of the corner changes nothing.
    ///
    /// The paper's definition says "S *or* W"; both are needed.
    ///
    /// ```
    /// use redouble_tilt::{Corner, Drawing};
    /// let drawing: Drawing = "o../oo./ooo".parse()?;
    /// assert!(drawing.pattern().is_canonical(Corner::SouthWest));
    /// assert!(!drawing.pattern().is_canonical(Corner::SouthEast));
    /// # Ok::<(), redouble_tilt::ParseDrawingError>(())
    /// ```
    #[must_use]
    pub fn is_canonical(&self, corner: Corner) -> bool {
        let inward = corner.walls();
        self.squares().all(|square| {
            inward.iter().all(|&wall| self.size.step(square, wall).is_none_or(|beside| self.contains(beside)))
        })
    }
}
