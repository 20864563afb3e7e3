//! Sorted lists of boards, layer by layer: the engine for every shape and goal.

use redouble_core::{Grid, Packed, Tile};
use redouble_kernels::{Cpu, canonicalize};

use super::job::{LayerJob, LayerResult};
use super::reference::images;
use super::slider::{Buffer, Slider};
use super::{Engine, LayerEngine, Options};
use crate::{CountError, Variant};

/// The layer of tile sum `sum` comes from two lists of afterstates.
pub(super) struct Sorted<const R: usize, const C: usize> {
    variant: Variant,
    options: Options,
    slider: Slider<R, C>,
    /// The tile sum of the next layer.
    sum: u64,
    /// Canonical afterstates of tile sum `sum - 2`, strictly increasing.
    after_2: Vec<Packed<R, C>>,
    /// Canonical afterstates of tile sum `sum - 4`, strictly increasing.
    after_4: Vec<Packed<R, C>>,
}

/// Boards added in any order, some many times; canonical and without repetitions in the end.
struct Gathered<const R: usize, const C: usize> {
    boards: Vec<Packed<R, C>>,
    /// The first boards are canonical and strictly increasing.
    sorted: usize,
    cpu: Cpu,
}

impl<const R: usize, const C: usize> Gathered<R, C> {
    fn new(cpu: Cpu) -> Self {
        Gathered { boards: Vec::new(), sorted: 0, cpu }
    }

    #[inline]
    fn push(&mut self, board: Packed<R, C>) {
        self.boards.push(board);
        // Sorting whenever the new boards are as many as the old ones keeps the memory at twice the result.
        if self.boards.len() > 2 * self.sorted.max(1 << 20) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        canonicalize(self.cpu, &mut self.boards[self.sorted..]);
        // The sorted front is one run, which a merging sort takes as it is.
        self.boards[self.sorted..].sort_unstable();
        self.boards.sort();
        self.boards.dedup();
        self.sorted = self.boards.len();
    }

    fn into_sorted(mut self) -> Vec<Packed<R, C>> {
        self.sort();
        debug_assert!(self.boards.is_sorted_by(|a, b| a < b), "strictly increasing");
        self.boards
    }

    fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>()
    }
}

impl<const R: usize, const C: usize> Sorted<R, C> {
    pub(super) fn new(variant: Variant, options: &Options) -> Self {
        Sorted {
            variant,
            options: *options,
            slider: Slider::new(variant),
            sum: 4,
            after_2: Vec::new(),
            after_4: Vec::new(),
        }
    }

    /// The boards of the next layer: states and losing ones.
    fn boards(&self) -> Result<Vec<Packed<R, C>>, CountError> {
        let mut boards = Gathered::new(self.options.cpu);
        for (afterstates, tile) in [(&self.after_2, Tile::TWO), (&self.after_4, Tile::FOUR)] {
            for &board in afterstates {
                (0..board.count_empty())
                    .filter_map(|n| board.with_nth_empty(n, tile))
                    .for_each(|b| boards.push(b));
            }
            self.check_memory(boards.bytes())?;
        }
        Ok(boards.into_sorted())
    }

    fn check_memory(&self, more: usize) -> Result<(), CountError> {
        let lists = (self.after_2.capacity() + self.after_4.capacity()) * size_of::<u64>();
        // A merging sort takes half its input again.
        let needed = (lists + more + more / 2) as u64;
        match self.options.memory {
            Some(allowed) if needed > allowed => {
                let (engine, variant) = (Engine::Sorted, self.variant);
                Err(CountError::Memory { engine, variant, needed, allowed })
            }
            _ => Ok(()),
        }
    }

    fn images(&self, board: Packed<R, C>) -> u64 {
        if self.options.unfolded { images(board) } else { 0 }
    }
}

impl<const R: usize, const C: usize> LayerEngine for Sorted<R, C> {
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError> {
        const PIECE: usize = 1 << 20;
        assert_eq!(job.sum, self.sum, "layers come one after the other");
        let mut result = LayerResult::empty(self.sum, self.options.unfolded);
        let boards = self.boards()?;
        let (mut afterstates, mut slides) = (Gathered::new(self.options.cpu), Buffer::new(4));
        let mut reported = 0;
        for piece in boards.chunks(PIECE) {
            for &board in piece {
                let any_legal = self.slider.slides(board, &mut slides);
                let max = board.max_tile().map_or(0, Tile::exponent);
                result.counts.add_board(max, any_legal, self.images(board));
                slides.take().iter().for_each(|&board| afterstates.push(board));
            }
            self.check_memory(boards.capacity() * size_of::<u64>() + afterstates.bytes())?;
            let states = result.counts.folded.total().states;
            job.piece(states - reported, boards.len().div_ceil(PIECE))?;
            reported = states;
        }
        let afterstates = afterstates.into_sorted();
        for &board in &afterstates {
            result.counts.add_afterstate(board.max_tile().map_or(0, Tile::exponent), self.images(board));
        }
        self.after_4 = std::mem::replace(&mut self.after_2, afterstates);
        self.sum += 2;
        Ok(result)
    }

    fn add_single_tiles(&mut self, tile: Tile) {
        let mut with_singles = Gathered::new(self.options.cpu);
        self.after_2.drain(..).for_each(|board| with_singles.push(board));
        let cells = Packed::<R, C>::SHAPE.all_cells();
        cells.for_each(|cell| with_singles.push(Packed::EMPTY.with_tile(cell, Some(tile))));
        self.after_2 = with_singles.into_sorted();
    }

    fn skip_to(&mut self, _: u64) {
        unreachable!("{} has no store to go on from", Engine::Sorted);
    }

    fn size(&self, _: u64) -> Option<f64> {
        None
    }
}
