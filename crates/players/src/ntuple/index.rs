//! Boards that networks value.

use redouble_core::{Board, Packed};
use redouble_kernels::TupleBoard;

use super::stages::Stages;
use crate::Searchable;

/// A board that a network can value.
pub trait Indexed: Searchable + TupleBoard {
    /// The stage of the board.
    fn stage(self, stages: &Stages) -> usize;

    /// Whether the next slide may make a tile that the representation does not have: there are two 32768.
    fn is_at_its_limit(self) -> bool;
}

impl<const R: usize, const C: usize> Indexed for Packed<R, C> {
    #[inline(always)]
    fn stage(self, stages: &Stages) -> usize {
        stages.of_packed(self.bits())
    }

    #[inline(always)]
    fn is_at_its_limit(self) -> bool {
        let pairs = self.bits() & self.bits() >> 1;
        (pairs & pairs >> 2 & 0x1111_1111_1111_1111).count_ones() >= 2
    }
}

impl Indexed for Board {
    fn stage(self, stages: &Stages) -> usize {
        stages.of(self)
    }

    fn is_at_its_limit(self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_of_the_largest_tiles_are_the_limit() {
        assert!(!Packed::<4, 4>::from_bits(0xf000_0000_7bde_0001).is_at_its_limit());
        assert!(Packed::<4, 4>::from_bits(0xf000_0f00_0000_0001).is_at_its_limit());
    }
}
