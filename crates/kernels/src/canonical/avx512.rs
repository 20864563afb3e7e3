//! For processors with AVX-512.

use redouble_core::Packed;

use super::portable;

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn canonicalize<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    portable::canonicalize(boards);
}
