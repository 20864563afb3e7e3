//! For every processor: a table for each byte of a word.

use super::{BitSpreads, Sources};
use crate::Simd;

/// For each of 8 bytes, for each value, the bits they lead to.
pub(super) type Table = [[u64; 256]; 8];

/// Stands for no instructions beyond those that everything is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Portable(());

impl Portable {
    pub(crate) const fn new() -> Portable {
        Portable(())
    }
}

impl Simd for Portable {
    #[inline(always)]
    fn spread(self, spreads: &BitSpreads, map: usize, word: u64) -> u64 {
        debug_assert!(word >> BitSpreads::NOWHERE == 0, "nothing is nowhere");
        let tables = &spreads.tables[map];
        word.to_le_bytes().iter().zip(tables).fold(0, |all, (&byte, table)| all | table[usize::from(byte)])
    }
}

pub(super) fn table(sources: &Sources) -> Table {
    let mut table = [[0; 256]; 8];
    for source in sources {
        for (bit, &from) in source.iter().enumerate().filter(|(_, from)| **from != BitSpreads::NOWHERE) {
            for value in (0..256).filter(|value| value >> (from % 8) & 1 == 1) {
                table[usize::from(from / 8)][value] |= 1 << bit;
            }
        }
    }
    table
}
