//! Where the large tiles of an ending stay.

use std::fmt;
use std::str::FromStr;

use redouble_core::{Cell, Shape};

/// The places of the large tiles on a 4x4 board, written row by row: 1 is the largest tile, the highest number the
/// *anchor*, the tile of which another is to be made; dots are free cells.
///
/// ```
/// use redouble_players::Layout;
///
/// let layout: Layout = "1234/..65/..../....".parse().unwrap();
/// assert_eq!(layout, Layout::SNAKE);
/// assert_eq!("snake".parse(), Ok(Layout::SNAKE));
/// assert_eq!("1234/..65".parse(), Ok(Layout::SNAKE)); // rows that are left out are free
/// assert_eq!(layout.to_string(), "1234/..65/..../....");
/// assert_eq!(layout.free_cells().count(), 10);
/// assert!("1244".parse::<Layout>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    /// By cell: the number of the large tile there, 0 if the cell is free. The numbers 1 to `fixed` occur once each.
    numbers: [u8; CELLS],
}

/// The cells of the board.
pub(super) const CELLS: usize = 16;
/// The fewest free cells of a layout.
const FEWEST_FREE: usize = 4;
/// The most free cells of a layout: the states of one layer are numbered with 32 bits.
const MOST_FREE: usize = 12;
/// The numbers of large tiles in text, from 1.
const DIGITS: &str = "123456789abc";

impl Layout {
    /// Two rows, there and back: what networks learn to play.
    pub const SNAKE: Layout = Layout { numbers: [1, 2, 3, 4, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0] };
    /// Three rows of two columns in a corner.
    pub const BLOCK: Layout = Layout { numbers: [1, 4, 5, 0, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0] };

    /// The layouts that have a name.
    pub const NAMED: [(&'static str, Layout); 2] = [("snake", Self::SNAKE), ("block", Self::BLOCK)];

    /// The number of large tiles.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.numbers.iter().filter(|&&number| number > 0).count()
    }

    /// The cells of the large tiles, the largest first; the last one is the anchor.
    pub fn fixed_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let numbers = self.numbers;
        let cell = move |number| numbers.iter().position(|&other| usize::from(other) == number);
        (1..=self.fixed()).map(move |number| Cell::new(cell(number).expect("every number occurs")))
    }

    /// The cell of the smallest of the large tiles.
    #[must_use]
    pub fn anchor(&self) -> Cell {
        self.fixed_cells().last().expect("a layout has large tiles")
    }

    /// The cells of the small tiles, row by row.
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let numbers = self.numbers;
        Shape::CLASSIC.all_cells().filter(move |cell| numbers[cell.index()] == 0)
    }

    /// The name, if it has one, or its text without what file systems do not like.
    #[must_use]
    pub fn name(&self) -> String {
        let named = Self::NAMED.into_iter().find(|(_, layout)| layout == self);
        named.map_or_else(|| self.to_string().replace('/', "-"), |(name, _)| name.to_owned())
    }

    /// By cell: the number of the large tile there, 0 if the cell is free.
    pub(super) const fn numbers(&self) -> [u8; CELLS] {
        self.numbers
    }

    /// The layout with these numbers, if it is one.
    pub(super) fn from_numbers(numbers: [u8; CELLS]) -> Result<Layout, ParseLayoutError> {
        let layout = Layout { numbers };
        let fixed = layout.fixed();
        if (1..=fixed).any(|number| !numbers.contains(&(number as u8))) {
            return Err(ParseLayoutError::Numbers);
        }
        match CELLS - fixed {
            FEWEST_FREE..=MOST_FREE => Ok(layout),
            free => Err(ParseLayoutError::Free(free)),
        }
    }
}

impl FromStr for Layout {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<Layout, ParseLayoutError> {
        if let Some((_, layout)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(layout);
        }
        let mut numbers = [0; CELLS];
        for (index, row) in text.split('/').enumerate() {
            if index >= 4 || row.chars().count() != 4 {
                return Err(ParseLayoutError::Shape);
            }
            for (column, found) in row.chars().enumerate() {
                let number = if found == '.' { Some(0) } else { DIGITS.find(found).map(|place| place + 1) };
                numbers[4 * index + column] = number.ok_or(ParseLayoutError::Cell(found))? as u8;
            }
        }
        Layout::from_numbers(numbers)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &number) in self.numbers.iter().enumerate() {
            let separator = if index > 0 && index % 4 == 0 { "/" } else { "" };
            let digit = usize::from(number).checked_sub(1).map_or(".", |place| &DIGITS[place..=place]);
            write!(f, "{separator}{digit}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

/// A text that is not a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseLayoutError {
    /// Not rows of four cells, at most four of them.
    Shape,
    /// A cell that is neither free nor a number.
    Cell(char),
    /// A number is missing or comes twice.
    Numbers,
    /// Too many or too few cells are free.
    Free(usize),
}

impl fmt::Display for ParseLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseLayoutError::Shape => f.write_str(
                "a layout is snake, block, or up to four rows of four cells, like 1234/..65/..../....",
            ),
            ParseLayoutError::Cell(found) => {
                write!(
                    f,
                    "`{found}` is no cell of a layout: write 1 for the largest tile and so on, `.` for a free cell"
                )
            }
            ParseLayoutError::Numbers => f.write_str("the numbers of a layout go from 1 on, each once"),
            ParseLayoutError::Free(free) => {
                write!(f, "{free} free cells: layouts have {FEWEST_FREE} to {MOST_FREE}")
            }
        }
    }
}

impl std::error::Error for ParseLayoutError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_back_and_mistakes_are_named() {
        for text in
            ["1234/..65/..../....", "12../43../56../....", "1.../2.../3.../4...", "123a/6789/54../...."]
        {
            assert_eq!(text.parse::<Layout>().map(|layout| layout.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(Layout::BLOCK.to_string(), "145./236./..../....");
        let error = |text: &str| text.parse::<Layout>().unwrap_err();
        assert_eq!(error("123"), ParseLayoutError::Shape);
        assert_eq!(error("1234/..../..../..../...."), ParseLayoutError::Shape);
        assert_eq!(error("12x4"), ParseLayoutError::Cell('x'));
        assert_eq!(error("1244"), ParseLayoutError::Numbers);
        assert_eq!(error("1..."), ParseLayoutError::Free(15));
    }

    #[test]
    fn the_anchor_is_the_last_fixed_cell() {
        assert_eq!(Layout::SNAKE.anchor(), Cell::new(6));
        let cells: Vec<usize> = Layout::SNAKE.fixed_cells().map(Cell::index).collect();
        assert_eq!(cells, [0, 1, 2, 3, 7, 6]);
    }
}
