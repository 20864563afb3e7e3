//! Temporal coherence: how far each weight follows an error.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::Indexes;
use crate::ntuple::Sum;

/// Weights, what is remembered about each, and how far they go.
#[derive(Clone, Copy)]
pub(super) struct Coherent<'a> {
    pub(super) weights: &'a [AtomicU32],
    pub(super) coherence: &'a [AtomicU64],
    pub(super) rate: f32,
}

impl Coherent<'_> {
    /// Moves every weight at these indexes by its part of `rate · step`, and returns the sum of them afterwards.
    ///
    /// The part is |sum of errors| / sum of |errors|, and 1 before the first error. A weight that is there twice in a tuple is
    /// moved once; tuples share no weights.
    ///
    /// # Safety
    /// The indexes are below the number of weights and of their coherence.
    #[inline(always)]
    pub(super) unsafe fn update(self, indexes: &[Indexes], step: f32) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            // SAFETY: the processor has the instructions, and the indexes are those of the caller.
            return unsafe { avx512::update(self, indexes, step) };
        }
        let mut sum = Sum::default();
        indexes.iter().for_each(|tuple| sum.add(self.update_tuple(tuple, step)));
        sum.total()
    }

    /// Moves the weights of one tuple: all are read before the first is written.
    fn update_tuple(self, tuple: &Indexes, step: f32) -> [f32; 8] {
        let Coherent { weights, coherence, rate } = self;
        let (mut moved, mut words) = ([0.0; 8], [0; 8]);
        for (lane, &index) in tuple.iter().enumerate() {
            let index = index as usize;
            let weight = f32::from_bits(weights[index].load(Ordering::Relaxed));
            let (sum, size) = unpack(coherence[index].load(Ordering::Relaxed));
            let part = if size == 0.0 { 1.0 } else { sum.abs() / size };
            (moved[lane], words[lane]) = (weight + rate * part * step, pack(sum + step, size + step.abs()));
        }
        for (&index, (weight, word)) in tuple.iter().zip(moved.iter().zip(words)) {
            weights[index as usize].store(weight.to_bits(), Ordering::Relaxed);
            coherence[index as usize].store(word, Ordering::Relaxed);
        }
        moved
    }
}

/// The sum of errors is the upper half, the sum of their sizes the lower.
#[inline(always)]
pub(super) fn unpack(word: u64) -> (f32, f32) {
    (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
}

#[inline(always)]
pub(super) fn pack(sum: f32, size: f32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(size.to_bits())
}

/// The eight weights of a tuple at once.
///
/// They are read and written one by one, each by an access that does what a relaxed one does; only the arithmetic is of
/// vectors. Instructions that gather words take longer on some processors and let nothing else begin. The accesses are
/// written out: a compiler given atomic words moves each through a register for whole numbers, which takes most of the time.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::asm;
    use std::arch::x86_64::*;
    use std::sync::atomic::{AtomicU32, AtomicU64};

    use super::{Coherent, Indexes, Sum};

    #[inline(always)]
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
    }

    /// Moves all weights at these indexes; the sum of them afterwards.
    ///
    /// # Safety
    /// The indexes are below the number of words of both tables.
    #[target_feature(enable = "avx512f,avx512vl")]
    pub(super) unsafe fn update(tables: Coherent<'_>, indexes: &[Indexes], step: f32) -> f32 {
        let mut sum = _mm_setzero_ps();
        for tuple in indexes {
            // SAFETY: as the caller promises.
            let moved = unsafe { update_tuple(tables, tuple, step) };
            sum = _mm_add_ps(sum, _mm256_castps256_ps128(moved));
            sum = _mm_add_ps(sum, _mm256_extractf128_ps::<1>(moved));
        }
        // SAFETY: four numbers as four numbers.
        Sum::of(unsafe { std::mem::transmute::<__m128, [f32; 4]>(sum) }).total()
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn update_tuple(tables: Coherent<'_>, tuple: &Indexes, step: f32) -> __m256 {
        let Coherent { weights, coherence, rate } = tables;
        let [a, b, c, d, e, f, g, h] = *tuple;
        // SAFETY: the indexes are below the number of words.
        let (before, words) = unsafe {
            let low = _mm256_set_m128i(two_words(coherence, [c, d]), two_words(coherence, [a, b]));
            let high = _mm256_set_m128i(two_words(coherence, [g, h]), two_words(coherence, [e, f]));
            let before =
                _mm256_set_m128(four_weights(weights, [e, f, g, h]), four_weights(weights, [a, b, c, d]));
            (before, _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        };
        let sizes = _mm256_castsi256_ps(_mm512_cvtepi64_epi32(words));
        let sums = _mm256_castsi256_ps(_mm512_cvtepi64_epi32(_mm512_srli_epi64::<32>(words)));

        let no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(i32::MAX));
        let known = _mm256_cmp_ps_mask::<_CMP_NEQ_UQ>(sizes, _mm256_setzero_ps());
        let parts = _mm256_mask_div_ps(_mm256_set1_ps(1.0), known, _mm256_and_ps(sums, no_sign), sizes);
        let moves = _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(rate), parts), _mm256_set1_ps(step));
        let after = _mm256_add_ps(before, moves);

        // Both halves of a word get their part of the step.
        let steps = u64::from(step.to_bits()) << 32 | u64::from(step.abs().to_bits());
        let words =
            _mm512_add_ps(_mm512_castsi512_ps(words), _mm512_castsi512_ps(_mm512_set1_epi64(steps as i64)));
        // SAFETY: as above.
        unsafe {
            put_four_weights(weights, [a, b, c, d], _mm256_castps256_ps128(after));
            put_four_weights(weights, [e, f, g, h], _mm256_extractf128_ps::<1>(after));
            put_two_words(coherence, [a, b], _mm512_castps512_ps128(words));
            put_two_words(coherence, [c, d], _mm512_extractf32x4_ps::<1>(words));
            put_two_words(coherence, [e, f], _mm512_extractf32x4_ps::<2>(words));
            put_two_words(coherence, [g, h], _mm512_extractf32x4_ps::<3>(words));
        }
        after
    }

    /// # Safety
    /// The indexes are below the number of words; so for the three below.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn two_words(words: &[AtomicU64], indexes: [u32; 2]) -> __m128i {
        let [first, second] = indexes.map(|index| index as usize);
        let read: __m128i;
        // SAFETY: two words are read, each aligned and so at once.
        unsafe {
            asm!(
                "vmovq {read}, qword ptr [{words} + {first} * 8]",
                "vmovhps {read}, {read}, qword ptr [{words} + {second} * 8]",
                words = in(reg) words.as_ptr(),
                first = in(reg) first,
                second = in(reg) second,
                read = out(xmm_reg) read,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        read
    }

    /// # Safety
    /// See above.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn put_two_words(words: &[AtomicU64], indexes: [u32; 2], new: __m128) {
        let [first, second] = indexes.map(|index| index as usize);
        // SAFETY: two words are written, each aligned and so at once.
        unsafe {
            asm!(
                "vmovlps qword ptr [{words} + {first} * 8], {new}",
                "vmovhps qword ptr [{words} + {second} * 8], {new}",
                words = in(reg) words.as_ptr(),
                first = in(reg) first,
                second = in(reg) second,
                new = in(xmm_reg) new,
                options(nostack, preserves_flags),
            );
        }
    }

    /// # Safety
    /// See above.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn four_weights(words: &[AtomicU32], indexes: [u32; 4]) -> __m128 {
        let [first, second, third, fourth] = indexes.map(|index| index as usize);
        let read: __m128;
        // SAFETY: four words are read, each aligned and so at once.
        unsafe {
            asm!(
                "vmovss {read}, dword ptr [{words} + {first} * 4]",
                "vinsertps {read}, {read}, dword ptr [{words} + {second} * 4], 0x10",
                "vinsertps {read}, {read}, dword ptr [{words} + {third} * 4], 0x20",
                "vinsertps {read}, {read}, dword ptr [{words} + {fourth} * 4], 0x30",
                words = in(reg) words.as_ptr(),
                first = in(reg) first,
                second = in(reg) second,
                third = in(reg) third,
                fourth = in(reg) fourth,
                read = out(xmm_reg) read,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        read
    }

    /// # Safety
    /// See above.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn put_four_weights(words: &[AtomicU32], indexes: [u32; 4], new: __m128) {
        let [first, second, third, fourth] = indexes.map(|index| index as usize);
        // SAFETY: four words are written, each aligned and so at once.
        unsafe {
            asm!(
                "vmovss dword ptr [{words} + {first} * 4], {new}",
                "vextractps dword ptr [{words} + {second} * 4], {new}, 1",
                "vextractps dword ptr [{words} + {third} * 4], {new}, 2",
                "vextractps dword ptr [{words} + {fourth} * 4], {new}, 3",
                words = in(reg) words.as_ptr(),
                first = in(reg) first,
                second = in(reg) second,
                third = in(reg) third,
                fourth = in(reg) fourth,
                new = in(xmm_reg) new,
                options(nostack, preserves_flags),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use redouble_core::Random;

    use super::*;

    /// Weight by weight as the rule is written, in a map.
    #[derive(Default)]
    struct Twin(HashMap<u32, [f32; 3]>);

    impl Twin {
        fn update(&mut self, indexes: &[Indexes], rate: f32, step: f32) {
            for index in indexes.iter().flatten().collect::<BTreeSet<_>>() {
                let [weight, sum, size] = self.0.entry(*index).or_default();
                let part = if *size == 0.0 { 1.0 } else { sum.abs() / *size };
                *weight += rate * part * step;
                *sum += step;
                *size += step.abs();
            }
        }
    }

    type Update = fn(Coherent<'_>, &[Indexes], f32) -> f32;

    /// Two tuples of 256 weights each, many times: few different indexes, so that some come twice in one update.
    fn check(update: Update) {
        let weights: Vec<AtomicU32> = (0..512).map(|_| AtomicU32::new(0)).collect();
        let coherence: Vec<AtomicU64> = (0..512).map(|_| AtomicU64::new(0)).collect();
        let (mut twin, mut random) = (Twin::default(), Random::new(5));
        for _ in 0..2_000 {
            let indexes: [Indexes; 2] =
                std::array::from_fn(|tuple| std::array::from_fn(|_| 256 * tuple as u32 + random.below(20)));
            let step = f32::from(random.below(2_001) as i16 - 1_000) / 16.0;
            let tables = Coherent { weights: &weights, coherence: &coherence, rate: 0.75 };
            let value = update(tables, &indexes, step);
            twin.update(&indexes, 0.75, step);
            let expected: f64 = indexes.iter().flatten().map(|index| f64::from(twin.0[index][0])).sum();
            assert!((f64::from(value) - expected).abs() <= 1e-3 * expected.abs().max(1.0));
        }
        for (index, (weight, word)) in (0..).zip(weights.iter().zip(&coherence)) {
            let [weight_there, sum, size] = twin.0.get(&index).copied().unwrap_or_default();
            assert_eq!(f32::from_bits(weight.load(Ordering::Relaxed)), weight_there, "{index}");
            assert_eq!(unpack(word.load(Ordering::Relaxed)), (sum, size), "{index}");
        }
    }

    #[test]
    fn weights_move_by_the_rule() {
        // SAFETY: the indexes are below 512.
        check(|tables, indexes, step| unsafe { tables.update(indexes, step) });
        check(|tables, indexes, step| {
            let mut sum = Sum::default();
            indexes.iter().for_each(|tuple| sum.add(tables.update_tuple(tuple, step)));
            sum.total()
        });
    }
}
