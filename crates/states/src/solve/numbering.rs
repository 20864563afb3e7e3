//! Where slides and spawns lead: from the boards of a layer to positions in layers.
//!
//! This is the part of the solver that knows shapes. It works on batches, so that canonical forms are taken by SIMD,
//! and leaves lists of positions behind for the part that knows values.

mod lines;
mod quarters;
mod small;

use std::ops::Range;

use redouble_core::{Packed, Tile};

use super::index::Index;
use crate::Variant;

use self::lines::Lines;
pub(super) use self::quarters::Quarters;
pub(super) use self::small::Small;

/// A perfect rank of boards, layer by layer: the same positions that stores use.
pub(super) trait Numbering<const R: usize, const C: usize>: Send + Sync {
    /// What is known about one layer.
    type Layer: Send + Sync;

    /// The layer with this tile sum.
    fn layer(&self, sum: u64) -> Self::Layer;

    /// The words of a bitmap over the layer.
    fn words(&self, layer: &Self::Layer) -> usize;

    /// Adds the boards of the set in a range of words, by position.
    fn boards(&self, layer: &Self::Layer, set: &Index, words: Range<usize>, boards: &mut Vec<Packed<R, C>>);

    /// Adds the positions of boards, of which any image may be given; their order in memory is lost.
    fn positions(&self, layer: &Self::Layer, boards: &mut [Packed<R, C>], positions: &mut Vec<u32>);
}

/// Where the four slides of a state lead.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    /// The position of the afterstate, [`Slides::ILLEGAL`] or [`Slides::WON`], by direction.
    pub(super) to: [u32; 4],
    /// A quarter of the gain, by direction: gains are multiples of four.
    pub(super) quarter_gains: [u16; 4],
}

impl Slides {
    /// The slide changes nothing.
    pub(super) const ILLEGAL: u32 = u32::MAX;
    /// The slide makes the goal.
    pub(super) const WON: u32 = u32::MAX - 1;

    /// No move at all.
    pub(super) const NONE: Slides = Slides { to: [Slides::ILLEGAL; 4], quarter_gains: [0; 4] };

    /// Whether there is no move.
    pub(super) fn none(&self) -> bool {
        self.to == [Slides::ILLEGAL; 4]
    }

    /// The positions of afterstates.
    pub(super) fn afterstates(&self) -> impl Iterator<Item = u32> + '_ {
        self.to.iter().copied().filter(|&to| to < Slides::WON)
    }
}

/// What may appear on some afterstates, and where that leads.
#[derive(Default)]
pub(super) struct Spawns {
    /// The number of empty cells, by afterstate.
    pub(super) empty: Vec<u8>,
    /// The exponent of the largest tile, by afterstate.
    pub(super) max: Vec<u8>,
    /// For each afterstate a position for each empty cell, after a 2.
    pub(super) twos: Vec<u32>,
    /// The same after a 4.
    pub(super) fours: Vec<u32>,
}

/// Boards on their way to positions, and room for the work.
pub(super) struct Batch<const R: usize, const C: usize> {
    pub(super) boards: Vec<Packed<R, C>>,
    pub(super) spawns: Spawns,
    next: Vec<Packed<R, C>>,
    positions: Vec<u32>,
}

impl<const R: usize, const C: usize> Default for Batch<R, C> {
    fn default() -> Self {
        Batch { boards: Vec::new(), spawns: Spawns::default(), next: Vec::new(), positions: Vec::new() }
    }
}

/// How states of a game are slid.
pub(super) struct Moves<const R: usize, const C: usize> {
    lines: Lines,
    /// The exponent that wins; one that no board has if there is no goal.
    goal: u8,
}

impl<const R: usize, const C: usize> Moves<R, C> {
    pub(super) fn new(variant: Variant) -> Self {
        Moves { lines: Lines::new::<R, C>(), goal: variant.goal().map_or(u8::MAX, Tile::exponent) }
    }
}

impl<const R: usize, const C: usize> Batch<R, C> {
    /// Writes the slides of the boards, in their order.
    ///
    /// Without branches: which slides are legal is as good as random. The boards to be placed are lined up behind two
    /// positions that mean illegal and won, and every slide refers to one of them.
    pub(super) fn slides<N: Numbering<R, C>>(
        &mut self,
        numbering: &N,
        layer: &N::Layer,
        moves: &Moves<R, C>,
        slides: &mut [Slides],
    ) {
        self.next.clear();
        self.next.resize(4 * self.boards.len(), Packed::EMPTY);
        let mut count = 0;
        for (&board, slides) in self.boards.iter().zip(slides.iter_mut()) {
            for (at, (after, quarters)) in moves.lines.slides(board).into_iter().enumerate() {
                let legal = after != board;
                let won = legal & (max_exponent(after.bits()) >= moves.goal);
                slides.quarter_gains[at] = quarters as u16;
                slides.to[at] = if won { 1 } else { u32::from(legal) * (count as u32 + 2) };
                self.next[count] = after;
                count += usize::from(legal & !won);
            }
        }
        self.positions.clear();
        self.positions.extend([Slides::ILLEGAL, Slides::WON]);
        numbering.positions(layer, &mut self.next[..count], &mut self.positions);
        slides.iter_mut().flat_map(|slides| &mut slides.to).for_each(|to| *to = self.positions[*to as usize]);
    }

    /// Finds where spawns on the boards lead, in the layers with 2 and 4 more.
    pub(super) fn spawn<N: Numbering<R, C>>(&mut self, numbering: &N, two: &N::Layer, four: &N::Layer) {
        self.spawns.empty.clear();
        self.spawns.max.clear();
        for board in &self.boards {
            self.spawns.empty.push(board.empty_bits().count_ones() as u8);
            self.spawns.max.push(max_exponent(board.bits()));
        }
        let mut spawns = std::mem::take(&mut self.spawns);
        self.put_tiles(numbering, two, 1, &mut spawns.twos);
        self.put_tiles(numbering, four, 2, &mut spawns.fours);
        self.spawns = spawns;
    }

    /// The positions of every board with a tile more.
    pub(super) fn put_tiles<N: Numbering<R, C>>(
        &mut self,
        numbering: &N,
        layer: &N::Layer,
        exponent: u64,
        positions: &mut Vec<u32>,
    ) {
        self.next.clear();
        for board in &self.boards {
            let mut empty = board.empty_bits();
            while empty != 0 {
                let cell = empty & empty.wrapping_neg();
                self.next.push(Packed::from_bits(board.bits() | (cell * exponent)));
                empty ^= cell;
            }
        }
        positions.clear();
        numbering.positions(layer, &mut self.next, positions);
    }
}

/// The largest digit.
#[inline]
pub(super) fn max_exponent(bits: u64) -> u8 {
    // The larger of two digits side by side, in all bytes at once; then by halves.
    let (even, odd) = (bits & 0x0f0f_0f0f_0f0f_0f0f, bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let pairs = larger_bytes(even, odd);
    let fours = larger_bytes(pairs, pairs >> 32);
    let twos = larger_bytes(fours, fours >> 16);
    larger_bytes(twos, twos >> 8) as u8
}

/// The larger of every two bytes, each below 16.
#[inline]
const fn larger_bytes(a: u64, b: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The high bit of a byte stays where a is not smaller; spread over the byte it selects.
    let a_wins = (((a | HIGH) - b) & HIGH) >> 7;
    let mask = a_wins * 0xff;
    a & mask | b & !mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Random;

    #[test]
    fn the_largest_digit_is_found() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let bits = random.next_u64() & random.next_u64() & random.next_u64();
            let expected = (0..16).map(|cell| (bits >> (4 * cell) & 15) as u8).max();
            assert_eq!(Some(max_exponent(bits)), expected, "{bits:x}");
        }
    }
}
