//! Weights in two bytes each, to choose moves by.

use std::io;
use std::sync::atomic::{AtomicI16, Ordering};

use crate::prefetch;
use crate::{BoardIndexes, HugeArray, IndexLines, IndexPlan, Indexes, TupleBoard};

/// The indexes of the weights of four boards, the slides of one.
pub type SlideIndexes<L = Box<[crate::TwoIndexes]>> = BoardIndexes<4, 0, L>;

/// Weights quantised to whole multiples of a step.
///
/// Several threads may read and write them at once. Each access is one relaxed atomic load or store, which costs what a
/// plain one does.
pub struct QuantisedWeights {
    words: HugeArray<AtomicI16>,
    step: f32,
}

impl QuantisedWeights {
    /// So many weights, all zero; later ones are multiples of `step`.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(len: usize, step: f32) -> io::Result<QuantisedWeights> {
        Ok(QuantisedWeights { words: HugeArray::new(len)?, step })
    }

    /// What weights are multiples of.
    #[must_use]
    pub fn step(&self) -> f32 {
        self.step
    }

    /// All weights, in steps.
    #[inline(always)]
    #[must_use]
    pub fn words(&self) -> &[AtomicI16] {
        self.words.as_slice()
    }

    /// One weight.
    #[must_use]
    pub fn get(&self, index: u32) -> f32 {
        f32::from(self.words()[index as usize].load(Ordering::Relaxed)) * self.step
    }

    /// Sets one weight, rounded. A page that is never written takes no memory, so what does not change is not written.
    pub fn set(&self, index: u32, weight: f32) {
        let (word, steps) = (&self.words()[index as usize], quantised(weight, self.step));
        if word.load(Ordering::Relaxed) != steps {
            word.store(steps, Ordering::Relaxed);
        }
    }

    /// The sum of the weights of a board in a stage, in steps.
    #[inline(always)]
    pub fn sum<B: TupleBoard>(&self, plan: &IndexPlan, stage: usize, board: B) -> i32 {
        assert!(plan.weights() <= self.words().len(), "a plan for these weights");
        let mut sum = 0;
        // SAFETY: the indexes of a plan are below its number of weights.
        plan.each_tuple(board, stage, |indexes| sum += unsafe { sum_of_tuple(self.words(), indexes) });
        sum
    }

    /// Prefetches the weights of up to four boards; `boards` is a bit mask.
    ///
    /// Tuple by tuple: the weights of a tuple in different boards share pages more often than those of different tuples do, and
    /// the L1 data TLB has few entries (1.5 to 15 % faster in turn on a processor with 64).
    #[inline(always)]
    pub fn prefetch<L: IndexLines>(&self, indexes: &SlideIndexes<L>, boards: u32) {
        for of_boards in indexes.tuples_of_boards() {
            for (place, indexes) in of_boards.into_iter().enumerate() {
                if boards >> place & 1 == 1 {
                    prefetch::read_each(self.words(), indexes);
                }
            }
        }
    }

    /// The sums of the same weights, in steps.
    #[inline(always)]
    pub fn sums<L: IndexLines>(&self, indexes: &SlideIndexes<L>, boards: u32) -> [i32; 4] {
        assert!(indexes.below() <= self.words().len(), "indexes of these weights");
        let mut sums = [0; 4];
        for of_boards in indexes.tuples_of_boards() {
            for (place, indexes) in of_boards.into_iter().enumerate() {
                if boards >> place & 1 == 1 {
                    // SAFETY: the indexes are below the number of weights.
                    sums[place] += unsafe { sum_of_tuple(self.words(), indexes) };
                }
            }
        }
        sums
    }
}

/// A weight as a number of steps; what is too large becomes the largest.
#[inline(always)]
#[must_use]
pub fn quantised(weight: f32, step: f32) -> i16 {
    // Floats from 2^23 on have no fraction bits: the sum is rounded to a whole number, ties to even. Not all processors
    // have an instruction for it.
    const LARGE: f32 = (3_u32 << 22) as f32;
    let steps = (weight / step).clamp(f32::from(i16::MIN), f32::from(i16::MAX));
    (steps + LARGE - LARGE) as i16
}

/// The sum of the words of one tuple.
///
/// Two indexes are loaded at a time: a compiler that has just seen them computed extracts them from vector registers one by one,
/// which takes longer than loading them.
///
/// # Safety
/// The indexes are below the number of words.
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
#[inline(always)]
unsafe fn sum_of_tuple(words: &[AtomicI16], tuple: &Indexes) -> i32 {
    /// Adds two words.
    macro_rules! two {
        ($offset:literal) => {
            concat!(
                "mov {second}, qword ptr [{tuple} + ",
                $offset,
                "]\n",
                "mov {first:e}, {second:e}\n",
                "shr {second}, 32\n",
                "movsx {first:e}, word ptr [{words} + {first} * 2]\n",
                "movsx {second:e}, word ptr [{words} + {second} * 2]\n",
                "add {sum:e}, {first:e}\n",
                "add {sum:e}, {second:e}",
            )
        };
    }
    let mut sum = 0;
    // SAFETY: eight indexes and the words there are read; words are aligned, so that each load is atomic.
    unsafe {
        std::arch::asm!(
            two!("0"), two!("8"), two!("16"), two!("24"),
            tuple = in(reg) tuple,
            words = in(reg) words.as_ptr(),
            first = out(reg) _,
            second = out(reg) _,
            sum = inout(reg) sum,
            options(pure, readonly, nostack),
        );
    }
    sum
}

/// The sum of the words of one tuple.
///
/// # Safety
/// The indexes are below the number of words.
#[cfg(not(all(target_arch = "x86_64", not(redouble_portable))))]
#[inline(always)]
unsafe fn sum_of_tuple(words: &[AtomicI16], tuple: &Indexes) -> i32 {
    // SAFETY: as the caller promises.
    let word = |index: u32| unsafe { words.get_unchecked(index as usize) };
    tuple.map(|index| i32::from(word(index).load(Ordering::Relaxed))).iter().sum()
}

#[cfg(test)]
mod tests {
    use redouble_core::Random;

    use super::*;

    #[test]
    fn sums_are_those_of_the_weights_one_by_one() {
        let mut random = Random::new(7);
        let weights = QuantisedWeights::new(1_000, 4.0).unwrap();
        for word in weights.words() {
            word.store(random.below(1 << 16) as u16 as i16, Ordering::Relaxed);
        }
        for _ in 0..1_000 {
            let indexes: Indexes = std::array::from_fn(|_| random.below(1_000));
            let expected: f32 = indexes.iter().map(|&index| weights.get(index)).sum();
            // SAFETY: the indexes are below the number of weights.
            assert_eq!(unsafe { sum_of_tuple(weights.words(), &indexes) } * 4, expected as i32);
        }
    }

    #[test]
    fn weights_are_rounded_to_the_next_step_and_never_turn_around() {
        for (weight, steps) in [
            (0.0, 0),
            (3.9, 0),
            (4.0, 0),
            (4.1, 1),
            (-4.1, -1),
            (-12.0, -2),
            (1e9, i16::MAX),
            (-1e9, i16::MIN),
        ] {
            assert_eq!(quantised(weight, 8.0), steps, "{weight}");
        }
    }
}
