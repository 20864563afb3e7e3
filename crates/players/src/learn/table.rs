//! The weights and what learning remembers about each.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::recipe::{Recipe, Rule};
use crate::ntuple::{Indexes, Levels, Weights, Words};

/// The weights of a network with their coherence.
pub(crate) struct LearningTable {
    weights: Weights,
    /// Of every weight: the sum of its errors and the sum of their sizes, two numbers in one word. Apart from the weights, of
    /// which choosing a move reads four times as many as learning from it changes.
    coherence: Option<Words<AtomicU64>>,
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
        let len = recipe.tuples.weights();
        let (rate, coherence) = match recipe.rule {
            Rule::Plain { alpha } => (alpha, None),
            Rule::Coherence { beta } => (beta, Some(Words::new(len)?)),
        };
        let (weights, first) = (Weights::new(&recipe.tuples)?, recipe.first_weight());
        let of_first = recipe.tuples.weights_of_a_stage() as u32;
        if first != 0.0 {
            (0..of_first).for_each(|index| weights.set(index, first));
        }
        let (levels, level_rate) = (Levels::new(), recipe.levels);
        let has_levels = level_rate != 0.0;
        Ok(LearningTable { weights, coherence, levels, has_levels, level_rate, rate, first, of_first })
    }

    #[inline(always)]
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
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

    /// Asks for everything about the weights at these indexes to be brought near.
    #[inline(always)]
    pub(crate) fn prefetch(&self, indexes: &[Indexes]) {
        self.weights.prefetch(indexes);
        if let Some(coherence) = &self.coherence {
            indexes.iter().flatten().for_each(|&index| coherence.prefetch(index));
        }
    }

    /// Whether this weight ever saw an error; without sums of errors, whether it is no longer what it was at first.
    pub(crate) fn was_updated(&self, index: u32) -> bool {
        match &self.coherence {
            Some(coherence) => coherence.as_slice()[index as usize].load(Ordering::Relaxed) != 0,
            None => self.is_touched(index),
        }
    }

    /// Sets a weight that was learned elsewhere: as if it had seen an error, but it follows the next one as far as a new one.
    pub(crate) fn set_known(&self, index: u32, weight: f32) {
        self.weights.set(index, weight);
        if let Some(coherence) = &self.coherence {
            coherence.as_slice()[index as usize]
                .store(pack(f32::MIN_POSITIVE, f32::MIN_POSITIVE), Ordering::Relaxed);
        }
    }

    fn is_touched(&self, index: u32) -> bool {
        self.weights.get(index) != if index < self.of_first { self.first } else { 0.0 }
    }

    /// One weight, if it was touched and the sizes of its errors sum up to at least so much.
    pub(crate) fn settled(&self, index: u32, least: f32) -> Option<f32> {
        let size = match &self.coherence {
            Some(coherence) => unpack(coherence.as_slice()[index as usize].load(Ordering::Relaxed)).1,
            None => f32::INFINITY,
        };
        (self.is_touched(index) && self.was_updated(index) && size >= least).then(|| self.weights.get(index))
    }

    /// All about one weight, as bytes; `None` if it was never touched.
    pub(crate) fn entry(&self, index: u32) -> Option<[u8; 12]> {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.weights.get(index).to_le_bytes());
        if let Some(coherence) = &self.coherence {
            let (sum, size) = unpack(coherence.as_slice()[index as usize].load(Ordering::Relaxed));
            bytes[4..8].copy_from_slice(&sum.to_le_bytes());
            bytes[8..].copy_from_slice(&size.to_le_bytes());
        }
        let touched = self.is_touched(index) || bytes[4..] != [0; 8];
        touched.then_some(bytes)
    }

    /// Sets all about one weight.
    pub(crate) fn set_entry(&mut self, index: u32, bytes: [u8; 12]) {
        let [weight, sum, size] =
            [0, 4, 8].map(|at| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
        self.weights.set(index, weight);
        if let Some(coherence) = &self.coherence {
            coherence.as_slice()[index as usize].store(pack(sum, size), Ordering::Relaxed);
        }
    }

    /// Moves every weight by its part of `step`, and returns the sum of them afterwards.
    #[inline(always)]
    pub(crate) fn update(&self, indexes: &[Indexes], step: f32) -> f32 {
        match &self.coherence {
            Some(coherence) => {
                let coherence = coherence.as_slice();
                self.weights.change(indexes, |index, weight| {
                    let word = &coherence[index as usize];
                    let (rate, next) = cohere(word.load(Ordering::Relaxed), step);
                    word.store(next, Ordering::Relaxed);
                    weight + self.rate * rate * step
                })
            }
            None => self.weights.change(indexes, |_, weight| weight + self.rate * step),
        }
    }
}

/// The part of the step that a weight follows, and its coherence after the step.
#[inline(always)]
fn cohere(word: u64, step: f32) -> (f32, u64) {
    let (sum, size) = unpack(word);
    let rate = if size == 0.0 { 1.0 } else { sum.abs() / size };
    (rate, pack(sum + step, size + step.abs()))
}

/// The sum of errors is the upper half, the sum of their sizes the lower.
#[inline(always)]
fn unpack(word: u64) -> (f32, f32) {
    (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
}

#[inline(always)]
fn pack(sum: f32, size: f32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(size.to_bits())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use redouble_core::{Random, Shape};

    use super::*;
    use crate::Tuples;

    /// Weight by weight as the rule is written, in a map.
    #[derive(Default)]
    struct Twin(HashMap<u32, [f32; 3]>);

    impl Twin {
        fn update(&mut self, indexes: &[Indexes], beta: f32, step: f32) {
            for &index in indexes.iter().flatten() {
                let [weight, sum, size] = self.0.entry(index).or_default();
                let rate = if *size == 0.0 { 1.0 } else { sum.abs() / *size };
                *weight += beta * rate * step;
                *sum += step;
                *size += step.abs();
            }
        }
    }

    #[test]
    fn coherent_updates_are_those_of_the_rule() {
        let recipe = Recipe::new(Tuples::parse("01,45", Shape::CLASSIC).unwrap());
        let table = LearningTable::new(&recipe).unwrap();
        let (mut twin, mut random) = (Twin::default(), Random::new(5));
        for _ in 0..2_000 {
            // Few different indexes, so that some come twice in one update.
            let indexes: [Indexes; 2] =
                std::array::from_fn(|tuple| std::array::from_fn(|_| 256 * tuple as u32 + random.below(20)));
            let step = f32::from(random.below(2_001) as i16 - 1_000) / 16.0;
            let value = table.update(&indexes, step);
            twin.update(&indexes, 1.0, step);
            assert!(value.is_finite());
        }
        for index in 0..512 {
            assert_eq!(
                table.weights().get(index),
                twin.0.get(&index).map_or(0.0, |entry| entry[0]),
                "{index}"
            );
        }
    }
}
