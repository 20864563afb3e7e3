//! The Young diagram that all canonical configurations of an orbit share, and its two reversals.

use std::fmt;

use crate::{Axis, Size, SizeError, Square};

/// A Young diagram: left-justified rows that do not grow from bottom to top.
///
/// Reflect the board after every tilt so that the tiles are packed to the south-west again. Then the full
/// squares are always the same diagram, a vertical tilt reverses every column (`K`) and a horizontal tilt
/// reverses every row (`R`). Both are involutions, and the paper's permutation `g` of four clockwise tilts
/// is `(R K)^2`, whatever the size of the board.
///
/// ```
/// use redouble_tilt::{Axis, YoungDiagram, Square};
/// let shape = YoungDiagram::from_rows(vec![3, 2])?;
/// // oo.      the column at x = 1 has two cells: K exchanges them
/// // ooo
/// assert_eq!(shape.flip(Axis::Vertical, Square::new(1, 0)), Square::new(1, 1));
/// assert_eq!(shape.turn(Square::new(0, 0)), Square::new(1, 0));
/// # Ok::<(), redouble_tilt::DiagramError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct YoungDiagram {
    /// Lengths of the rows from the bottom: positive and not increasing.
    rows: Vec<u32>,
    /// Lengths of the columns from the left: the conjugate partition.
    columns: Vec<u32>,
    /// Cells below each row; cells are numbered row by row.
    starts: Vec<u32>,
}

/// Why row lengths are no Young diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A row is longer than the one below it.
    #[error("row {row} from the bottom has {length} cells, more than the {below} of the row below it")]
    Increasing {
        /// The row, from the bottom, from 1.
        row: usize,
        /// Its length.
        length: u32,
        /// The length of the row below.
        below: u32,
    },
    /// More cells than can be numbered.
    #[error("the diagram has more than 4294967295 cells")]
    TooLarge,
}

impl YoungDiagram {
    /// A diagram from the lengths of its rows, bottom to top; empty rows at the end are dropped.
    ///
    /// # Errors
    /// When a row is longer than the one below it, or there are more than 2^32 - 1 cells.
    pub fn from_rows(mut rows: Vec<u32>) -> Result<Self, DiagramError> {
        if let Some(at) = rows.windows(2).position(|pair| pair[1] > pair[0]) {
            return Err(DiagramError::Increasing { row: at + 2, length: rows[at + 1], below: rows[at] });
        }
        rows.retain(|&length| length > 0);
        let cells: u64 = rows.iter().map(|&length| u64::from(length)).sum();
        u32::try_from(cells).map_err(|_| DiagramError::TooLarge)?;
        let columns = conjugate(&rows);
        Ok(Self::from_parts(rows, columns))
    }

    /// The diagram of a board packed south and then west, from the number of tiles in each column.
    ///
    /// # Panics
    /// When there are more than 2^32 - 1 cells.
    #[must_use]
    pub fn from_column_counts(counts: &[u32]) -> Self {
        let rows = conjugate_of_any(counts);
        let cells: u64 = rows.iter().map(|&length| u64::from(length)).sum();
        assert!(u32::try_from(cells).is_ok(), "a board has at most 2^32 - 1 squares");
        let columns = conjugate(&rows);
        Self::from_parts(rows, columns)
    }

    fn from_parts(rows: Vec<u32>, columns: Vec<u32>) -> Self {
        let starts = rows.iter().scan(0u32, |sum, &length| {
            let start = *sum;
            *sum = sum.wrapping_add(length);
            Some(start)
        });
        let starts = starts.collect();
        Self { rows, columns, starts }
    }

    /// Number of cells, the paper's `t`.
    #[must_use]
    pub fn cells(&self) -> usize {
        match (self.starts.last(), self.rows.last()) {
            (Some(&start), Some(&length)) => start as usize + length as usize,
            _ => 0,
        }
    }

    /// Lengths of the rows, bottom to top.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Lengths of the columns, left to right.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Rows and columns exchanged. Its `g` is the inverse, so the cycle type is the same.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::from_parts(self.columns.clone(), self.rows.clone())
    }

    /// Whether the square is a cell of the diagram.
    #[must_use]
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.rows.get(square.y as usize).is_some_and(|&length| square.x < length)
    }

    /// The number of a cell: row by row from the bottom.
    #[must_use]
    #[inline]
    pub fn index(&self, cell: Square) -> usize {
        self.starts[cell.y as usize] as usize + cell.x as usize
    }

    /// All cells in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..).zip(&self.rows).flat_map(|(y, &length)| (0..length).map(move |x| Square { x, y }))
    }

    /// Reverses the column (vertical, `K`) or the row (horizontal, `R`) of a cell.
    #[must_use]
    #[inline]
    pub fn flip(&self, axis: Axis, cell: Square) -> Square {
        match axis {
            Axis::Vertical => Square { x: cell.x, y: self.columns[cell.x as usize] - 1 - cell.y },
            Axis::Horizontal => Square { x: self.rows[cell.y as usize] - 1 - cell.x, y: cell.y },
        }
    }

    /// `f = R K`: two clockwise tilts, a half turn.
    #[must_use]
    pub fn half_turn(&self, cell: Square) -> Square {
        self.flip(Axis::Horizontal, self.flip(Axis::Vertical, cell))
    }

    /// The paper's `g = (R K)^2`: four clockwise tilts from the south-west.
    #[must_use]
    pub fn turn(&self, cell: Square) -> Square {
        self.half_turn(self.half_turn(cell))
    }

    /// Whether all rows have the same length; exactly then `g` is the identity.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.rows.first() == self.rows.last()
    }

    /// The smallest board that holds the diagram; none for the empty diagram.
    ///
    /// # Errors
    /// When the diagram is empty or its bounding box has too many squares.
    pub fn bounding_size(&self) -> Result<Size, SizeError> {
        Size::new(self.columns.len() as u64, self.rows.len() as u64)
    }
}

/// The conjugate of a non-increasing list.
fn conjugate(lengths: &[u32]) -> Vec<u32> {
    let mut conjugate = vec![0; lengths.first().map_or(0, |&longest| longest as usize)];
    let mut from = 0;
    for (count, &length) in lengths.iter().enumerate().rev() {
        conjugate[from..length as usize].fill(count as u32 + 1);
        from = length as usize;
    }
    conjugate
}

/// The conjugate of a list in any order: how many entries exceed 0, 1, 2, and so on.
fn conjugate_of_any(lengths: &[u32]) -> Vec<u32> {
    let longest = lengths.iter().max().map_or(0, |&longest| longest as usize);
    let mut exceeding = vec![0; longest];
    lengths.iter().filter(|&&length| length > 0).for_each(|&length| exceeding[length as usize - 1] += 1);
    (1..longest).rev().for_each(|at| exceeding[at - 1] += exceeding[at]);
    exceeding
}

/// The row lengths, bottom to top: `4+4+2`.
impl fmt::Display for YoungDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.rows.iter().map(u32::to_string).collect();
        f.write_str(&rows.join("+"))
    }
}
