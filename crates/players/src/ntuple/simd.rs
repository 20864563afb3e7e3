//! The indexes of all tuples in the eight images of a board.
//!
//! An index is the bits of some cells, pushed together: one instruction where the processor has it, a few shifts and
//! masks where not. Vector code over the eight images, with these shifts and masks, was slower than eight times the one
//! instruction. With vectors of 512 bits that permute bytes and turn squares of bits, sixteen indexes take nine instructions:
//! about 10 ns for the 64 of a board and an 8x6 network, images included (`places.rs` says how).
//!
//! Tried and not kept: gathering weights by vectors (4 % faster in a search than one load after the other, but it needs more
//! unsafe code), and asking for the weights of all boards at the horizon of a search before the first is summed (15 %
//! slower: a core that does not wait for one sum to begin the next has enough loads under way).

use super::index::Indexes;
use super::places::Places;
use super::tuples::Tuple;

/// Writes the indexes of every tuple, given the bit planes of a board; those of its images are asked for if they are needed.
///
/// # Panics
/// If there are fewer places than tuples.
#[inline(always)]
pub(super) fn indexes(
    planes: u64,
    images: impl FnOnce() -> [u64; 8],
    tuples: &[Tuple],
    indexes: &mut [Indexes],
) {
    #[cfg(target_arch = "x86_64")]
    {
        if avx512::is_available() {
            // SAFETY: the processor has the instructions.
            return unsafe { avx512::indexes(planes, tuples, indexes) };
        }
        if is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor has the instruction.
            return unsafe { indexes_bmi2(&images(), tuples, indexes) };
        }
    }
    let _ = planes;
    indexes_portable(&images(), tuples, indexes);
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

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Indexes, Places, Tuple};

    #[inline(always)]
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("gfni")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(super) fn indexes(planes: u64, tuples: &[Tuple], indexes: &mut [Indexes]) {
        let cells = cells(planes);
        for (pair, found) in tuples.chunks(2).zip(indexes[..tuples.len()].chunks_mut(2)) {
            let places = found.as_flattened_mut();
            match (pair, places.len()) {
                ([first, second], 16) => {
                    let found = indexes_of_two(cells, first, second);
                    // SAFETY: sixteen numbers of 32 bits are 64 bytes.
                    unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), found) };
                }
                ([last], 8) => {
                    let found = _mm512_castsi512_si256(indexes_of_two(cells, last, last));
                    // SAFETY: eight are 32 bytes.
                    unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), found) };
                }
                _ => unreachable!("as many places as tuples"),
            }
        }
    }

    /// The cells of a board as bytes, the last one first: in the low halves, and in the high halves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn cells(planes: u64) -> [__m512i; 2] {
        let bit = |plane: u32| _mm512_maskz_set1_epi8(planes >> (16 * plane) & 0xffff, 1 << plane);
        let low = _mm512_or_si512(_mm512_or_si512(bit(0), bit(1)), _mm512_or_si512(bit(2), bit(3)));
        [low, _mm512_slli_epi16::<4>(low)]
    }

    /// The eight indexes of the first tuple, then those of the second.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn indexes_of_two([low, high]: [__m512i; 2], first: &Tuple, second: &Tuple) -> __m512i {
        let both = |of: fn(&Tuple) -> u32| {
            _mm512_set1_epi64((u64::from(of(first)) | u64::from(of(second)) << 32) as i64)
        };
        let bytes = _mm512_or_si512(brought(low, &first.places), brought(high, &second.places));
        // The instruction multiplies each byte of the first argument, as a vector of bits, by the matrix in the second:
        // here the bytes choose a column each, so that the matrix is turned.
        let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let planes = _mm512_gf2p8affine_epi64_epi8::<0>(columns, bytes);
        let sums = _mm512_maddubs_epi16(both(|tuple| tuple.places.of_planes), planes);
        let indexes = _mm512_madd_epi16(sums, both(|tuple| tuple.places.of_sums));
        let indexes = _mm512_add_epi32(indexes, both(|tuple| tuple.offset));
        // Those of the two tuples alternate.
        let apart = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
        _mm512_permutexvar_epi32(apart, indexes)
    }

    /// The cells at the places of a tuple.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn brought(cells: __m512i, places: &Places) -> __m512i {
        // SAFETY: they are 64 bytes.
        let places = unsafe { _mm512_loadu_si512(places.bytes.as_ptr().cast()) };
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
                let planes = planes(random.next_u64());
                let images = images_4x4(planes);
                let [mut chosen, mut expected] = [(); 2].map(|()| vec![[0; 8]; tuples.len()]);
                indexes_portable(&images, tuples.as_slice(), &mut expected);
                indexes(planes, || images, tuples.as_slice(), &mut chosen);
                assert_eq!(chosen, expected, "{net} {planes:016x}");
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("bmi2") {
                    // SAFETY: the processor has the instruction.
                    unsafe { indexes_bmi2(&images, tuples.as_slice(), &mut chosen) };
                    assert_eq!(chosen, expected, "{net} {planes:016x}");
                }
            }
        }
    }
}
