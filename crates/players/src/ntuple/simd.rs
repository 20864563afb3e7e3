//! The indexes of all tuples in the eight images of a board.
//!
//! An index is the bits of some cells, pushed together: with vector instructions a few nanoseconds for all of a board, its images
//! included; a few shifts and masks for each where the processor has none.
//!
//! Tried and not kept: an instruction that pushes bits together (`pext`) for each index (learning in the caches made 2.4 million
//! moves a second with it, 2.9 with vectors of 256 bits); gathering weights by vectors (no faster than one load after the other);
//! asking for the weights of all boards at the horizon of a search before the first is summed (15 % slower: a core that does not
//! wait for one sum to begin the next has enough loads under way).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use std::sync::LazyLock;

use super::index::{Indexes, TwoIndexes};
use super::tuples::{Tuple, Tuples};

/// What the processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

/// Asked for every board: one answer instead of one for each kind of instructions.
static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        return Engine::Avx512;
    } else if avx2::is_available() {
        return Engine::Avx2;
    }
    Engine::Portable
});

/// Shows the indexes of every tuple of a stage in turn, given a packed board; the bit planes of its images are asked for if
/// they are needed.
#[inline(always)]
pub(super) fn each_tuple(
    board: u64,
    images: impl FnOnce() -> [u64; 8],
    tuples: &Tuples,
    stage: usize,
    visit: impl FnMut(&Indexes),
) {
    match *ENGINE {
        // SAFETY: the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Engine::Avx512 => unsafe { avx512::each_tuple(board, tuples.pairs_of_stage(stage), visit) },
        // SAFETY: the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Engine::Avx2 => unsafe { avx2::each_tuple(board, tuples.of_stage(stage), visit) },
        Engine::Portable => each_tuple_portable(&images(), tuples.of_stage(stage), visit),
    }
}

/// Writes the indexes of all tuples of a stage, times 2^`SHIFT`, given packed boards, if the processor can do that at once. Each
/// board has lines of its own.
///
/// Not shown one tuple after the other: a compiler that sees all the way to the weights takes vectors apart number by number,
/// which takes longer than reading them again from where they were written.
#[inline(always)]
pub(super) fn write_tuples<const SHIFT: u32, const BOARDS: usize>(
    boards: [u64; BOARDS],
    tuples: &Tuples,
    stage: usize,
    lines: &mut [TwoIndexes],
) -> bool {
    assert_eq!(lines.len(), BOARDS * tuples.len().div_ceil(2), "a line for every two tuples of a board");
    match *ENGINE {
        #[cfg(target_arch = "x86_64")]
        Engine::Avx512 => {
            // SAFETY: the processor has the instructions, and there are the lines.
            unsafe { avx512::write_tuples::<SHIFT, BOARDS>(&boards, tuples.pairs_of_stage(stage), lines) };
            true
        }
        #[cfg(target_arch = "x86_64")]
        Engine::Avx2 => {
            // SAFETY: the processor has the instructions, and there are the lines.
            unsafe { avx2::write_tuples::<SHIFT, BOARDS>(&boards, tuples.of_stage(stage), lines) };
            true
        }
        Engine::Portable => false,
    }
}

fn each_tuple_portable(images: &[u64; 8], tuples: &[Tuple], mut visit: impl FnMut(&Indexes)) {
    for tuple in tuples {
        visit(&images.map(|image| {
            tuple.runs.iter().fold(tuple.offset, |index, run| index + (image >> run.shift & run.mask) as u32)
        }));
    }
}

#[cfg(test)]
mod tests {
    use redouble_core::{Random, Shape};

    use super::super::planes::{images_4x4, planes};
    use super::*;
    use crate::Tuples;

    #[test]
    fn all_forms_agree() {
        let mut random = Random::new(3);
        for net in ["8x6", "2x7", "0,5a,0123456", "012345,f", "37b"] {
            let tuples = Tuples::parse(net, Shape::CLASSIC).unwrap();
            for _ in 0..100 {
                let board = random.next_u64();
                let images = images_4x4(planes(board));
                let (mut expected, mut chosen) = (Vec::new(), Vec::new());
                each_tuple_portable(&images, tuples.as_slice(), |found| expected.push(*found));
                each_tuple(board, || images, &tuples, 0, |found| chosen.push(*found));
                assert_eq!(chosen, expected, "{net} {board:016x}");
                #[cfg(target_arch = "x86_64")]
                if avx2::is_available() {
                    chosen.clear();
                    // SAFETY: the processor has the instructions.
                    unsafe { avx2::each_tuple(board, tuples.as_slice(), |found| chosen.push(*found)) };
                    assert_eq!(chosen, expected, "{net} {board:016x}");
                }
            }
        }
    }
}
