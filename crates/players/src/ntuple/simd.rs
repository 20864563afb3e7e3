//! The indexes of all tuples in the eight images of a packed board.
//!
//! The cells of a tuple are a few runs of neighbouring digits; a shift and a mask bring a run into its place of the
//! index, and the same shift and mask do for all eight images. So the eight are the lanes of a vector, and the compiler
//! makes the vector code once it may use the instructions: the same function compiled for three kinds of processor,
//! chosen at run time.

use super::index::Indexes;
use super::tuples::Tuple;

/// Writes the indexes of every tuple.
#[inline(always)]
pub(super) fn indexes(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has the instructions.
            return unsafe { indexes_avx512(images, tuples, indexes) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { indexes_avx2(images, tuples, indexes) };
        }
    }
    indexes_portable(images, tuples, indexes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn indexes_avx512(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    indexes_portable(images, tuples, indexes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn indexes_avx2(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    indexes_portable(images, tuples, indexes);
}

#[inline(always)]
fn indexes_portable(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    for (tuple, indexes) in tuples.iter().zip(indexes) {
        let mut found = [u64::from(tuple.offset); 8];
        for run in &tuple.runs {
            for (found, image) in found.iter_mut().zip(images) {
                // The runs and the offset have no bits in common, or carry rightly: a sum is an or.
                *found += image >> run.shift & run.mask;
            }
        }
        *indexes = found.map(|index| index as u32);
    }
}
