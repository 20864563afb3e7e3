//! Where images are made from: L of a layer, whole, or as much of it as some units need.

use std::ops::Range;

use redouble_kernels::row::{Crossing, Run};

use super::left::Left;
use super::tables::Tables;

/// The boards of L of one layer, read in three ways. Rows are numbered as the half boards are that share a quadrant: from 0 in the
/// order of [`Halves::with_left`](super::halves::Halves::with_left) and
/// [`Halves::with_right`](super::halves::Halves::with_right).
pub(super) trait Source: Sync {
    /// Half the tile sum.
    fn half_sum(&self) -> usize;

    /// How many right quadrants of a value have a slab beside this left quadrant.
    fn slabs(&self, tables: &Tables, left: usize, right_value: usize) -> usize;

    /// Whether an upper half has a slab.
    fn has_slab(&self, tables: &Tables, quadrants: [usize; 2]) -> bool;

    /// Whether the boards of an upper half are counted here, and by nobody else.
    fn counts(&self, tables: &Tables, quadrants: [usize; 2]) -> bool;

    /// The row of an upper half that has a slab, or whose mirror image has one: by its number as such, and the word after it.
    fn upper_row(&self, upper: usize, number: usize) -> &[u64];

    /// The bits of all rows with the upper left quadrant `x` that go to slabs with right quadrants of a value when they are transposed.
    fn transposed<'a>(&'a self, tables: &'a Tables, halves: Sharing, right_value: usize) -> Transposed<'a>;

    /// One of these rows, and the word after it.
    fn transposed_row(&self, tables: &Tables, halves: Sharing, row: usize) -> &[u64];

    /// The bits of all rows with the upper right quadrant `y` that go to slabs with right quadrants of a value when they are
    /// transposed and flipped.
    fn crossed<'a>(&'a self, tables: &'a Tables, halves: Sharing, right_value: usize) -> Crossed<'a>;

    /// One of these rows: that of a half board, by its number as a lower half.
    fn crossed_row(&self, tables: &Tables, halves: Sharing, row: usize, number: usize) -> &[u64];
}

/// The upper halves of one value that share a quadrant.
#[derive(Clone, Copy)]
pub(super) struct Sharing {
    pub(super) upper: usize,
    /// The value of the lower halves.
    pub(super) lower: usize,
    pub(super) quadrant: usize,
}

/// Bits of rows that are moved as runs.
#[derive(Clone, Copy, Default)]
pub(super) struct Transposed<'a> {
    pub(super) runs: &'a [Run],
    /// By run, the lower halves that its bits stand for; as the runs say if not given.
    pub(super) numbers: Option<&'a [Range<u32>]>,
}

impl Transposed<'_> {
    /// The first lower half of a run.
    pub(super) fn first_number(&self, run: usize) -> usize {
        self.numbers.map_or(self.runs[run].start, |numbers| numbers[run].start) as usize
    }
}

/// Bits of rows that are moved one by one.
#[derive(Clone, Default)]
pub(super) struct Crossed<'a> {
    pub(super) bits: Range<u32>,
    /// For each of them.
    pub(super) crossings: &'a [Crossing],
}

impl Source for Left {
    #[inline]
    fn half_sum(&self) -> usize {
        self.layout.half_sum
    }

    fn slabs(&self, tables: &Tables, _: usize, right_value: usize) -> usize {
        tables.fours.size(right_value)
    }

    fn has_slab(&self, _: &Tables, _: [usize; 2]) -> bool {
        true
    }

    fn counts(&self, _: &Tables, _: [usize; 2]) -> bool {
        true
    }

    #[inline]
    fn upper_row(&self, upper: usize, number: usize) -> &[u64] {
        self.row(upper, number)
    }

    fn transposed<'a>(&'a self, tables: &'a Tables, halves: Sharing, right_value: usize) -> Transposed<'a> {
        Transposed { runs: tables.halves.runs_beside(halves.lower, right_value), numbers: None }
    }

    #[inline]
    fn transposed_row(&self, tables: &Tables, halves: Sharing, row: usize) -> &[u64] {
        let number = tables.halves.with_left(halves.upper, halves.quadrant).start + row;
        self.row(halves.upper, tables.halves.upper(halves.upper, number))
    }

    fn crossed<'a>(&'a self, tables: &'a Tables, halves: Sharing, right_value: usize) -> Crossed<'a> {
        let z_value = halves.lower.checked_sub(right_value).filter(|&value| value <= tables.fours.largest());
        let Some(z_value) = z_value else { return Crossed::default() };
        let bits = tables.halves.bits_beside(halves.lower, z_value);
        let crossings = &tables.halves.crossings(halves.lower)[bits.start as usize..bits.end as usize];
        Crossed { bits, crossings }
    }

    #[inline]
    fn crossed_row(&self, tables: &Tables, halves: Sharing, _: usize, number: usize) -> &[u64] {
        self.row(halves.upper, tables.halves.upper(halves.upper, number))
    }
}
