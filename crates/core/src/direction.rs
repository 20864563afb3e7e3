//! The four directions and sets of them.

use std::fmt;
use std::str::FromStr;

use crate::did_you_mean;

/// Where the tiles slide to.
///
/// The numbers 0 to 3 go clockwise from `Up`; texts, files and the web page use the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
}

impl Direction {
    /// All four, in their numbers' order.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The name that texts and JSON use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// The one-letter form that records use: `u`, `r`, `d` or `l`.
    #[must_use]
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0] as char
    }

    /// The direction of this letter (`u r d l`).
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// Whether tiles move along columns.
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Direction::Up | Direction::Down)
    }

    /// Whether tiles move towards higher indices: down or right.
    #[must_use]
    pub const fn is_toward_end(self) -> bool {
        matches!(self, Direction::Down | Direction::Right)
    }

    /// The other way round.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDirectionError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a direction: write up, right, down or left (also u r d l, n e s w, 0 1 2 3){}",
            self.found,
            did_you_mean(&self.found, Direction::ALL.map(Direction::name))
        )
    }
}

impl std::error::Error for ParseDirectionError {}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Direction, ParseDirectionError> {
        match text.to_ascii_lowercase().as_str() {
            "up" | "u" | "n" | "0" => Ok(Direction::Up),
            "right" | "r" | "e" | "1" => Ok(Direction::Right),
            "down" | "d" | "s" | "2" => Ok(Direction::Down),
            "left" | "l" | "w" | "3" => Ok(Direction::Left),
            _ => Err(ParseDirectionError { found: text.to_owned() }),
        }
    }
}

/// A set of directions, for example the legal moves of a position.
///
/// ```
/// use redouble_core::{Direction, Directions};
///
/// let set: Directions = [Direction::Left, Direction::Up].into_iter().collect();
/// assert!(set.contains(Direction::Up) && !set.contains(Direction::Down));
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.nth(1), Some(Direction::Left)); // in the order of the numbers
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Directions(u8);

impl Directions {
    /// No direction.
    pub const NONE: Directions = Directions(0);
    /// All four.
    pub const ALL: Directions = Directions(0b1111);

    /// The set whose bit `d` tells whether the direction with number `d` is in it.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Directions {
        Directions(bits & 0b1111)
    }

    /// Bit `d` is set if the direction with number `d` is in the set.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether `direction` is in the set.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> (direction as u8) & 1 == 1
    }

    /// The set with `direction` added.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Directions {
        Directions(self.0 | 1 << (direction as u8))
    }

    /// How many directions are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The direction with `n` smaller ones in the set.
    #[must_use]
    pub const fn nth(self, n: usize) -> Option<Direction> {
        if n >= self.len() {
            return None;
        }
        Some(Direction::ALL[NTH[self.0 as usize][n] as usize])
    }
}

/// `NTH[bits][n]` is the number of the n-th direction of the set `bits`: a random move is one lookup.
static NTH: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut direction, mut n) = (0, 0);
        while direction < 4 {
            if bits >> direction & 1 == 1 {
                table[bits][n] = direction;
                n += 1;
            }
            direction += 1;
        }
        bits += 1;
    }
    table
};

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Directions {
        directions.into_iter().fold(Directions::NONE, Directions::with)
    }
}

impl IntoIterator for Directions {
    type Item = Direction;
    type IntoIter = DirectionsIter;

    fn into_iter(self) -> DirectionsIter {
        DirectionsIter(self)
    }
}

/// The directions of a set, in their numbers' order.
#[derive(Clone, Debug)]
pub struct DirectionsIter(Directions);

impl Iterator for DirectionsIter {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        let first = self.0.nth(0)?;
        self.0 = Directions(self.0.0 & (self.0.0 - 1));
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for DirectionsIter {}

impl fmt::Debug for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
