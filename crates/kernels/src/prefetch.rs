//! Software prefetches: loads that wait for nothing.
//!
//! Elsewhere than on x86-64 they do nothing, and the processor is left to itself.

/// Asks for the cache line of an element; any index is allowed.
#[inline(always)]
pub fn read<T>(elements: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, wherever it points.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(elements.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(redouble_portable))))]
    let _ = (elements, index);
}
