//! Bytes from the operating system's page tables.

use std::io;

use memmap2::{MmapMut, MmapOptions};

/// Zeros; pages that were never written take no memory.
pub(super) struct Bytes(MmapMut);

impl Bytes {
    pub(super) fn zeroed(len: usize) -> io::Result<Bytes> {
        let map = MmapOptions::new().len(len.max(1)).map_anon()?;
        // With pages of 4 KiB random access to gigabytes spends a third of its time on TLB misses. A kernel without huge
        // pages refuses, and nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Bytes(map))
    }

    #[inline(always)]
    pub(super) fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }

    #[inline(always)]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}
