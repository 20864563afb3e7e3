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
use std::sync::Arc;

use redouble_core::{Stopped, Tile, Watch};
use redouble_kernels::Cpu;

use super::kernel::{Kernel, Worths};
use super::objective::Objective;
use super::successors::{Batch, Moves, Slides};
use crate::Variant;
use crate::index::Index;
use crate::rank::{LayerRanks, Ranking};
use crate::share::{Marks, piece, share};

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
    pub spread: Vec<WorthSpread>,
}

/// The least, the greatest and the mean of the states' worths; what a worth is, [`Objective::value`] tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthSpread {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// The sum of all, which divided by their number is the mean.
    pub(crate) total: f64,
}

impl WorthSpread {
    pub(super) const NOTHING: WorthSpread =
        WorthSpread { least: f64::INFINITY, greatest: f64::NEG_INFINITY, total: 0.0 };

    fn add(&mut self, other: WorthSpread) {
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
    /// Takes the layer below the last one, given its states as a bitmap and, if they are known, the worths of its
    /// afterstates. Every sum has its turn, empty layers included.
    fn pass(
        &mut self,
        sum: u64,
        states: &[u64],
        known: Option<&[f64]>,
        watch: &dyn Watch,
    ) -> Result<Passed, Stopped>;
}

/// See the module.
pub(super) struct Induction<const R: usize, const C: usize> {
    ranking: Arc<dyn Ranking>,
    cpu: Cpu,
    kernel: Kernel,
    objectives: usize,
    moves: Moves<R, C>,
    /// The states of the two layers above the next one, the nearer first.
    above: [(Box<dyn LayerRanks>, Worths); 2],
}

impl<const R: usize, const C: usize> Induction<R, C> {
    /// Ready for the layer with this tile sum, above which there is nothing.
    pub(super) fn new(
        ranking: Arc<dyn Ranking>,
        cpu: Cpu,
        variant: Variant,
        objectives: &[Objective],
        top: u64,
    ) -> Self {
        let goal = variant.goal().map(Tile::exponent);
        let above = [2, 4].map(|more| (ranking.layer(top + more), Worths::default()));
        let (kernel, objectives) = (Kernel::new(objectives, goal), objectives.len());
        Induction { ranking, cpu, kernel, objectives, moves: Moves::new(variant), above }
    }

    /// The slides of all states, and the set of their afterstates.
    fn slides(
        &self,
        ranks: &dyn LayerRanks,
        states: &Index,
        watch: &dyn Watch,
    ) -> Result<(Vec<Slides>, Index), Stopped> {
        let mut slides = vec![Slides::NONE; states.len()];
        let marks = Marks::new(states.words());
        let pieces = pieces(states, 1, &mut slides).collect();
        share(
            pieces,
            states.len(),
            || Batch::<R, C>::new(self.cpu),
            |batch, (words, slides)| {
                watch.check()?;
                batch.load(ranks, states, words);
                batch.slides(ranks, &self.moves, slides);
                marks.set(batch.placed());
                Ok(())
            },
        )?;
        Ok((slides, Index::new(marks.into_words().into_iter())))
    }

    /// The worths of afterstates, by chance.
    fn chance(&self, ranks: &dyn LayerRanks, set: &Index, watch: &dyn Watch) -> Result<Vec<f64>, Stopped> {
        let mut rows = vec![0.0; set.len() * self.kernel.lanes];
        let [(two, after_two), (four, after_four)] = &self.above;
        let pieces = pieces(set, self.kernel.lanes, &mut rows).collect();
        share(
            pieces,
            set.len(),
            || Batch::<R, C>::new(self.cpu),
            |batch, (words, rows)| {
                watch.check()?;
                batch.load(ranks, set, words);
                batch.spawn(&**two, &**four);
                self.kernel.chance(&batch.spawns, [after_two, after_four], rows);
                Ok(())
            },
        )?;
        Ok(rows)
    }

    /// The worths of states, by choice, and their spread.
    fn choice(
        &self,
        states: &Index,
        slides: &[Slides],
        afterstates: &Worths,
        watch: &dyn Watch,
    ) -> Result<(Vec<f64>, Vec<WorthSpread>), Stopped> {
        let mut rows = vec![0.0; states.len() * self.kernel.lanes];
        let pieces = pieces(states, self.kernel.lanes, &mut rows).collect();
        let found = share(pieces, states.len(), Vec::new, |found, (words, rows)| {
            watch.check()?;
            let slides = &slides[states.before(words.start)..states.before(words.end)];
            self.kernel.choice(slides, afterstates, rows);
            found.push(self.spread(rows));
            Ok(())
        })?;
        // Sums are taken in the order of the pieces, whoever computed them.
        let mut spread = vec![WorthSpread::NOTHING; self.objectives];
        for piece in found.into_iter().flatten() {
            spread.iter_mut().zip(piece).for_each(|(spread, of_piece)| spread.add(of_piece));
        }
        Ok((rows, spread))
    }

    fn spread(&self, rows: &[f64]) -> Vec<WorthSpread> {
        let mut spread = vec![WorthSpread::NOTHING; self.objectives];
        for row in rows.chunks_exact(self.kernel.lanes) {
            for (spread, &worth) in spread.iter_mut().zip(row) {
                spread.add(WorthSpread { least: worth, greatest: worth, total: worth });
            }
        }
        spread
    }

    /// Rows of one number an objective, made as long as the kernel wants them.
    fn padded(&self, rows: &[f64]) -> Vec<f64> {
        let padding = self.kernel.lanes - self.objectives;
        let row =
            |row: &[f64]| row.iter().copied().chain(std::iter::repeat_n(0.0, padding)).collect::<Vec<_>>();
        rows.chunks_exact(self.objectives).flat_map(row).collect()
    }
}

impl<const R: usize, const C: usize> Descent for Induction<R, C> {
    fn pass(
        &mut self,
        sum: u64,
        states: &[u64],
        known: Option<&[f64]>,
        watch: &dyn Watch,
    ) -> Result<Passed, Stopped> {
        let ranks = self.ranking.layer(sum);
        assert_eq!(states.len(), ranks.words(), "a bitmap over the layer");
        let states = Index::new(states.iter().copied());
        let (slides, set) = self.slides(&*ranks, &states, watch)?;
        let rows = known.map_or_else(|| self.chance(&*ranks, &set, watch), |rows| Ok(self.padded(rows)))?;
        assert_eq!(rows.len(), set.len() * self.kernel.lanes, "a row for every afterstate");
        let afterstates = Worths { set, rows };
        let (rows, spread) = self.choice(&states, &slides, &afterstates, watch)?;
        let (states_len, afterstates_len) = (states.len() as u64, afterstates.set.len() as u64);
        let summary = LayerSummary { sum, states: states_len, afterstates: afterstates_len, spread };
        self.above.swap(0, 1);
        self.above[0] = (ranks, Worths { set: states, rows });
        Ok(Passed { sum, afterstates, summary })
    }
}

/// Ranges of words with the part of a list that belongs to their boards. They depend on the set alone.
fn pieces<'a, T>(
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

/// Ranges of words, the pieces that are worked on.
pub(super) fn ranges(words: usize) -> impl Iterator<Item = Range<usize>> {
    let length = piece(words);
    (0..words).step_by(length).map(move |start| start..words.min(start + length))
}
