//! Bitmaps over the perfect rank of small boards, layer by layer.
//!
//! Four bitmaps are at work at a time: the boards to move of the layer at hand, its afterstates, and the boards of the
//! two layers that a spawn leads to. An afterstate is looked at once: counted, and given a 2 for the next layer and a 4 for
//! the one after it. Boards are made in batches, so that their canonical forms are taken by SIMD, and then set in a
//! bitmap that stays in cache.

use redouble_core::{Grid, Packed, Tile};
use redouble_kernels::{Cpu, canonicalize};

use super::reference::images;
use super::slider::{Buffer, Slider};
use super::{LayerEngine, Options, Stored, Task};
use crate::codec::Segment;
use crate::frame::Frame;
use crate::rank::{Placed, SPLIT_FRAME, SplitLayer, SplitRank};
use crate::{CountError, Layer, Variant, Work};

/// Beyond this many tails their table would outgrow the bitmaps.
const MAX_TAILS: u64 = 1 << 24;

/// Whether the rank is made for this game.
pub(super) fn supports(variant: Variant) -> bool {
    let cells = variant.shape().cells();
    cells <= SplitRank::MAX_CELLS && SplitRank::tail_count(cells, variant.max_exponent()) <= MAX_TAILS
}

/// The memory of five bitmaps and the tables, in bytes.
pub(super) fn memory(variant: Variant) -> u64 {
    let rank = SplitRank::new(variant.shape().cells(), variant.max_exponent());
    let tables = 5 * SplitRank::tail_count(variant.shape().cells(), variant.max_exponent());
    5 * rank.longest_layer(variant.max_sum()) / 8 + 2 * tables + (8 << 20)
}

/// The boards of one layer, as bits.
#[derive(Default)]
struct Boards {
    layer: SplitLayer,
    words: Vec<u64>,
}

impl Boards {
    fn new(rank: &SplitRank, sum: u64) -> Boards {
        let layer = rank.layer(sum);
        let words = vec![0; layer.len().div_ceil(64) as usize];
        Boards { layer, words }
    }
}

/// Boards on their way into a bitmap.
struct Batch<'a, const R: usize, const C: usize> {
    rank: &'a SplitRank,
    cpu: Cpu,
    into: &'a mut Boards,
    boards: Buffer<R, C>,
}

impl<'a, const R: usize, const C: usize> Batch<'a, R, C> {
    /// Few enough to stay in the first-level cache beside the tables.
    const SIZE: usize = 512;

    fn new(rank: &'a SplitRank, cpu: Cpu, into: &'a mut Boards) -> Self {
        Batch { rank, cpu, into, boards: Buffer::new(Self::SIZE) }
    }

    /// Called between the pushes for two boards.
    #[inline(always)]
    fn flush_if_full(&mut self) {
        if self.boards.is_full() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let boards = self.boards.take();
        canonicalize(self.cpu, boards);
        let (placer, words) = (self.rank.placer(&self.into.layer), &mut self.into.words[..]);
        for board in boards {
            let position = placer.position(board.bits());
            words[(position / 64) as usize] |= 1 << (position % 64);
        }
    }

    /// Adds every board with a tile more.
    #[inline(always)]
    fn push_spawns(&mut self, bits: u64, tile: Tile) {
        let exponent = u64::from(tile.exponent());
        self.boards.extend((0..R * C).map(|cell| {
            let is_empty = bits >> (4 * cell) & 15 == 0;
            (is_empty, Packed::from_bits(bits | exponent << (4 * cell)))
        }));
        self.flush_if_full();
    }
}

/// See the module.
pub(super) struct Bitmap<const R: usize, const C: usize> {
    options: Options,
    max_sum: u64,
    slider: Slider<R, C>,
    rank: SplitRank,
    /// The tile sum of the next layer.
    sum: u64,
    /// Canonical boards to move of tile sums `sum`, `sum + 2` and `sum + 4` that the afterstates so far lead to; for the
    /// first these are all.
    reached: [Boards; 3],
    /// Positions in all layers, and in those before this one: the measure of the work.
    positions: (f64, f64),
}

impl<const R: usize, const C: usize> Bitmap<R, C> {
    pub(super) fn new(variant: Variant, options: &Options) -> Self {
        let rank = SplitRank::new(R * C, variant.max_exponent());
        let max_sum = variant.max_sum();
        let positions = (4..=max_sum).step_by(2).map(|sum| rank.positions(sum) as f64).sum();
        let mut bitmap = Bitmap {
            options: *options,
            max_sum,
            slider: Slider::new(variant),
            reached: [4, 6, 8].map(|sum| Boards::new(&rank, sum)),
            rank,
            sum: 4,
            positions: (positions, 0.0),
        };
        bitmap.spawn(&bitmap.singles(Tile::TWO), 2, |_| ());
        bitmap
    }

    /// The boards with this one tile.
    fn singles(&self, tile: Tile) -> Boards {
        let mut singles = Boards::new(&self.rank, tile.value());
        let mut batch = Batch::<R, C>::new(&self.rank, self.options.cpu, &mut singles);
        let cells = Packed::<R, C>::SHAPE.all_cells();
        batch.boards.extend(cells.map(|cell| (true, Packed::EMPTY.with_tile(cell, Some(tile)))));
        batch.flush();
        singles
    }

    /// Adds what afterstates of this tile sum lead to; every one of them is shown once.
    fn spawn(&mut self, afterstates: &Boards, sum: u64, mut show: impl FnMut(Placed)) {
        let with_2 = ((sum + 2 - self.sum) / 2) as usize;
        let reached = self.reached.get_disjoint_mut([with_2, with_2 + 1]);
        let [with_2, with_4] = reached.expect("a spawn leads to one of the next three layers");
        let mut twos = Batch::<R, C>::new(&self.rank, self.options.cpu, with_2);
        let mut fours = Batch::<R, C>::new(&self.rank, self.options.cpu, with_4);
        self.rank.for_each(&afterstates.layer, &afterstates.words, |placed| {
            show(placed);
            twos.push_spawns(placed.bits, Tile::TWO);
            fours.push_spawns(placed.bits, Tile::FOUR);
        });
        twos.flush();
        fours.flush();
    }

    /// The afterstates of all boards; boards without a move are taken away.
    fn slide(&self, boards: &mut Boards, layer: &mut Layer) -> Boards {
        let mut afterstates = Boards::new(&self.rank, self.sum);
        let mut batch = Batch::<R, C>::new(&self.rank, self.options.cpu, &mut afterstates);
        let mut lost = Vec::new();
        self.rank.for_each(&boards.layer, &boards.words, |placed| {
            let board = Packed::from_bits(placed.bits);
            let any_legal = self.slider.slides(board, &mut batch.boards);
            layer.add_board(placed.max, any_legal, self.images(board));
            if !any_legal {
                lost.push(placed.position);
            }
            batch.flush_if_full();
        });
        batch.flush();
        lost.iter().for_each(|position| boards.words[(position / 64) as usize] &= !(1 << (position % 64)));
        afterstates
    }

    #[inline]
    fn images(&self, board: Packed<R, C>) -> u64 {
        if self.options.unfolded { images(board) } else { 0 }
    }

    /// Slides the boards of this layer and goes on to the next; only those with a move are left.
    fn finish(&mut self, boards: &mut Boards, layer: &mut Layer) {
        let (afterstates, unfolded) = (self.slide(boards, layer), self.options.unfolded);
        self.spawn(&afterstates, self.sum, |placed| {
            let images = if unfolded { images(Packed::<R, C>::from_bits(placed.bits)) } else { 0 };
            layer.add_afterstate(placed.max, images);
        });
        if self.sum == 4 {
            // A game may start with a 4, which no slide needs to have made.
            self.spawn(&self.singles(Tile::FOUR), 4, |_| ());
        }
        self.positions.1 += boards.layer.len() as f64;
        self.sum += 2;
        self.reached.rotate_left(1);
        self.reached[2] = Boards::new(&self.rank, self.sum + 4);
    }
}

impl<const R: usize, const C: usize> LayerEngine for Bitmap<R, C> {
    fn advance(&mut self, task: &mut Task<'_>) -> Result<Layer, CountError> {
        let mut layer = Layer::empty(self.sum, self.options.unfolded);
        if self.sum > self.max_sum {
            // The empty layers behind the last one have sums of their own.
            self.sum += 2;
            return Ok(layer);
        }
        let mut boards = std::mem::take(&mut self.reached[0]);
        self.finish(&mut boards, &mut layer);
        if let Some(keep) = &mut task.keep {
            for words in boards.words.chunks_mut(SPLIT_FRAME as usize) {
                keep(Frame::new(words, [Segment { words: words.len(), stride: 1 }]))?;
            }
        }
        let done = Some(self.positions.1 / self.positions.0);
        task.report(&Work { sum: layer.sum, states: layer.folded.total().states, done })?;
        Ok(layer)
    }

    fn skip_to(&mut self, sum: u64) {
        self.positions.1 = (4..sum).step_by(2).map(|sum| self.rank.positions(sum) as f64).sum();
        self.sum = sum;
        if sum > 4 {
            self.reached = [0, 2, 4].map(|more| Boards::new(&self.rank, sum + more));
        }
    }

    fn replay(&mut self, stored: &Stored<'_>, _: &mut Task<'_>) -> Result<(), CountError> {
        let mut boards = Boards::new(&self.rank, self.sum);
        for (frame, words) in boards.words.chunks_mut(SPLIT_FRAME as usize).enumerate() {
            words.copy_from_slice(&stored(frame)?);
        }
        self.finish(&mut boards, &mut Layer::empty(self.sum, false));
        Ok(())
    }
}
