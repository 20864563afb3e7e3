//! A network to play with.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering};

use redouble_core::Grid;
use redouble_kernels::{Cpu, IndexPlan, QuantisedWeights, SlideIndexes, TwoIndexes, quantised};

use super::coded::{Coded, Layout};
use super::index::Indexed;
use super::levels::Levels;
use super::tuples::Tuples;
use crate::eval::value_each;
use crate::{Leaf, Searchable, Slides};

/// A trained network: values of boards, as the score still to be expected.
///
/// Weights are whole multiples of a step, in an eighth of the memory that learning needs for them.
pub struct Network {
    tuples: Tuples,
    cpu: Cpu,
    plan: IndexPlan,
    step: u16,
    /// What unknown weights are, in steps.
    base: i16,
    /// Those of stages that are still coded are not there yet.
    weights: QuantisedWeights,
    coded: Coded,
    levels: Levels,
    /// Where it comes from, in lines.
    about: String,
}

impl Network {
    /// The network with these weights, rounded to multiples of `step`.
    ///
    /// Unknown weights are `base` in the first stage and those of the stage before in later ones.
    ///
    /// # Errors
    /// If the allocation fails.
    pub(crate) fn new(
        tuples: Tuples,
        weight: impl Fn(u32) -> Option<f32>,
        base: f32,
        step: u16,
        cpu: Cpu,
    ) -> io::Result<Network> {
        let of_a_stage = tuples.weights_of_a_stage();
        let network = Network::blank(tuples, step, quantised(base, step.into()), cpu)?;
        for (index, place) in network.words().iter().enumerate() {
            let known = weight(index as u32).map(|weight| quantised(weight, step.into()));
            let unknown = || match index.checked_sub(of_a_stage) {
                Some(before) => network.words()[before].load(Ordering::Relaxed),
                None => network.base,
            };
            let weight = known.unwrap_or_else(unknown);
            // What is not written takes no memory.
            if weight != 0 {
                place.store(weight, Ordering::Relaxed);
            }
        }
        Ok(network)
    }

    /// A network whose weights are still to be set: all are 0.
    pub(super) fn blank(tuples: Tuples, step: u16, base: i16, cpu: Cpu) -> io::Result<Network> {
        let weights = QuantisedWeights::new(tuples.weights(), step.into())?;
        let (plan, coded, levels, about) = (tuples.plan(cpu), Coded::nothing(), Levels::new(), String::new());
        Ok(Network { tuples, cpu, plan, step, base, weights, coded, levels, about })
    }

    /// The same network with these lines about where it comes from.
    pub(crate) fn with_about(self, about: String) -> Network {
        Network { about, ..self }
    }

    /// The same network with these levels.
    pub(crate) fn with_levels(self, levels: impl Iterator<Item = f32>) -> Network {
        Network { levels: Levels::from_values(levels), ..self }
    }

    /// What boards with each sum of tiles are worth.
    pub(crate) fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Its tuples.
    #[must_use]
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// What weights are multiples of.
    #[must_use]
    pub fn step(&self) -> u16 {
        self.step
    }

    /// Where it comes from, in lines: how it was trained.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The same network with weights rounded to multiples of a larger step.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn with_step(&self, step: u16) -> io::Result<Network> {
        let changed = |weight: i16| quantised(f32::from(weight) * f32::from(self.step), step.into());
        let network = Network::blank(self.tuples.clone(), step, changed(self.base), self.cpu)?;
        for (place, weight) in network.words().iter().zip(self.steps()) {
            place.store(changed(weight), Ordering::Relaxed);
        }
        Ok(network.with_levels(self.levels.values()).with_about(self.about.clone()))
    }

    /// The instructions it uses.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// What unknown weights are, in steps.
    pub(super) fn base(&self) -> i16 {
        self.base
    }

    /// How many weights are known: those that differ from what unknown ones are.
    #[must_use]
    pub fn count_known(&self) -> usize {
        self.differences().filter(|&difference| difference != 0).count()
    }

    /// By how much each weight differs from what it would be if it were unknown, in steps.
    pub(super) fn differences(&self) -> impl Iterator<Item = i16> + '_ {
        let of_first = std::iter::repeat_n(self.base, self.tuples.weights_of_a_stage());
        let unknown = of_first.chain(self.steps());
        self.steps().zip(unknown).map(|(weight, unknown)| weight.wrapping_sub(unknown))
    }

    /// One weight.
    pub(crate) fn weight(&self, index: u32) -> f32 {
        self.need(self.last_stage());
        self.weights.get(index)
    }

    /// All weights, in steps.
    pub(super) fn steps(&self) -> impl Iterator<Item = i16> + '_ {
        self.words().iter().map(|weight| weight.load(Ordering::Relaxed))
    }

    /// The same network with weights that are still coded.
    pub(super) fn with_coded(self, coded: impl FnOnce(Layout) -> Coded) -> Network {
        Network { coded: coded(self.layout()), ..self }
    }

    fn layout(&self) -> Layout {
        let tuples = &self.tuples;
        Layout { weights: tuples.weights_of_a_stage(), stages: tuples.stages().count(), base: self.base }
    }

    /// Decodes the weights up to those of this stage; `None` if they are damaged.
    pub(super) fn decode_to(&self, stage: usize) -> Option<()> {
        self.coded.decode_to(stage, self.weights.words(), self.layout())
    }

    /// All weights.
    fn words(&self) -> &[AtomicI16] {
        self.need(self.last_stage());
        self.weights.words()
    }

    fn last_stage(&self) -> usize {
        self.tuples.stages().count() - 1
    }

    #[cfg(test)]
    pub(super) fn has_all_stages(&self) -> bool {
        self.coded.has(self.last_stage())
    }

    /// Makes sure that the weights of this stage are there.
    #[inline(always)]
    fn need(&self, stage: usize) {
        if !self.coded.has(stage) {
            self.decode_to(stage).expect("only what this program brings is decoded so late");
        }
    }

    /// The value of a board after a slide: the score still to be expected.
    pub fn value<B: Indexed>(&self, board: B) -> f64 {
        self.level(board) + self.advantage(board)
    }

    /// What boards with about the same sum of tiles are worth.
    pub fn level<G: Grid>(&self, board: G) -> f64 {
        f64::from(self.levels.get(board.sum()).unwrap_or(0.0))
    }

    /// How much more a board after a slide is worth than others with the same sum.
    #[inline]
    pub fn advantage<B: Indexed>(&self, board: B) -> f64 {
        let stage = board.stage(self.tuples.stages());
        self.need(stage);
        f64::from(self.weights.sum(&self.plan, stage, board)) * f64::from(self.step)
    }

    /// The same of up to four boards, given as a bit mask: all their weights are prefetched before the first is read.
    fn advantages<const LINES: usize, B: Indexed>(&self, boards: [B; 4], which: u32) -> [f64; 4] {
        let mut indexes: SlideIndexes<[TwoIndexes; LINES]> = SlideIndexes::on_stack(&self.plan);
        let stage_of = |board: B| {
            let stage = board.stage(self.tuples.stages());
            self.need(stage);
            stage
        };
        self.plan.compute_indexes(boards, boards.map(stage_of), &mut indexes);
        self.weights.prefetch(&indexes, which);
        self.weights.sums(&indexes, which).map(|sum| f64::from(sum) * f64::from(self.step))
    }
}

/// Shared: several players use one network.
///
/// Within a search the level is the same for all boards; it stays away from them and counts where a game ends.
impl Leaf for Arc<Network> {
    const IS_COSTLY: bool = true;

    #[inline]
    fn value<B: Searchable>(&self, board: B) -> f64 {
        match board.as_4x4() {
            Some(board) => self.advantage(board),
            None => self.advantage(board.exact()),
        }
    }

    fn values<B: Searchable>(&self, slides: &Slides<B>) -> [f64; 4] {
        let [Some(a), Some(b), Some(c), Some(d)] = slides.boards.map(B::as_4x4) else {
            return value_each(self, slides);
        };
        // A line has two tuples of a board.
        match self.tuples.len() {
            ..=4 => self.advantages::<8, _>([a, b, c, d], slides.legal),
            5..=8 => self.advantages::<16, _>([a, b, c, d], slides.legal),
            _ => value_each(self, slides),
        }
    }

    fn value_when_over<B: Searchable>(&self, board: B) -> f64 {
        -self.level(board)
    }

    fn gain_weight(&self) -> f64 {
        1.0
    }

    fn asks_whether_over(&self) -> bool {
        true
    }
}
