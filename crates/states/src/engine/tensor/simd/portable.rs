//! The kernel for every processor.

use super::Kernel;
use crate::engine::tensor::pull::Spawns;

pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn spread(spawns: &Spawns, class: usize, word: u64) -> u64 {
        let tables = &spawns.spread[class];
        word.to_le_bytes().iter().zip(tables).fold(0, |all, (&byte, table)| all | table[usize::from(byte)])
    }
}
