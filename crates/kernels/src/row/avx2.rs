//! For processors with AVX2 and the bit manipulation instructions that came with it.

use std::arch::x86_64::_pdep_u64;
use std::ops::Range;

use super::loops::{self, Form, entry_points};
use super::portable::Portable;
use super::{BitMap, Crossing, Marks, Run, Slabs, Slides, Spawning};

/// Stands for a processor with AVX2 and BMI 2; only the entry points below make one.
#[derive(Clone, Copy)]
struct Avx2;

impl Form for Avx2 {
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the processor has BMI 2. One instruction replaces a loop over the bits.
        unsafe { _pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn map(self, map: &BitMap, word: u64) -> u64 {
        Portable.map(map, word)
    }

    #[inline(always)]
    fn filled(self, words: &[u64; 8]) -> u32 {
        Portable.filled(words)
    }

    #[inline(always)]
    fn marked(self, marks: &[u8; 64]) -> u64 {
        Portable.marked(marks)
    }

    #[inline(always)]
    fn ones(self, words: [u64; 8]) -> u64 {
        Portable.ones(words)
    }
}

entry_points!(
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    Avx2
);
