//! A network to play with.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering};

use super::index::{Indexed, Indexes};
use super::memory::Words;
use super::tuples::Tuples;
use super::weights::Weights;
use crate::{Leaf, Searchable};

/// A trained network: values of boards, as the score still to be expected.
///
/// Weights are whole multiples of a step, in half the memory that learning needs for them.
pub struct Network {
    tuples: Tuples,
    step: u16,
    weights: Words<AtomicI16>,
    /// Where it comes from, in lines.
    about: String,
}

/// The most tuples of a network whose value is computed without asking for memory.
const USUAL_TUPLES: usize = 16;

impl Network {
    /// The network with these weights, rounded to multiples of `step`.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn new(tuples: Tuples, weights: &Weights, step: u16, about: String) -> io::Result<Network> {
        let network = Network::empty(tuples, step, about)?;
        for (index, place) in (0_u32..).zip(network.weights.as_slice()) {
            let rounded = (weights.get(index) / f32::from(step)).round();
            // Saturates.
            place.store(rounded as i16, Ordering::Relaxed);
        }
        Ok(network)
    }

    /// All weights zero.
    pub(super) fn empty(tuples: Tuples, step: u16, about: String) -> io::Result<Network> {
        let weights = Words::new(tuples.weights())?;
        Ok(Network { tuples, step, weights, about })
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
        let network = Network::empty(self.tuples.clone(), step, self.about.clone())?;
        for (place, weight) in network.weights.as_slice().iter().zip(self.steps()) {
            let rounded = (f32::from(weight) * f32::from(self.step) / f32::from(step)).round();
            place.store(rounded as i16, Ordering::Relaxed);
        }
        Ok(network)
    }

    /// How many weights are not zero.
    #[must_use]
    pub fn count_known(&self) -> usize {
        self.steps().filter(|&weight| weight != 0).count()
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
        let steps = match usual.get_mut(..self.tuples.len()) {
            Some(indexes) => self.sum(board, indexes),
            None => self.sum(board, &mut vec![[0; 8]; self.tuples.len()]),
        };
        f64::from(steps) * f64::from(self.step)
    }

    #[inline(always)]
    fn sum<B: Indexed>(&self, board: B, indexes: &mut [Indexes]) -> i32 {
        board.indexes(&self.tuples, indexes);
        let weights = self.weights.as_slice();
        let weight = |&index: &u32| i32::from(weights[index as usize].load(Ordering::Relaxed));
        indexes.iter().flatten().map(weight).sum()
    }
}

/// Shared: several players use one network.
impl Leaf for Arc<Network> {
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
