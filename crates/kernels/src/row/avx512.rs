//! For processors with AVX-512.

use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_mask_bitshuffle_epi64_mask, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_set1_epi64, _mm512_test_epi8_mask, _mm512_test_epi64_mask, _pdep_u64,
};
use std::ops::Range;

use super::loops::{self, Form, entry_points};
use super::{BitMap, Crossing, Marks, Run, Slabs, Slides, Spawning};

/// Stands for a processor with AVX-512 F, BW, BITALG, VPOPCNTDQ and BMI 2; only the entry points below make one.
#[derive(Clone, Copy)]
struct Avx512;

/// 64 bytes of anything.
#[inline(always)]
fn load<T>(from: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: 64 bytes are read from a value of 64; only forms for AVX-512 call this.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(from).cast()) }
}

impl Form for Avx512 {
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the processor has BMI 2. One instruction replaces a loop over the bits.
        unsafe { _pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn map(self, map: &BitMap, word: u64) -> u64 {
        // SAFETY: the processor has the instructions. One shuffle for each source replaces eight lookups.
        unsafe {
            let words = _mm512_set1_epi64(word.cast_signed());
            let from = |index: usize| {
                let source = &map.sources[index];
                _mm512_mask_bitshuffle_epi64_mask(source.valid, words, load(&source.from))
            };
            let mut bits = from(0);
            if map.used > 1 {
                bits |= from(1);
                if map.used > 2 {
                    bits |= from(2) | from(3);
                }
            }
            bits
        }
    }

    #[inline(always)]
    fn filled(self, words: &[u64; 8]) -> u32 {
        let words = load(words);
        // SAFETY: the processor has the instructions.
        u32::from(unsafe { _mm512_test_epi64_mask(words, words) })
    }

    #[inline(always)]
    fn marked(self, marks: &[u8; 64]) -> u64 {
        let marks = load(marks);
        // SAFETY: the processor has the instructions.
        unsafe { _mm512_test_epi8_mask(marks, marks) }
    }

    #[inline(always)]
    fn ones(self, words: [u64; 8]) -> u64 {
        // SAFETY: the processor has the instructions.
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(load(&words))).cast_unsigned() }
    }
}

entry_points!(
    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
    )]
    Avx512
);
