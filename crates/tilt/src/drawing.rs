//! Boards as text: `.` empty, `o` a tile, `x` a marked tile.

use std::fmt;
use std::str::FromStr;

use crate::{Pattern, Size, SizeError, Square};

/// What is wrong with the text of a board. Rows count from the top and columns from the left, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDrawingError {
    /// No rows at all.
    #[error("the board is empty")]
    Empty,
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} cells, but row 1 has {expected}")]
    Ragged {
        /// The row, from the top, from 1.
        row: usize,
        /// The number of cells of row 1.
        expected: usize,
        /// The number of cells of this row.
        found: usize,
    },
    /// A cell that is no cell.
    #[error("row {row}, column {column}: {found:?} is not a cell; expected {expected}")]
    Unknown {
        /// The row, from the top, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// More squares than can be numbered.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// The rows of a board text from top to bottom: separated by `/` or line ends, blanks around them ignored.
pub(crate) fn rows(text: &str) -> Vec<&str> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    text.split(['/', '\n']).map(str::trim).collect()
}

/// A pattern with some of its tiles marked.
///
/// ```
/// use redouble_tilt::{Drawing, Square};
/// let drawing: Drawing = ".x./o.x".parse()?;
/// assert_eq!(drawing.pattern().tiles(), 3);
/// assert_eq!(drawing.marked(), [Square::new(2, 0), Square::new(1, 1)]);
/// assert_eq!(drawing.to_string(), ".x./o.x");
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pattern: Pattern,
    /// Full squares of the pattern, in the order of tile numbers.
    marked: Vec<Square>,
}

impl Drawing {
    /// A pattern whose given squares are marked; squares without a tile are left out.
    #[must_use]
    pub fn new(pattern: Pattern, mut marked: Vec<Square>) -> Self {
        marked.retain(|&square| pattern.contains(square));
        marked.sort_unstable_by_key(|square| (square.y, square.x));
        marked.dedup();
        Self { pattern, marked }
    }

    /// The full squares.
    #[must_use]
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The marked squares: row by row from the bottom.
    #[must_use]
    pub fn marked(&self) -> &[Square] {
        &self.marked
    }

    fn read_row(&mut self, text: &str, row: usize, y: u32) -> Result<(), ParseDrawingError> {
        for (chunk, x) in text.as_bytes().chunks(64).zip((0..).step_by(64)) {
            let (mut full, mut marked, mut known) = (0u64, 0u64, true);
            for (at, &cell) in chunk.iter().enumerate() {
                full |= u64::from(cell != b'.') << at;
                marked |= u64::from(cell == b'x') << at;
                known &= matches!(cell, b'.' | b'o' | b'x');
            }
            if !known {
                return Err(unknown(text, row));
            }
            self.pattern.insert_word(Square { x, y }, full);
            while marked != 0 {
                self.marked.push(Square { x: x + marked.trailing_zeros(), y });
                marked &= marked - 1;
            }
        }
        Ok(())
    }
}

/// Names the first cell of a row that is not one of `.`, `o`, `x`.
fn unknown(text: &str, row: usize) -> ParseDrawingError {
    let mut cells = text.chars().enumerate();
    let (at, found) = cells.find(|(_, cell)| !".ox".contains(*cell)).expect("a cell of the row is unknown");
    let expected = "'.' (empty), 'o' (a tile) or 'x' (a marked tile)";
    ParseDrawingError::Unknown { row, column: at + 1, found: found.to_string(), expected }
}

impl FromStr for Drawing {
    type Err = ParseDrawingError;

    fn from_str(text: &str) -> Result<Self, ParseDrawingError> {
        let rows = rows(text);
        let expected = rows.first().ok_or(ParseDrawingError::Empty)?.chars().count();
        if rows.iter().all(|row| row.is_empty()) {
            return Err(ParseDrawingError::Empty);
        }
        let size = Size::new(expected as u64, rows.len() as u64)?;
        let mut drawing = Self { pattern: Pattern::empty(size), marked: Vec::new() };
        for (y, (at, row)) in rows.iter().enumerate().rev().enumerate() {
            let found = row.len();
            if found != expected && (row.is_ascii() || row.chars().count() != expected) {
                return Err(ParseDrawingError::Ragged { row: at + 1, expected, found: row.chars().count() });
            }
            drawing.read_row(row, at + 1, y as u32)?;
        }
        Ok(drawing)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.pattern.size();
        let mut row = String::with_capacity(size.width() as usize);
        for y in (0..size.height()).rev() {
            let marked = self.marked.partition_point(|square| square.y < y);
            let mut marked = self.marked[marked..].iter().copied().peekable();
            row.clear();
            for x in 0..size.width() {
                let square = Square { x, y };
                row.push(match (marked.next_if_eq(&square), self.pattern.contains(square)) {
                    (Some(_), _) => 'x',
                    (None, true) => 'o',
                    (None, false) => '.',
                });
            }
            write!(f, "{row}{}", if y == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Drawing>().expect_err("a bad board").to_string()
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(error("  "), "the board is empty");
        assert_eq!(error("/"), "the board is empty");
        assert_eq!(error("o./o"), "row 2 has 1 cells, but row 1 has 2");
        assert!(error("o./oq").starts_with("row 2, column 2: \"q\" is not a cell"));
        assert!(error("o./oé").starts_with("row 2, column 2: \"é\" is not a cell"));
    }

    #[test]
    fn lines_and_slashes_are_the_same() {
        let lines: Drawing = "o.\nxo\n".parse().expect("a board");
        assert_eq!(lines, "o./xo".parse().expect("a board"));
    }
}
