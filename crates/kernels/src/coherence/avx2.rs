//! The eight records of a tuple, two to a register.

use std::arch::asm;
use std::arch::x86_64::*;

use super::vector::{self, Records};
use super::{Changes, CoherenceRecord, CoherentWeights, Gathered};
use crate::Indexes;

/// # Safety
/// Half of each index is below the number of records.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn gather(table: &CoherentWeights, indexes: &[Indexes], into: &mut Gathered) {
    // SAFETY: as the caller promises; this function is compiled for the instructions.
    unsafe { vector::gather::<TwoARegister>(table, indexes, into) }
}

/// # Safety
/// Half of each index is below the number of records, and there is room for eight changes a tuple.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn scatter(
    table: &CoherentWeights,
    indexes: &[Indexes],
    gathered: &Gathered,
    step: f32,
    changes: &mut Changes,
) {
    // SAFETY: as above.
    unsafe { vector::scatter::<TwoARegister>(table, indexes, gathered, step, changes) }
}

/// The first and the fifth record, the second and the sixth, and so on.
#[derive(Clone, Copy)]
struct TwoARegister([__m256; 4]);

impl Records for TwoARegister {
    #[inline(always)]
    unsafe fn load(records: &[CoherenceRecord], tuple: &Indexes) -> TwoARegister {
        // SAFETY: as the caller promises.
        unsafe { TwoARegister(load_two_a_register(records, tuple)) }
    }

    #[inline(always)]
    unsafe fn store(self, records: &[CoherenceRecord], tuple: &Indexes) {
        // SAFETY: as the caller promises.
        unsafe { store_two_a_register(records, tuple, self.0) };
    }

    #[inline(always)]
    unsafe fn load_gathered(gathered: &[f32; 32]) -> TwoARegister {
        let start = gathered.as_ptr();
        // SAFETY: the numbers of each register are there, and aligned to cache lines.
        unsafe {
            let [a, b] = [_mm256_load_ps(start), _mm256_load_ps(start.add(8))];
            TwoARegister([a, b, _mm256_load_ps(start.add(16)), _mm256_load_ps(start.add(24))])
        }
    }

    #[inline(always)]
    unsafe fn store_gathered(self, gathered: &mut [f32; 32]) {
        for (place, register) in gathered.chunks_exact_mut(8).zip(self.0) {
            // SAFETY: as above.
            unsafe { _mm256_store_ps(place.as_mut_ptr(), register) };
        }
    }

    #[inline(always)]
    unsafe fn columns(self) -> [__m256; 3] {
        let TwoARegister([a, b, c, d]) = self;
        // SAFETY: the processor has the instructions.
        unsafe {
            let (low, low_of_others) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (high, high_of_others) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            [
                _mm256_shuffle_ps::<0b01_00_01_00>(low, low_of_others),
                _mm256_shuffle_ps::<0b11_10_11_10>(low, low_of_others),
                _mm256_shuffle_ps::<0b01_00_01_00>(high, high_of_others),
            ]
        }
    }

    #[inline(always)]
    unsafe fn moved(self, moves: __m256, step: f32) -> TwoARegister {
        let TwoARegister([a, b, c, d]) = self;
        let size = step.abs();
        // SAFETY: the processor has the instructions.
        unsafe {
            let of_sums = _mm256_setr_ps(0.0, step, size, 0.0, 0.0, step, size, 0.0);
            let add = |record, moves| _mm256_add_ps(record, _mm256_blend_ps::<0b1110_1110>(moves, of_sums));
            TwoARegister([
                add(a, moves),
                add(b, _mm256_movehdup_ps(moves)),
                add(c, _mm256_permute_ps::<2>(moves)),
                add(d, _mm256_permute_ps::<3>(moves)),
            ])
        }
    }

    #[inline(always)]
    unsafe fn parts(ratios: __m256, sizes: __m256, rate: f32, is_plain: bool) -> __m256 {
        // SAFETY: the processor has the instructions.
        unsafe {
            let rate = _mm256_set1_ps(rate);
            let coherent = _mm256_castsi256_ps(_mm256_set1_epi32(if is_plain { 0 } else { -1 }));
            let known = _mm256_and_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(sizes, _mm256_setzero_ps()), coherent);
            _mm256_blendv_ps(rate, _mm256_mul_ps(ratios, rate), known)
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
            let same = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(before, after)));
            let differ = !same as usize & 255;
            let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(SET_BITS[differ].cast_signed()));
            let tuple = _mm256_srli_epi32::<1>(_mm256_loadu_si256(tuple.as_ptr().cast()));
            store_eight(indexes.cast(), _mm256_permutevar8x32_epi32(tuple, order));
            store_eight(steps.cast(), _mm256_permutevar8x32_epi32(after, order));
            differ.count_ones() as usize
        }
    }
}

/// Stores eight numbers by one instruction; the compiler takes two, as the first processors with such vectors would like it.
///
/// # Safety
/// There is the place.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store_eight(place: *mut __m256i, numbers: __m256i) {
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
unsafe fn load_two_a_register(records: &[CoherenceRecord], tuple: &Indexes) -> [__m256; 4] {
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
unsafe fn store_two_a_register(records: &[CoherenceRecord], tuple: &Indexes, [a, b, c, d]: [__m256; 4]) {
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
