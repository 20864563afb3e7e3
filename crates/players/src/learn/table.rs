//! The weights and what learning remembers about each.

use std::io;

use redouble_core::Shape;
use redouble_kernels::{
    Changes, CoherenceEntry, CoherentWeights, Cpu, Gathered, IndexPlan, LearningRate, RecordIndexes,
    SlideIndexes,
};

use super::recipe::{Recipe, Rule};
use crate::ntuple::{Indexed, Levels, Tuples};

/// What the weights are quantised to that moves are chosen by: 2 on 4x4, more or less as scores are on other boards.
///
/// A value is the sum of 32 of them or so: the rounding moves it by 3 points. With 8 networks were 2 % weaker after 50,000 to
/// 100,000 games (`docs/learning.md`).
fn step_to_choose_by(shape: Shape) -> f32 {
    2.0_f32.powi(1 + (shape.cells() as i32 - 16) / 2)
}

/// The weights of a network with their coherence.
pub(crate) struct LearningTable {
    tuples: Tuples,
    plan: IndexPlan,
    weights: CoherentWeights,
    levels: Levels,
    /// Whether there are any: they follow errors, or came with the weights of another network.
    has_levels: bool,
    /// The learning rate of the levels; 0 keeps them as they are.
    level_rate: f32,
    /// What a weight of the first stage is until it is touched.
    first: f32,
    /// How many weights the first stage has.
    of_first: u32,
}

impl LearningTable {
    pub(crate) fn new(recipe: &Recipe, cpu: Cpu) -> io::Result<LearningTable> {
        let rate = match recipe.rule {
            Rule::Plain { alpha } => LearningRate::Plain(alpha),
            Rule::Coherence { beta } => LearningRate::Coherent(beta),
        };
        let tuples = recipe.tuples.clone();
        // Indexes count half-records.
        u32::try_from(2 * tuples.weights())
            .map_err(|_| io::Error::other("more than 2^31 weights cannot be learned"))?;
        let table = LearningTable {
            weights: CoherentWeights::new(cpu, tuples.weights(), rate, step_to_choose_by(tuples.shape()))?,
            plan: tuples.plan(cpu),
            of_first: tuples.weights_of_a_stage() as u32,
            tuples,
            levels: Levels::new(),
            has_levels: recipe.levels != 0.0,
            level_rate: recipe.levels,
            first: recipe.first_weight(),
        };
        if table.first != 0.0 {
            (0..table.of_first).for_each(|index| table.set_weight(index, table.first));
        }
        Ok(table)
    }

    /// The instructions it uses.
    pub(crate) fn cpu(&self) -> Cpu {
        self.weights.cpu()
    }

    /// How many weights there are.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// One weight.
    pub(crate) fn weight(&self, index: u32) -> f32 {
        self.weights.entry(index).weight
    }

    /// Changes one weight.
    pub(crate) fn set_weight(&self, index: u32, weight: f32) {
        self.weights.set_entry(index, CoherenceEntry { weight, ..self.weights.entry(index) });
    }

    pub(crate) fn levels(&self) -> &Levels {
        &self.levels
    }

    pub(crate) fn set_levels(&mut self, levels: Levels) {
        self.has_levels |= levels.values().next().is_some();
        self.levels = levels;
    }

    /// The level of a board; `None` if there is none yet.
    #[inline(always)]
    pub(crate) fn level<B: Indexed>(&self, board: B) -> Option<f32> {
        self.levels.get(self.sum_of_tiles(board))
    }

    /// Moves the level of a board by its part of the error; what it is then.
    #[inline(always)]
    pub(crate) fn update_level<B: Indexed>(&self, board: B, level: f32, error: f32) -> f32 {
        let level = level + self.level_rate * error;
        if self.has_levels {
            self.levels.set(self.sum_of_tiles(board), level);
        }
        level
    }

    /// What says the level of a board; without levels nobody needs to know.
    #[inline(always)]
    fn sum_of_tiles<B: Indexed>(&self, board: B) -> u64 {
        if self.has_levels { board.sum() } else { 0 }
    }

    /// Room for the indexes of the slides of a board.
    pub(crate) fn slide_indexes(&self) -> SlideIndexes {
        SlideIndexes::new(&self.plan)
    }

    /// Room for the indexes of the records of a board.
    pub(crate) fn record_indexes(&self) -> RecordIndexes {
        RecordIndexes::new(&self.plan)
    }

    /// Computes where the quantised weights of boards are.
    #[inline(always)]
    pub(crate) fn compute_slide_indexes<B: Indexed>(&self, boards: [B; 4], into: &mut SlideIndexes) {
        self.plan.compute_indexes(boards, boards.map(|board| board.stage(self.tuples.stages())), into);
    }

    /// Computes where the records of a board are.
    #[inline(always)]
    pub(crate) fn compute_record_indexes<B: Indexed>(&self, board: B, into: &mut RecordIndexes) {
        self.plan.compute_indexes([board], [board.stage(self.tuples.stages())], into);
    }

    /// Prefetches the quantised weights of slides; `legal` is a bit mask.
    #[inline(always)]
    pub(crate) fn prefetch_slides(&self, indexes: &SlideIndexes, legal: u32) {
        self.weights.quantised().prefetch(indexes, legal);
    }

    /// The sums of the quantised weights of slides.
    #[inline(always)]
    pub(crate) fn sums_of_slides(&self, indexes: &SlideIndexes, legal: u32) -> [f32; 4] {
        let quantised = self.weights.quantised();
        quantised.sums(indexes, legal).map(|sum| sum as f32 * quantised.step())
    }

    /// Prefetches the records of a board, to be written.
    #[inline(always)]
    pub(crate) fn prefetch_records(&self, indexes: &RecordIndexes) {
        self.weights.prefetch(indexes);
    }

    /// Reads the records of a board.
    #[inline(always)]
    pub(crate) fn gather(&self, indexes: &RecordIndexes, into: &mut Gathered) {
        self.weights.gather(indexes, into);
    }

    /// Moves the weights whose records were gathered by their parts of a step; the sum of them afterwards. Those who choose moves
    /// see it after the next [flush](LearningTable::flush).
    #[inline(always)]
    pub(crate) fn scatter(
        &self,
        indexes: &RecordIndexes,
        gathered: &Gathered,
        step: f32,
        changes: &mut Changes,
    ) -> f32 {
        self.weights.scatter(indexes, gathered, step, changes)
    }

    /// Lets those who choose moves see what was learned.
    pub(crate) fn flush(&self, changes: &mut Changes) {
        self.weights.flush(changes);
    }

    /// Whether this weight ever saw an error; without sums of errors, whether it is no longer what it was at first.
    pub(crate) fn was_updated(&self, index: u32) -> bool {
        if self.weights.is_plain() { self.is_touched(index) } else { self.weights.entry(index).was_updated() }
    }

    /// Sets a weight that was learned elsewhere: as if it had seen an error, but it follows the next one as far as a new one.
    pub(crate) fn set_known(&self, index: u32, weight: f32) {
        self.set_entry(index, CoherenceEntry { weight, sum: f32::MIN_POSITIVE, size: f32::MIN_POSITIVE });
    }

    fn is_touched(&self, index: u32) -> bool {
        self.weight(index) != if index < self.of_first { self.first } else { 0.0 }
    }

    /// One weight, if it was touched and the sizes of its errors sum up to at least so much.
    pub(crate) fn settled(&self, index: u32, least: f32) -> Option<f32> {
        let CoherenceEntry { weight, size, .. } = self.weights.entry(index);
        let is_settled = self.weights.is_plain() || size >= least;
        (self.is_touched(index) && self.was_updated(index) && is_settled).then_some(weight)
    }

    /// All about one weight; `None` if it was never touched.
    pub(crate) fn entry(&self, index: u32) -> Option<CoherenceEntry> {
        let entry = self.weights.entry(index);
        (self.is_touched(index) || entry.was_updated()).then_some(entry)
    }

    /// Sets all about one weight.
    pub(crate) fn set_entry(&self, index: u32, entry: CoherenceEntry) {
        self.weights.set_entry(index, entry);
    }
}
