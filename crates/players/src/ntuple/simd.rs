//! The indexes of all tuples in the eight images of a board.
//!
//! An index is the bits of some cells, pushed together: one instruction where the processor has it, a few shifts and
//! masks where not. Vector code over the eight images, with these shifts and masks, was slower than eight times the one
//! instruction. With vectors of 512 bits that permute bytes and turn squares of bits, sixteen indexes take nine instructions:
//! about 10 ns for the 64 of a board and an 8x6 network, images included (`places.rs` says how).
//!
//! Tried and not kept: gathering weights by vectors (no faster than one load after the other), and asking for the weights of
//! all boards at the horizon of a search before the first is summed (15 % slower: a core that does not wait for one sum to
//! begin the next has enough loads under way).

use super::index::{Indexes, TwoIndexes};
use super::places::Pair;
use super::tuples::{Tuple, Tuples};

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
    #[cfg(target_arch = "x86_64")]
    {
        if avx512::is_available() {
            // SAFETY: the processor has the instructions.
            return unsafe { avx512::each_tuple(board, tuples.pairs_of_stage(stage), visit) };
        }
        if is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor has the instruction.
            return unsafe { each_tuple_bmi2(&images(), tuples.of_stage(stage), visit) };
        }
    }
    let _ = board;
    each_tuple_portable(&images(), tuples.of_stage(stage), visit);
}

/// Writes the indexes of all tuples of a stage, times 2^`SHIFT`, given a packed board, if the processor can do that at once.
///
/// Not shown one tuple after the other: a compiler that sees all the way to the weights takes vectors apart number by number,
/// which takes longer than reading them again from where they were written.
#[inline(always)]
pub(super) fn write_tuples<const SHIFT: u32>(
    board: u64,
    tuples: &Tuples,
    stage: usize,
    lines: &mut [TwoIndexes],
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        // SAFETY: the processor has the instructions.
        unsafe { avx512::write_tuples::<SHIFT>(board, tuples.pairs_of_stage(stage), lines) };
        return true;
    }
    let _ = (board, tuples, stage, lines);
    false
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
fn each_tuple_bmi2(images: &[u64; 8], tuples: &[Tuple], mut visit: impl FnMut(&Indexes)) {
    use std::arch::x86_64::_pext_u64;
    for tuple in tuples {
        visit(&images.map(|image| tuple.offset + _pext_u64(image, tuple.mask) as u32));
    }
}

fn each_tuple_portable(images: &[u64; 8], tuples: &[Tuple], mut visit: impl FnMut(&Indexes)) {
    for tuple in tuples {
        visit(&images.map(|image| {
            tuple.runs.iter().fold(tuple.offset, |index, run| index + (image >> run.shift & run.mask) as u32)
        }));
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;
    use std::sync::LazyLock;

    use super::{Indexes, Pair, TwoIndexes};

    #[inline(always)]
    pub(super) fn is_available() -> bool {
        // Asked for every board: one answer instead of four.
        static IS_AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("gfni")
        });
        *IS_AVAILABLE
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(super) fn write_tuples<const SHIFT: u32>(board: u64, pairs: &[Pair], lines: &mut [TwoIndexes]) {
        debug_assert_eq!(pairs.len(), lines.len(), "a line for every two tuples");
        let cells = cells(board);
        for (pair, line) in pairs.iter().zip(lines) {
            let indexes = _mm512_slli_epi32::<SHIFT>(indexes_of_two(cells, pair));
            // SAFETY: sixteen numbers of 32 bits are 64 bytes, and a line is aligned to as many.
            unsafe { _mm512_store_si512((&raw mut *line).cast(), indexes) };
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(super) fn each_tuple(board: u64, pairs: &[Pair], mut visit: impl FnMut(&Indexes)) {
        let cells = cells(board);
        for pair in pairs {
            let mut indexes = [[0; 8]; 2];
            // SAFETY: sixteen numbers of 32 bits are 64 bytes.
            unsafe { _mm512_storeu_si512(indexes.as_mut_ptr().cast(), indexes_of_two(cells, pair)) };
            visit(&indexes[0]);
            if !pair.is_one {
                visit(&indexes[1]);
            }
        }
    }

    /// The cells of a board as bytes, the last one first: in the low halves, and in the high halves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn cells(board: u64) -> [__m512i; 2] {
        let (board, low_half) = (_mm_cvtsi64_si128(board as i64), _mm_set1_epi8(15));
        let even = _mm_and_si128(board, low_half);
        let odd = _mm_and_si128(_mm_srli_epi16::<4>(board), low_half);
        let low = _mm_unpacklo_epi8(even, odd);
        [_mm512_zextsi128_si512(low), _mm512_zextsi128_si512(_mm_slli_epi16::<4>(low))]
    }

    /// The eight indexes of the first tuple, then those of the second.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn indexes_of_two([low, high]: [__m512i; 2], pair: &Pair) -> __m512i {
        let [first, second] = &pair.bytes;
        let bytes = _mm512_or_si512(brought(low, first), brought(high, second));
        // The instruction multiplies each byte of the first argument, as a vector of bits, by the matrix in the second:
        // here the bytes choose a column each, so that the matrix is turned.
        let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let planes = _mm512_gf2p8affine_epi64_epi8::<0>(columns, bytes);
        let sums = _mm512_maddubs_epi16(_mm512_set1_epi64(pair.of_planes as i64), planes);
        let indexes = _mm512_madd_epi16(sums, _mm512_set1_epi64(pair.of_sums as i64));
        let indexes = _mm512_add_epi32(indexes, _mm512_set1_epi64(pair.offsets as i64));
        // Those of the two tuples alternate.
        let apart = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
        _mm512_permutexvar_epi32(apart, indexes)
    }

    /// The cells at the places of a tuple.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn brought(cells: __m512i, places: &[u8; 64]) -> __m512i {
        // SAFETY: they are 64 bytes.
        let places = unsafe { _mm512_loadu_si512(places.as_ptr().cast()) };
        _mm512_permutexvar_epi8(places, cells)
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
                if is_x86_feature_detected!("bmi2") {
                    chosen.clear();
                    // SAFETY: the processor has the instruction.
                    unsafe { each_tuple_bmi2(&images, tuples.as_slice(), |found| chosen.push(*found)) };
                    assert_eq!(chosen, expected, "{net} {board:016x}");
                }
            }
        }
    }
}
