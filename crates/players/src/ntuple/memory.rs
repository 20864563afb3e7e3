//! Large arrays that threads share, in huge pages.

use std::marker::PhantomData;
use std::sync::atomic::AtomicI16;

use memmap2::{MmapMut, MmapOptions};

use super::index::Indexes;

/// Runs an instruction that brings near what is at a place, for the words at the indexes of some tuples.
///
/// Indexes are read two at a time. A compiler given eight prefetches takes the indexes out of vector registers one by one,
/// which takes longer than reading them. All processors of this kind take the instructions, the oldest ones without effect.
#[cfg(target_arch = "x86_64")]
macro_rules! prefetch_each {
    ($instruction:literal, $size:expr, $words:expr, $indexes:expr) => {
        for tuple in $indexes {
            // SAFETY: eight indexes are read; a prefetch reads nothing, wherever it points.
            unsafe {
                std::arch::asm!(
                    prefetch_each!(two $instruction, "0"),
                    prefetch_each!(two $instruction, "8"),
                    prefetch_each!(two $instruction, "16"),
                    prefetch_each!(two $instruction, "24"),
                    tuple = in(reg) tuple,
                    words = in(reg) $words,
                    size = const $size,
                    first = out(reg) _,
                    second = out(reg) _,
                    options(readonly, nostack),
                );
            }
        }
    };
    (two $instruction:literal, $offset:literal) => {
        concat!(
            "mov {second}, qword ptr [{tuple} + ", $offset, "]\n",
            "mov {first:e}, {second:e}\n",
            "shr {second}, 32\n",
            $instruction, " byte ptr [{words} + {first} * {size}]\n",
            $instruction, " byte ptr [{words} + {second} * {size}]",
        )
    };
}

/// Elsewhere the processor is left to itself.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! prefetch_each {
    ($instruction:literal, $size:expr, $words:expr, $indexes:expr) => {
        let _ = ($words, $indexes);
    };
}

/// A word that several threads may read and write at once; all zeros are one.
pub(crate) trait Word: Sync {}

impl Word for AtomicI16 {}

/// Words that are zero until written and take memory only then.
pub(crate) struct Words<W> {
    map: MmapMut,
    len: usize,
    kind: PhantomData<W>,
}

impl<W: Word> Words<W> {
    /// So many words, all zero.
    pub(crate) fn new(len: usize) -> std::io::Result<Words<W>> {
        let map = MmapOptions::new().len((len * size_of::<W>()).max(4_096)).map_anon()?;
        // Every move reads a hundred weights all over the table: with small pages a third of the time goes into page
        // tables. A kernel without huge pages says no, and nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Words { map, len, kind: PhantomData })
    }

    /// All words.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[W] {
        // SAFETY: the map is aligned to pages and holds `len` words; every bit pattern is a word, and whoever shares
        // them can only go through atomic operations.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }

    /// Asks for the words at these indexes to be brought near; any are allowed.
    #[inline(always)]
    pub(crate) fn prefetch_each(&self, indexes: &[Indexes]) {
        const { assert!(size_of::<W>() <= 8, "addresses tell no larger size") };
        prefetch_each!("prefetcht0", size_of::<W>(), self.map.as_ptr(), indexes);
    }

    /// As [`prefetch_each`](Words::prefetch_each), for words of 16 bytes that will be changed, given the indexes of their halves:
    /// no other core keeps them meanwhile. Addresses cannot be told in units of more than 8 bytes.
    #[inline(always)]
    pub(crate) fn prefetch_each_to_write(&self, halves: &[Indexes]) {
        const { assert!(size_of::<W>() == 16, "it has halves of 8 bytes") };
        prefetch_each!("prefetchw", 8, self.map.as_ptr(), halves);
    }
}
