//! Pieces of a layer, ready to be stored.

use crate::codec::{Segment, encode};

/// Some consecutive states of a layer, encoded.
pub(crate) struct Frame {
    /// The number of states in it.
    pub(crate) states: u64,
    /// The code words.
    pub(crate) bytes: Vec<u8>,
}

impl Frame {
    /// Encodes words; they are left as they are.
    pub(crate) fn new(words: &mut [u64], segments: impl IntoIterator<Item = Segment>) -> Frame {
        let states = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Frame { states, bytes: encode(words, segments) }
    }
}
