//! The tables of weights.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use super::index::Indexes;
use super::memory::Words;
use super::tuples::Tuples;

/// The weights of all tuples, one table after the other, those of the first stage and then those of each later one.
///
/// Several threads may read and write them at once. Each access is one relaxed atomic load or store, which costs what a
/// plain one does.
pub struct Weights {
    words: Words<AtomicU32>,
}

impl Weights {
    /// The weights of these tuples, all zero.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn new(tuples: &Tuples) -> io::Result<Weights> {
        Ok(Weights { words: Words::new(tuples.weights())? })
    }

    /// The number of weights.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.words.as_slice().len()
    }

    /// One weight.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, index: u32) -> f32 {
        f32::from_bits(self.words.as_slice()[index as usize].load(Ordering::Relaxed))
    }

    /// Changes one weight.
    #[inline(always)]
    pub fn set(&self, index: u32, weight: f32) {
        self.words.as_slice()[index as usize].store(weight.to_bits(), Ordering::Relaxed);
    }

    /// All weights, as bits of numbers.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[AtomicU32] {
        self.words.as_slice()
    }

    /// The sum of the weights at these indexes.
    ///
    /// # Safety
    /// They are below the number of weights.
    #[inline(always)]
    pub(crate) unsafe fn sum_unchecked(&self, indexes: &[Indexes]) -> f32 {
        let weight = |index: u32| {
            // SAFETY: as the caller promises.
            let word = unsafe { self.words.as_slice().get_unchecked(index as usize) };
            f32::from_bits(word.load(Ordering::Relaxed))
        };
        let mut sum = Sum::default();
        indexes.iter().for_each(|tuple| sum.add(tuple.map(weight)));
        sum.total()
    }

    /// Asks for the weight at this index to be brought near.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: u32) {
        self.words.prefetch(index);
    }
}

/// A sum of weights, in the same order on every processor: four sums that do not wait for one another.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum([f32; 4]);

impl Sum {
    /// Adds the weights of one tuple.
    #[inline(always)]
    pub(crate) fn add(&mut self, weights: [f32; 8]) {
        for (lane, weight) in weights.into_iter().enumerate() {
            self.0[lane % 4] += weight;
        }
    }

    #[inline(always)]
    pub(crate) fn total(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }
}
