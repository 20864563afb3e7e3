//! The kernel for processors with AVX-512.
//!
//! Tried and not kept: placing 16 pushed boards at a time, their pairs selected by `vpcompressd` and their placings and
//! ranks gathered (1.54 to 1.64 CPU seconds for 4x4 to 16, against 1.32 to 1.51 one by one; gathers are slow on
//! processors whose microcode guards them).

use std::arch::x86_64::{_mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};

use super::Kernel;
use crate::engine::tensor::pull::Spawns;

/// Whether the processor has everything that code compiled for [`Avx512`] uses.
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// To be used only inside functions compiled for these instructions, on processors that have them.
pub(crate) struct Avx512;

impl Kernel for Avx512 {
    #[inline(always)]
    fn spread(spawns: &Spawns, class: usize, word: u64) -> u64 {
        let mut all = 0;
        for sources in &spawns.sources[class] {
            // SAFETY: the processor has the instructions, and 64 bytes are read from an array of 64. One shuffle
            // replaces the eight lookups of the portable kernel.
            all |= unsafe {
                _mm512_bitshuffle_epi64_mask(
                    _mm512_set1_epi64(word as i64),
                    _mm512_loadu_si512(sources.as_ptr().cast()),
                )
            };
        }
        all
    }
}
