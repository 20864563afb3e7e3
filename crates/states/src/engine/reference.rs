//! The counting paper's algorithm, as plainly as it can be written: the oracle of the other engines.

use std::ops::ControlFlow;

use redouble_core::{Afterstate, Grid, Packed, Position, Symmetry, Tile, with_packed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Options;
use crate::{Census, CountError, Layer, Observer, Variant, Work};

/// Counts a game with hash sets of canonical boards, depth first.
pub(super) fn count(
    variant: Variant,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Census, CountError> {
    let census = with_packed!(variant.shape(), R, C => {
        let mut search = Search::<Packed<R, C>>::new(variant);
        search.run(Packed::EMPTY, options, observer)?;
        search.census(options.unfolded)
    });
    Ok(census.expect("a variant has at most 16 cells"))
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
    /// How many boards are looked at between two words to the observer.
    const STEP: usize = 1 << 16;

    fn new(variant: Variant) -> Search<B> {
        Search { variant, open: Vec::new(), closed: FxHashSet::default(), afterstates: FxHashSet::default() }
    }

    fn run(&mut self, empty: B, options: &Options, observer: &mut dyn Observer) -> Result<(), CountError> {
        self.open_starts(empty);
        while let Some(board) = self.open.pop() {
            if !self.closed.insert(board) {
                continue;
            }
            self.open_successors(board);
            if self.closed.len().is_multiple_of(Self::STEP) {
                self.check_memory(options)?;
                let work = Work { sum: board.sum(), states: self.closed.len() as u64, done: None };
                if observer.work(&work) == ControlFlow::Break(()) {
                    return Err(CountError::Cancelled);
                }
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
                let (engine, variant) = (super::Engine::Reference, self.variant);
                Err(CountError::Memory { engine, variant, needed, allowed })
            }
            _ => Ok(()),
        }
    }

    fn census(&self, unfolded: bool) -> Census {
        let mut layers = FxHashMap::default();
        let mut layer_of = |board: B, add: &dyn Fn(&mut Layer)| {
            let sum = board.sum();
            add(layers.entry(sum).or_insert_with(|| Layer::empty(sum, unfolded)));
        };
        for &board in &self.closed {
            let has_move = !Position::new(board).is_over();
            layer_of(board, &|layer| layer.add_board(max_exponent(board), has_move, images(board)));
        }
        for &board in &self.afterstates {
            layer_of(board, &|layer| layer.add_afterstate(max_exponent(board), images(board)));
        }
        let mut layers: Vec<Layer> = layers.into_values().collect();
        layers.sort_unstable_by_key(|layer| layer.sum);
        Census { layers }
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
