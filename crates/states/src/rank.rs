//! Perfect ranks: every board of a layer has a number, and every number a board.

pub(crate) mod quadrant;
mod split;
pub(crate) mod tensor;

use std::ops::Range;

pub(crate) use split::{Cursor as SplitCursor, SplitLayer, SplitRank, ones};

use self::tensor::Block;

/// Words in a frame of a layer that is one long bitmap.
pub(crate) const SPLIT_FRAME: u64 = 1 << 16;

/// Consecutive canonical blocks with some ten thousand words together: the unit of work and of storage.
pub(crate) fn frames(blocks: &[Block]) -> Vec<Range<usize>> {
    const WORDS: u32 = 1 << 16;
    let (mut frames, mut first, mut words) = (Vec::new(), 0, 0);
    for (index, block) in blocks.iter().enumerate() {
        words += block.words;
        if words >= WORDS || index + 1 == blocks.len() {
            frames.push(first..index + 1);
            (first, words) = (index + 1, 0);
        }
    }
    frames
}
