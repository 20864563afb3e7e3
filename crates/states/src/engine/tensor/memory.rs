//! The words of a layer, used again for a later one.

use std::sync::atomic::AtomicU64;

use redouble_kernels::HugeArray;

/// Words that are zero until written and take memory only then.
pub(super) struct Words {
    words: HugeArray<u64>,
    /// Words that may be other than zero: all before this one.
    used: usize,
}

impl Words {
    /// Room for this many words.
    pub(super) fn new(len: usize) -> std::io::Result<Words> {
        Ok(Words { words: HugeArray::new(len)?, used: 0 })
    }

    /// Zeros, as many as asked for.
    pub(super) fn clear(&mut self, len: usize) -> &mut [u64] {
        let used = self.used;
        self.as_mut()[..used].fill(0);
        self.used = len;
        &mut self.as_mut()[..len]
    }

    pub(super) fn as_ref(&self) -> &[u64] {
        self.words.as_slice()
    }

    pub(super) fn as_mut(&mut self) -> &mut [u64] {
        self.words.as_mut_slice()
    }

    /// The words, to be written by several threads.
    pub(super) fn as_atomic(&mut self) -> &[AtomicU64] {
        self.words.as_atomic()
    }
}
