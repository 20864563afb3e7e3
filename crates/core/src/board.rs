//! Exact boards of every shape.

use std::fmt;

use crate::grid::Grid;
use crate::line::slide_line;
use crate::{Cell, Direction, ParseBoardError, Shape, Symmetry, Tile};

/// A board: a shape and its tiles, exact for every tile that play can reach.
///
/// A `Board` says nothing about whose turn it is: wrap it in a [`Position`](crate::Position) to move on it, in an
/// [`Afterstate`](crate::Afterstate) to spawn on it. Its tiles never sum to more than [`Shape::max_sum`].
///
/// ```
/// use redouble_core::{Board, board};
///
/// let board = board! {
///     2 . 4 . /
///     . . 8 . /
///     . . . . /
///     . . . 2
/// };
/// assert_eq!(board.to_string(), "2,.,4,./.,.,8,./.,.,.,./.,.,.,2");
/// assert_eq!(board, "2,,4,0/,,8,/,,,/,,,2".parse::<Board>().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    /// Exponents row by row, 0 where empty; 0 behind the last cell of the shape.
    exponents: [u8; Shape::MAX_CELLS],
}

/// A board that cannot be: its tiles sum to more than its shape can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuchError {
    /// The shape of the board.
    pub shape: Shape,
}

impl fmt::Display for TooMuchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, most) = (self.shape, self.shape.max_sum());
        write!(f, "no {shape} game reaches this: its tiles can sum to {most} at most")
    }
}

impl std::error::Error for TooMuchError {}

impl Board {
    /// The board without tiles.
    #[must_use]
    pub const fn empty(shape: Shape) -> Board {
        Board { shape, exponents: [0; Shape::MAX_CELLS] }
    }

    /// The board with these tiles, row by row; missing ones are empty cells, surplus ones are not looked at.
    ///
    /// # Errors
    /// If the tiles sum to more than [`Shape::max_sum`].
    pub fn from_tiles(
        shape: Shape,
        tiles: impl IntoIterator<Item = Option<Tile>>,
    ) -> Result<Board, TooMuchError> {
        let mut board = Board::empty(shape);
        for (exponent, tile) in board.exponents[..shape.cells()].iter_mut().zip(tiles) {
            *exponent = tile.map_or(0, Tile::exponent);
        }
        let sum = board.tiles().flatten().try_fold(0u64, |sum, tile| sum.checked_add(tile.value()));
        match sum {
            Some(sum) if sum <= shape.max_sum() => Ok(board),
            _ => Err(TooMuchError { shape }),
        }
    }

    /// The board with these face values, 0 where empty, one slice a row.
    ///
    /// # Errors
    /// If the rows are no board; the error names row and column.
    pub fn from_values(rows: &[&[u64]]) -> Result<Board, ParseBoardError> {
        let row = |row: &&[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        rows.iter().map(row).collect::<Vec<_>>().join("/").parse()
    }

    /// The board with these exponents row by row, 0 where empty and behind the last cell. Their sum must be one that play can
    /// reach.
    #[inline]
    pub(crate) const fn with_exponents(shape: Shape, exponents: [u8; Shape::MAX_CELLS]) -> Board {
        Board { shape, exponents }
    }

    /// Exponents row by row, 0 where empty and behind the last cell.
    #[inline]
    pub(crate) const fn exponents(&self) -> &[u8; Shape::MAX_CELLS] {
        &self.exponents
    }

    /// The tiles row by row.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Option<Tile>> + '_ {
        self.exponents[..self.shape.cells()].iter().map(|&exponent| Tile::new(exponent))
    }

    /// The image under a symmetry; the two transpositions and quarter turns exchange rows and columns.
    #[must_use]
    pub fn image(self, symmetry: Symmetry) -> Board {
        let shape = symmetry.shape(self.shape);
        let mut image = Board::empty(shape);
        for cell in self.shape.all_cells() {
            image.exponents[symmetry.cell(self.shape, cell).index()] = self.exponents[cell.index()];
        }
        image
    }

    /// The lines along which `direction` slides.
    pub(crate) fn lines(shape: Shape, direction: Direction) -> impl Iterator<Item = Line> {
        let (count, length) = match direction.is_vertical() {
            true => (shape.columns(), shape.rows()),
            false => (shape.rows(), shape.columns()),
        };
        // From one line to the next, and from a cell to the next one in its line.
        let (across, along) =
            if direction.is_vertical() { (1, shape.columns()) } else { (shape.columns(), 1) };
        (0..count).map(move |line| match direction.is_toward_end() {
            true => Line { wall: line * across + (length - 1) * along, step: along.wrapping_neg(), length },
            false => Line { wall: line * across, step: along, length },
        })
    }
}

/// The cells of one row or column, the one at the wall first.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    /// The index of the cell at the wall.
    wall: usize,
    /// What leads to the next cell's index, modulo the word size.
    step: usize,
    length: usize,
}

impl Line {
    fn indices(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |cell| self.wall.wrapping_add(self.step.wrapping_mul(cell)))
    }

    /// The cells, the one at the wall first.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        self.indices().map(Cell::new)
    }
}

impl Grid for Board {
    fn shape(self) -> Shape {
        self.shape
    }

    fn tile(self, cell: Cell) -> Option<Tile> {
        Tile::new(self.exponents[..self.shape.cells()][cell.index()])
    }

    fn with_tile(mut self, cell: Cell, tile: Option<Tile>) -> Board {
        self.exponents[..self.shape.cells()][cell.index()] = tile.map_or(0, Tile::exponent);
        self
    }

    fn slid(self, direction: Direction) -> Option<(Board, u64)> {
        let mut slid = self;
        let mut gained = 0;
        for line in Board::lines(self.shape, direction) {
            let mut exponents = [0; Shape::MAX_SIDE];
            line.indices()
                .zip(&mut exponents)
                .for_each(|(index, exponent)| *exponent = self.exponents[index]);
            gained += slide_line(&mut exponents[..line.length]);
            line.indices().zip(exponents).for_each(|(index, exponent)| slid.exponents[index] = exponent);
        }
        (slid != self).then_some((slid, gained))
    }

    fn max_tile(self) -> Option<Tile> {
        // Not `max`, which would want to know where it is.
        Tile::new(self.exponents.iter().copied().fold(0, u8::max))
    }

    /// All cells alike: an empty one counts as 1 until the lowest bit is taken off.
    fn sum(self) -> u64 {
        self.exponents[..self.shape.cells()].iter().map(|exponent| (1_u64 << exponent) & !1).sum()
    }

    fn transformed(self, symmetry: Symmetry) -> Board {
        assert!(symmetry.preserves(self.shape), "{symmetry:?} turns {} into another shape", self.shape);
        self.image(symmetry)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// A board drawn in rows: values and dots, rows separated by `/`.
///
/// ```
/// use redouble_core::{Grid, Tile, board};
///
/// let board = board! { 2 . / . 32 };
/// assert_eq!(board.max_tile(), Tile::from_value(32));
/// ```
///
/// # Panics
/// If the drawing is not a board: ragged rows, a value that is no tile.
#[macro_export]
macro_rules! board {
    (@rows [$($rows:expr,)*] [$($cells:expr,)*]) => {
        $crate::Board::from_values(&[$($rows,)* &[$($cells,)*]]).expect("a drawn board")
    };
    (@rows [$($rows:expr,)*] [$($cells:expr,)*] / $($rest:tt)*) => {
        $crate::board!(@rows [$($rows,)* &[$($cells,)*],] [] $($rest)*)
    };
    (@rows [$($rows:expr,)*] [$($cells:expr,)*] . $($rest:tt)*) => {
        $crate::board!(@rows [$($rows,)*] [$($cells,)* 0,] $($rest)*)
    };
    (@rows [$($rows:expr,)*] [$($cells:expr,)*] $value:literal $($rest:tt)*) => {
        $crate::board!(@rows [$($rows,)*] [$($cells,)* $value,] $($rest)*)
    };
    ($($tokens:tt)+) => { $crate::board!(@rows [] [] $($tokens)+) };
}
