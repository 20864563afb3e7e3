//! Which cells the tuples of a network see.

use std::fmt;

use redouble_core::Shape;
use redouble_kernels::{Cpu, IndexPlan, MAX_TUPLE_CELLS, MAX_TUPLES};

use super::stages::Stages;

/// The tuples of a network: sets of cells of a board, with weights for each stage of a game.
///
/// ```
/// use redouble_core::Shape;
/// use redouble_players::Tuples;
///
/// let tuples = Tuples::parse("4x6", Shape::CLASSIC).unwrap();
/// assert_eq!(tuples.len(), 4);
/// assert_eq!(tuples.weights(), 4 << 24);
/// assert_eq!(tuples, Tuples::parse("012345,456789,012456,45689a", Shape::CLASSIC).unwrap());
/// let error = Tuples::parse("01234g", Shape::CLASSIC).unwrap_err().to_string();
/// assert!(error.contains("`g`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuples {
    shape: Shape,
    stages: Stages,
    /// The number of tuples.
    len: usize,
    /// Those of the first stage, then the same for each later one.
    tuples: Vec<Tuple>,
}

/// One set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tuple {
    /// Strictly increasing.
    pub(crate) cells: Vec<u8>,
    /// The weights of all tuples before this one.
    pub(crate) offset: u32,
}

/// Named networks of the 4x4 board, cells as hexadecimal digits; from the literature.
const NAMED: [(&str, &str); 9] = [
    ("4x5", "01234,45678,01245,45689"),
    ("5x4", "0123,4567,0145,1256,569a"),
    ("4x6", "012345,456789,012456,45689a"),
    ("5x6", "012345,456789,89abcd,012456,45689a"),
    ("6x6", "012456,456789,012345,234569,01259a,345678"),
    ("7x6", "012456,456789,012345,234569,01259a,345678,134567"),
    ("8x6", "012456,456789,012345,234569,01259a,345678,134567,01489a"),
    ("2x7", "0123456,456789a"),
    ("3x7", "0123456,456789a,89abcde"),
];

impl Tuples {
    /// The tuples with this name, or with these cells: hexadecimal digits, tuples separated by commas.
    ///
    /// # Errors
    /// If the text is neither, or if a cell is not on the board or twice in a tuple.
    pub fn parse(text: &str, shape: Shape) -> Result<Tuples, ParseTuplesError> {
        let named = NAMED.iter().find(|(name, _)| *name == text && shape == Shape::CLASSIC);
        let cells = named.map_or(text, |(_, cells)| cells);
        let tuples = cells.split(',').map(|tuple| parse_tuple(tuple.trim(), shape));
        Tuples::new(shape, tuples.collect::<Result<_, _>>()?)
    }

    /// These tuples on a board of this shape.
    fn new(shape: Shape, cells: Vec<Vec<u8>>) -> Result<Tuples, ParseTuplesError> {
        if cells.len() > MAX_TUPLES {
            return Err(ParseTuplesError::TooMany { found: cells.len() });
        }
        let mut offset = 0;
        let mut tuples = Vec::new();
        for cells in cells {
            let size = 1_u64 << (4 * cells.len());
            tuples.push(Tuple { cells, offset });
            offset = u32::try_from(u64::from(offset) + size).map_err(|_| ParseTuplesError::TooLarge)?;
        }
        Ok(Tuples { shape, stages: Stages::default(), len: tuples.len(), tuples })
    }

    /// The same tuples with weights for each of these stages.
    ///
    /// # Errors
    /// If there are more weights than can be numbered.
    pub fn with_stages(&self, stages: Stages) -> Result<Tuples, ParseTuplesError> {
        let size = u32::try_from(self.weights_of_a_stage()).map_err(|_| ParseTuplesError::TooLarge)?;
        // The largest index and one more must be numbers too.
        (stages.count() as u32).checked_mul(size).ok_or(ParseTuplesError::TooLarge)?;
        let of_stage = |stage: u32| {
            let moved = move |tuple: &Tuple| Tuple { offset: tuple.offset + stage * size, ..tuple.clone() };
            self.as_slice().iter().map(moved)
        };
        let tuples: Vec<Tuple> = (0..stages.count() as u32).flat_map(of_stage).collect();
        Ok(Tuples { shape: self.shape, stages, len: self.len, tuples })
    }

    /// How their indexes are computed with these instructions.
    #[must_use]
    pub fn plan(&self, cpu: Cpu) -> IndexPlan {
        let cells: Vec<&[u8]> = self.as_slice().iter().map(|tuple| &*tuple.cells).collect();
        IndexPlan::new(cpu, self.shape, &cells, self.stages.count())
    }

    /// The stages.
    #[must_use]
    pub const fn stages(&self) -> &Stages {
        &self.stages
    }

    /// The stages as a line of a text; nothing if there is only one.
    pub(crate) fn stages_line(&self) -> String {
        match self.stages.count() {
            1 => String::new(),
            _ => format!("stages {}\n", self.stages),
        }
    }

    /// The shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of tuples.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The number of weights of all tables together, in all stages.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.stages.count() * self.weights_of_a_stage()
    }

    /// The number of weights of each stage.
    #[must_use]
    pub fn weights_of_a_stage(&self) -> usize {
        self.as_slice().iter().map(|tuple| 1 << (4 * tuple.cells.len())).sum()
    }

    /// The number of weights that make up the value of a board: eight for each tuple.
    #[must_use]
    pub const fn active(&self) -> usize {
        8 * self.len
    }

    /// Those of the first stage.
    pub(crate) fn as_slice(&self) -> &[Tuple] {
        &self.tuples[..self.len]
    }

    pub(crate) fn of_stage(&self, stage: usize) -> &[Tuple] {
        &self.tuples[stage * self.len..(stage + 1) * self.len]
    }

    /// The indexes that mean the same here and there, given that the stages there are the first ones here.
    pub(crate) fn common_weights(&self, theirs: &Tuples) -> std::ops::Range<u32> {
        0..(theirs.stages.count() * self.weights_of_a_stage()) as u32
    }

    /// Whether the other tuples have the same cells of the same board, whatever the stages.
    pub(crate) fn have_the_cells_of(&self, other: &Tuples) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

fn parse_tuple(text: &str, shape: Shape) -> Result<Vec<u8>, ParseTuplesError> {
    let mut cells = Vec::new();
    for digit in text.chars() {
        let cell = digit.to_digit(36).filter(|&cell| (cell as usize) < shape.cells());
        let cell = cell.ok_or(ParseTuplesError::Cell { digit, shape })? as u8;
        if cells.contains(&cell) {
            return Err(ParseTuplesError::Twice { digit, tuple: text.to_owned() });
        }
        cells.push(cell);
    }
    if cells.is_empty() || cells.len() > MAX_TUPLE_CELLS {
        return Err(ParseTuplesError::Length { tuple: text.to_owned() });
    }
    // The order of the digits of an index is nothing but a numbering.
    cells.sort_unstable();
    Ok(cells)
}

impl fmt::Display for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |&cell: &u8| char::from_digit(u32::from(cell), 36).expect("a cell that was parsed");
        let lists: Vec<String> =
            self.as_slice().iter().map(|tuple| tuple.cells.iter().map(digit).collect()).collect();
        let lists = lists.join(",");
        let named = NAMED.iter().find(|(_, cells)| *cells == lists && self.shape == Shape::CLASSIC);
        f.write_str(named.map_or(&lists, |(name, _)| name))
    }
}

/// A text that names no tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseTuplesError {
    /// A digit that is no cell of the board.
    Cell {
        /// The digit.
        digit: char,
        /// The board.
        shape: Shape,
    },
    /// A cell that is twice in a tuple.
    Twice {
        /// The digit.
        digit: char,
        /// The tuple.
        tuple: String,
    },
    /// A tuple with no cells, or with more than a table can be made for.
    Length {
        /// The tuple.
        tuple: String,
    },
    /// More tuples than allowed.
    TooMany {
        /// How many.
        found: usize,
    },
    /// More weights than can be numbered.
    TooLarge,
}

impl fmt::Display for ParseTuplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = || NAMED.map(|(name, _)| name).join(", ");
        match self {
            ParseTuplesError::Cell { digit, shape } => write!(
                f,
                "`{digit}` is no cell of {shape}, whose {} cells are numbered 0 to {} row by row; \
                 write cells like 012345,456789, or for 4x4 a name: {}",
                shape.cells(),
                char::from_digit(shape.cells() as u32 - 1, 36).unwrap_or('z'),
                names()
            ),
            ParseTuplesError::Twice { digit, tuple } => {
                write!(f, "the cell `{digit}` is twice in the tuple `{tuple}`")
            }
            ParseTuplesError::Length { tuple } => {
                write!(f, "the tuple `{tuple}` must have from 1 to {MAX_TUPLE_CELLS} cells")
            }
            ParseTuplesError::TooMany { found } => {
                write!(f, "{found} tuples are more than {MAX_TUPLES}")
            }
            ParseTuplesError::TooLarge => f.write_str("the tuples have more than 2^32 weights"),
        }
    }
}

impl std::error::Error for ParseTuplesError {}
