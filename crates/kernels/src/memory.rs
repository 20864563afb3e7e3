//! Large arrays in huge pages.

#[cfg(any(test, target_family = "wasm"))]
mod heap;
#[cfg(not(target_family = "wasm"))]
mod pages;

use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, AtomicU64};

#[cfg(target_family = "wasm")]
use heap::Bytes;
#[cfg(not(target_family = "wasm"))]
use pages::Bytes;

/// An element of a [`HugeArray`].
///
/// # Safety
/// A value of zero bytes alone is valid, none needs to be dropped, and its address needs no more alignment than 64 bytes.
pub unsafe trait Word {}

// SAFETY: numbers; zero is one.
unsafe impl Word for u64 {}
// SAFETY: as above.
unsafe impl Word for AtomicU64 {}
// SAFETY: as above.
unsafe impl Word for AtomicI16 {}

/// To how many bytes the first element of an array is aligned: to a cache line.
const ALIGNMENT: usize = 64;

/// An array whose elements are zero until written and take memory only then.
///
/// ```
/// use redouble_kernels::HugeArray;
///
/// let mut words = HugeArray::<u64>::new(1 << 20).unwrap();
/// words.as_mut_slice()[7] = 3;
/// assert_eq!(words.as_slice().iter().sum::<u64>(), 3);
/// ```
pub struct HugeArray<W> {
    bytes: Bytes,
    len: usize,
    kind: PhantomData<W>,
}

impl<W: Word> HugeArray<W> {
    /// As many elements, all zero.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(len: usize) -> io::Result<HugeArray<W>> {
        const { assert!(align_of::<W>() <= ALIGNMENT) };
        let size = len.checked_mul(size_of::<W>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(HugeArray { bytes: Bytes::zeroed(size)?, len, kind: PhantomData })
    }

    /// All elements.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[W] {
        // SAFETY: the bytes are aligned and hold `len` elements, which were zero, a valid value, or were written as elements.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.len) }
    }

    /// All elements, to be written.
    #[inline(always)]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [W] {
        // SAFETY: as above, and the bytes are borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.bytes.as_mut_ptr().cast(), self.len) }
    }
}

impl HugeArray<u64> {
    /// All elements, to be written by several threads.
    #[must_use]
    pub fn as_atomic(&mut self) -> &[AtomicU64] {
        let words = self.as_mut_slice();
        // SAFETY: `AtomicU64` has the size of `u64` and no more alignment than the array; the words are borrowed mutably
        // for as long as they are atomic.
        unsafe { std::slice::from_raw_parts(words.as_mut_ptr().cast(), words.len()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn elements_are_zero_until_written() {
        for len in [0, 1, 511, 512, 513, 100_000] {
            let mut words = HugeArray::<u64>::new(len).unwrap();
            assert_eq!(words.as_slice(), vec![0; len]);
            assert!(words.as_slice().as_ptr().addr().is_multiple_of(ALIGNMENT));
            if let Some(last) = words.as_mut_slice().last_mut() {
                *last = 9;
                assert_eq!(words.as_slice()[len - 1], 9);
                words.as_atomic()[len - 1].fetch_or(6, Ordering::Relaxed);
                assert_eq!(words.as_slice().iter().sum::<u64>(), 15);
            }
        }
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(HugeArray::<u64>::new(usize::MAX / 4).is_err());
        assert!(HugeArray::<u64>::new(usize::MAX / 9).is_err());
    }
}
