//! Boards for the property tests.

use proptest::prelude::*;
use redouble_core::{Board, Direction, Shape, Tile};

/// Any shape.
pub(crate) fn shape() -> impl Strategy<Value = Shape> {
    (2usize..=8, 2usize..=8).prop_map(|(rows, columns)| Shape::new(rows, columns).expect("sides from 2 to 8"))
}

/// Any board that a shape can hold, from nearly empty to full, with small and with large tiles.
pub(crate) fn board_of(shape: Shape) -> impl Strategy<Value = Board> {
    let largest = (shape.cells() as u8 + 1).min(17);
    let cells = (0..=largest, 0u8..=10).prop_flat_map(move |(most, holes)| {
        let cell = prop_oneof![u32::from(holes) => Just(0u8), 10 => 0..=most];
        proptest::collection::vec(cell, shape.cells())
    });
    cells.prop_map(move |exponents| fitting(shape, exponents))
}

/// The board of these exponents, the largest lowered until the shape can hold it.
fn fitting(shape: Shape, mut exponents: Vec<u8>) -> Board {
    loop {
        match Board::from_tiles(shape, exponents.iter().map(|&exponent| Tile::new(exponent))) {
            Ok(board) => return board,
            Err(_) => *exponents.iter_mut().max().expect("a board has cells") -= 1,
        }
    }
}

/// Any board of any shape.
pub(crate) fn board() -> impl Strategy<Value = Board> {
    shape().prop_flat_map(board_of)
}

/// Any direction.
pub(crate) fn direction() -> impl Strategy<Value = Direction> {
    (0usize..4).prop_map(|number| Direction::ALL[number])
}
