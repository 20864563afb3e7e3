//! Bytes from the allocator, where a target has no memory maps.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;
use std::ptr::NonNull;

use super::ALIGNMENT;

/// Zeros.
pub(super) struct Bytes {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: nothing else points to the bytes.
unsafe impl Send for Bytes {}
// SAFETY: shared bytes are only read, or written as the atomic elements of an array.
unsafe impl Sync for Bytes {}

impl Bytes {
    pub(super) fn zeroed(len: usize) -> io::Result<Bytes> {
        let too_large = |_| io::Error::from(io::ErrorKind::OutOfMemory);
        let layout = Layout::from_size_align(len.max(1), ALIGNMENT).map_err(too_large)?;
        // SAFETY: the size is not 0.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Bytes { start, layout })
    }

    #[inline(always)]
    pub(super) fn as_ptr(&self) -> *const u8 {
        self.start.as_ptr()
    }

    #[inline(always)]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start.as_ptr()
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_zero_aligned_and_writable() {
        let mut bytes = Bytes::zeroed(10_000).unwrap();
        assert!(bytes.as_ptr().addr().is_multiple_of(ALIGNMENT));
        // SAFETY: there are so many bytes.
        let slice = unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr(), 10_000) };
        assert!(slice.iter().all(|&byte| byte == 0));
        slice.fill(7);
        assert!(Bytes::zeroed(usize::MAX / 2).is_err());
    }
}
