//! Pieces of a layer, ready to be stored.

/// Some consecutive states of a layer, encoded.
pub(crate) struct Frame {
    /// The number of states in it.
    pub(crate) states: u64,
    /// The code words.
    pub(crate) bytes: Vec<u8>,
}
