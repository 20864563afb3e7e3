//! The eight records of a tuple, two to a register.
//!
//! Records are read and written one by one, each by an access that does what a relaxed one does, as with vectors of 512 bits.

use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::{Changes, Coherent, Indexes, Record};
use crate::ntuple::MAX_TUPLES;

#[inline(always)]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Moves the weights of these records, given as the indexes of their first halves; the sum of them afterwards.
///
/// # Safety
/// The processor has the instructions. The indexes are even, half of each is below the number of records and of weights shown,
/// and they are those of at most [`MAX_TUPLES`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn update(
    tables: Coherent<'_>,
    indexes: &[Indexes],
    changes: &mut Changes,
    step: impl FnOnce(f32) -> f32,
) -> f32 {
    let mut read = [MaybeUninit::<Eight>::uninit(); MAX_TUPLES];
    let (mut weights, mut parts) = (_mm256_setzero_ps(), _mm256_setzero_ps());
    for (tuple, place) in indexes.iter().zip(&mut read) {
        // SAFETY: half of each index is below the number of records.
        let eight = place.write(Eight::of(tables, unsafe { eight_records(tables.records, tuple) }));
        weights = _mm256_add_ps(weights, eight.weights);
        parts = _mm256_add_ps(parts, eight.parts);
    }
    let (weights, parts) = (total(weights), total(parts));
    let step = step(weights);
    let moved = Moved::by(step, tables.shown.step());
    let room = changes.room_for(indexes.len(), tables.shown);
    let mut count = *room.count;
    for (tuple, eight) in indexes.iter().zip(&read) {
        // SAFETY: it was read above, from there; there is room for eight changes of each tuple.
        unsafe {
            let eight = eight.assume_init_ref();
            put_eight_records(tables.records, tuple, eight.records_after(&moved));
            let (indexes, steps) = (room.indexes.as_mut_ptr().add(count), room.steps.as_mut_ptr().add(count));
            count += eight.write_changes(tuple, &moved, indexes, steps);
        }
    }
    *room.count = count;
    weights + parts * step
}

/// A step of learning.
struct Moved {
    step: __m256,
    /// What is added to each of two records, without that of the weight.
    of_sums: __m256,
    /// What weights are multiplied by before they are rounded.
    scale: __m256,
}

impl Moved {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn by(step: f32, rounded_to: f32) -> Moved {
        let size = step.abs();
        Moved {
            step: _mm256_set1_ps(step),
            of_sums: _mm256_setr_ps(0.0, step, size, 0.0, 0.0, step, size, 0.0),
            scale: _mm256_set1_ps(1.0 / rounded_to),
        }
    }
}

/// What `Sum::total` says of these.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn total(sums: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(sums), _mm256_extractf128_ps::<1>(sums));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// The records of one tuple.
#[derive(Clone, Copy)]
struct Eight {
    /// The first and the fifth, the second and the sixth, and so on.
    records: [__m256; 4],
    weights: __m256,
    /// The part of a step by which each moves.
    parts: __m256,
}

impl Eight {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(tables: Coherent<'_>, records: [__m256; 4]) -> Eight {
        let [a, b, c, d] = records;
        let (low, low_of_others) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
        let weights = _mm256_shuffle_ps::<0b01_00_01_00>(low, low_of_others);
        let sums = _mm256_shuffle_ps::<0b11_10_11_10>(low, low_of_others);
        let sizes = _mm256_shuffle_ps::<0b01_00_01_00>(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
        let rate = _mm256_set1_ps(tables.rate);
        let coherent = _mm256_castsi256_ps(_mm256_set1_epi32(if tables.is_plain { 0 } else { -1 }));
        let known = _mm256_and_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(sizes, _mm256_setzero_ps()), coherent);
        let parts = _mm256_div_ps(_mm256_andnot_ps(_mm256_set1_ps(-0.0), sums), sizes);
        let parts = _mm256_blendv_ps(rate, _mm256_mul_ps(parts, rate), known);
        Eight { records, weights, parts }
    }

    /// The records after a step.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn records_after(&self, moved: &Moved) -> [__m256; 4] {
        let moves = _mm256_mul_ps(self.parts, moved.step);
        let add = |record, moves| _mm256_add_ps(record, _mm256_blend_ps::<0b1110_1110>(moves, moved.of_sums));
        let [a, b, c, d] = self.records;
        [
            add(a, moves),
            add(b, _mm256_movehdup_ps(moves)),
            add(c, _mm256_permute_ps::<2>(moves)),
            add(d, _mm256_permute_ps::<3>(moves)),
        ]
    }

    /// Writes which weights are rounded to something else after a step, and to what; how many there are.
    ///
    /// # Safety
    /// There is the place for eight of each.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn write_changes(
        &self,
        tuple: &Indexes,
        moved: &Moved,
        indexes: *mut u32,
        steps: *mut i32,
    ) -> usize {
        let rounded = |weights| _mm256_cvtps_epi32(_mm256_mul_ps(weights, moved.scale));
        let moves = _mm256_mul_ps(self.parts, moved.step);
        let (before, after) = (rounded(self.weights), rounded(_mm256_add_ps(self.weights, moves)));
        let same = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(before, after)));
        let differ = !same as usize & 255;
        let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(SET_BITS[differ] as i64));
        // SAFETY: eight numbers are read, and eight written to either place.
        unsafe {
            let tuple = _mm256_srli_epi32::<1>(_mm256_loadu_si256(tuple.as_ptr().cast()));
            put_eight(indexes.cast(), _mm256_permutevar8x32_epi32(tuple, order));
            put_eight(steps.cast(), _mm256_permutevar8x32_epi32(after, order));
        }
        differ.count_ones() as usize
    }
}

/// Writes eight numbers by one instruction; the compiler takes two, as the first processors with such vectors would like it.
///
/// # Safety
/// There is the place.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn put_eight(place: *mut __m256i, numbers: __m256i) {
    // SAFETY: as the caller promises.
    unsafe {
        asm!(
            "vmovdqu ymmword ptr [{place}], {numbers}",
            place = in(reg) place,
            numbers = in(ymm_reg) numbers,
            options(nostack, preserves_flags),
        );
    }
}

/// The numbers of the bits that are set in a byte, as bytes, the lowest first.
static SET_BITS: [u64; 256] = {
    let (mut lists, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut count, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                lists[byte] |= bit << (8 * count);
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    lists
};

/// The instructions that take two neighbouring indexes of a tuple apart, and the two that are four places behind them.
macro_rules! four_indexes {
    ($offset:literal) => {
        concat!(
            "mov {second}, qword ptr [{tuple} + ",
            $offset,
            "]\n",
            "mov {sixth}, qword ptr [{tuple} + ",
            $offset,
            " + 16]\n",
            "mov {first:e}, {second:e}\n",
            "mov {fifth:e}, {sixth:e}\n",
            "shr {second}, 32\n",
            "shr {sixth}, 32",
        )
    };
}

/// # Safety
/// Half of each index is below the number of records.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn eight_records(records: &[Record], tuple: &Indexes) -> [__m256; 4] {
    macro_rules! two_registers {
        ($offset:literal) => {{
            let (a, b): (__m256, __m256);
            // SAFETY: the records at these places are read.
            unsafe {
                asm!(
                    four_indexes!($offset),
                    "vmovaps {a:x}, xmmword ptr [{records} + {first} * 8]",
                    "vmovaps {b:x}, xmmword ptr [{records} + {second} * 8]",
                    "vinsertf128 {a}, {a}, xmmword ptr [{records} + {fifth} * 8], 1",
                    "vinsertf128 {b}, {b}, xmmword ptr [{records} + {sixth} * 8], 1",
                    records = in(reg) records.as_ptr(),
                    tuple = in(reg) tuple,
                    first = out(reg) _,
                    second = out(reg) _,
                    fifth = out(reg) _,
                    sixth = out(reg) _,
                    a = out(ymm_reg) a,
                    b = out(ymm_reg) b,
                    options(pure, readonly, nostack),
                );
            }
            (a, b)
        }};
    }
    let ((a, b), (c, d)) = (two_registers!("0"), two_registers!("8"));
    [a, b, c, d]
}

/// # Safety
/// Half of each index is below the number of records.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn put_eight_records(records: &[Record], tuple: &Indexes, [a, b, c, d]: [__m256; 4]) {
    macro_rules! put_two_registers {
        ($offset:literal, $a:expr, $b:expr) => {
            // SAFETY: the records at these places are written.
            unsafe {
                asm!(
                    four_indexes!($offset),
                    "vmovaps xmmword ptr [{records} + {first} * 8], {a:x}",
                    "vmovaps xmmword ptr [{records} + {second} * 8], {b:x}",
                    "vextractf128 xmmword ptr [{records} + {fifth} * 8], {a}, 1",
                    "vextractf128 xmmword ptr [{records} + {sixth} * 8], {b}, 1",
                    records = in(reg) records.as_ptr(),
                    tuple = in(reg) tuple,
                    first = out(reg) _,
                    second = out(reg) _,
                    fifth = out(reg) _,
                    sixth = out(reg) _,
                    a = in(ymm_reg) $a,
                    b = in(ymm_reg) $b,
                    options(nostack),
                );
            }
        };
    }
    put_two_registers!("0", a, b);
    put_two_registers!("8", c, d);
}
