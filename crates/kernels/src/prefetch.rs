//! Software prefetches: loads that nothing waits for.
//!
//! Elsewhere than on x86-64 they do nothing, and the processor is left to itself.

use crate::Indexes;

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

/// Issues a software prefetch for each of eight indexed elements.
///
/// Indexes are loaded two at a time. A compiler given eight prefetches extracts the indexes from vector registers one by one,
/// which takes longer than loading them. All x86-64 processors accept the instructions, the oldest ones without effect.
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
macro_rules! prefetch_each {
    ($instruction:literal, $size:expr, $elements:expr, $indexes:expr) => {
        // SAFETY: eight indexes are read; a prefetch reads nothing, wherever it points.
        unsafe {
            std::arch::asm!(
                prefetch_each!(two $instruction, "0"),
                prefetch_each!(two $instruction, "8"),
                prefetch_each!(two $instruction, "16"),
                prefetch_each!(two $instruction, "24"),
                indexes = in(reg) $indexes,
                elements = in(reg) $elements,
                size = const $size,
                first = out(reg) _,
                second = out(reg) _,
                options(readonly, nostack),
            );
        }
    };
    (two $instruction:literal, $offset:literal) => {
        concat!(
            "mov {second}, qword ptr [{indexes} + ", $offset, "]\n",
            "mov {first:e}, {second:e}\n",
            "shr {second}, 32\n",
            $instruction, " byte ptr [{elements} + {first} * {size}]\n",
            $instruction, " byte ptr [{elements} + {second} * {size}]",
        )
    };
}

/// Elsewhere the processor is left to itself.
#[cfg(not(all(target_arch = "x86_64", not(redouble_portable))))]
macro_rules! prefetch_each {
    ($instruction:literal, $size:expr, $elements:expr, $indexes:expr) => {
        let _ = ($elements, $indexes);
    };
}

/// Asks for the cache lines of eight elements; any indexes are allowed.
#[inline(always)]
pub fn read_each<T>(elements: &[T], indexes: &Indexes) {
    const { assert!(matches!(size_of::<T>(), 1 | 2 | 4 | 8), "x86 scales an index by at most 8") };
    prefetch_each!("prefetcht0", size_of::<T>(), elements.as_ptr(), indexes);
}

/// As [`read_each`], for elements of 16 bytes that will be written, given twice their indexes: the lines are taken from the
/// caches of other cores. x86 scales an index by at most 8, so indexes count half-elements.
#[inline(always)]
pub fn write_each<T>(elements: &[T], halves: &Indexes) {
    const { assert!(size_of::<T>() == 16, "it has halves of 8 bytes") };
    prefetch_each!("prefetchw", 8, elements.as_ptr(), halves);
}
