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
        let mut sum = Sum::default();
        // SAFETY: as the caller promises.
        indexes.iter().for_each(|tuple| unsafe { sum.add_words(self.words(), tuple) });
        sum.total()
    }

    /// All weights, as words that can be asked for.
    #[inline(always)]
    pub(crate) fn memory(&self) -> &Words<AtomicU32> {
        &self.words
    }
}

/// A sum of weights, in the same order on every processor: four sums that do not wait for one another.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum([f32; 4]);

impl Sum {
    /// The sum with these four parts.
    #[inline(always)]
    pub(crate) fn of(parts: [f32; 4]) -> Sum {
        Sum(parts)
    }

    /// Adds the weights of one tuple.
    #[inline(always)]
    pub(crate) fn add(&mut self, weights: [f32; 8]) {
        for (lane, weight) in weights.into_iter().enumerate() {
            self.0[lane % 4] += weight;
        }
    }

    /// Adds the weights of one tuple that are in these words, each read as by a relaxed load.
    ///
    /// # Safety
    /// The indexes are below the number of words.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn add_words(&mut self, words: &[AtomicU32], tuple: &Indexes) {
        for (place, two) in tuple.chunks_exact(2).enumerate() {
            let (of_first, of_second) = (2 * place % 4, (2 * place + 1) % 4);
            let (mut first, mut second) = (self.0[of_first], self.0[of_second]);
            // Two indexes at a time, and a weight is added from where it is. A compiler given atomic words brings each into
            // a register for whole numbers, from there into one for vectors, and makes vectors of them.
            //
            // SAFETY: two indexes and the words there are read; words are aligned, so that each is read at once.
            unsafe {
                std::arch::asm!(
                    "mov {other}, qword ptr [{two}]",
                    "mov {one:e}, {other:e}",
                    "shr {other}, 32",
                    "addss {first}, dword ptr [{words} + {one} * 4]",
                    "addss {second}, dword ptr [{words} + {other} * 4]",
                    two = in(reg) two.as_ptr(),
                    words = in(reg) words.as_ptr(),
                    one = out(reg) _,
                    other = out(reg) _,
                    first = inout(xmm_reg) first,
                    second = inout(xmm_reg) second,
                    options(pure, readonly, nostack),
                );
            }
            (self.0[of_first], self.0[of_second]) = (first, second);
        }
    }

    /// Adds the weights of one tuple that are in these words.
    ///
    /// # Safety
    /// The indexes are below the number of words.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    unsafe fn add_words(&mut self, words: &[AtomicU32], tuple: &Indexes) {
        self.add(tuple.map(|index| {
            // SAFETY: as the caller promises.
            let word = unsafe { words.get_unchecked(index as usize) };
            f32::from_bits(word.load(Ordering::Relaxed))
        }));
    }

    #[inline(always)]
    pub(crate) fn total(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }
}

#[cfg(test)]
mod tests {
    use redouble_core::{Random, Shape};

    use super::*;

    #[test]
    fn sums_are_those_of_the_weights_one_by_one() {
        let tuples = Tuples::parse("012,345,7", Shape::CLASSIC).unwrap();
        let (weights, mut random) = (Weights::new(&tuples).unwrap(), Random::new(7));
        let len = weights.len() as u32;
        (0..len).for_each(|index| weights.set(index, f32::from(random.below(60_000) as i16) / 7.0));
        for _ in 0..1_000 {
            let indexes: [Indexes; 3] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(len)));
            let mut expected = Sum::default();
            indexes.iter().for_each(|tuple| expected.add(tuple.map(|index| weights.get(index))));
            // SAFETY: the indexes are below the number of weights.
            assert_eq!(unsafe { weights.sum_unchecked(&indexes) }, expected.total());
        }
    }
}
