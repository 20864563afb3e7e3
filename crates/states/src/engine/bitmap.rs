//! Bitmaps over the perfect rank of small boards, layer by layer.
//!
//! Four bitmaps live at a time: the afterstates of two layers, and states and afterstates of the layer at hand. Boards
//! are made in batches, so that their canonical forms are taken by SIMD, and then set in a bitmap that stays in cache.

use redouble_core::{Grid, Packed, Tile};

use super::reference::images;
use super::slider::{Buffer, Slider};
use super::{LayerEngine, Options, Stored, Task};
use crate::codec::Segment;
use crate::frame::Frame;
use crate::rank::{SPLIT_FRAME, SplitLayer, SplitRank};
use crate::{CountError, Layer, Variant, Work};

/// Beyond this many tails their table would outgrow the bitmaps.
const MAX_TAILS: u64 = 1 << 24;

/// Whether the rank is made for this game.
pub(super) fn supports(variant: Variant) -> bool {
    let cells = variant.shape().cells();
    cells <= SplitRank::MAX_CELLS && SplitRank::tail_count(cells, variant.max_exponent()) <= MAX_TAILS
}

/// The memory of four bitmaps and the tables, in bytes.
pub(super) fn memory(variant: Variant) -> u64 {
    let rank = SplitRank::new(variant.shape().cells(), variant.max_exponent());
    let tables = 8 * SplitRank::tail_count(variant.shape().cells(), variant.max_exponent());
    4 * rank.longest_layer(variant.max_sum()) / 8 + 2 * tables + (8 << 20)
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

impl Boards {
    fn remove(&mut self, position: u64) {
        self.words[(position / 64) as usize] &= !(1 << (position % 64));
    }
}

/// Boards on their way into a bitmap.
struct Batch<'a, const R: usize, const C: usize> {
    rank: &'a SplitRank,
    into: &'a mut Boards,
    boards: Buffer<R, C>,
}

impl<'a, const R: usize, const C: usize> Batch<'a, R, C> {
    fn new(rank: &'a SplitRank, into: &'a mut Boards) -> Self {
        Batch { rank, into, boards: Buffer::new(2_048) }
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
        Packed::canonicalize(boards);
        for board in boards {
            let position = self.rank.position(&self.into.layer, board.bits());
            self.into.words[(position / 64) as usize] |= 1 << (position % 64);
        }
    }

    /// Adds every board with a tile more.
    #[inline(always)]
    fn push_spawns(&mut self, bits: u64, exponent: u64) {
        for cell in 0..R * C {
            let is_empty = bits >> (4 * cell) & 15 == 0;
            self.boards.push_if(is_empty, Packed::from_bits(bits | exponent << (4 * cell)));
        }
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
    /// Canonical afterstates of tile sum `sum - 2`.
    after_2: Boards,
    /// Canonical afterstates of tile sum `sum - 4`.
    after_4: Boards,
    /// Positions in all layers, and in those before this one: the measure of the work.
    positions: (f64, f64),
}

impl<const R: usize, const C: usize> Bitmap<R, C> {
    pub(super) fn new(variant: Variant, options: &Options) -> Self {
        let rank = SplitRank::new(R * C, variant.max_exponent());
        let mut after_2 = Boards::new(&rank, 2);
        Self::add_singles(&rank, &mut after_2, Tile::TWO);
        let after_4 = Boards::new(&rank, 0);
        let max_sum = variant.max_sum();
        let positions = (4..=max_sum).step_by(2).map(|sum| rank.layer(sum).len() as f64).sum();
        Bitmap {
            options: *options,
            max_sum,
            slider: Slider::new(variant),
            rank,
            sum: 4,
            after_2,
            after_4,
            positions: (positions, 0.0),
        }
    }

    /// Adds the boards with this one tile.
    fn add_singles(rank: &SplitRank, boards: &mut Boards, tile: Tile) {
        let mut batch = Batch::<R, C>::new(rank, boards);
        let cells = Packed::<R, C>::SHAPE.all_cells();
        cells.for_each(|cell| batch.boards.push_if(true, Packed::EMPTY.with_tile(cell, Some(tile))));
        batch.flush();
    }

    fn states(&self) -> Boards {
        let mut states = Boards::new(&self.rank, self.sum);
        let mut batch = Batch::<R, C>::new(&self.rank, &mut states);
        for (afterstates, tile) in [(&self.after_2, Tile::TWO), (&self.after_4, Tile::FOUR)] {
            for placed in self.rank.boards(&afterstates.layer, &afterstates.words) {
                batch.push_spawns(placed.bits, u64::from(tile.exponent()));
                batch.flush_if_full();
            }
        }
        batch.flush();
        states
    }

    /// The afterstates of all boards, and those boards that have a move.
    fn afterstates(&self, states: &Boards, layer: &mut Layer) -> (Boards, Boards) {
        let mut afterstates = Boards::new(&self.rank, self.sum);
        let mut with_move = Boards { layer: states.layer.clone(), words: states.words.clone() };
        let mut batch = Batch::<R, C>::new(&self.rank, &mut afterstates);
        for placed in self.rank.boards(&states.layer, &states.words) {
            let board = Packed::from_bits(placed.bits);
            let any_legal = self.slider.slides(board, &mut batch.boards);
            layer.add_board(placed.max, any_legal, self.images(board));
            if !any_legal {
                with_move.remove(placed.position);
            }
            batch.flush_if_full();
        }
        batch.flush();
        for placed in self.rank.boards(&afterstates.layer, &afterstates.words) {
            layer.add_afterstate(placed.max, self.images(Packed::from_bits(placed.bits)));
        }
        (afterstates, with_move)
    }

    #[inline]
    fn images(&self, board: Packed<R, C>) -> u64 {
        if self.options.unfolded { images(board) } else { 0 }
    }
}

impl<const R: usize, const C: usize> Bitmap<R, C> {
    /// Keeps the afterstates of a layer's states, and goes on to the next.
    fn finish(&mut self, states: &Boards, layer: &mut Layer) -> Boards {
        let (mut afterstates, with_move) = self.afterstates(states, layer);
        if self.sum == 4 {
            // A game may start with a 4, which no slide needs to have made.
            Self::add_singles(&self.rank, &mut afterstates, Tile::FOUR);
        }
        self.positions.1 += states.layer.len() as f64;
        self.after_4 = std::mem::replace(&mut self.after_2, afterstates);
        self.sum += 2;
        with_move
    }
}

impl<const R: usize, const C: usize> LayerEngine for Bitmap<R, C> {
    fn advance(&mut self, task: &mut Task<'_>) -> Result<Layer, CountError> {
        let mut layer = Layer::empty(self.sum, self.options.unfolded);
        if self.sum > self.max_sum {
            return Ok(layer);
        }
        let mut states = self.finish(&self.states(), &mut layer);
        if let Some(keep) = &mut task.keep {
            for words in states.words.chunks_mut(SPLIT_FRAME as usize) {
                keep(Frame::new(words, [Segment { words: words.len(), stride: 1 }]))?;
            }
        }
        let done = Some(self.positions.1 / self.positions.0);
        task.report(&Work { sum: layer.sum, states: layer.folded.total().states, done })?;
        Ok(layer)
    }

    fn skip_to(&mut self, sum: u64) {
        let before = (4..sum).step_by(2).map(|sum| self.rank.layer(sum).len() as f64);
        self.positions.1 = before.sum();
        self.sum = sum;
        if sum > 4 {
            self.after_2 = Boards::new(&self.rank, sum - 2);
            self.after_4 = Boards::new(&self.rank, sum - 4);
        }
    }

    fn replay(&mut self, stored: &Stored<'_>, _: &mut Task<'_>) -> Result<(), CountError> {
        let mut states = Boards::new(&self.rank, self.sum);
        for (frame, words) in states.words.chunks_mut(SPLIT_FRAME as usize).enumerate() {
            words.copy_from_slice(&stored(frame)?);
        }
        self.finish(&states, &mut Layer::empty(self.sum, false));
        Ok(())
    }
}
