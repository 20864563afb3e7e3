//! The weights and what learning remembers about each.

use std::io;

use redouble_core::Shape;

use super::changes::Changes;
use super::coherence::Coherent;
use super::recipe::{Recipe, Rule};
use super::record::{Entry, Record};
use crate::ntuple::{self, Indexed, Indexes, Levels, Tuples, TwoIndexes, Weights, Words};

/// What the weights are rounded to that moves are chosen by: 2 on 4x4, more or less as scores are on other boards.
///
/// A value is the sum of 32 of them or so: the rounding moves it by 3 points. With 8 networks were 2 % weaker after 50,000 to
/// 100,000 games (`docs/learning.md`).
fn step_to_choose_by(shape: Shape) -> f32 {
    2.0_f32.powi(1 + (shape.cells() as i32 - 16) / 2)
}

/// The weights of a network with their coherence.
pub(crate) struct LearningTable {
    tuples: Tuples,
    records: Words<Record>,
    /// The weights once more, rounded: choosing a move reads four times as many as learning from it changes, and so many more
    /// of them are in the caches. Few change when one learns, so that threads seldom take them from each other.
    shown: Weights,
    is_plain: bool,
    levels: Levels,
    /// Whether there are any: they follow errors, or came with the weights of another network.
    has_levels: bool,
    /// How far a level follows an error.
    level_rate: f32,
    rate: f32,
    /// What a weight of the first stage is until it is touched.
    first: f32,
    /// How many weights the first stage has.
    of_first: u32,
}

impl LearningTable {
    pub(crate) fn new(recipe: &Recipe) -> io::Result<LearningTable> {
        let (rate, is_plain) = match recipe.rule {
            Rule::Plain { alpha } => (alpha, true),
            Rule::Coherence { beta } => (beta, false),
        };
        let tuples = recipe.tuples.clone();
        // The halves of records are numbered.
        u32::try_from(2 * tuples.weights())
            .map_err(|_| io::Error::other("more than 2^31 weights cannot be learned"))?;
        let (levels, level_rate) = (Levels::new(), recipe.levels);
        let table = LearningTable {
            records: Words::new(tuples.weights())?,
            shown: Weights::new(&tuples, step_to_choose_by(tuples.shape()))?,
            of_first: tuples.weights_of_a_stage() as u32,
            tuples,
            is_plain,
            levels,
            has_levels: level_rate != 0.0,
            level_rate,
            rate,
            first: recipe.first_weight(),
        };
        if table.first != 0.0 {
            (0..table.of_first).for_each(|index| table.set_weight(index, table.first));
        }
        Ok(table)
    }

    /// How many weights there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.records.as_slice().len()
    }

    /// One weight.
    pub(crate) fn weight(&self, index: u32) -> f32 {
        self.record(index).weight
    }

    /// Changes one weight.
    pub(crate) fn set_weight(&self, index: u32, weight: f32) {
        self.set_record(index, Entry { weight, ..self.record(index) });
    }

    fn record(&self, index: u32) -> Entry {
        self.records.as_slice()[index as usize].get()
    }

    fn set_record(&self, index: u32, entry: Entry) {
        self.records.as_slice()[index as usize].set(entry);
        self.shown.set(index, entry.weight);
    }

    #[inline(always)]
    pub(crate) fn levels(&self) -> &Levels {
        &self.levels
    }

    pub(crate) fn set_levels(&mut self, levels: Levels) {
        self.has_levels |= levels.values().next().is_some();
        self.levels = levels;
    }

    #[inline(always)]
    pub(crate) fn has_levels(&self) -> bool {
        self.has_levels
    }

    /// Moves the value of boards with this sum by its part of the error; what it is then.
    #[inline(always)]
    pub(crate) fn follow(&self, sum: u64, level: f32, error: f32) -> f32 {
        let level = level + self.level_rate * error;
        if self.has_levels {
            self.levels.set(sum, level);
        }
        level
    }

    /// Slides sought in this table that are not found yet.
    pub(crate) fn unsought_slides(&self) -> SoughtSlides {
        SoughtSlides(self.unsought(SLIDES))
    }

    /// The same for the records of a board.
    pub(crate) fn unsought_records(&self) -> SoughtRecords {
        SoughtRecords(self.unsought(1))
    }

    fn unsought(&self, boards: usize) -> Sought {
        let (tuples, below) = (self.tuples.len(), self.len());
        Sought { lines: vec![TwoIndexes::default(); boards * tuples.div_ceil(2)].into(), tuples, below }
    }

    /// Finds where the weights of boards are that moves are chosen by.
    #[inline(always)]
    pub(crate) fn seek_slides<B: Indexed>(&self, boards: [B; SLIDES], sought: &mut SoughtSlides) {
        self.seek::<0, SLIDES, B>(boards, &mut sought.0);
    }

    /// Finds where the records of a board are.
    #[inline(always)]
    pub(crate) fn seek_records<B: Indexed>(&self, board: B, sought: &mut SoughtRecords) {
        self.seek::<1, 1, B>([board], &mut sought.0);
    }

    #[inline(always)]
    fn seek<const SHIFT: u32, const BOARDS: usize, B: Indexed>(
        &self,
        boards: [B; BOARDS],
        sought: &mut Sought,
    ) {
        assert!(sought.below == self.len(), "sought in another table");
        let stage_of = |board: B| board.stage(self.tuples.stages());
        ntuple::seek::<SHIFT, BOARDS, B>(boards, stage_of, &self.tuples, &mut sought.lines);
    }

    /// Asks for the weights of slides that were sought to be brought near, given which as bits.
    ///
    /// Best not at once: what was just written takes a while until it can be read.
    #[inline(always)]
    pub(crate) fn ask_for_slides(&self, sought: &SoughtSlides, legal: u32) {
        self.shown.ask_for_boards(&sought.0.lines, sought.0.tuples, legal);
    }

    /// As [`ask_for_slides`](LearningTable::ask_for_slides), for records that learning will change.
    #[inline(always)]
    pub(crate) fn ask_for_records(&self, sought: &SoughtRecords) {
        self.records.prefetch_each_to_write(sought.halves_below(self.len()));
    }

    /// The sums of the weights of these slides, each rounded.
    #[inline(always)]
    pub(crate) fn sums_of_slides(&self, sought: &SoughtSlides, legal: u32) -> [f32; SLIDES] {
        let Sought { lines, tuples, below } = &sought.0;
        assert!(*below == self.len(), "sought in another table");
        // SAFETY: what was sought is below the number of weights.
        let sums = unsafe { self.shown.sums_of_boards_unchecked(lines, *tuples, legal) };
        sums.map(|sum| sum as f32 * self.shown.step())
    }

    /// Whether this weight ever saw an error; without sums of errors, whether it is no longer what it was at first.
    pub(crate) fn was_updated(&self, index: u32) -> bool {
        if self.is_plain { self.is_touched(index) } else { self.record(index).was_updated() }
    }

    /// Sets a weight that was learned elsewhere: as if it had seen an error, but it follows the next one as far as a new one.
    pub(crate) fn set_known(&self, index: u32, weight: f32) {
        self.set_record(index, Entry { weight, sum: f32::MIN_POSITIVE, size: f32::MIN_POSITIVE });
    }

    fn is_touched(&self, index: u32) -> bool {
        self.weight(index) != if index < self.of_first { self.first } else { 0.0 }
    }

    /// One weight, if it was touched and the sizes of its errors sum up to at least so much.
    pub(crate) fn settled(&self, index: u32, least: f32) -> Option<f32> {
        let Entry { weight, size, .. } = self.record(index);
        let is_settled = self.is_plain || size >= least;
        (self.is_touched(index) && self.was_updated(index) && is_settled).then_some(weight)
    }

    /// All about one weight; `None` if it was never touched.
    pub(crate) fn entry(&self, index: u32) -> Option<Entry> {
        let entry = self.record(index);
        (self.is_touched(index) || entry.was_updated()).then_some(entry)
    }

    /// Sets all about one weight.
    pub(crate) fn set_entry(&mut self, index: u32, entry: Entry) {
        self.set_record(index, entry);
    }

    /// Moves every weight that was sought by its part of a step that follows from the sum of them, and returns the sum
    /// afterwards. Those who choose moves see it when the changes are [shown](LearningTable::show).
    ///
    /// A weight that is there twice, because images of the board agree, is moved once.
    #[inline(always)]
    pub(crate) fn update(
        &self,
        sought: &SoughtRecords,
        changes: &mut Changes,
        step: impl FnOnce(f32) -> f32,
    ) -> f32 {
        let LearningTable { shown, rate, is_plain, .. } = self;
        let tables = Coherent { records: self.records.as_slice(), shown, rate: *rate, is_plain: *is_plain };
        // SAFETY: what was sought is below the number of weights, and there are no more tuples.
        unsafe { tables.update(sought.halves_below(self.len()), changes, step) }
    }

    /// Lets those who choose moves see what was learned.
    pub(crate) fn show(&self, changes: &mut Changes) {
        changes.show(&self.shown);
    }
}

/// Where the weights of some boards are.
struct Sought {
    lines: Box<[TwoIndexes]>,
    tuples: usize,
    /// All are below this number of weights.
    below: usize,
}

/// As many slides are sought at once.
const SLIDES: usize = 4;

/// Where the weights of the slides of a board are.
pub(crate) struct SoughtSlides(Sought);

/// Where the records of a board are: twice the indexes, which are those of their halves.
///
/// Addresses can be told in units of 8 bytes, and not in those of 16.
pub(crate) struct SoughtRecords(Sought);

impl SoughtRecords {
    /// The indexes, half of which are below the number of weights `len`.
    #[inline(always)]
    fn halves_below(&self, len: usize) -> &[Indexes] {
        assert!(self.0.below == len, "sought in another table");
        &TwoIndexes::flat(&self.0.lines)[..self.0.tuples]
    }
}
