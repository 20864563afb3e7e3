//! Indexes cell by cell: for boards that are not packed, and the twin of all other forms.

use redouble_core::{Cell, Grid, Symmetry, Tile};

use super::{Indexes, MAX_TUPLE_CELLS, Tuple};

/// The eight images of a board under the symmetries of the square; a rectangle has four, each of them twice.
#[inline(always)]
pub(super) fn images<B: Grid>(board: B) -> [B; 8] {
    let square = board.shape().is_square();
    let image = |symmetry: Symmetry| board.transformed(symmetry);
    let turned = |turned: Symmetry, other: Symmetry| image(if square { turned } else { other });
    [
        board,
        image(Symmetry::FlipColumns),
        image(Symmetry::FlipRows),
        image(Symmetry::HalfTurn),
        turned(Symmetry::Transpose, Symmetry::Identity),
        turned(Symmetry::QuarterTurn, Symmetry::FlipColumns),
        turned(Symmetry::QuarterTurnBack, Symmetry::FlipRows),
        turned(Symmetry::AntiTranspose, Symmetry::HalfTurn),
    ]
}

/// The indexes of a tuple in the images of a board. Tiles above 32768 count as 32768.
pub(super) fn indexes<B: Grid>(images: &[B; 8], tuple: &Tuple) -> Indexes {
    images.map(|image| {
        let digit = |&cell: &u8| {
            u32::from(image.tile(Cell::new(usize::from(cell))).map_or(0, Tile::exponent).min(15))
        };
        let mut digits = [0; MAX_TUPLE_CELLS];
        digits.iter_mut().zip(&tuple.cells).for_each(|(place, cell)| *place = digit(cell));
        tuple.offset + index_of(&digits[..tuple.cells.len()])
    })
}

/// Bit 3 of all digits, then bit 2 of all, and so on.
fn index_of(digits: &[u32]) -> u32 {
    let bits = (0..4).rev().flat_map(|bit| digits.iter().map(move |digit| digit >> bit & 1));
    bits.fold(0, |index, bit| index << 1 | bit)
}
