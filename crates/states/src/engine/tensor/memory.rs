//! Large arrays of words in huge pages.

use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapOptions};

/// Words that are zero until written and take memory only then.
pub(super) struct Words {
    map: MmapMut,
    /// Words that may be other than zero: all before this one.
    used: usize,
}

impl Words {
    /// Room for this many words.
    pub(super) fn new(len: usize) -> std::io::Result<Words> {
        let map = MmapOptions::new().len((len * 8).max(4_096)).map_anon()?;
        // Random access to gigabytes spends a third of its time on page tables with small pages. A kernel without
        // huge pages says no, and nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Words { map, used: 0 })
    }

    /// Zeros, as many as asked for.
    pub(super) fn clear(&mut self, len: usize) -> &mut [u64] {
        let used = self.used;
        self.as_mut()[..used].fill(0);
        self.used = len;
        &mut self.as_mut()[..len]
    }

    pub(super) fn as_ref(&self) -> &[u64] {
        // SAFETY: the map is aligned to pages, its length is a multiple of 8, and every bit pattern is a number.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 8) }
    }

    pub(super) fn as_mut(&mut self) -> &mut [u64] {
        // SAFETY: as in `as_ref`, and the map is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.map.len() / 8) }
    }

    /// The words, to be written by several threads.
    pub(super) fn as_atomic(&mut self) -> &[AtomicU64] {
        let words = self.as_mut();
        // SAFETY: `AtomicU64` has the size and, on the platforms with memory maps, the alignment of `u64`; the words
        // are borrowed mutably for as long as they are atomic.
        unsafe { std::slice::from_raw_parts(words.as_mut_ptr().cast(), words.len()) }
    }
}
