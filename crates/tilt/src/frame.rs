//! The view of the board in which the first tilt goes south.

use num_bigint::{BigInt, BigUint, Sign};

use crate::{Axis, Corner, Direction, Rotation, Size, Square, Tilts};

/// A reflection of the board (with rows and columns exchanged for horizontal tilts) that turns the first
/// tilt of a walk into a tilt south.
///
/// Time on a walk is counted from the state after a first tilt south and a second one west in the frame. The
/// state at time `T >= 0` takes `T + 2` tilts: south, west, north, and so on round. The state at time `T < 0`
/// takes `|T| + 1` tilts: south, then east and round the other way. Four first tilts with both senses are the
/// paper's eight starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    first: Direction,
    board: Size,
}

impl Frame {
    /// The frame of walks on `board` that begin with `first`.
    #[must_use]
    pub const fn new(board: Size, first: Direction) -> Self {
        Self { first, board }
    }

    /// The first tilt.
    #[must_use]
    pub const fn first(self) -> Direction {
        self.first
    }

    /// The second tilt of the walk through times 0, 1, 2, …: west in the frame.
    #[must_use]
    pub const fn second(self) -> Direction {
        match self.first.axis() {
            Axis::Vertical => Direction::West,
            Axis::Horizontal => Direction::South,
        }
    }

    /// The board as seen in the frame.
    #[must_use]
    pub const fn size(self) -> Size {
        match self.first.axis() {
            Axis::Vertical => self.board,
            Axis::Horizontal => self.board.transposed(),
        }
    }

    /// The board itself.
    #[must_use]
    pub const fn size_of_board(self) -> Size {
        self.board
    }

    /// The direction that a tilt of the board has in the frame.
    #[must_use]
    pub fn seen(self, direction: Direction) -> Direction {
        if direction.axis() == self.first.axis() {
            if direction == self.first { Direction::South } else { Direction::North }
        } else if direction == self.second() {
            Direction::West
        } else {
            Direction::East
        }
    }

    /// A square of the board as seen in the frame.
    #[must_use]
    pub const fn enter(self, square: Square) -> Square {
        let Square { x, y } = square;
        match self.first {
            Direction::South => square,
            Direction::North => Square { x, y: self.board.height() - 1 - y },
            Direction::West => Square { x: y, y: x },
            Direction::East => Square { x: y, y: self.board.width() - 1 - x },
        }
    }

    /// The square of the board that the frame shows as `square`; the inverse of [`Frame::enter`].
    #[must_use]
    pub const fn leave(self, square: Square) -> Square {
        let Square { x, y } = square;
        match self.first {
            Direction::South => square,
            Direction::North => Square { x, y: self.board.height() - 1 - y },
            Direction::West => Square { x: y, y: x },
            Direction::East => Square { x: self.board.width() - 1 - y, y: x },
        }
    }

    /// The square of the board where a cell of the diagram lies when the walk is in a corner of the frame.
    #[must_use]
    pub const fn square(self, cell: Square, corner: Corner) -> Square {
        self.leave(self.size().mirrored(cell, corner))
    }

    /// The cell of the diagram that lies on a square when the walk is in a corner of the frame; the inverse
    /// of [`Frame::square`]. The cell may lie outside the diagram.
    #[must_use]
    pub const fn cell(self, square: Square, corner: Corner) -> Square {
        self.size().mirrored(self.enter(square), corner)
    }

    /// The corner of the frame at time `T`, given `T` modulo 4.
    #[must_use]
    pub fn corner(time: &BigInt) -> Corner {
        let remainder = i8::try_from(time % 4i32).expect("a remainder of four");
        Corner::after(remainder.rem_euclid(4).unsigned_abs())
    }

    /// The shortest tilts to the state at a time.
    #[must_use]
    pub fn tilts(self, time: &BigInt) -> Tilts {
        let onward = self.first.clockwise() == self.second();
        let clockwise = onward == (time.sign() != Sign::Minus);
        let rotation = if clockwise { Rotation::Clockwise } else { Rotation::Counterclockwise };
        Tilts::turning(self.first, rotation, &depth(time))
    }
}

/// How many tilts the state at a time takes.
pub(crate) fn depth(time: &BigInt) -> BigUint {
    match time.sign() {
        Sign::Minus => time.magnitude() + 1u32,
        _ => time.magnitude() + 2u32,
    }
}

/// The time nearest to the start, in tilts, among all that are `time` modulo `period`.
pub(crate) fn nearest(time: BigUint, period: &BigUint) -> BigInt {
    let before = period - &time;
    if time + 2u32 <= &before + 1u32 { BigInt::from(period - before) } else { -BigInt::from(before) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Configuration, Drawing};

    /// Reads a walk in the frame: tilts and squares there must be those of the board.
    #[test]
    fn a_frame_shows_the_first_tilt_as_south() {
        let drawing: Drawing = "o..o./.oo../o.o.o".parse().expect("a board");
        let start = Configuration::of(drawing.pattern());
        for first in Direction::ALL {
            let frame = Frame::new(start.size(), first);
            let seen = |configuration: &Configuration| {
                let tiles = configuration.tiles().iter().map(|&square| frame.enter(square)).collect();
                Configuration::new(frame.size(), tiles).expect("a reflection")
            };
            assert!(start.tiles().iter().all(|&square| frame.leave(frame.enter(square)) == square));
            assert_eq!(seen(&start.tilted(first)), seen(&start).tilted(Direction::South));
            assert_eq!(seen(&start.tilted(frame.second())), seen(&start).tilted(Direction::West));
        }
    }

    #[test]
    fn the_nearest_time_takes_the_fewest_tilts() {
        for period in 1..12u32 {
            for time in 0..period {
                let found = depth(&nearest(time.into(), &period.into()));
                assert_eq!(found, (time + 2).min(period - time + 1).into(), "{time} of {period}");
            }
        }
    }
}
