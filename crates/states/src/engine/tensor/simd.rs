//! The two kernels, with the same functions: one for every processor, one for AVX-512.
//!
//! Which one runs is chosen in [`Simd::detect`] alone. The newer instructions permute the bits of a word in one step
//! instead of eight table lookups, and whatever the compiler vectorises around it becomes wider.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod portable;

use super::pull::Spawns;

/// The instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simd {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Simd {
    /// The best that the processor has, unless portable code is asked for.
    pub(super) fn detect(portable: bool) -> Simd {
        #[cfg(target_arch = "x86_64")]
        if !portable && avx512::is_available() {
            return Simd::Avx512;
        }
        let _ = portable;
        Simd::Portable
    }
}

/// What differs between processors.
pub(super) trait Kernel {
    /// The boards of a class that a word of the class without the tile leads to.
    fn spread(spawns: &Spawns, class: usize, word: u64) -> u64;
}
