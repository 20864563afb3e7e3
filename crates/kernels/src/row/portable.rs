//! For every processor.

use std::ops::Range;

use super::loops::{self, Form, entry_points};
use super::{BitMap, Crossing, Marks, Run, Slabs, Slides, Spawning};

/// Stands for no instructions beyond those that everything is compiled for.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Form for Portable {
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        let (mut bits, mut mask, mut deposited) = (bits, mask, 0);
        while bits != 0 && mask != 0 {
            // Zeros are stepped over one by one: afterstates fill most of their space, so there are few.
            if bits & 1 == 1 {
                deposited |= mask & mask.wrapping_neg();
            }
            bits >>= 1;
            mask &= mask - 1;
        }
        deposited
    }

    #[inline(always)]
    fn map(self, map: &BitMap, word: u64) -> u64 {
        debug_assert!(
            map.by_byte.len() == 8 || word >> (8 * map.by_byte.len()) == 0,
            "bits beyond the class"
        );
        map.by_byte
            .iter()
            .zip(word.to_le_bytes())
            .fold(0, |all, (table, byte)| all | table[usize::from(byte)])
    }

    #[inline(always)]
    fn filled(self, words: &[u64; 8]) -> u32 {
        words.iter().enumerate().fold(0, |bits, (index, &word)| bits | u32::from(word != 0) << index)
    }

    #[inline(always)]
    fn marked(self, marks: &[u8; 64]) -> u64 {
        // The product moves the lowest bits of eight bytes side by side into the highest byte.
        let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        marks.as_chunks().0.iter().enumerate().fold(0, |all, (index, eight)| all | bits(eight) << (8 * index))
    }

    #[inline(always)]
    fn ones(self, words: [u64; 8]) -> u64 {
        words.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

entry_points!(Portable);
