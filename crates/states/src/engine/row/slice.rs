//! A slice: all afterstates of one tile sum whose upper half has one value, as packed slabs.

use std::io;
use std::ops::RangeInclusive;

use redouble_kernels::row::{self, Slabs};
use redouble_kernels::{Cpu, HugeArray, prefetch};

use super::fours::Fours;

/// Which upper halves of one value have a slab, and its number.
///
/// Only halves whose left quadrant is worth at least two less than the right one: states are made for those where it is worth
/// as much, by taking one tile away, and the others are mirror images.
pub(super) struct SliceLayout {
    value: usize,
    /// The least value of the left quadrant.
    least: usize,
    /// By value of the left quadrant, the first slab; and the end of the last.
    first: Vec<u32>,
}

impl SliceLayout {
    pub(super) fn new(fours: &Fours, value: usize) -> SliceLayout {
        let least = value.saturating_sub(fours.largest()).max((value.saturating_sub(2)).div_ceil(2));
        let mut first = vec![0];
        for left in least..=value.min(fours.largest()) {
            let slabs = fours.size(left) * fours.size(value - left);
            first.push(first[first.len() - 1] + slabs as u32);
        }
        SliceLayout { value, least, first }
    }

    /// The values that the left quadrant may have.
    pub(super) fn lefts(&self) -> RangeInclusive<usize> {
        self.least..=self.least + self.first.len() - 2
    }

    /// How many slabs there are.
    pub(super) fn slabs(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// The number of the slab of an upper half.
    #[inline]
    pub(super) fn number(&self, fours: &Fours, [left, right]: [usize; 2]) -> usize {
        let (left_value, right_value) = (fours.value(left), fours.value(right));
        debug_assert_eq!(left_value + right_value, self.value);
        debug_assert!(self.lefts().contains(&left_value));
        self.first[left_value - self.least] as usize
            + fours.rank(left) * fours.size(right_value)
            + fours.rank(right)
    }
}

/// Where a packed slab is.
#[derive(Clone, Copy, Default)]
struct Slot {
    dirty: u64,
    start: u32,
    words: u32,
}

/// The dirty segments of a slab.
#[derive(Clone, Copy)]
pub(super) struct PackedSlab<'a> {
    pub(super) dirty: u64,
    pub(super) words: &'a [u64],
}

impl PackedSlab<'_> {
    /// Asks for all cache lines.
    #[inline]
    pub(super) fn prefetch(&self) {
        for line in (0..self.words.len()).step_by(8) {
            prefetch::read(self.words, line);
        }
    }
}

/// A slice, or room for one.
pub(super) struct Slice {
    /// The value of the upper half; `None` while there is no slice.
    value: Option<usize>,
    words: HugeArray<u64>,
    slots: Vec<Slot>,
}

impl Slice {
    /// Room for as many words and slabs.
    pub(super) fn new(words: usize, slabs: usize) -> io::Result<Slice> {
        Ok(Slice { value: None, words: HugeArray::new(words)?, slots: vec![Slot::default(); slabs] })
    }

    /// The bytes it takes.
    pub(super) fn size(words: usize, slabs: usize) -> usize {
        8 * words + size_of::<Slot>() * slabs
    }

    /// Forgets what it has.
    pub(super) fn clear(&mut self) {
        self.value = None;
    }

    /// Begins another slice; every chunk is to be filled. All slabs have `stride` words before they are packed; beside a left
    /// quadrant there are as many right ones of a value as `slabs` says, and where there are none there is no chunk.
    pub(super) fn begin(
        &mut self,
        fours: &Fours,
        layout: &SliceLayout,
        stride: usize,
        slabs: impl Fn(usize, usize) -> usize,
    ) -> Vec<Chunk<'_>> {
        self.value = Some(layout.value);
        let (mut words, mut slots) = (self.words.as_mut_slice(), &mut self.slots[..layout.slabs()]);
        let (mut chunks, mut start) = (Vec::new(), 0);
        for left_value in layout.lefts() {
            let right_value = layout.value - left_value;
            for &left in fours.class(left_value) {
                let (these, others) = slots.split_at_mut(fours.size(right_value));
                slots = others;
                let count = slabs(usize::from(left), right_value);
                if count == 0 {
                    these.fill(Slot::default());
                    continue;
                }
                let (room, more) = words.split_at_mut(count * stride);
                words = more;
                let length = room.len() as u32;
                chunks.push(Chunk { left: usize::from(left), right_value, slots: these, words: room, start });
                start += length;
            }
        }
        chunks
    }

    /// The slab of a number, unless it is empty.
    #[inline]
    pub(super) fn slab(&self, number: usize) -> Option<PackedSlab<'_>> {
        let Slot { dirty, start, words } = self.slots[number];
        let words = || &self.words.as_slice()[start as usize..][..words as usize];
        (dirty != 0).then(|| PackedSlab { dirty, words: words() })
    }

    /// This slice, if it is the one of a value.
    pub(super) fn of(&self, value: usize) -> Option<&Slice> {
        (self.value == Some(value)).then_some(self)
    }
}

/// The slabs of all upper halves with one left quadrant, to be filled.
pub(super) struct Chunk<'a> {
    pub(super) left: usize,
    /// The value of the right quadrants.
    pub(super) right_value: usize,
    slots: &'a mut [Slot],
    /// What is left of the room.
    words: &'a mut [u64],
    /// Where `words` begins in the slice.
    start: u32,
}

impl Chunk<'_> {
    /// Packs the slabs of all right quadrants, in order, and leaves them empty.
    pub(super) fn fill(mut self, cpu: Cpu, slabs: &mut Slabs<'_>) {
        let unpacked = slabs.words.chunks_exact_mut(slabs.stride);
        assert_eq!(self.slots.len(), slabs.dirty.len());
        for ((slot, dirty), slab) in self.slots.iter_mut().zip(slabs.dirty.iter_mut()).zip(unpacked) {
            let words = row::take_segments(cpu, slab, *dirty, slabs.shift, self.words);
            *slot = Slot { dirty: *dirty, start: self.start, words: words as u32 };
            self.words = self.words.split_at_mut(words).1;
            self.start += words as u32;
            *dirty = 0;
        }
    }
}
