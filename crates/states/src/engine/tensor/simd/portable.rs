//! The kernel for every processor.

use super::Kernel;
use crate::engine::tensor::moves::Pair;
use crate::engine::tensor::pull::Spawns;
use crate::engine::tensor::push::{Fixed, Pushes};

pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn spread(spawns: &Spawns, class: usize, word: u64) -> u64 {
        let tables = &spawns.spread[class];
        word.to_le_bytes().iter().zip(tables).fold(0, |all, (&byte, table)| all | table[usize::from(byte)])
    }

    #[inline(always)]
    fn push(pushes: &mut Pushes<'_>, fixed: Fixed, pairs: &[Pair], boards: u64) {
        let mut rest = boards;
        while rest != 0 {
            let pair = pairs[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let (word, bit) = pushes.place(fixed, pair);
            pushes.queue.push(word, bit);
        }
    }

    fn flush(pushes: &mut Pushes<'_>) {
        pushes.queue.flush();
    }
}
