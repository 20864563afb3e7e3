//! The eight records of a tuple at once.
//!
//! They are read and written one by one, each by an access that does what a relaxed one does; only the arithmetic is of
//! vectors. The accesses are written out: a compiler given atomic words moves each through a register for whole numbers,
//! which takes most of the time.

use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::avx2::total;
use super::{Changes, Coherent, Indexes, Record};
use crate::ntuple::MAX_TUPLES;

#[inline(always)]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
}

/// Moves the weights of these records, given as the indexes of their first halves; the sum of them afterwards.
///
/// # Safety
/// The indexes are even, half of each is below the number of records and of weights shown, and they are those of at most
/// [`MAX_TUPLES`].
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
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
        let eight = place.write(unsafe { Eight::read(tables, tuple) });
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
            let (indexes, steps) = (room.indexes.as_mut_ptr().add(count), room.steps.as_mut_ptr().add(count));
            count += eight.assume_init_ref().write(tables, tuple, &moved, indexes, steps);
        }
    }
    *room.count = count;
    weights + parts * step
}

/// A step of learning.
struct Moved {
    step: __m256,
    /// What is added to each of four records, without that of the weight.
    of_sums: __m512,
    /// What weights are multiplied by before they are rounded.
    scale: __m256,
}

impl Moved {
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn by(step: f32, rounded_to: f32) -> Moved {
        Moved {
            step: _mm256_set1_ps(step),
            of_sums: _mm512_broadcast_f32x4(_mm_setr_ps(0.0, step, step.abs(), 0.0)),
            scale: _mm256_set1_ps(1.0 / rounded_to),
        }
    }
}

/// The records of one tuple.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Eight {
    low: __m512,
    high: __m512,
    weights: __m256,
    /// The part of a step by which each moves.
    parts: __m256,
}

impl Eight {
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn read(tables: Coherent<'_>, tuple: &Indexes) -> Eight {
        let (first, second) = tuple.split_at(4);
        // SAFETY: half of each index is below the number of records.
        let (low, high) =
            unsafe { (four_records(tables.records, first), four_records(tables.records, second)) };
        let numbers = |first: i32| {
            let places = _mm512_add_epi32(
                _mm512_set1_epi32(first),
                _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0),
            );
            _mm512_castps512_ps256(_mm512_permutex2var_ps(low, places, high))
        };
        let (weights, sums, sizes) = (numbers(0), numbers(1), numbers(2));
        let no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(i32::MAX));
        let coherent = if tables.is_plain { 0 } else { !0 };
        let known = _mm256_mask_cmp_ps_mask::<_CMP_NEQ_UQ>(coherent, sizes, _mm256_setzero_ps());
        let rate = _mm256_set1_ps(tables.rate);
        let parts = _mm256_div_ps(_mm256_and_ps(sums, no_sign), sizes);
        let parts = _mm256_mask_mul_ps(rate, known, parts, rate);
        Eight { low, high, weights, parts }
    }

    /// Writes the records after a step, which weights are rounded to something else than before, and to what; how many these are.
    ///
    /// # Safety
    /// Half of each index is below the number of records; there is the place for eight changes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn write(
        &self,
        tables: Coherent<'_>,
        tuple: &Indexes,
        moved: &Moved,
        indexes: *mut u32,
        steps: *mut i32,
    ) -> usize {
        let moves = _mm256_mul_ps(self.parts, moved.step);
        let all = _mm512_castps256_ps512(moves);
        let of_low = _mm512_setr_epi32(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0);
        let of_high = _mm512_setr_epi32(4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0);
        let [low, high] = [(self.low, of_low), (self.high, of_high)].map(|(records, places)| {
            _mm512_add_ps(records, _mm512_mask_permutexvar_ps(moved.of_sums, 0x1111, places, all))
        });
        let (first, second) = tuple.split_at(4);
        // SAFETY: they were read from there.
        unsafe {
            put_four_records(tables.records, first, low);
            put_four_records(tables.records, second, high);
        }
        let rounded = |weights| _mm256_cvtps_epi32(_mm256_mul_ps(weights, moved.scale));
        let (before, after) = (rounded(self.weights), rounded(_mm256_add_ps(self.weights, moves)));
        let differ = _mm256_cmpneq_epi32_mask(before, after);
        // SAFETY: eight numbers are read, and eight written to either place.
        unsafe {
            let tuple = _mm256_srli_epi32::<1>(_mm256_loadu_si256(tuple.as_ptr().cast()));
            _mm256_storeu_si256(indexes.cast(), _mm256_maskz_compress_epi32(differ, tuple));
            _mm256_storeu_si256(steps.cast(), _mm256_maskz_compress_epi32(differ, after));
        }
        differ.count_ones() as usize
    }
}

/// # Safety
/// There are four indexes, and half of each is below the number of records.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn four_records(records: &[Record], four: &[u32]) -> __m512 {
    let read: __m512;
    // SAFETY: the records at these places are read.
    unsafe {
        asm!(
            "mov {b}, qword ptr [{four}]",
            "mov {d}, qword ptr [{four} + 8]",
            "mov {a:e}, {b:e}",
            "mov {c:e}, {d:e}",
            "shr {b}, 32",
            "shr {d}, 32",
            "vbroadcastf32x4 {read}, xmmword ptr [{records} + {a} * 8]",
            "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {b} * 8], 1",
            "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {c} * 8], 2",
            "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {d} * 8], 3",
            records = in(reg) records.as_ptr(),
            four = in(reg) four.as_ptr(),
            a = out(reg) _,
            b = out(reg) _,
            c = out(reg) _,
            d = out(reg) _,
            read = out(zmm_reg) read,
            options(pure, readonly, nostack),
        );
    }
    read
}

/// # Safety
/// There are four indexes, and half of each is below the number of records.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn put_four_records(records: &[Record], four: &[u32], new: __m512) {
    // SAFETY: the records at these places are written.
    unsafe {
        asm!(
            "mov {b}, qword ptr [{four}]",
            "mov {d}, qword ptr [{four} + 8]",
            "mov {a:e}, {b:e}",
            "mov {c:e}, {d:e}",
            "shr {b}, 32",
            "shr {d}, 32",
            "vextractf32x4 xmmword ptr [{records} + {a} * 8], {new}, 0",
            "vextractf32x4 xmmword ptr [{records} + {b} * 8], {new}, 1",
            "vextractf32x4 xmmword ptr [{records} + {c} * 8], {new}, 2",
            "vextractf32x4 xmmword ptr [{records} + {d} * 8], {new}, 3",
            records = in(reg) records.as_ptr(),
            four = in(reg) four.as_ptr(),
            a = out(reg) _,
            b = out(reg) _,
            c = out(reg) _,
            d = out(reg) _,
            new = in(zmm_reg) new,
            options(nostack),
        );
    }
}
