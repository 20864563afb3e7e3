//! Perfect ranks: every board of a layer has a number, and every number a board.

mod split;

pub(crate) use split::{SplitLayer, SplitRank};
