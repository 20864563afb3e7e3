//! Which boards there are: the forward pass, in memory.
//!
//! The same sets that the engine `bitmap` finds; here several threads share a layer and the sets stay in memory, which
//! is what a solution from nothing spends its first half on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use redouble_core::Packed;

use super::index::{Index, Sparse};
use super::induction::{mark, pieces, ranges};
use super::numbering::{Batch, Moves, Numbering, Slides};
use super::{Phase, SolveError, SolveWatch, SolveWork};
use crate::Variant;
use crate::engine::share;

/// The states of a layer.
pub(super) struct ReachedLayer {
    pub(super) sum: u64,
    pub(super) states: Sparse,
}

/// One forward pass.
pub(super) struct Reach<'a, N: Numbering<R, C>, const R: usize, const C: usize> {
    numbering: &'a N,
    moves: Moves<R, C>,
    threads: usize,
    /// The afterstates of the two layers below the next one, the nearer first.
    below: [(N::Layer, Index); 2],
}

impl<'a, N: Numbering<R, C>, const R: usize, const C: usize> Reach<'a, N, R, C> {
    pub(super) fn new(numbering: &'a N, variant: Variant, threads: usize) -> Self {
        let moves = Moves::new(variant);
        let (first, nothing) = (numbering.layer(2), numbering.layer(0));
        let words = bitmap(numbering.words(&first));
        mark_singles(numbering, &first, 1, &words);
        let below = [(first, index(words)), (nothing, Index::default())];
        Reach { numbering, moves, threads, below }
    }

    /// All layers that have states, by increasing sum.
    pub(super) fn layers(
        mut self,
        variant: Variant,
        watch: &mut SolveWatch<'_>,
    ) -> Result<Vec<ReachedLayer>, SolveError> {
        let (mut layers, mut states) = (Vec::new(), 0);
        let all: f64 = (4..=variant.max_sum()).step_by(2).map(|sum| self.size(sum)).sum();
        let mut done = 0.0;
        for sum in (4..=variant.max_sum()).step_by(2) {
            let reached = self.advance(sum);
            states += reached.states.len() as u64;
            done += self.size(sum);
            if reached.states.len() > 0 {
                layers.push(reached);
            }
            let work = SolveWork { phase: Phase::Counting, sum, states, done: Some(done / all) };
            if watch(&work) == ControlFlow::Break(()) {
                return Err(SolveError::Cancelled);
            }
        }
        Ok(layers)
    }

    fn size(&self, sum: u64) -> f64 {
        self.numbering.words(&self.numbering.layer(sum)) as f64
    }

    fn advance(&mut self, sum: u64) -> ReachedLayer {
        let layer = self.numbering.layer(sum);
        let boards = index(self.spawned(&layer));
        let (states, after) = self.slid(&layer, &boards);
        if sum == 4 {
            // A game may start with a 4, which no slide needs to have made.
            mark_singles(self.numbering, &layer, 2, &after);
        }
        self.below.swap(0, 1);
        self.below[0] = (layer, index(after));
        ReachedLayer { sum, states: Sparse::new(states.into_iter().map(AtomicU64::into_inner)) }
    }

    fn threads_for(&self, boards: usize) -> usize {
        if boards < 4_096 { 1 } else { self.threads }
    }

    /// Every board that a spawn leads to.
    fn spawned(&self, layer: &N::Layer) -> Vec<AtomicU64> {
        let words = bitmap(self.numbering.words(layer));
        for ((from, set), exponent) in self.below.iter().zip([1, 2]) {
            let pieces = ranges(set.words());
            share(
                self.threads_for(set.len()),
                pieces,
                |range, (batch, positions): &mut (Batch<R, C>, Vec<_>)| {
                    batch.boards.clear();
                    self.numbering.boards(from, set, range, &mut batch.boards);
                    batch.put_tiles(self.numbering, layer, exponent, positions);
                    positions.iter().for_each(|&position| mark(&words, position));
                },
            );
        }
        words
    }

    /// The boards that have a move, and where the moves lead.
    fn slid(&self, layer: &N::Layer, boards: &Index) -> (Vec<AtomicU64>, Vec<AtomicU64>) {
        let states = bitmap(boards.words());
        let after = bitmap(boards.words());
        let mut slides = vec![Slides::NONE; boards.len()];
        let pieces = pieces(boards, 1, &mut slides);
        share(self.threads_for(boards.len()), pieces, |(words, slides), batch: &mut Batch<R, C>| {
            batch.boards.clear();
            self.numbering.boards(layer, boards, words.clone(), &mut batch.boards);
            batch.slides(self.numbering, layer, &self.moves, slides);
            slides.iter().flat_map(Slides::afterstates).for_each(|position| mark(&after, position));
            let mut has_move = slides.iter().map(|slides| !slides.none());
            for word in words {
                let of_word = [boards.word(word)];
                let with_move = crate::rank::ones(&of_word).filter(|_| has_move.next() == Some(true));
                states[word].store(with_move.fold(0, |set, bit| set | 1 << bit), Ordering::Relaxed);
            }
        });
        (states, after)
    }
}

fn bitmap(words: usize) -> Vec<AtomicU64> {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}

fn index(words: Vec<AtomicU64>) -> Index {
    Index::new(words.into_iter().map(AtomicU64::into_inner))
}

/// Adds the boards with one tile.
fn mark_singles<N: Numbering<R, C>, const R: usize, const C: usize>(
    numbering: &N,
    layer: &N::Layer,
    exponent: u64,
    words: &[AtomicU64],
) {
    let (mut batch, mut positions) = (Batch::default(), Vec::new());
    batch.boards.push(Packed::EMPTY);
    batch.put_tiles(numbering, layer, exponent, &mut positions);
    positions.into_iter().for_each(|position| mark(words, position));
}
