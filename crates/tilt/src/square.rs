//! Squares and the size of a board.

use std::fmt;

use crate::{Axis, Corner, Direction};

/// One square of the board; `(0, 0)` is at the bottom left, as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Column, counted from the left.
    pub x: u32,
    /// Row, counted from the bottom.
    pub y: u32,
}

impl Square {
    /// The square in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }

    /// Whether the two squares share an edge.
    ///
    /// ```
    /// use redouble_tilt::Square;
    /// assert!(Square::new(1, 1).is_adjacent(Square::new(1, 2)));
    /// assert!(!Square::new(1, 1).is_adjacent(Square::new(2, 2)));
    /// ```
    #[must_use]
    pub const fn is_adjacent(self, other: Self) -> bool {
        self.x.abs_diff(other.x) as u64 + self.y.abs_diff(other.y) as u64 == 1
    }

    /// Columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// The coordinate along an axis: `y` for vertical, `x` for horizontal.
    #[must_use]
    pub const fn along(self, axis: Axis) -> u32 {
        match axis {
            Axis::Vertical => self.y,
            Axis::Horizontal => self.x,
        }
    }

    /// The up to four squares beside this one that have no negative coordinate.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        let Self { x, y } = self;
        let west = x.checked_sub(1).map(|x| Self { x, y });
        let south = y.checked_sub(1).map(|y| Self { x, y });
        [Some(Self { x: x + 1, y }), Some(Self { x, y: y + 1 }), west, south].into_iter().flatten()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A board without squares, or with more than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Width or height is zero.
    #[error("a board of {width} x {height} squares is empty")]
    Empty {
        /// The width asked for.
        width: u64,
        /// The height asked for.
        height: u64,
    },
    /// More than 2^32 - 1 squares.
    #[error("a board of {width} x {height} squares is too large: at most 4294967295 squares")]
    TooLarge {
        /// The width asked for.
        width: u64,
        /// The height asked for.
        height: u64,
    },
}

/// Width and height of a board; the number of squares fits in 32 bits and is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// A board of `width` columns and `height` rows.
    ///
    /// ```
    /// use redouble_tilt::Size;
    /// assert_eq!(Size::new(4, 3)?.area(), 12);
    /// assert!(Size::new(1 << 32, 1 << 32).is_err());
    /// # Ok::<(), redouble_tilt::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// When a side is zero or the number of squares exceeds 2^32 - 1.
    pub fn new(width: u64, height: u64) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        match width.checked_mul(height) {
            Some(area) if u32::try_from(area).is_ok() => {
                Ok(Self { width: width as u32, height: height as u32 })
            }
            _ => Err(SizeError::TooLarge { width, height }),
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Number of squares.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The extent along an axis: height for vertical, width for horizontal.
    #[must_use]
    pub const fn along(self, axis: Axis) -> u32 {
        match axis {
            Axis::Vertical => self.height,
            Axis::Horizontal => self.width,
        }
    }

    /// Width and height exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Whether the square lies on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.x < self.width && square.y < self.height
    }

    /// The number of a square: row by row from the bottom.
    #[must_use]
    pub const fn index(self, square: Square) -> usize {
        square.y as usize * self.width as usize + square.x as usize
    }

    /// The square with a given number; the inverse of [`Size::index`].
    #[must_use]
    pub const fn square(self, index: usize) -> Square {
        let width = self.width as usize;
        Square { x: (index % width) as u32, y: (index / width) as u32 }
    }

    /// Mirrors a square so that the south-west corner of the board becomes `corner`, or back.
    #[must_use]
    pub const fn mirrored(self, square: Square, corner: Corner) -> Square {
        let x = if corner.is_east() { self.width - 1 - square.x } else { square.x };
        let y = if corner.is_north() { self.height - 1 - square.y } else { square.y };
        Square { x, y }
    }

    /// The square beside `square` in a direction, unless a wall is there.
    #[must_use]
    pub const fn step(self, square: Square, direction: Direction) -> Option<Square> {
        let Square { x, y } = square;
        match direction {
            Direction::North if y + 1 < self.height => Some(Square { x, y: y + 1 }),
            Direction::East if x + 1 < self.width => Some(Square { x: x + 1, y }),
            Direction::South if y > 0 => Some(Square { x, y: y - 1 }),
            Direction::West if x > 0 => Some(Square { x: x - 1, y }),
            _ => None,
        }
    }

    /// The square at distance `steps` from the wall which lies in `direction`, in the lane of `square`.
    #[must_use]
    pub const fn at_wall(self, square: Square, direction: Direction, steps: u32) -> Square {
        match direction {
            Direction::North => Square { x: square.x, y: self.height - 1 - steps },
            Direction::South => Square { x: square.x, y: steps },
            Direction::East => Square { x: self.width - 1 - steps, y: square.y },
            Direction::West => Square { x: steps, y: square.y },
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
