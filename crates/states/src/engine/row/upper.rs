//! The upper half of the boards of a slab.

use super::tables::Tables;

/// An upper half board, and what the boards of its slab have in common.
///
/// Slabs are made for half of the boards under the flip (the upper half has at least the value of the lower one), and of these
/// for half under the mirror (the left quadrant has at least the value of the right one). In a tie both images are there.
#[derive(Clone, Copy)]
pub(super) struct Upper {
    pub(super) quadrants: [usize; 2],
    /// The value.
    pub(super) value: usize,
    /// The value of the lower half.
    pub(super) lower: usize,
    /// The exponent of the largest tile, at least 1.
    pub(super) max: usize,
    /// For how many boards each board of the slab stands: itself, and its mirror image if that is in no slab.
    pub(super) mirrors: u64,
    /// For how many, likewise, under the flip.
    pub(super) flips: u64,
}

impl Upper {
    #[inline]
    pub(super) fn new(tables: &Tables, quadrants: [usize; 2], lower: usize) -> Upper {
        let [left, right] = quadrants.map(|quadrant| tables.fours.value(quadrant));
        debug_assert!(left >= right && left + right >= lower, "the other boards are images");
        let max = quadrants.map(|quadrant| tables.fours.max(quadrant)).into_iter().fold(1, usize::max);
        let images = |greater: bool| if greater { 2 } else { 1 };
        Upper {
            quadrants,
            value: left + right,
            lower,
            max,
            mirrors: images(left > right),
            flips: images(left + right > lower),
        }
    }

    /// For how many boards each board of the slab stands.
    #[inline]
    pub(super) fn weight(&self) -> u64 {
        self.mirrors * self.flips
    }
}
