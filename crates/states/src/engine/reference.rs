//! The counting paper's algorithm, as plainly as it can be written: the oracle of the other engines.

use std::collections::BTreeMap;

use redouble_core::{Afterstate, Grid, Packed, Position, Progress, Symmetry, Tile, Watch, with_packed};
use rustc_hash::FxHashSet;

use super::job::{LayerJob, LayerResult};
use super::{Engine, LayerEngine, Options};
use crate::{CountError, LayerCounts, Variant};

/// Counts the whole game when it is asked for the first layer.
pub(super) struct Reference {
    variant: Variant,
    options: Options,
    /// By tile sum.
    found: Option<BTreeMap<u64, LayerCounts>>,
}

impl Reference {
    pub(super) fn new(variant: Variant, options: &Options) -> Reference {
        Reference { variant, options: *options, found: None }
    }

    fn count(&self, watch: &dyn Watch) -> Result<BTreeMap<u64, LayerCounts>, CountError> {
        let layers = with_packed!(self.variant.shape(), R, C => {
            let mut search = Search::<Packed<R, C>>::new(self.variant);
            search.run(Packed::EMPTY, &self.options, watch)?;
            search.layers(self.options.unfolded)
        });
        Ok(layers.expect("a variant has at most 16 cells"))
    }
}

impl LayerEngine for Reference {
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError> {
        if self.found.is_none() {
            self.found = Some(self.count(job.watch)?);
        }
        let layer = self.found.as_mut().and_then(|found| found.remove(&job.sum));
        let mut result = LayerResult::empty(job.sum, self.options.unfolded);
        layer.iter().for_each(|layer| result.counts += layer);
        Ok(result)
    }

    fn add_single_tiles(&mut self, _: Tile) {
        // It finds the starts by itself, so that it says something about how others do.
    }

    fn skip_to(&mut self, _: u64) {
        unreachable!("{} has no store to go on from", Engine::Reference);
    }

    fn size(&self, _: u64) -> Option<f64> {
        None
    }
}

struct Search<B> {
    variant: Variant,
    /// Canonical boards to look at, with repetitions.
    open: Vec<B>,
    /// Canonical boards without a goal tile that have been looked at: states and losing boards.
    closed: FxHashSet<B>,
    /// Canonical boards after a slide, without a goal tile.
    afterstates: FxHashSet<B>,
}

impl<B: Grid> Search<B> {
    /// How many boards are looked at between two reports.
    const STEP: usize = 1 << 16;

    fn new(variant: Variant) -> Search<B> {
        Search { variant, open: Vec::new(), closed: FxHashSet::default(), afterstates: FxHashSet::default() }
    }

    fn run(&mut self, empty: B, options: &Options, watch: &dyn Watch) -> Result<(), CountError> {
        self.open_starts(empty);
        while let Some(board) = self.open.pop() {
            if !self.closed.insert(board) {
                continue;
            }
            self.open_successors(board);
            if self.closed.len().is_multiple_of(Self::STEP) {
                self.check_memory(options)?;
                let done = self.closed.len() as u64;
                let progress = Progress { phase: "counting", step: None, done, unit: "states", share: None };
                watch.progress(progress.in_step("layer", board.sum()));
                watch.check()?;
            }
        }
        Ok(())
    }

    fn open_starts(&mut self, empty: B) {
        for (_, one) in Afterstate::new(empty).into_iter().flat_map(Afterstate::positions) {
            self.open_spawns(one.board());
        }
    }

    fn open_successors(&mut self, board: B) {
        for slide in Position::new(board).slides() {
            let after = slide.after.board().canonical();
            if !self.is_won(after) {
                self.afterstates.insert(after);
                self.open_spawns(after);
            }
        }
    }

    fn open_spawns(&mut self, board: B) {
        let positions = Afterstate::new(board).into_iter().flat_map(Afterstate::positions);
        self.open.extend(positions.map(|(_, position)| position.board().canonical()));
    }

    fn is_won(&self, board: B) -> bool {
        self.variant.goal().is_some_and(|goal| board.max_tile() >= Some(goal))
    }

    fn check_memory(&self, options: &Options) -> Result<(), CountError> {
        let slots = self.closed.capacity() + self.afterstates.capacity();
        let needed = (slots * (size_of::<B>() + 1) + self.open.capacity() * size_of::<B>()) as u64;
        match options.memory {
            Some(allowed) if needed > allowed => {
                let (engine, variant) = (Engine::Reference, self.variant);
                Err(CountError::Memory { engine, variant, needed, allowed })
            }
            _ => Ok(()),
        }
    }

    fn layers(&self, unfolded: bool) -> BTreeMap<u64, LayerCounts> {
        let mut layers = BTreeMap::new();
        let mut layer_of = |board: B, add: &dyn Fn(&mut LayerCounts)| {
            let sum = board.sum();
            add(layers.entry(sum).or_insert_with(|| LayerCounts::empty(sum, unfolded)));
        };
        for &board in &self.closed {
            let has_move = !Position::new(board).is_over();
            layer_of(board, &|layer| layer.add_board(max_exponent(board), has_move, images(board)));
        }
        for &board in &self.afterstates {
            layer_of(board, &|layer| layer.add_afterstate(max_exponent(board), images(board)));
        }
        layers
    }
}

/// The exponent of the largest tile, 0 on the empty board.
fn max_exponent<B: Grid>(board: B) -> u8 {
    board.max_tile().map_or(0, Tile::exponent)
}

/// The number of different images of a board.
pub(super) fn images<B: Grid>(board: B) -> u64 {
    let symmetries = Symmetry::of(board.shape());
    let fixing = symmetries.iter().filter(|&&symmetry| board.transformed(symmetry) == board).count();
    (symmetries.len() / fixing) as u64
}
