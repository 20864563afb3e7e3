//! For processors with AVX2.

use redouble_core::Packed;

use super::portable;

#[target_feature(enable = "avx2")]
pub(super) fn canonicalize<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    portable::canonicalize(boards);
}
