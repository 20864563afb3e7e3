//! Directions of a tilt, axes, corners.

use std::fmt;

/// One of the two axes of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Along a column: north and south.
    Vertical,
    /// Along a row: east and west.
    Horizontal,
}

impl Axis {
    /// Vertical for horizontal and the reverse.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }
}

/// The direction in which all tiles slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Up: towards larger `y`.
    North,
    /// Right: towards larger `x`.
    East,
    /// Down: towards `y = 0`.
    South,
    /// Left: towards `x = 0`.
    West,
}

use Direction::{East, North, South, West};

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [North, East, South, West];

    /// The axis along which tiles move.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            North | South => Axis::Vertical,
            East | West => Axis::Horizontal,
        }
    }

    /// The next direction clockwise.
    ///
    /// ```
    /// use redouble_tilt::Direction::{East, North};
    /// assert_eq!(North.clockwise(), East);
    /// ```
    #[must_use]
    pub const fn clockwise(self) -> Self {
        match self {
            North => East,
            East => South,
            South => West,
            West => North,
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// The next direction counter-clockwise.
    #[must_use]
    pub const fn counterclockwise(self) -> Self {
        self.opposite().clockwise()
    }

    /// The paper's letter: `N`, `E`, `S` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            North => 'N',
            East => 'E',
            South => 'S',
            West => 'W',
        }
    }

    /// The direction of a letter, in either case; `u r d l` are understood as well.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'N' | 'n' | 'U' | 'u' => Some(North),
            'E' | 'e' | 'R' | 'r' => Some(East),
            'S' | 's' | 'D' | 'd' => Some(South),
            'W' | 'w' | 'L' | 'l' => Some(West),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The corner into which a canonical configuration is packed.
///
/// The order is that of a clockwise walk of tilts which starts in the south-west, so a walk that has made
/// `T` tilts since then is in corner `T mod 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corner {
    /// Bottom left.
    SouthWest,
    /// Top left.
    NorthWest,
    /// Top right.
    NorthEast,
    /// Bottom right.
    SouthEast,
}

impl Corner {
    /// All four, in the order of a clockwise walk from the south-west.
    pub const ALL: [Self; 4] = [Self::SouthWest, Self::NorthWest, Self::NorthEast, Self::SouthEast];

    /// The corner where a clockwise walk from the south-west is after `tilts` tilts.
    #[must_use]
    pub const fn after(tilts: u8) -> Self {
        Self::ALL[(tilts % 4) as usize]
    }

    /// How many clockwise tilts lead here from the south-west.
    #[must_use]
    pub const fn tilts(self) -> u8 {
        self as u8
    }

    /// Whether the corner lies at the northern side.
    #[must_use]
    pub const fn is_north(self) -> bool {
        matches!(self, Self::NorthWest | Self::NorthEast)
    }

    /// Whether the corner lies at the eastern side.
    #[must_use]
    pub const fn is_east(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast)
    }

    /// The two walls of the corner, vertical direction first.
    #[must_use]
    pub const fn walls(self) -> [Direction; 2] {
        [if self.is_north() { North } else { South }, if self.is_east() { East } else { West }]
    }
}
