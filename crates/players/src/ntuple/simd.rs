//! The indexes of all tuples in the eight images of a board.
//!
//! An index is the bits of some cells, pushed together: one instruction where the processor has it, a few shifts and
//! masks where not. Vector code over the eight images, with these shifts and masks, was slower than eight times the one
//! instruction. With vectors of 512 bits that permute bytes and turn squares of bits, sixteen indexes take nine instructions:
//! 10 ns for the 64 of a board and an 8x6 network, images included.
//!
//! Tried and not kept: gathering weights by vectors (0 to 4 % faster than one load after the other, which needs no
//! unsafe code), and asking for the weights of all boards at the horizon before the first is summed (15 % slower: a core
//! that does not wait for one sum to begin the next has enough loads under way).

use super::index::Indexes;
use super::pairs::Pair;
use super::tuples::Tuple;

/// Writes the indexes of every tuple, given the images as bit planes.
#[inline(always)]
pub(super) fn indexes(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { indexes_bmi2(images, tuples, indexes) };
    }
    indexes_portable(images, tuples, indexes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn indexes_bmi2(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    use std::arch::x86_64::_pext_u64;
    for (tuple, indexes) in tuples.iter().zip(indexes) {
        *indexes = images.map(|image| tuple.offset + _pext_u64(image, tuple.mask) as u32);
    }
}

fn indexes_portable(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    for (tuple, indexes) in tuples.iter().zip(indexes) {
        *indexes = images.map(|image| {
            tuple.runs.iter().fold(tuple.offset, |index, run| index + (image >> run.shift & run.mask) as u32)
        });
    }
}

/// Writes the indexes of every tuple, given a packed board, and returns true; false if the processor lacks the instructions.
///
/// # Panics
/// If there are fewer places than tuples.
#[inline(always)]
pub(super) fn indexes_of_cells(board: u64, pairs: &[Pair], indexes: &mut [Indexes]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("gfni")
    {
        // SAFETY: the processor has the instructions.
        unsafe { avx512::indexes(board, pairs, indexes) };
        return true;
    }
    let _ = (board, pairs, indexes);
    false
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Indexes, Pair};

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(super) fn indexes(board: u64, pairs: &[Pair], indexes: &mut [Indexes]) {
        let cells = cells(board);
        let mut places = indexes.chunks_mut(2);
        for pair in pairs {
            let found = pair_indexes(cells, pair);
            match places.next().expect("a place for every tuple") {
                // SAFETY: two times eight numbers of 32 bits are 64 bytes.
                [first, _] => unsafe { _mm512_storeu_si512(first.as_mut_ptr().cast(), found) },
                // SAFETY: eight are 32.
                [last] => unsafe {
                    _mm256_storeu_si256(last.as_mut_ptr().cast(), _mm512_castsi512_si256(found));
                },
                _ => unreachable!("chunks of two"),
            }
        }
    }

    /// The cells of a packed board as bytes, the last one first: in the low halves, and in the high halves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn cells(board: u64) -> [__m512i; 2] {
        let (digits, low) = (_mm_cvtsi64_si128(board as i64), _mm_set1_epi8(15));
        let [even, odd] = [digits, _mm_srli_epi64::<4>(digits)].map(|digits| _mm_and_si128(digits, low));
        let cells = _mm_unpacklo_epi8(even, odd);
        [cells, _mm_slli_epi16::<4>(cells)].map(|cells| _mm512_zextsi128_si512(cells))
    }

    /// The eight indexes of the first tuple, then those of the second.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn pair_indexes([low, high]: [__m512i; 2], pair: &Pair) -> __m512i {
        // SAFETY: 64 bytes each.
        let [first, second] =
            [&pair.low, &pair.high].map(|places| unsafe { _mm512_loadu_si512(places.as_ptr().cast()) });
        let bytes =
            _mm512_or_si512(_mm512_permutexvar_epi8(first, low), _mm512_permutexvar_epi8(second, high));
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
        let tuples = Tuples::parse("8x6", Shape::CLASSIC).unwrap();
        for _ in 0..100 {
            let images = std::array::from_fn(|_| random.next_u64());
            let mut found = [[[0; 8]; 8]; 2];
            indexes(&images, tuples.as_slice(), &mut found[0]);
            indexes_portable(&images, tuples.as_slice(), &mut found[1]);
            assert_eq!(found[0], found[1]);
        }
    }

    #[test]
    fn permuted_cells_give_the_indexes_of_planes() {
        let mut random = Random::new(4);
        for net in ["8x6", "2x7", "0,5a,0123456", "012345,f", "37b"] {
            let tuples = Tuples::parse(net, Shape::CLASSIC).unwrap();
            for _ in 0..100 {
                let board = random.next_u64();
                let mut found = vec![[0; 8]; tuples.len()];
                let mut expected = found.clone();
                indexes_portable(&images_4x4(planes(board)), tuples.as_slice(), &mut expected);
                if indexes_of_cells(board, tuples.pairs(), &mut found) {
                    assert_eq!(found, expected, "{net} {board:016x}");
                }
            }
        }
    }
}
