//! The eight records of a tuple, four to a register.

use std::arch::asm;
use std::arch::x86_64::*;

use super::vector::{self, Records};
use super::{Changes, CoherenceRecord, CoherentWeights, Gathered};
use crate::Indexes;

/// # Safety
/// Half of each index is below the number of records.
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) unsafe fn gather(table: &CoherentWeights, indexes: &[Indexes], into: &mut Gathered) {
    // SAFETY: as the caller promises; this function is compiled for the instructions.
    unsafe { vector::gather::<FourARegister>(table, indexes, into) }
}

/// # Safety
/// Half of each index is below the number of records, and there is room for eight changes a tuple.
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) unsafe fn scatter(
    table: &CoherentWeights,
    indexes: &[Indexes],
    gathered: &Gathered,
    step: f32,
    changes: &mut Changes,
) {
    // SAFETY: as above.
    unsafe { vector::scatter::<FourARegister>(table, indexes, gathered, step, changes) }
}

/// The first four records, the last four.
#[derive(Clone, Copy)]
struct FourARegister([__m512; 2]);

impl Records for FourARegister {
    #[inline(always)]
    unsafe fn load(records: &[CoherenceRecord], tuple: &Indexes) -> FourARegister {
        let (first, second) = tuple.split_at(4);
        // SAFETY: as the caller promises.
        unsafe { FourARegister([load_four(records, first), load_four(records, second)]) }
    }

    #[inline(always)]
    unsafe fn store(self, records: &[CoherenceRecord], tuple: &Indexes) {
        let (first, second) = tuple.split_at(4);
        // SAFETY: as the caller promises.
        unsafe {
            store_four(records, first, self.0[0]);
            store_four(records, second, self.0[1]);
        }
    }

    #[inline(always)]
    unsafe fn load_gathered(gathered: &[f32; 32]) -> FourARegister {
        let start = gathered.as_ptr();
        // SAFETY: the numbers of each register are there, and aligned to cache lines.
        unsafe { FourARegister([_mm512_load_ps(start), _mm512_load_ps(start.add(16))]) }
    }

    #[inline(always)]
    unsafe fn store_gathered(self, gathered: &mut [f32; 32]) {
        let start = gathered.as_mut_ptr();
        // SAFETY: as above.
        unsafe {
            _mm512_store_ps(start, self.0[0]);
            _mm512_store_ps(start.add(16), self.0[1]);
        }
    }

    #[inline(always)]
    unsafe fn columns(self) -> [__m256; 3] {
        // Not by `map`: its closure would not be compiled for the instructions.
        // SAFETY: the processor has the instructions.
        unsafe { [self.column(0), self.column(1), self.column(2)] }
    }

    #[inline(always)]
    unsafe fn moved(self, moves: __m256, step: f32) -> FourARegister {
        let [low, high] = self.0;
        // SAFETY: the processor has the instructions.
        unsafe {
            let of_sums = _mm512_broadcast_f32x4(_mm_setr_ps(0.0, step, step.abs(), 0.0));
            let moves = _mm512_castps256_ps512(moves);
            let of_low = _mm512_setr_epi32(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0);
            let of_high = _mm512_setr_epi32(4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0);
            let add = |records, places| {
                _mm512_add_ps(records, _mm512_mask_permutexvar_ps(of_sums, 0x1111, places, moves))
            };
            FourARegister([add(low, of_low), add(high, of_high)])
        }
    }

    #[inline(always)]
    unsafe fn parts(ratios: __m256, sizes: __m256, rate: f32, is_plain: bool) -> __m256 {
        let coherent = if is_plain { 0 } else { !0 };
        // SAFETY: the processor has the instructions.
        unsafe {
            let known = _mm256_mask_cmp_ps_mask::<_CMP_NEQ_UQ>(coherent, sizes, _mm256_setzero_ps());
            let rate = _mm256_set1_ps(rate);
            _mm256_mask_mul_ps(rate, known, ratios, rate)
        }
    }

    #[inline(always)]
    unsafe fn write_changes(
        tuple: &Indexes,
        before: __m256i,
        after: __m256i,
        indexes: *mut u32,
        steps: *mut i32,
    ) -> usize {
        // SAFETY: eight numbers are read, and eight written to either place.
        unsafe {
            let differ = _mm256_cmpneq_epi32_mask(before, after);
            let tuple = _mm256_srli_epi32::<1>(_mm256_loadu_si256(tuple.as_ptr().cast()));
            _mm256_storeu_si256(indexes.cast(), _mm256_maskz_compress_epi32(differ, tuple));
            _mm256_storeu_si256(steps.cast(), _mm256_maskz_compress_epi32(differ, after));
            differ.count_ones() as usize
        }
    }
}

impl FourARegister {
    /// The numbers at one place of all records.
    ///
    /// # Safety
    /// That of the trait.
    #[inline(always)]
    unsafe fn column(self, place: i32) -> __m256 {
        let [low, high] = self.0;
        // SAFETY: the processor has the instructions.
        unsafe {
            let first = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0);
            let places = _mm512_add_epi32(_mm512_set1_epi32(place), first);
            _mm512_castps512_ps256(_mm512_permutex2var_ps(low, places, high))
        }
    }
}

/// # Safety
/// There are four indexes, and half of each is below the number of records.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn load_four(records: &[CoherenceRecord], four: &[u32]) -> __m512 {
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
unsafe fn store_four(records: &[CoherenceRecord], four: &[u32], new: __m512) {
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
