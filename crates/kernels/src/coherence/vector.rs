//! The update over vectors of eight numbers, written once for all forms that have them.
//!
//! Records are loaded and stored one by one, each by an access that does what a relaxed one does; only the arithmetic is of
//! vectors. The accesses are written in assembly: a compiler given atomic words moves each through a general-purpose register,
//! which takes most of the time.

use std::arch::x86_64::*;

use super::{Changes, CoherenceRecord, CoherentWeights, Eight, Gathered};
use crate::Indexes;

/// The eight records of a tuple in registers.
///
/// # Safety
/// All functions must be inlined into functions compiled for the instructions that the type stands for, and run where the
/// processor has them, AVX2 at least.
pub(super) trait Records: Copy {
    /// Loads the records of a tuple.
    ///
    /// # Safety
    /// Half of each index is below the number of records.
    unsafe fn load(records: &[CoherenceRecord], tuple: &Indexes) -> Self;

    /// Stores them.
    ///
    /// # Safety
    /// As above.
    unsafe fn store(self, records: &[CoherenceRecord], tuple: &Indexes);

    /// Loads from the order of this form.
    ///
    /// # Safety
    /// Only that of the trait.
    unsafe fn load_gathered(gathered: &[f32; 32]) -> Self;

    /// Stores in the order of this form.
    ///
    /// # Safety
    /// Only that of the trait.
    unsafe fn store_gathered(self, gathered: &mut [f32; 32]);

    /// The weights, the sums of their errors, the sums of their sizes.
    ///
    /// # Safety
    /// Only that of the trait.
    unsafe fn columns(self) -> [__m256; 3];

    /// The records after weights moved by `moves`, and saw the error `step`.
    ///
    /// # Safety
    /// Only that of the trait.
    unsafe fn moved(self, moves: __m256, step: f32) -> Self;

    /// `rate` where it is plain or a size is zero, `rate` times `ratios` elsewhere.
    ///
    /// # Safety
    /// Only that of the trait.
    unsafe fn parts(ratios: __m256, sizes: __m256, rate: f32, is_plain: bool) -> __m256;

    /// Writes the elements of `after` that differ from those of `before`, and the halves of their indexes; how many there are.
    ///
    /// # Safety
    /// There is the place for eight of each.
    unsafe fn write_changes(
        tuple: &Indexes,
        before: __m256i,
        after: __m256i,
        indexes: *mut u32,
        steps: *mut i32,
    ) -> usize;
}

/// # Safety
/// Half of each index is below the number of records; see [`Records`].
#[inline(always)]
pub(super) unsafe fn gather<R: Records>(table: &CoherentWeights, indexes: &[Indexes], into: &mut Gathered) {
    // SAFETY: as the caller promises.
    unsafe {
        let (mut all_weights, mut all_parts) = (_mm256_setzero_ps(), _mm256_setzero_ps());
        for (tuple, eight) in indexes.iter().zip(&mut *into.tuples) {
            let records = R::load(table.records.as_slice(), tuple);
            let [weights, sums, sizes] = records.columns();
            let ratios = _mm256_div_ps(_mm256_andnot_ps(_mm256_set1_ps(-0.0), sums), sizes);
            let parts = R::parts(ratios, sizes, table.rate, table.is_plain);
            records.store_gathered(&mut eight.records);
            _mm256_store_ps(eight.weights.as_mut_ptr(), weights);
            _mm256_store_ps(eight.parts.as_mut_ptr(), parts);
            all_weights = _mm256_add_ps(all_weights, weights);
            all_parts = _mm256_add_ps(all_parts, parts);
        }
        (into.sum, into.parts) = (total(all_weights), total(all_parts));
    }
}

/// # Safety
/// Half of each index is below the number of records, and there is room for eight changes a tuple; see [`Records`].
#[inline(always)]
pub(super) unsafe fn scatter<R: Records>(
    table: &CoherentWeights,
    indexes: &[Indexes],
    gathered: &Gathered,
    step: f32,
    changes: &mut Changes,
) {
    // SAFETY: as the caller promises.
    unsafe {
        let (steps, scale) = (_mm256_set1_ps(step), _mm256_set1_ps(1.0 / table.quantised.step()));
        let quantised = |weights| _mm256_cvtps_epi32(_mm256_mul_ps(weights, scale));
        let mut count = changes.count;
        for (tuple, Eight { records, weights, parts }) in indexes.iter().zip(&*gathered.tuples) {
            let moves = _mm256_mul_ps(_mm256_load_ps(parts.as_ptr()), steps);
            R::load_gathered(records).moved(moves, step).store(table.records.as_slice(), tuple);
            let weights = _mm256_load_ps(weights.as_ptr());
            let (before, after) = (quantised(weights), quantised(_mm256_add_ps(weights, moves)));
            let indexes = changes.indexes.as_mut_ptr().add(count);
            count += R::write_changes(tuple, before, after, indexes, changes.steps.as_mut_ptr().add(count));
        }
        changes.count = count;
    }
}

/// What `Sum::total` of the portable form says of these.
///
/// # Safety
/// See [`Records`].
#[inline(always)]
unsafe fn total(sums: __m256) -> f32 {
    // SAFETY: as the caller promises.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(sums), _mm256_extractf128_ps::<1>(sums));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}
