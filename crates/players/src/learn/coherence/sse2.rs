//! Four records at once, with what every processor of this kind has.

use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::{Changes, Coherent, Indexes, Record};
use crate::ntuple::{MAX_TUPLES, Weights};

/// The weights of four records, and the part of a step by which each moves.
#[derive(Clone, Copy)]
struct Four {
    weights: __m128,
    parts: __m128,
}

/// Moves the weights of these records, given as the indexes of their first halves; the sum of them afterwards.
///
/// Not inlined, so that it does not take registers from the fast way.
///
/// # Safety
/// The indexes are even, half of each is below the number of records and of weights shown, and they are those of at most
/// [`MAX_TUPLES`].
#[inline(never)]
#[target_feature(enable = "sse2")]
pub(super) unsafe fn update(
    tables: Coherent<'_>,
    indexes: &[Indexes],
    changes: &mut Changes,
    step: impl FnOnce(f32) -> f32,
) -> f32 {
    let mut read = [[MaybeUninit::<Four>::uninit(); 2]; MAX_TUPLES];
    let (mut weights, mut parts) = ([_mm_setzero_ps(); 2], [_mm_setzero_ps(); 2]);
    for (tuple, halves) in indexes.iter().zip(&mut read) {
        for (half, (four, place)) in tuple.as_chunks().0.iter().zip(halves).enumerate() {
            // SAFETY: half of each index is below the number of records.
            let four = place.write(Four::of(tables, unsafe { four_records(tables.records, four) }));
            weights[half] = _mm_add_ps(weights[half], four.weights);
            parts[half] = _mm_add_ps(parts[half], four.parts);
        }
    }
    let (weights, parts) = (total(weights), total(parts));
    let step = step(weights);
    for (tuple, halves) in indexes.iter().zip(&read) {
        // All eight are read before the first is written: one may be there twice.
        let moved = [0, 1].map(|half| {
            // SAFETY: they were read above; half of each index is below the number of records.
            let (four, records) = unsafe {
                (halves[half].assume_init(), four_records(tables.records, &tuple.as_chunks().0[half]))
            };
            four.moved(records, step)
        });
        for (half, moved) in moved.into_iter().enumerate() {
            let indexes: &[u32; 4] = &tuple.as_chunks().0[half];
            // SAFETY: half of each index is below the number of records; it was read above.
            let four = unsafe {
                put_four_records(tables.records, indexes, moved);
                halves[half].assume_init()
            };
            four.note_moved(tables.shown, indexes, step, changes);
        }
    }
    weights + parts * step
}

/// What `Sum::total` says of these.
#[inline]
#[target_feature(enable = "sse2")]
fn total([low, high]: [__m128; 2]) -> f32 {
    let four = _mm_add_ps(low, high);
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}

impl Four {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn of(tables: Coherent<'_>, [a, b, c, d]: [__m128; 4]) -> Four {
        let (low, low_of_others) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d));
        let (weights, sums) = (_mm_movelh_ps(low, low_of_others), _mm_movehl_ps(low_of_others, low));
        let sizes = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
        let rate = _mm_set1_ps(tables.rate);
        let coherent = _mm_castsi128_ps(_mm_set1_epi32(if tables.is_plain { 0 } else { -1 }));
        let known = _mm_and_ps(_mm_cmpneq_ps(sizes, _mm_setzero_ps()), coherent);
        let parts = _mm_mul_ps(_mm_div_ps(_mm_andnot_ps(_mm_set1_ps(-0.0), sums), sizes), rate);
        let parts = _mm_or_ps(_mm_and_ps(known, parts), _mm_andnot_ps(known, rate));
        Four { weights, parts }
    }

    /// These records after a step.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn moved(self, [a, b, c, d]: [__m128; 4], step: f32) -> [__m128; 4] {
        let steps = _mm_set1_ps(step);
        let moves = _mm_mul_ps(self.parts, steps);
        let (low, high) = (_mm_unpacklo_ps(moves, steps), _mm_unpackhi_ps(moves, steps));
        let sizes = _mm_setr_ps(step.abs(), 0.0, step.abs(), 0.0);
        [
            _mm_add_ps(a, _mm_movelh_ps(low, sizes)),
            _mm_add_ps(b, _mm_shuffle_ps::<0b01_00_11_10>(low, sizes)),
            _mm_add_ps(c, _mm_movelh_ps(high, sizes)),
            _mm_add_ps(d, _mm_shuffle_ps::<0b01_00_11_10>(high, sizes)),
        ]
    }

    /// Notes which weights are rounded to something else after a step.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn note_moved(self, shown: &Weights, indexes: &[u32; 4], step: f32, changes: &mut Changes) {
        let scale = _mm_set1_ps(1.0 / shown.step());
        let rounded = |weights| _mm_cvtps_epi32(_mm_mul_ps(weights, scale));
        let after = rounded(_mm_add_ps(self.weights, _mm_mul_ps(self.parts, _mm_set1_ps(step))));
        let same = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(rounded(self.weights), after)));
        // SAFETY: four numbers as four numbers.
        let after: [i32; 4] = unsafe { std::mem::transmute(after) };
        let (noted, steps) = changes.next_eight(shown);
        let mut count = 0;
        for (lane, (&index, after)) in indexes.iter().zip(after).enumerate() {
            // The next one is written in its place if it is the same.
            (noted[count % 8], steps[count % 8]) = (index / 2, after);
            count += usize::from(same >> lane & 1 == 0);
        }
        changes.add(count);
    }
}

/// # Safety
/// Half of each index is below the number of records.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn four_records(records: &[Record], indexes: &[u32; 4]) -> [__m128; 4] {
    indexes.map(|index| {
        let read: __m128;
        // SAFETY: a record is read as by relaxed loads.
        unsafe {
            let record = records.as_ptr().add(index as usize / 2);
            asm!(
                "movaps {read}, xmmword ptr [{record}]",
                record = in(reg) record,
                read = out(xmm_reg) read,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        read
    })
}

/// # Safety
/// Half of each index is below the number of records.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn put_four_records(records: &[Record], indexes: &[u32; 4], new: [__m128; 4]) {
    for (&index, new) in indexes.iter().zip(new) {
        // SAFETY: a record is written as by relaxed stores.
        unsafe {
            let record = records.as_ptr().add(index as usize / 2);
            asm!(
                "movaps xmmword ptr [{record}], {new}",
                record = in(reg) record,
                new = in(xmm_reg) new,
                options(nostack, preserves_flags),
            );
        }
    }
}
