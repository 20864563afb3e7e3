//! Backward induction: one layer after the other, from the last to the first.
//!
//! ```text
//!                  slides                      spawns
//! states S(m) ──────────────► afterstates A(m) ──────► S(m+2), S(m+4)
//!   worths   ◄── choice ───      worths        ◄── chance ──
//! ```
//! Only the states of the two layers above the one at hand are kept. Every row is computed from the board alone and in
//! one order, so that the results do not depend on the number of threads, bit for bit.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::index::Index;
use super::kernel::{Kernel, Worths};
use super::numbering::{Batch, Moves, Numbering, Slides};
use super::objective::Objective;
use crate::Variant;
use crate::engine::share;

/// Layers smaller than this are not worth a second thread.
const SMALL: usize = 4_096;

/// A layer that the induction has passed.
pub(super) struct Passed {
    pub(super) sum: u64,
    pub(super) afterstates: Worths,
    pub(super) summary: LayerSummary,
}

/// The optimal values of the states of a layer, in a few numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerSummary {
    /// The tile sum.
    pub sum: u64,
    /// The number of states.
    pub states: u64,
    /// The number of afterstates.
    pub afterstates: u64,
    /// For each objective, over the states.
    pub spread: Vec<Spread>,
}

/// The least, the greatest and the mean of the states' worths; what a worth is, [`Objective::value`] tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// The sum of all, which divided by their number is the mean.
    pub(crate) total: f64,
}

impl Spread {
    pub(super) const NOTHING: Spread =
        Spread { least: f64::INFINITY, greatest: f64::NEG_INFINITY, total: 0.0 };

    fn add(&mut self, other: Spread) {
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
        self.total += other.total;
    }

    /// The mean over so many states.
    #[must_use]
    pub fn mean(&self, states: u64) -> f64 {
        self.total / states.max(1) as f64
    }
}

/// What goes from layer to layer, whatever the shape.
pub(super) trait Descent: Send {
    /// Takes the layer below the last one, given its states as a bitmap. Every sum has its turn, empty layers included.
    fn descend(&mut self, sum: u64, states: &[u64]) -> Passed;

    /// The same where the worths of the afterstates are known.
    fn replay(&mut self, sum: u64, states: &[u64], rows: &[f64]) -> Passed;
}

/// See the module.
pub(super) struct Induction<N: Numbering<R, C>, const R: usize, const C: usize> {
    numbering: N,
    kernel: Kernel,
    objectives: usize,
    moves: Moves<R, C>,
    threads: usize,
    /// The states of the two layers above the next one, the nearer first.
    above: [(N::Layer, Worths); 2],
}

impl<N: Numbering<R, C>, const R: usize, const C: usize> Induction<N, R, C> {
    /// Ready for the layer with this tile sum, above which there is nothing.
    pub(super) fn new(
        numbering: N,
        variant: Variant,
        objectives: &[Objective],
        threads: usize,
        top: u64,
    ) -> Self {
        let goal = variant.goal().map(redouble_core::Tile::exponent);
        let above = [2, 4].map(|more| (numbering.layer(top + more), Worths::default()));
        let (kernel, objectives) = (Kernel::new(objectives, goal), objectives.len());
        let moves = Moves::new(variant);
        Induction { numbering, kernel, objectives, moves, threads: threads.max(1), above }
    }

    fn threads_for(&self, boards: usize) -> usize {
        if boards < SMALL { 1 } else { self.threads }
    }

    /// The slides of all states, and the set of their afterstates.
    fn slides(&self, layer: &N::Layer, states: &Index) -> (Vec<Slides>, Index) {
        let mut slides = vec![Slides::NONE; states.len()];
        let marked: Vec<AtomicU64> = (0..states.words()).map(|_| AtomicU64::new(0)).collect();
        let pieces = pieces(states, 1, &mut slides);
        share(self.threads_for(states.len()), pieces, |(words, slides), batch: &mut Batch<R, C>| {
            batch.boards.clear();
            self.numbering.boards(layer, states, words, &mut batch.boards);
            batch.slides(&self.numbering, layer, &self.moves, slides);
            slides.iter().flat_map(Slides::afterstates).for_each(|position| mark(&marked, position));
        });
        (slides, Index::new(marked.into_iter().map(AtomicU64::into_inner)))
    }

    /// The worths of afterstates, by chance.
    fn chance(&self, layer: &N::Layer, set: &Index) -> Vec<f64> {
        let mut rows = vec![0.0; set.len() * self.kernel.lanes];
        let [(two, after_two), (four, after_four)] = &self.above;
        let pieces = pieces(set, self.kernel.lanes, &mut rows);
        share(self.threads_for(set.len()), pieces, |(words, rows), batch: &mut Batch<R, C>| {
            batch.boards.clear();
            self.numbering.boards(layer, set, words, &mut batch.boards);
            batch.spawn(&self.numbering, two, four);
            self.kernel.chance(&batch.spawns, [after_two, after_four], rows);
        });
        rows
    }

    /// The worths of states, by choice, and their spread.
    fn choice(&self, states: &Index, slides: &[Slides], afterstates: &Worths) -> (Vec<f64>, Vec<Spread>) {
        let mut rows = vec![0.0; states.len() * self.kernel.lanes];
        let pieces = pieces(states, self.kernel.lanes, &mut rows).enumerate();
        let found =
            share(self.threads_for(states.len()), pieces, |(place, (words, rows)), found: &mut Vec<_>| {
                let slides = &slides[states.before(words.start)..states.before(words.end)];
                self.kernel.choice(slides, afterstates, rows);
                found.push((place, self.spread(rows)));
            });
        // Sums are taken in the order of the pieces, whoever computed them.
        let mut found: Vec<(usize, Vec<Spread>)> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|(place, _)| *place);
        let mut spread = vec![Spread::NOTHING; self.objectives];
        for piece in found.into_iter().flat_map(|(_, piece)| piece.into_iter().enumerate()) {
            spread[piece.0].add(piece.1);
        }
        (rows, spread)
    }

    fn spread(&self, rows: &[f64]) -> Vec<Spread> {
        let mut spread = vec![Spread::NOTHING; self.objectives];
        for row in rows.chunks_exact(self.kernel.lanes) {
            for (spread, &worth) in spread.iter_mut().zip(row) {
                spread.add(Spread { least: worth, greatest: worth, total: worth });
            }
        }
        spread
    }

    fn pass(&mut self, sum: u64, states: &[u64], known: Option<&[f64]>) -> Passed {
        let layer = self.numbering.layer(sum);
        debug_assert_eq!(states.len(), self.numbering.words(&layer), "a bitmap over the layer");
        let states = Index::new(states.iter().copied());
        let (slides, set) = self.slides(&layer, &states);
        let rows = known.map_or_else(|| self.chance(&layer, &set), |rows| self.padded(rows));
        assert_eq!(rows.len(), set.len() * self.kernel.lanes, "a row for every afterstate");
        let afterstates = Worths { set, rows };
        let (rows, spread) = self.choice(&states, &slides, &afterstates);
        let (states_len, afterstates_len) = (states.len() as u64, afterstates.set.len() as u64);
        let summary = LayerSummary { sum, states: states_len, afterstates: afterstates_len, spread };
        self.above.swap(0, 1);
        self.above[0] = (layer, Worths { set: states, rows });
        Passed { sum, afterstates, summary }
    }

    /// Rows of one number an objective, made as long as the kernel wants them.
    fn padded(&self, rows: &[f64]) -> Vec<f64> {
        let padding = self.kernel.lanes - self.objectives;
        let row =
            |row: &[f64]| row.iter().copied().chain(std::iter::repeat_n(0.0, padding)).collect::<Vec<_>>();
        rows.chunks_exact(self.objectives).flat_map(row).collect()
    }
}

impl<N: Numbering<R, C>, const R: usize, const C: usize> Descent for Induction<N, R, C> {
    fn descend(&mut self, sum: u64, states: &[u64]) -> Passed {
        self.pass(sum, states, None)
    }

    fn replay(&mut self, sum: u64, states: &[u64], rows: &[f64]) -> Passed {
        self.pass(sum, states, Some(rows))
    }
}

/// Sets a bit of a bitmap that several threads write.
#[inline]
pub(super) fn mark(words: &[AtomicU64], position: u32) {
    let (word, bit) = (&words[position as usize / 64], 1 << (position % 64));
    // Most bits are set already, and a load is much cheaper than an atomic OR.
    if word.load(Ordering::Relaxed) & bit == 0 {
        word.fetch_or(bit, Ordering::Relaxed);
    }
}

/// Ranges of words with the part of a list that belongs to their boards. They depend on the set alone.
pub(super) fn pieces<'a, T>(
    set: &'a Index,
    width: usize,
    list: &'a mut [T],
) -> impl Iterator<Item = (Range<usize>, &'a mut [T])> {
    let mut rest = list;
    ranges(set.words()).map(move |words| {
        let boards = set.before(words.end) - set.before(words.start);
        let (piece, behind) = std::mem::take(&mut rest).split_at_mut(boards * width);
        rest = behind;
        (words, piece)
    })
}

/// Ranges of words, some hundred of them, small enough for their boards to stay in cache.
pub(super) fn ranges(words: usize) -> impl Iterator<Item = Range<usize>> {
    let step = (words / 128).clamp(64, 4_096);
    (0..words).step_by(step).map(move |start| start..words.min(start + step))
}
