//! Boards as text: `2,4,.,./.,.,8,./.,.,.,./.,.,.,2`, or `0x1200003000000001` for up to 16 cells. Other forms are read, too.

use std::fmt;
use std::str::FromStr;

use crate::board::TooMuchError;
use crate::grid::Grid;
use crate::{Board, Shape, Tile};

/// The text is not a board; rows and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// A cell holds neither a tile nor nothing.
    Cell {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The text in the cell.
        found: String,
    },
    /// A row is not as long as the first one.
    Ragged {
        /// The row, from 1.
        row: usize,
        /// The cells of the first row.
        expected: usize,
        /// The cells of this row.
        found: usize,
    },
    /// There is no board with so many rows and columns.
    Shape {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The tiles sum to more than the shape can hold.
    TooMuch(TooMuchError),
    /// A hexadecimal text whose number of digits fits no shape, or not the one asked for.
    HexLength {
        /// The number of digits.
        found: usize,
        /// The shape asked for, if any.
        shape: Option<Shape>,
    },
    /// A hexadecimal text with another character in it.
    HexDigit {
        /// Its place among the digits, from 1.
        place: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Cell { row, column, found } => write!(
                f,
                "row {row}, column {column}: `{found}` is not a tile; write a power of two from 2, or `.` for an empty cell"
            ),
            ParseBoardError::Ragged { row, expected, found } => {
                write!(f, "row {row} has {found} cells, the first row has {expected}")
            }
            ParseBoardError::Shape { rows, columns } => write!(
                f,
                "{rows} rows of {columns} cells are no board: boards go from 2x2 to 8x8, written like 2,4/.,2 (cells by `,`, rows by `/`)"
            ),
            ParseBoardError::TooMuch(error) => fmt::Display::fmt(error, f),
            ParseBoardError::HexLength { found, shape: Some(shape) } => {
                write!(f, "{found} hexadecimal digits, but a {shape} board has {} cells", shape.cells())
            }
            ParseBoardError::HexLength { found, shape: None } => write!(
                f,
                "{found} hexadecimal digits: 4, 9 or 16 are a square board; write other shapes as rows, like 2,4,./.,2,."
            ),
            ParseBoardError::HexDigit { place, found } => {
                write!(f, "digit {place}: `{found}` is not hexadecimal")
            }
        }
    }
}

impl std::error::Error for ParseBoardError {}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads rows of face values: separated by `/` or lines, their cells by commas or spaces, as nested or flat JSON
    /// arrays, or as one list of numbers, which is a square board; or the hexadecimal form of a square board.
    ///
    /// ```
    /// use redouble_core::Board;
    ///
    /// let board: Board = "2,4/.,2".parse().unwrap();
    /// for text in ["2 4 / . 2", "   2 4\n   . 2\n", "[[2, 4], [0, 2]]", "[2, 4, null, 2]", "2 4 0 2", "0x1201"] {
    ///     assert_eq!(text.parse(), Ok(board), "{text}");
    /// }
    /// ```
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix("0x") {
            let side = [2, 3, 4].into_iter().find(|side| side * side == digits.len());
            let shape = side.and_then(|side| Shape::new(side, side));
            let shape = shape.ok_or(ParseBoardError::HexLength { found: digits.len(), shape: None })?;
            return parse_digits(shape, digits);
        }
        parse_rows(&rows(text))
    }
}

/// The cells of every row of a text.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let inner = bracketed(text);
    let rows: Vec<Vec<&str>> = match (inner, inner.and_then(bracketed)) {
        (_, Some(rows)) => {
            rows.split(']').enumerate().map(|(index, row)| cells(json_row(index, row))).collect()
        }
        (Some(row), None) => vec![cells(row)],
        (None, None) => {
            let lines = text.split(['/', '\n']);
            // Between slashes nothing is a row that is missing, between lines it is only an empty line.
            lines.filter(|row| !row.trim().is_empty() || text.contains('/')).map(cells).collect()
        }
    };
    let side = (2..=8).find(|side| rows.len() == 1 && side * side == rows[0].len());
    side.map_or(rows.clone(), |side| rows[0].chunks(side).map(<[&str]>::to_vec).collect())
}

/// What stands between the first and the last bracket of a JSON array.
fn bracketed(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']').map(str::trim)
}

/// A row of nested arrays that were split at `]`: all but the first begin with `,[`.
fn json_row(index: usize, row: &str) -> &str {
    let after = row.trim_start().strip_prefix(',').map(str::trim_start).and_then(|row| row.strip_prefix('['));
    if index == 0 { row } else { after.unwrap_or(row) }
}

/// The cells of a row: by commas, between which nothing is an empty cell, or by spaces.
fn cells(row: &str) -> Vec<&str> {
    if row.contains(',') { row.split(',').map(str::trim).collect() } else { row.split_whitespace().collect() }
}

fn parse_rows(rows: &[Vec<&str>]) -> Result<Board, ParseBoardError> {
    let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        return Err(ParseBoardError::Ragged { row: row + 1, expected: columns, found: rows[row].len() });
    }
    let shape = Shape::new(count, columns).ok_or(ParseBoardError::Shape { rows: count, columns })?;
    let mut tiles = Vec::with_capacity(shape.cells());
    for (index, text) in rows.iter().flatten().enumerate() {
        tiles.push(parse_cell(text).ok_or_else(|| ParseBoardError::Cell {
            row: index / columns + 1,
            column: index % columns + 1,
            found: (*text).to_owned(),
        })?);
    }
    Board::from_tiles(shape, tiles).map_err(ParseBoardError::TooMuch)
}

/// The tile of one cell's text: `Some(None)` is an empty cell, `None` is no cell at all.
fn parse_cell(text: &str) -> Option<Option<Tile>> {
    match text {
        "" | "." | "0" | "null" => Some(None),
        tile => tile.parse().ok().map(Some),
    }
}

fn parse_digits(shape: Shape, digits: &str) -> Result<Board, ParseBoardError> {
    let mut tiles = Vec::with_capacity(shape.cells());
    for (index, found) in digits.chars().enumerate() {
        let exponent = found.to_digit(16).ok_or(ParseBoardError::HexDigit { place: index + 1, found })?;
        tiles.push(Tile::new(exponent as u8));
    }
    Board::from_tiles(shape, tiles).map_err(ParseBoardError::TooMuch)
}

impl Board {
    /// Reads the hexadecimal form of a board of this shape: `0x`, then one digit a cell, its tile's exponent.
    ///
    /// # Errors
    /// If the text has another number of digits, or something else than digits.
    ///
    /// ```
    /// use redouble_core::{Board, Shape};
    ///
    /// let board = Board::from_hex(Shape::new(2, 3).unwrap(), "0x012070").unwrap();
    /// assert_eq!(board.to_string(), ".,2,4/.,128,.");
    /// assert_eq!(board.to_hex().unwrap(), "0x012070");
    /// ```
    pub fn from_hex(shape: Shape, text: &str) -> Result<Board, ParseBoardError> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let found = digits.chars().count();
        if found != shape.cells() {
            return Err(ParseBoardError::HexLength { found, shape: Some(shape) });
        }
        parse_digits(shape, digits)
    }

    /// The hexadecimal form, the first cell in the highest digit: for up to 16 cells and tiles up to 32768.
    #[must_use]
    pub fn to_hex(self) -> Option<String> {
        if self.shape().cells() > 16 {
            return None;
        }
        let digit =
            |tile: Option<Tile>| char::from_digit(tile.map_or(0, |tile| u32::from(tile.exponent())), 16);
        let digits: Option<String> = self.tiles().map(digit).collect();
        digits.map(|digits| format!("0x{digits}"))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        for (index, tile) in self.tiles().enumerate() {
            let separator = match (index, index % shape.columns()) {
                (0, _) => "",
                (_, 0) => "/",
                _ => ",",
            };
            f.write_str(separator)?;
            match tile {
                Some(tile) => write!(f, "{tile}")?,
                None => f.write_str(".")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place() {
        assert!(error("2,2/2,3").starts_with("row 2, column 2: `3` is not a tile"));
        assert!(error("2,-2/2,2").starts_with("row 1, column 2: `-2`"));
        assert!(error("2,+2/2,2").starts_with("row 1, column 2: `+2`"));
        assert_eq!(error("2,2/2,2,2"), "row 2 has 3 cells, the first row has 2");
        assert!(error("2,2").starts_with("1 rows of 2 cells are no board"));
        assert!(error("").starts_with("0 rows of 0 cells"));
        assert!(error("2,2,2").starts_with("1 rows of 3 cells"));
        assert!(error("[[2,2],[2]]").starts_with("row 2 has 1 cells"));
        assert!(error("[[2,2],[2,[]]").starts_with("row 2, column 2: `[`"));
        for text in
            ["[[[2,2],[2,2]]]", "[[2,2],[2,2]", "[[2,2],,[2,2]]", "[[2,2][2,2]]", "[2,2],[2,2]]", "[[2,2]]]"]
        {
            error(text);
        }
        assert!(error("0x012").starts_with("3 hexadecimal digits"));
        assert_eq!(error("0x01g0"), "digit 3: `g` is not hexadecimal");
        assert!(error(&["1099511627776,.,.,."; 4].join("/")).contains("262140"));
    }

    #[test]
    fn a_board_holds_what_its_shape_can_reach() {
        assert!(
            "131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32".parse::<Board>().is_ok()
        );
        assert!("131072,131072,.,./.,.,.,./.,.,.,./.,.,.,.".parse::<Board>().is_err());
        assert!("32,16/4,8".parse::<Board>().is_ok());
        assert!("64,./.,.".parse::<Board>().is_err());
    }

    #[test]
    fn hexadecimal_of_the_counting_paper() {
        let board: Board = "0x022b013020100000".parse().unwrap();
        assert_eq!(board.to_string(), ".,4,4,2048/.,2,8,./4,.,2,./.,.,.,.");
        assert_eq!(board.to_hex().unwrap(), "0x022b013020100000");
    }

    /// What other programs print, and what people type.
    #[test]
    fn one_board_in_many_forms() {
        let board: Board = "2,.,8/.,64,.".parse().unwrap();
        for text in [
            "2,,8/,64,",
            "2 . 8 / . 64 .",
            "   2    .    8\n   .   64    .\n",
            "2 0 8\r\n0 64 0\r\n",
            "\n2,0,8\n\n0,64,0\n\n",
            "[[2,0,8],[0,64,0]]",
            " [ [2, null, 8],\n   [0, 64, 0] ] ",
        ] {
            assert_eq!(text.parse(), Ok(board), "{text:?}");
        }
        let square: Board = "2,4,8/16,32,64/.,.,.".parse().unwrap();
        for text in ["2,4,8,16,32,64,,,", "[2,4,8,16,32,64,0,0,0]", "2 4 8 16 32 64 . . ."] {
            assert_eq!(text.parse(), Ok(square), "{text:?}");
        }
    }
}
