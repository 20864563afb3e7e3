//! A network to play with.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering};

use super::index::{Indexed, Indexes};
use super::memory::Words;
use super::tuples::Tuples;
use crate::{Leaf, Searchable};

/// A trained network: values of boards, as the score still to be expected.
///
/// Weights are whole multiples of a step, in half the memory that learning needs for them.
pub struct Network {
    tuples: Tuples,
    step: u16,
    /// What unknown weights are, in steps.
    base: i16,
    weights: Words<AtomicI16>,
    /// Where it comes from, in lines.
    about: String,
}

/// The most tuples of a network whose value is computed without asking for memory.
const USUAL_TUPLES: usize = 20;

impl Network {
    /// The network with these weights, rounded to multiples of `step`.
    ///
    /// Unknown weights are `base` in the first stage and 0 in later ones.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn new(
        tuples: Tuples,
        weight: impl Fn(u32) -> Option<f32>,
        base: f32,
        step: u16,
        about: String,
    ) -> io::Result<Network> {
        let network = Network::unknown(tuples, step, in_steps(base, step), about)?;
        for (index, place) in (0_u32..).zip(network.weights.as_slice()) {
            if let Some(weight) = weight(index) {
                place.store(in_steps(weight, step), Ordering::Relaxed);
            }
        }
        Ok(network)
    }

    /// A network that knows no weight.
    pub(super) fn unknown(tuples: Tuples, step: u16, base: i16, about: String) -> io::Result<Network> {
        let weights = Words::<AtomicI16>::new(tuples.weights())?;
        if base != 0 {
            weights.as_slice()[..tuples.weights_of_a_stage()]
                .iter()
                .for_each(|weight| weight.store(base, Ordering::Relaxed));
        }
        Ok(Network { tuples, step, base, weights, about })
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
    /// If there is not the memory.
    pub fn with_step(&self, step: u16) -> io::Result<Network> {
        let changed = |weight: i16| in_steps(f32::from(weight) * f32::from(self.step), step);
        let network = Network::unknown(self.tuples.clone(), step, changed(self.base), self.about.clone())?;
        for (place, weight) in network.weights.as_slice().iter().zip(self.steps()) {
            place.store(changed(weight), Ordering::Relaxed);
        }
        Ok(network)
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

    /// By how much each weight differs from unknown ones, in steps.
    pub(super) fn differences(&self) -> impl Iterator<Item = i16> + '_ {
        let of_first = std::iter::repeat_n(self.base, self.tuples.weights_of_a_stage());
        let unknown = of_first.chain(std::iter::repeat(0));
        self.steps().zip(unknown).map(|(weight, unknown)| weight.wrapping_sub(unknown))
    }

    /// One weight.
    pub(crate) fn weight(&self, index: u32) -> f32 {
        f32::from(self.words()[index as usize].load(Ordering::Relaxed)) * f32::from(self.step)
    }

    /// All weights, in steps.
    pub(super) fn steps(&self) -> impl Iterator<Item = i16> + '_ {
        self.weights.as_slice().iter().map(|weight| weight.load(Ordering::Relaxed))
    }

    pub(super) fn words(&self) -> &[AtomicI16] {
        self.weights.as_slice()
    }

    /// The value of a board after a slide.
    #[inline]
    pub fn value<B: Indexed>(&self, board: B) -> f64 {
        let mut usual = [[0; 8]; USUAL_TUPLES];
        let steps = match usual.get_mut(..self.tuples.indexes_of_a_board()) {
            Some(indexes) => self.sum(board, indexes),
            None => self.sum(board, &mut vec![[0; 8]; self.tuples.indexes_of_a_board()]),
        };
        f64::from(steps) * f64::from(self.step)
    }

    #[inline(always)]
    fn sum<B: Indexed>(&self, board: B, indexes: &mut [Indexes]) -> i32 {
        let count = board.indexes(&self.tuples, indexes);
        let weights = self.weights.as_slice();
        let weight = |index: u32| i32::from(weights[index as usize].load(Ordering::Relaxed));
        indexes[..count].iter().map(|tuple| tuple.map(weight).iter().sum::<i32>()).sum()
    }
}

/// A weight as a number of steps; what is too large becomes the largest.
fn in_steps(weight: f32, step: u16) -> i16 {
    (weight / f32::from(step)).round() as i16
}

/// Shared: several players use one network.
impl Leaf for Arc<Network> {
    const IS_COSTLY: bool = true;

    #[inline]
    fn value<B: Searchable>(&self, board: B) -> f64 {
        match board.as_4x4() {
            Some(board) => Network::value(self, board),
            None => Network::value(self, board.exact()),
        }
    }

    fn value_when_over<B: Searchable>(&self, _: B) -> f64 {
        0.0
    }

    fn gain_weight(&self) -> f64 {
        1.0
    }

    fn asks_whether_over(&self) -> bool {
        true
    }
}
