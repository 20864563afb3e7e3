//! The indexes of all tuples in the eight images of a board.
//!
//! An index is the bits of some cells, pushed together: one instruction where the processor has it, a few shifts and
//! masks where not. Vector code over the eight images, with these shifts and masks, was slower than eight times the one
//! instruction.

use super::index::Indexes;
use super::tuples::Tuple;

/// Writes the indexes of every tuple, given the images as bit planes.
#[inline(always)]
pub(super) fn indexes(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { indexes_bmi2(images, tuples, indexes) };
    }
    indexes_portable(images, tuples, indexes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn indexes_bmi2(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    use std::arch::x86_64::_pext_u64;
    for (tuple, indexes) in tuples.iter().zip(indexes) {
        *indexes = images.map(|image| tuple.offset + _pext_u64(image, tuple.mask) as u32);
    }
}

fn indexes_portable(images: &[u64; 8], tuples: &[Tuple], indexes: &mut [Indexes]) {
    for (tuple, indexes) in tuples.iter().zip(indexes) {
        *indexes = images.map(|image| {
            tuple.runs.iter().fold(tuple.offset, |index, run| index + (image >> run.shift & run.mask) as u32)
        });
    }
}

#[cfg(test)]
mod tests {
    use redouble_core::{Random, Shape};

    use super::*;
    use crate::Tuples;

    #[test]
    fn all_forms_agree() {
        let mut random = Random::new(3);
        let tuples = Tuples::parse("8x6", Shape::CLASSIC).unwrap();
        for _ in 0..100 {
            let images = std::array::from_fn(|_| random.next_u64());
            let mut found = [[[0; 8]; 8]; 2];
            indexes(&images, tuples.as_slice(), &mut found[0]);
            indexes_portable(&images, tuples.as_slice(), &mut found[1]);
            assert_eq!(found[0], found[1]);
        }
    }
}
