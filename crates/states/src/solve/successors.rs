//! Where slides and spawns lead: from the boards of a layer to positions in layers.
//!
//! This is the part of the solver that knows shapes. It works on batches, so that canonical forms are taken by SIMD,
//! and leaves lists of positions behind for the part that knows values.

mod lines;

use std::ops::Range;

use redouble_core::{Packed, Tile};
use redouble_kernels::Cpu;

use self::lines::Lines;
use crate::Variant;
use crate::index::Index;
use crate::rank::{LayerRanks, max_exponent, place};

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
    cpu: Cpu,
    next: Vec<Packed<R, C>>,
    bits: Vec<u64>,
    positions: Vec<u32>,
}

impl<const R: usize, const C: usize> Batch<R, C> {
    pub(super) const fn new(cpu: Cpu) -> Self {
        let spawns = Spawns { empty: Vec::new(), max: Vec::new(), twos: Vec::new(), fours: Vec::new() };
        Batch { boards: Vec::new(), spawns, cpu, next: Vec::new(), bits: Vec::new(), positions: Vec::new() }
    }

    /// Takes the boards of a set in a range of words, in the place of those before.
    pub(super) fn load(&mut self, ranks: &dyn LayerRanks, set: &Index, words: Range<usize>) {
        let first = words.start;
        let words: Vec<u64> = set.bits(words).collect();
        self.bits.clear();
        ranks.boards(first, &words, &mut self.bits);
        self.boards.clear();
        self.boards.extend(self.bits.iter().map(|&bits| Packed::from_bits(bits)));
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
    pub(super) fn slides(&mut self, ranks: &dyn LayerRanks, moves: &Moves<R, C>, slides: &mut [Slides]) {
        self.next.clear();
        self.next.resize(4 * self.boards.len(), Packed::EMPTY);
        let mut count = 0;
        for (&board, slides) in self.boards.iter().zip(slides.iter_mut()) {
            for (at, (after, quarters)) in moves.lines.slides(board).into_iter().enumerate() {
                let legal = after != board;
                let won = legal & (max_exponent(after.bits(), R * C) >= moves.goal);
                slides.quarter_gains[at] = quarters as u16;
                slides.to[at] = if won { 1 } else { u32::from(legal) * (count as u32 + 2) };
                self.next[count] = after;
                count += usize::from(legal & !won);
            }
        }
        self.positions.clear();
        self.positions.extend([Slides::ILLEGAL, Slides::WON]);
        place(self.cpu, ranks, &mut self.next[..count], &mut self.bits, &mut self.positions);
        slides.iter_mut().flat_map(|slides| &mut slides.to).for_each(|to| *to = self.positions[*to as usize]);
    }

    /// The positions of the afterstates that the last slides led to, in any order; they are of no use afterwards.
    pub(super) fn placed(&mut self) -> &mut [u32] {
        &mut self.positions[2..]
    }

    /// Finds where spawns on the boards lead, in the layers with 2 and 4 more.
    pub(super) fn spawn(&mut self, two: &dyn LayerRanks, four: &dyn LayerRanks) {
        self.spawns.empty.clear();
        self.spawns.max.clear();
        for board in &self.boards {
            self.spawns.empty.push(board.empty_bits().count_ones() as u8);
            self.spawns.max.push(max_exponent(board.bits(), R * C));
        }
        let mut spawns = std::mem::take(&mut self.spawns);
        self.put_tiles(two, 1, &mut spawns.twos);
        self.put_tiles(four, 2, &mut spawns.fours);
        self.spawns = spawns;
    }

    /// The positions of every board with a tile more.
    fn put_tiles(&mut self, ranks: &dyn LayerRanks, exponent: u64, positions: &mut Vec<u32>) {
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
        place(self.cpu, ranks, &mut self.next, &mut self.bits, positions);
    }
}
