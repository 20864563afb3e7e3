//! The states of a layer, in pieces.

use crate::index::Sparse;
use crate::rank::LayerRanks;

/// In which form states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// They are only counted.
    Nothing,
    /// As words without the empty ones: quick to make.
    Sparse,
    /// Encoded as in files: a tenth of the memory, for as much time again as finding them.
    Encoded,
}

/// Some consecutive states of a layer: what its ranking calls a frame.
pub(crate) struct StateFrame {
    /// The number of states in it.
    pub(crate) states: u64,
    content: Content,
}

enum Content {
    Sparse(Sparse),
    Encoded(Vec<u8>),
}

impl StateFrame {
    /// Keeps the words of a frame in the form asked for; they are left as they are.
    pub(crate) fn new(
        keep: Keep,
        ranks: &dyn LayerRanks,
        frame: usize,
        words: &mut [u64],
    ) -> Option<StateFrame> {
        let content = match keep {
            Keep::Nothing => return None,
            Keep::Sparse => Content::Sparse(Sparse::new(words.iter().copied())),
            Keep::Encoded => Content::Encoded(ranks.encode(frame, words)),
        };
        let states = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Some(StateFrame { states, content })
    }

    /// Boards that were encoded before.
    pub(crate) fn encoded(states: u64, bytes: Vec<u8>) -> StateFrame {
        StateFrame { states, content: Content::Encoded(bytes) }
    }

    /// The words again.
    pub(crate) fn words(&self, ranks: &dyn LayerRanks, frame: usize) -> Vec<u64> {
        match &self.content {
            Content::Sparse(sparse) => sparse.words(ranks.frames()[frame].len()),
            Content::Encoded(bytes) => ranks.decode(frame, bytes),
        }
    }

    /// The bytes of a file.
    ///
    /// # Panics
    /// If it was not encoded.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Encoded(bytes) => bytes,
            Content::Sparse(_) => unreachable!("files have encoded frames"),
        }
    }
}
