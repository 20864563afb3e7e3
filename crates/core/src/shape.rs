//! Board shapes and the cells in them.

use std::fmt;
use std::str::FromStr;

/// A cell of a board, counted row by row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number. Whether a board has it is the board's to say.
    #[must_use]
    pub const fn new(index: usize) -> Cell {
        debug_assert!(index < Shape::MAX_CELLS);
        Cell(index as u8)
    }

    /// The number of cells before this one.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rows and columns of a board: 2x2 to 8x8, rectangles included.
///
/// ```
/// use redouble_core::Shape;
///
/// let shape: Shape = "3x5".parse().unwrap();
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (3, 5, 15));
/// assert_eq!(shape.transposed().to_string(), "5x3");
/// assert!("9x4".parse::<Shape>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// 2 to 8.
    rows: u8,
    /// 2 to 8.
    columns: u8,
}

impl Shape {
    /// The board everybody knows.
    pub const CLASSIC: Shape = Shape { rows: 4, columns: 4 };
    /// The shortest side there is.
    pub const MIN_SIDE: usize = 2;
    /// The longest side there is.
    pub const MAX_SIDE: usize = 8;
    /// The number of cells of the largest board.
    pub const MAX_CELLS: usize = Self::MAX_SIDE * Self::MAX_SIDE;

    /// The shape with these sides, both from 2 to 8.
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Option<Shape> {
        let fits = rows >= Self::MIN_SIDE
            && rows <= Self::MAX_SIDE
            && columns >= Self::MIN_SIDE
            && columns <= Self::MAX_SIDE;
        if fits { Some(Shape { rows: rows as u8, columns: columns as u8 }) } else { None }
    }

    /// Every shape, 2x2 first.
    pub fn all() -> impl Iterator<Item = Shape> {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        sides.clone().flat_map(move |rows| sides.clone().filter_map(move |columns| Shape::new(rows, columns)))
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether rows and columns are equally many.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Shape {
        Shape { rows: self.columns, columns: self.rows }
    }

    /// The cell in this row and column, both from 0.
    #[must_use]
    pub const fn cell(self, row: usize, column: usize) -> Cell {
        debug_assert!(row < self.rows() && column < self.columns());
        Cell::new(row * self.columns() + column)
    }

    /// The row of a cell, from 0 at the top.
    #[must_use]
    pub const fn row(self, cell: Cell) -> usize {
        cell.index() / self.columns()
    }

    /// The column of a cell, from 0 at the left.
    #[must_use]
    pub const fn column(self, cell: Cell) -> usize {
        cell.index() % self.columns()
    }

    /// All cells, row by row.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.cells()).map(Cell::new)
    }

    /// The largest sum of tiles a board of this shape may hold.
    ///
    /// With `n` cells the most that play can reach is a full board 4, 8, 16, …, 2^(n+1), whose sum is 2^(n+2) − 4.
    /// A board within that bound stays within it: one that lacks only 2 has `n` different tiles and no move, so every
    /// board with a move has room for a 4. On 4x4 this allows a 131072 and nothing above.
    /// The three largest shapes stop at 2^56, so that every score fits 64 bits; play needs 10^16 moves to get there.
    #[must_use]
    pub const fn max_sum(self) -> u64 {
        let most = 1u64 << 56;
        if self.cells() + 2 > 56 { most } else { (1 << (self.cells() + 2)) - 4 }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a board shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseShapeError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a board shape: write ROWSxCOLS, from 2x2 to 8x8, for example 4x4", self.found)
    }
}

impl std::error::Error for ParseShapeError {}

impl FromStr for Shape {
    type Err = ParseShapeError;

    fn from_str(text: &str) -> Result<Shape, ParseShapeError> {
        let side = |digits: &str| match digits.as_bytes() {
            [digit @ b'2'..=b'8'] => Some(usize::from(digit - b'0')),
            _ => None,
        };
        text.split_once(['x', 'X'])
            .and_then(|(rows, columns)| Shape::new(side(rows)?, side(columns)?))
            .ok_or_else(|| ParseShapeError { found: text.to_owned() })
    }
}
