//! Boards whose tiles carry labels, possibly repeated: 2048 positions among them.

use std::fmt;
use std::str::FromStr;

use crate::drawing::rows;
use crate::{Configuration, ParseDrawingError, Pattern, Size, Square};

/// What is written on a tile.
pub type Label = u32;

/// How labels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// One character a cell, `.` is empty: `ab./.cb`.
    Letters,
    /// Numbers separated by commas, as 2048 boards are written, `.` or `0` or nothing is empty: `2,4,./.,2,8`.
    Numbers,
}

/// A configuration with a label on each tile.
///
/// ```
/// use redouble_tilt::{Direction, Labelled};
/// let mut endgame: Labelled = "1024,.,2/.,8,./1024,.,4".parse()?;
/// endgame.tilt(Direction::West);
/// assert_eq!(endgame.to_string(), "1024,2,./8,.,./1024,4,.");
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labelled {
    configuration: Configuration,
    /// One for each tile.
    labels: Vec<Label>,
    notation: Notation,
}

impl Labelled {
    /// Every tile of the pattern with its own label: its number.
    #[must_use]
    pub fn distinct(configuration: Configuration) -> Self {
        let labels = (0..configuration.tiles().len() as Label).collect();
        Self { configuration, labels, notation: Notation::Numbers }
    }

    /// Puts labels on the tiles of a configuration.
    ///
    /// # Panics
    /// When there are not as many labels as tiles.
    #[must_use]
    pub fn new(configuration: Configuration, labels: Vec<Label>, notation: Notation) -> Self {
        assert_eq!(configuration.tiles().len(), labels.len(), "one label for each tile");
        Self { configuration, labels, notation }
    }

    /// Where the tiles are.
    #[must_use]
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The labels in the order of tile numbers.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The squares whose tile carries the label.
    #[must_use]
    pub fn squares_with(&self, label: Label) -> Vec<Square> {
        let tiles = self.configuration.tiles().iter().zip(&self.labels);
        tiles.filter(|&(_, &other)| other == label).map(|(&square, _)| square).collect()
    }

    /// Slides all tiles.
    pub fn tilt(&mut self, direction: crate::Direction) {
        self.configuration.tilt(direction);
    }

    /// The same labels on other squares.
    #[must_use]
    pub fn moved(&self, configuration: Configuration) -> Self {
        Self::new(configuration, self.labels.clone(), self.notation)
    }

    /// The label of every square, row by row from the bottom: equal for equal positions.
    #[must_use]
    pub fn grid(&self) -> Vec<Option<Label>> {
        let size = self.configuration.size();
        let mut grid = vec![None; size.area()];
        for (&square, &label) in self.configuration.tiles().iter().zip(&self.labels) {
            grid[size.index(square)] = Some(label);
        }
        grid
    }

    /// The multiset of labels, sorted.
    #[must_use]
    pub fn sorted_labels(&self) -> Vec<Label> {
        let mut labels = self.labels.clone();
        labels.sort_unstable();
        labels
    }
}

/// Equal when the same labels stand on the same squares, whatever the tiles' numbers.
impl PartialEq for Labelled {
    fn eq(&self, other: &Self) -> bool {
        self.configuration.size() == other.configuration.size() && self.grid() == other.grid()
    }
}

impl Eq for Labelled {}

impl Notation {
    /// Commas make a text of numbers.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.contains(',') { Self::Numbers } else { Self::Letters }
    }

    fn cells(self, row: &str) -> Vec<&str> {
        match self {
            Self::Numbers => row.split(',').map(str::trim).collect(),
            Self::Letters => row.split("").filter(|cell| !cell.is_empty()).collect(),
        }
    }

    /// The label of a cell, `None` if it is empty, or what was expected.
    fn read(self, cell: &str) -> Result<Option<Label>, &'static str> {
        match self {
            Self::Numbers if cell.is_empty() || cell == "." || cell == "0" => Ok(None),
            Self::Numbers => cell.parse().map(Some).map_err(|_| "'.' (empty) or a number"),
            Self::Letters if cell == "." => Ok(None),
            Self::Letters => match cell.chars().next() {
                Some(letter) if letter.is_alphanumeric() => Ok(Some(letter as Label)),
                _ => Err("'.' (empty), a letter or a digit"),
            },
        }
    }

    fn write(self, label: Option<Label>) -> String {
        match (self, label) {
            (_, None) => ".".to_owned(),
            (Self::Numbers, Some(label)) => label.to_string(),
            (Self::Letters, Some(label)) => char::from_u32(label).unwrap_or('?').to_string(),
        }
    }
}

impl FromStr for Labelled {
    type Err = ParseDrawingError;

    fn from_str(text: &str) -> Result<Self, ParseDrawingError> {
        let notation = Notation::of(text);
        let rows = rows(text);
        if rows.iter().all(|row| row.is_empty()) {
            return Err(ParseDrawingError::Empty);
        }
        let expected = notation.cells(rows[0]).len();
        let size = Size::new(expected as u64, rows.len() as u64)?;
        let (mut pattern, mut labels) = (Pattern::empty(size), Vec::new());
        for (y, (at, row)) in rows.iter().enumerate().rev().enumerate() {
            let cells = notation.cells(row);
            if cells.len() != expected {
                return Err(ParseDrawingError::Ragged { row: at + 1, expected, found: cells.len() });
            }
            for (x, cell) in cells.iter().enumerate() {
                let unknown = |expected| ParseDrawingError::Unknown {
                    row: at + 1,
                    column: x + 1,
                    found: (*cell).to_owned(),
                    expected,
                };
                if let Some(label) = notation.read(cell).map_err(unknown)? {
                    pattern.insert(Square { x: x as u32, y: y as u32 });
                    labels.push(label);
                }
            }
        }
        Ok(Self::new(Configuration::of(&pattern), labels, notation))
    }
}

impl fmt::Display for Labelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.grid();
        let width = self.configuration.size().width() as usize;
        let separator = if self.notation == Notation::Numbers { "," } else { "" };
        let row = |cells: &[Option<Label>]| {
            cells.iter().map(|&label| self.notation.write(label)).collect::<Vec<_>>().join(separator)
        };
        let rows: Vec<_> = grid.chunks(width).rev().map(row).collect();
        f.write_str(&rows.join("/"))
    }
}
