//! Boards of which indexes are computed.

use redouble_core::{Board, Grid, Packed};

use super::plain::images;
use super::planes::{images_4x4, planes};

/// A representation of boards whose indexes can be computed.
pub trait TupleBoard: Grid {
    /// Whether it is a packed board; the other two functions are called only then.
    const IS_PACKED: bool;

    /// The digits of a packed board.
    fn bits(self) -> u64;

    /// The bit planes of its eight images.
    fn planes_of_images(self) -> [u64; 8];
}

impl<const R: usize, const C: usize> TupleBoard for Packed<R, C> {
    const IS_PACKED: bool = true;

    #[inline(always)]
    fn bits(self) -> u64 {
        Packed::bits(self)
    }

    #[inline(always)]
    fn planes_of_images(self) -> [u64; 8] {
        if R == 4 && C == 4 {
            return images_4x4(planes(Packed::bits(self)));
        }
        images(self).map(|image| planes(image.bits()))
    }
}

impl TupleBoard for Board {
    const IS_PACKED: bool = false;

    fn bits(self) -> u64 {
        unreachable!("an exact board is not packed")
    }

    fn planes_of_images(self) -> [u64; 8] {
        unreachable!("an exact board is not packed")
    }
}
