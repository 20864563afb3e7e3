//! For every processor.

use redouble_core::{Grid, Packed};

#[inline(always)]
pub(super) fn canonicalize<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    boards.iter_mut().for_each(|board| *board = board.canonical());
}
