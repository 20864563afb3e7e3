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

    /// The sum of the weights at these indexes.
    ///
    /// The eight images are summed apart and then pairwise, in the same order on every processor.
    #[must_use]
    #[inline(always)]
    pub fn sum(&self, indexes: &[Indexes]) -> f32 {
        sum_of_all(indexes, |index| self.get(index))
    }

    /// Changes the weights at these indexes one after the other; the sum of them afterwards.
    #[inline(always)]
    pub(crate) fn change(&self, indexes: &[Indexes], new_weight: impl Fn(u32, f32) -> f32) -> f32 {
        sum_of_all(indexes, |index| {
            let weight = new_weight(index, self.get(index));
            self.set(index, weight);
            weight
        })
    }

    /// Asks for the weights at these indexes to be brought near.
    #[inline(always)]
    pub fn prefetch(&self, indexes: &[Indexes]) {
        indexes.iter().flatten().for_each(|&index| self.words.prefetch(index));
    }
}

/// The sum of what is at these indexes.
#[inline(always)]
fn sum_of_all(indexes: &[Indexes], at: impl Fn(u32) -> f32) -> f32 {
    let mut lanes = [0.0; 8];
    for tuple in indexes {
        for (lane, &index) in lanes.iter_mut().zip(tuple) {
            *lane += at(index);
        }
    }
    sum_of_lanes(lanes)
}

/// The sum of eight numbers, pairwise.
#[inline(always)]
fn sum_of_lanes(lanes: [f32; 8]) -> f32 {
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
