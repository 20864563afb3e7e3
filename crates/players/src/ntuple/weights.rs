//! Weights to play with.

use std::sync::atomic::{AtomicI16, Ordering};
use std::{io, slice};

use super::index::{Indexes, TwoIndexes};
use super::memory::Words;
use super::tuples::Tuples;

/// The weights of all tuples, one table after the other, those of the first stage and then those of each later one: whole
/// multiples of a step, in two bytes each.
///
/// Several threads may read and write them at once. Each access is one relaxed atomic load or store, which costs what a
/// plain one does.
pub(crate) struct Weights {
    words: Words<AtomicI16>,
    step: f32,
}

impl Weights {
    /// The weights of these tuples, all zero; later ones are multiples of `step`.
    pub(crate) fn new(tuples: &Tuples, step: f32) -> io::Result<Weights> {
        Ok(Weights { words: Words::new(tuples.weights())?, step })
    }

    /// What weights are multiples of.
    pub(crate) fn step(&self) -> f32 {
        self.step
    }

    /// All weights, in steps.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[AtomicI16] {
        self.words.as_slice()
    }

    /// One weight.
    pub(crate) fn get(&self, index: u32) -> f32 {
        f32::from(self.words()[index as usize].load(Ordering::Relaxed)) * self.step
    }

    /// Sets one weight, rounded; what is not changed takes no memory.
    pub(crate) fn set(&self, index: u32, weight: f32) {
        let (word, steps) = (&self.words()[index as usize], in_steps(weight, self.step));
        if word.load(Ordering::Relaxed) != steps {
            word.store(steps, Ordering::Relaxed);
        }
    }

    /// The sum of the weights at these indexes, in steps, each read as by a relaxed load.
    ///
    /// # Safety
    /// They are below the number of weights.
    #[inline(always)]
    pub(crate) unsafe fn sum_unchecked(&self, indexes: &[Indexes]) -> i32 {
        let mut sum = 0;
        // SAFETY: as the caller promises.
        indexes.iter().for_each(|tuple| sum += unsafe { sum_of_tuple(self.words(), tuple) });
        sum
    }

    /// Asks for the weights of some of four boards to be brought near, given their lines and, as bits, which of them.
    ///
    /// Tuple by tuple: the weights of a tuple in different boards are in the same pages more often than those of different
    /// tuples, and the processor has few pages at hand (1.5 to 15 % faster in turn on a processor with 64).
    #[inline(always)]
    pub(crate) fn ask_for_boards(&self, lines: &[TwoIndexes], tuples: usize, boards: u32) {
        for of_boards in TwoIndexes::of_four_boards(lines, tuples) {
            for (place, indexes) in of_boards.into_iter().enumerate() {
                if boards >> place & 1 == 1 {
                    self.words.prefetch_each(slice::from_ref(indexes));
                }
            }
        }
    }

    /// The sums of the same weights, in steps.
    ///
    /// # Safety
    /// Their indexes are below the number of weights.
    #[inline(always)]
    pub(crate) unsafe fn sums_of_boards_unchecked(
        &self,
        lines: &[TwoIndexes],
        tuples: usize,
        boards: u32,
    ) -> [i32; 4] {
        let mut sums = [0; 4];
        for of_boards in TwoIndexes::of_four_boards(lines, tuples) {
            for (place, indexes) in of_boards.into_iter().enumerate() {
                if boards >> place & 1 == 1 {
                    // SAFETY: as the caller promises.
                    sums[place] += unsafe { sum_of_tuple(self.words(), indexes) };
                }
            }
        }
        sums
    }
}

/// A weight as a number of steps; what is too large becomes the largest.
#[inline(always)]
pub(crate) fn in_steps(weight: f32, step: f32) -> i16 {
    // Larger numbers have no digits after the point: the sum is rounded to a whole number, to an even one if two are as near.
    // Many processors have no instruction for it that could be counted on.
    const LARGE: f32 = (3_u32 << 22) as f32;
    let steps = (weight / step).clamp(f32::from(i16::MIN), f32::from(i16::MAX));
    (steps + LARGE - LARGE) as i16
}

/// The sum of the words of one tuple.
///
/// Two indexes are read at a time: a compiler that has just seen them computed takes them out of vector registers one by one,
/// which takes longer than reading them.
///
/// # Safety
/// The indexes are below the number of words.
#[cfg(target_arch = "x86_64")]
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
    // SAFETY: eight indexes and the words there are read; words are aligned, so that each is read at once.
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
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn sum_of_tuple(words: &[AtomicI16], tuple: &Indexes) -> i32 {
    // SAFETY: as the caller promises.
    let word = |index: u32| unsafe { words.get_unchecked(index as usize) };
    tuple.map(|index| i32::from(word(index).load(Ordering::Relaxed))).iter().sum()
}

#[cfg(test)]
mod tests {
    use redouble_core::{Random, Shape};

    use super::*;

    #[test]
    fn sums_are_those_of_the_weights_one_by_one() {
        let tuples = Tuples::parse("012,345,7", Shape::CLASSIC).unwrap();
        let (weights, mut random) = (Weights::new(&tuples, 4.0).unwrap(), Random::new(7));
        weights
            .words()
            .iter()
            .for_each(|word| word.store(random.below(1 << 16) as u16 as i16, Ordering::Relaxed));
        for _ in 0..1_000 {
            let below = weights.words().len() as u32;
            let indexes: [Indexes; 3] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(below)));
            let expected: f32 = indexes.as_flattened().iter().map(|&index| weights.get(index)).sum();
            // SAFETY: the indexes are below the number of weights.
            assert_eq!(unsafe { weights.sum_unchecked(&indexes) } * 4, expected as i32);
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
            assert_eq!(in_steps(weight, 8.0), steps, "{weight}");
        }
    }
}
