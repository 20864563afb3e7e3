//! For processors with AVX-512: one instruction for each source.
//!
//! Tried and not kept: placing 16 pushed boards at a time, their pairs selected by `vpcompressd` and their placings and
//! ranks gathered (1.54 to 1.64 CPU seconds for 4x4 to 16, against 1.32 to 1.51 one by one; gathers are slow on
//! processors whose microcode guards them).

use std::arch::x86_64::{_mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};

use super::BitSpreads;
use crate::Simd;

/// Stands for a processor with AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// # Safety
    /// The processor has AVX-512 F, BW, VL and BITALG.
    #[inline(always)]
    pub(crate) const unsafe fn new() -> Avx512 {
        Avx512(())
    }
}

impl Simd for Avx512 {
    #[inline(always)]
    fn spread(self, spreads: &BitSpreads, map: usize, word: u64) -> u64 {
        debug_assert!(word >> BitSpreads::NOWHERE == 0, "nothing is nowhere");
        let mut all = 0;
        for sources in &spreads.sources[map] {
            // SAFETY: the processor has the instructions, and 64 bytes are read from an array of 64. One shuffle replaces
            // the eight lookups of the portable form.
            all |= unsafe {
                _mm512_bitshuffle_epi64_mask(
                    _mm512_set1_epi64(word.cast_signed()),
                    _mm512_loadu_si512(sources.as_ptr().cast()),
                )
            };
        }
        all
    }
}
