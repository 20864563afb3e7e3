//! The eight symmetries of a square and the four of a rectangle.

use crate::{Cell, Direction, Shape};

/// A way to lay a board onto itself, or onto the board with rows and columns exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Left and right change places.
    FlipColumns,
    /// Top and bottom change places.
    FlipRows,
    /// A half turn.
    HalfTurn,
    /// Rows become columns.
    Transpose,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// A quarter turn counter-clockwise.
    QuarterTurnBack,
    /// The reflection in the diagonal from the top right to the bottom left.
    AntiTranspose,
}

impl Symmetry {
    /// All eight; the first four keep every shape.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FlipColumns,
        Symmetry::FlipRows,
        Symmetry::HalfTurn,
        Symmetry::Transpose,
        Symmetry::QuarterTurn,
        Symmetry::QuarterTurnBack,
        Symmetry::AntiTranspose,
    ];

    /// The symmetries that keep this shape: eight of a square, four of a rectangle.
    #[must_use]
    pub const fn of(shape: Shape) -> &'static [Symmetry] {
        if shape.is_square() { &Self::ALL } else { Self::ALL.split_at(4).0 }
    }

    /// Whether the image of a board of this shape has this shape again.
    #[must_use]
    pub const fn preserves(self, shape: Shape) -> bool {
        shape.is_square() || !self.exchanges_sides()
    }

    /// The shape of the image of a board.
    #[must_use]
    pub const fn shape(self, shape: Shape) -> Shape {
        if self.exchanges_sides() { shape.transposed() } else { shape }
    }

    /// Where a cell of a board of this shape goes.
    #[must_use]
    pub const fn cell(self, shape: Shape, cell: Cell) -> Cell {
        let (row, column) = (shape.row(cell), shape.column(cell));
        let (up, left) = (shape.rows() - 1 - row, shape.columns() - 1 - column);
        let (row, column) = match self {
            Symmetry::Identity => (row, column),
            Symmetry::FlipColumns => (row, left),
            Symmetry::FlipRows => (up, column),
            Symmetry::HalfTurn => (up, left),
            Symmetry::Transpose => (column, row),
            Symmetry::QuarterTurn => (column, up),
            Symmetry::QuarterTurnBack => (left, row),
            Symmetry::AntiTranspose => (left, up),
        };
        self.shape(shape).cell(row, column)
    }

    /// The slide on the image that does what `direction` does on the board.
    ///
    /// ```
    /// use redouble_core::{Direction, Symmetry};
    ///
    /// assert_eq!(Symmetry::QuarterTurn.direction(Direction::Up), Direction::Right);
    /// ```
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let [up, right, down, left] = match self {
            Symmetry::Identity => [Up, Right, Down, Left],
            Symmetry::FlipColumns => [Up, Left, Down, Right],
            Symmetry::FlipRows => [Down, Right, Up, Left],
            Symmetry::HalfTurn => [Down, Left, Up, Right],
            Symmetry::Transpose => [Left, Down, Right, Up],
            Symmetry::QuarterTurn => [Right, Down, Left, Up],
            Symmetry::QuarterTurnBack => [Left, Up, Right, Down],
            Symmetry::AntiTranspose => [Right, Up, Left, Down],
        };
        match direction {
            Up => up,
            Right => right,
            Down => down,
            Left => left,
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::QuarterTurnBack,
            Symmetry::QuarterTurnBack => Symmetry::QuarterTurn,
            other => other,
        }
    }

    const fn exchanges_sides(self) -> bool {
        self as u8 >= Symmetry::Transpose as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for shape in Shape::all() {
            for symmetry in Symmetry::ALL {
                let image = symmetry.shape(shape);
                for cell in shape.all_cells() {
                    assert_eq!(symmetry.inverse().cell(image, symmetry.cell(shape, cell)), cell);
                }
            }
        }
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                assert_eq!(symmetry.inverse().direction(symmetry.direction(direction)), direction);
            }
        }
    }
}
