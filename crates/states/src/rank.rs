//! Perfect ranks: every board of a layer has a number, and every number a board.

pub(crate) mod quadrant;
mod split;
pub(crate) mod tensor;

pub(crate) use split::{SplitLayer, SplitRank};
