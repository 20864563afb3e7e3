//! From a board to the weights that make up its value.

use redouble_core::{Board, Grid, Packed, Symmetry, Tile};

use super::simd;
use super::tuples::Tuples;
use crate::Searchable;

/// The indexes of one tuple in the eight images of a board.
pub type Indexes = [u32; 8];

/// A board of which the indexes can be taken.
pub trait Indexed: Searchable {
    /// Writes the indexes of every tuple in the eight images of the board.
    ///
    /// A rectangle has four images; each of them counts twice. Tiles above 32768 count as 32768.
    fn indexes(self, tuples: &Tuples, indexes: &mut [Indexes]);

    /// Whether the next slide may make a tile that the representation does not have: there are two 32768.
    fn is_at_its_limit(self) -> bool;
}

/// The eight images of a board under the symmetries of the square; a rectangle has four, each of them twice.
#[inline(always)]
fn images<B: Grid>(board: B) -> [B; 8] {
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

impl<const R: usize, const C: usize> Indexed for Packed<R, C> {
    #[inline(always)]
    fn indexes(self, tuples: &Tuples, indexes: &mut [Indexes]) {
        simd::indexes(&images(self).map(Packed::bits), tuples.as_slice(), indexes);
    }

    #[inline(always)]
    fn is_at_its_limit(self) -> bool {
        let pairs = self.bits() & self.bits() >> 1;
        (pairs & pairs >> 2 & 0x1111_1111_1111_1111).count_ones() >= 2
    }
}

impl Indexed for Board {
    fn indexes(self, tuples: &Tuples, indexes: &mut [Indexes]) {
        for (lane, image) in images(self).into_iter().enumerate() {
            for (tuple, indexes) in tuples.as_slice().iter().zip(indexes.iter_mut()) {
                let digit = |tile: Option<Tile>| u32::from(tile.map_or(0, Tile::exponent).min(15));
                let number = tuple.cells().fold(0, |index, cell| index << 4 | digit(image.tile(cell)));
                indexes[lane] = tuple.offset + number;
            }
        }
    }

    fn is_at_its_limit(self) -> bool {
        false
    }
}
