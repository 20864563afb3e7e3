//! The tables of weights.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use super::index::Indexes;
use super::memory::Words;
use super::tuples::Tuples;

/// The weights of all tuples, one table after the other, those of the first stage and then those of each later one.
///
/// A weight of a later stage that was never set is that of the stage before: what was learned there is where learning
/// begins here.
///
/// Several threads may read and write them at once. Each access is one relaxed atomic load or store, which costs what a
/// plain one does.
pub struct Weights {
    /// The bits of numbers. In later stages 0 is what was never set; the number 0 has a sign there.
    words: Words<AtomicU32>,
    /// The number of weights of each stage.
    stage: u32,
}

/// The bits of the number 0 with a sign.
const SIGNED_ZERO: u32 = 1 << 31;

impl Weights {
    /// The weights of these tuples, all zero.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn new(tuples: &Tuples) -> io::Result<Weights> {
        let stage = u32::try_from(tuples.weights_of_a_stage()).expect("tuples have fewer than 2^32 weights");
        Ok(Weights { words: Words::new(tuples.weights())?, stage })
    }

    /// The number of weights.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.words.as_slice().len()
    }

    #[inline(always)]
    fn bits(&self, index: u32) -> u32 {
        self.words.as_slice()[index as usize].load(Ordering::Relaxed)
    }

    /// One weight.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, mut index: u32) -> f32 {
        while index >= self.stage && self.bits(index) == 0 {
            index -= self.stage;
        }
        f32::from_bits(self.bits(index))
    }

    /// Changes one weight.
    #[inline(always)]
    pub fn set(&self, index: u32, weight: f32) {
        let bits = match weight.to_bits() {
            0 if index >= self.stage => SIGNED_ZERO,
            bits => bits,
        };
        self.words.as_slice()[index as usize].store(bits, Ordering::Relaxed);
    }

    /// Whether the weight was ever set; one of the first stage, whether it is another than `first`.
    pub(crate) fn is_set(&self, index: u32, first: f32) -> bool {
        if index < self.stage { self.get(index) != first } else { self.bits(index) != 0 }
    }

    /// Whether all weights at these indexes, which are those of one board, are of the first stage.
    #[inline(always)]
    fn are_first(&self, indexes: &[Indexes]) -> bool {
        indexes[0][0] < self.stage
    }

    /// The sum of the weights at these indexes.
    ///
    /// The eight images are summed apart and then pairwise, in the same order on every processor.
    #[must_use]
    #[inline(always)]
    pub fn sum(&self, indexes: &[Indexes]) -> f32 {
        // The stage is asked for once: what most boards need is eight plain loads for each tuple.
        if self.are_first(indexes) {
            sum_of_all(indexes, |index| f32::from_bits(self.bits(index)))
        } else {
            sum_of_all(indexes, |index| self.get(index))
        }
    }

    /// Changes the weights at these indexes one after the other; the sum of them afterwards.
    #[inline(always)]
    pub(crate) fn change(&self, indexes: &[Indexes], new_weight: impl Fn(u32, f32) -> f32) -> f32 {
        if self.are_first(indexes) {
            sum_of_all(indexes, |index| {
                let weight = new_weight(index, f32::from_bits(self.bits(index)));
                self.words.as_slice()[index as usize].store(weight.to_bits(), Ordering::Relaxed);
                weight
            })
        } else {
            sum_of_all(indexes, |index| {
                let weight = new_weight(index, self.get(index));
                self.set(index, weight);
                weight
            })
        }
    }

    /// Asks for the weights at these indexes to be brought near.
    #[inline(always)]
    pub fn prefetch(&self, indexes: &[Indexes]) {
        indexes.iter().flatten().for_each(|&index| self.words.prefetch(index));
    }
}

/// The sum of what is at these indexes.
#[inline(always)]
fn sum_of_all(indexes: &[Indexes], mut at: impl FnMut(u32) -> f32) -> f32 {
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
