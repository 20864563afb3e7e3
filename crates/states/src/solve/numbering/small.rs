//! Boards of up to 12 cells: the rank of the bitmap engine.

use std::ops::Range;

use redouble_core::Packed;
use redouble_kernels::{Cpu, canonicalize};

use super::Numbering;
use crate::Variant;
use crate::rank::{SplitCursor, SplitLayer, SplitRank, ones};
use crate::solve::index::Index;

/// See the module.
pub(in crate::solve) struct Small {
    rank: SplitRank,
    cpu: Cpu,
}

impl Small {
    pub(in crate::solve) fn new(variant: Variant) -> Small {
        let rank = SplitRank::new(variant.shape().cells(), variant.max_exponent());
        Small { rank, cpu: Cpu::detect() }
    }
}

impl<const R: usize, const C: usize> Numbering<R, C> for Small {
    type Layer = SplitLayer;

    fn layer(&self, sum: u64) -> SplitLayer {
        self.rank.layer(sum)
    }

    fn words(&self, layer: &SplitLayer) -> usize {
        layer.len().div_ceil(64) as usize
    }

    fn boards(&self, layer: &SplitLayer, set: &Index, words: Range<usize>, boards: &mut Vec<Packed<R, C>>) {
        let mut cursor = SplitCursor::new(&self.rank, layer);
        for word in words {
            for bit in ones(&[set.word(word)]) {
                boards.push(Packed::from_bits(cursor.board(64 * word as u64 + bit).bits));
            }
        }
    }

    fn positions(&self, layer: &SplitLayer, boards: &mut [Packed<R, C>], positions: &mut Vec<u32>) {
        canonicalize(self.cpu, boards);
        positions.extend(boards.iter().map(|board| self.rank.position(layer, board.bits()) as u32));
    }
}
