//! Where slides and spawns lead: from the boards of a layer to positions in layers.
//!
//! This is the part of the solver that knows shapes. It works on batches, so that canonical forms are taken by SIMD,
//! and leaves lists of positions behind for the part that knows values.

mod quarters;
mod small;

use std::ops::Range;

use redouble_core::{Direction, Grid, Packed};

use super::index::Index;

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

impl<const R: usize, const C: usize> Batch<R, C> {
    /// Writes the slides of the boards, in their order; `goal` is the exponent that wins.
    pub(super) fn slides<N: Numbering<R, C>>(
        &mut self,
        numbering: &N,
        layer: &N::Layer,
        goal: Option<u8>,
        slides: &mut [Slides],
    ) {
        self.next.clear();
        self.positions.clear();
        for (board, slides) in self.boards.iter().zip(slides.iter_mut()) {
            for direction in Direction::ALL {
                let at = direction as usize;
                let Some((after, gained)) = board.slid(direction) else {
                    slides.to[at] = Slides::ILLEGAL;
                    continue;
                };
                slides.quarter_gains[at] = (gained / 4) as u16;
                let won = gained > 0 && goal.is_some_and(|goal| max_exponent(after.bits()) >= goal);
                slides.to[at] = if won { Slides::WON } else { 0 };
                if !won {
                    self.next.push(after);
                }
            }
        }
        numbering.positions(layer, &mut self.next, &mut self.positions);
        let open = slides.iter_mut().flat_map(|slides| &mut slides.to).filter(|to| **to < Slides::WON);
        open.zip(&self.positions).for_each(|(to, &position)| *to = position);
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
                self.next.push(Packed::from_bits(board.bits() | cell * exponent));
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
    (0..16).map(|cell| (bits >> (4 * cell) & 15) as u8).max().unwrap_or(0)
}
