//! Temporal coherence: how far each weight follows an error.

use super::changes::Changes;
use super::record::{Entry, Record};
use crate::Indexes;
use crate::ntuple::Weights;

/// Weights that learn, and how far they go.
#[derive(Clone, Copy)]
pub(super) struct Coherent<'a> {
    pub(super) records: &'a [Record],
    /// The weights as those see them who choose moves: written when what they are rounded to changes.
    pub(super) shown: &'a Weights,
    pub(super) rate: f32,
    /// Whether all go as far, however settled they are.
    pub(super) is_plain: bool,
}

impl Coherent<'_> {
    /// Moves every weight at these indexes by its part of `rate · step`, where the step follows from the sum of them, and
    /// returns the sum of them afterwards.
    ///
    /// The part is |sum of errors| / sum of |errors|, and 1 before the first error. A weight that is there twice in a tuple is
    /// moved once; tuples share no weights.
    ///
    /// # Safety
    /// The indexes are below the number of records and of weights shown, and those of at most [`MAX_TUPLES`](crate::ntuple::MAX_TUPLES).
    #[inline(always)]
    pub(super) unsafe fn update(
        self,
        indexes: &[Indexes],
        changes: &mut Changes,
        step: impl FnOnce(f32) -> f32,
    ) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            // SAFETY: the processor has the instructions, and the indexes are those of the caller.
            return unsafe { avx512::update(self, indexes, changes, step) };
        }
        self.update_one_by_one(indexes, step)
    }

    fn update_one_by_one(self, indexes: &[Indexes], step: impl FnOnce(f32) -> f32) -> f32 {
        let (mut weights, mut parts) = (Sum::default(), Sum::default());
        for tuple in indexes {
            let entries = tuple.map(|index| self.record(index).get());
            weights.add(entries.map(|entry| entry.weight));
            parts.add(entries.map(|entry| self.part(entry)));
        }
        let step = step(weights.total());
        indexes.iter().for_each(|tuple| self.update_tuple(tuple, step));
        weights.total() + parts.total() * step
    }

    /// Moves the weights of one tuple: all are read before the first is written.
    fn update_tuple(self, tuple: &Indexes, step: f32) {
        let entries = tuple.map(|index| self.record(index).get());
        for (&index, entry) in tuple.iter().zip(entries) {
            let weight = entry.weight + self.part(entry) * step;
            self.record(index).set(Entry { weight, sum: entry.sum + step, size: entry.size + step.abs() });
            self.shown.set(index, weight);
        }
    }

    /// The part of a step by which a weight moves.
    fn part(self, Entry { sum, size, .. }: Entry) -> f32 {
        if self.is_plain || size == 0.0 { self.rate } else { sum.abs() / size * self.rate }
    }

    fn record(&self, index: u32) -> &Record {
        &self.records[index as usize]
    }
}

/// A sum over tuples, in the same order on every processor: eight sums that do not wait for one another.
#[derive(Clone, Copy, Default)]
struct Sum([f32; 8]);

impl Sum {
    /// Adds the numbers of one tuple.
    fn add(&mut self, numbers: [f32; 8]) {
        self.0.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }

    fn total(self) -> f32 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }
}

/// The eight records of a tuple at once.
///
/// They are read and written one by one, each by an access that does what a relaxed one does; only the arithmetic is of
/// vectors. The accesses are written out: a compiler given atomic words moves each through a register for whole numbers,
/// which takes most of the time.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::asm;
    use std::arch::x86_64::*;
    use std::mem::MaybeUninit;

    use super::{Changes, Coherent, Indexes, Record};
    use crate::ntuple::MAX_TUPLES;

    #[inline(always)]
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
    }

    /// Moves all weights at these indexes; the sum of them afterwards.
    ///
    /// # Safety
    /// The indexes are below the number of records and of weights shown, and those of at most [`MAX_TUPLES`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    pub(super) unsafe fn update(
        tables: Coherent<'_>,
        indexes: &[Indexes],
        changes: &mut Changes,
        step: impl FnOnce(f32) -> f32,
    ) -> f32 {
        let mut read = [MaybeUninit::<Eight>::uninit(); MAX_TUPLES];
        let (mut weights, mut parts) = (_mm256_setzero_ps(), _mm256_setzero_ps());
        for (tuple, place) in indexes.iter().zip(&mut read) {
            // SAFETY: the indexes are below the number of records.
            let eight = place.write(unsafe { Eight::read(tables, tuple) });
            weights = _mm256_add_ps(weights, eight.weights);
            parts = _mm256_add_ps(parts, eight.parts);
        }
        let (weights, parts) = (total(weights), total(parts));
        let step = step(weights);
        let moved = Moved::by(step, tables.shown.step());
        for (tuple, eight) in indexes.iter().zip(&read) {
            // SAFETY: it was read above, from there.
            unsafe { eight.assume_init_ref().write(tables, tuple, &moved, changes) };
        }
        weights + parts * step
    }

    /// A step of learning.
    struct Moved {
        step: __m256,
        /// What is added to each of four records, without that of the weight.
        of_sums: __m512,
        /// What weights are multiplied by before they are rounded.
        scale: __m256,
    }

    impl Moved {
        #[inline]
        #[target_feature(enable = "avx512f,avx512vl")]
        fn by(step: f32, rounded_to: f32) -> Moved {
            Moved {
                step: _mm256_set1_ps(step),
                of_sums: _mm512_broadcast_f32x4(_mm_setr_ps(0.0, step, step.abs(), 0.0)),
                scale: _mm256_set1_ps(1.0 / rounded_to),
            }
        }
    }

    /// What [`Sum::total`] says of these.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn total(sums: __m256) -> f32 {
        let four = _mm_add_ps(_mm256_castps256_ps128(sums), _mm256_extractf128_ps::<1>(sums));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }

    /// The records of one tuple.
    #[derive(Clone, Copy)]
    #[repr(C, align(64))]
    struct Eight {
        low: __m512,
        high: __m512,
        weights: __m256,
        /// The part of a step by which each moves.
        parts: __m256,
    }

    impl Eight {
        #[inline]
        #[target_feature(enable = "avx512f,avx512vl")]
        unsafe fn read(tables: Coherent<'_>, tuple: &Indexes) -> Eight {
            let (first, second) = tuple.split_at(4);
            // SAFETY: the indexes are below the number of records.
            let (low, high) =
                unsafe { (four_records(tables.records, first), four_records(tables.records, second)) };
            let numbers = |first: i32| {
                let places = _mm512_add_epi32(
                    _mm512_set1_epi32(first),
                    _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0),
                );
                _mm512_castps512_ps256(_mm512_permutex2var_ps(low, places, high))
            };
            let (weights, sums, sizes) = (numbers(0), numbers(1), numbers(2));
            let no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(i32::MAX));
            let coherent = if tables.is_plain { 0 } else { !0 };
            let known = _mm256_mask_cmp_ps_mask::<_CMP_NEQ_UQ>(coherent, sizes, _mm256_setzero_ps());
            let rate = _mm256_set1_ps(tables.rate);
            let parts = _mm256_div_ps(_mm256_and_ps(sums, no_sign), sizes);
            let parts = _mm256_mask_mul_ps(rate, known, parts, rate);
            Eight { low, high, weights, parts }
        }

        /// Writes the records after a step, and which weights are rounded to something else than before.
        #[inline]
        #[target_feature(enable = "avx512f,avx512vl")]
        unsafe fn write(&self, tables: Coherent<'_>, tuple: &Indexes, moved: &Moved, changes: &mut Changes) {
            let moves = _mm256_mul_ps(self.parts, moved.step);
            let all = _mm512_castps256_ps512(moves);
            let of_low = _mm512_setr_epi32(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0);
            let of_high = _mm512_setr_epi32(4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0);
            let [low, high] = [(self.low, of_low), (self.high, of_high)].map(|(records, places)| {
                _mm512_add_ps(records, _mm512_mask_permutexvar_ps(moved.of_sums, 0x1111, places, all))
            });
            let (first, second) = tuple.split_at(4);
            // SAFETY: they were read from there.
            unsafe {
                put_four_records(tables.records, first, low);
                put_four_records(tables.records, second, high);
            }
            let rounded = |weights| _mm256_cvtps_epi32(_mm256_mul_ps(weights, moved.scale));
            let (before, after) = (rounded(self.weights), rounded(_mm256_add_ps(self.weights, moves)));
            let differ = _mm256_cmpneq_epi32_mask(before, after);
            let (indexes, steps) = changes.next_eight(tables.shown);
            // SAFETY: eight numbers are read, and eight written to either place.
            unsafe {
                let tuple = _mm256_loadu_si256(tuple.as_ptr().cast());
                _mm256_storeu_si256(indexes.as_mut_ptr().cast(), _mm256_maskz_compress_epi32(differ, tuple));
                _mm256_storeu_si256(steps.as_mut_ptr().cast(), _mm256_maskz_compress_epi32(differ, after));
            }
            changes.add(differ.count_ones() as usize);
        }
    }

    /// # Safety
    /// There are four places of records.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn four_records(records: &[Record], four: &[u32]) -> __m512 {
        let read: __m512;
        // SAFETY: the records at these places are read.
        unsafe {
            asm!(
                "mov {b}, qword ptr [{four}]",
                "mov {d}, qword ptr [{four} + 8]",
                "mov {a:e}, {b:e}",
                "mov {c:e}, {d:e}",
                "shr {b}, 32",
                "shr {d}, 32",
                "shl {a}, 4",
                "shl {b}, 4",
                "shl {c}, 4",
                "shl {d}, 4",
                "vbroadcastf32x4 {read}, xmmword ptr [{records} + {a}]",
                "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {b}], 1",
                "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {c}], 2",
                "vinsertf32x4 {read}, {read}, xmmword ptr [{records} + {d}], 3",
                records = in(reg) records.as_ptr(),
                four = in(reg) four.as_ptr(),
                a = out(reg) _,
                b = out(reg) _,
                c = out(reg) _,
                d = out(reg) _,
                read = out(zmm_reg) read,
                options(pure, readonly, nostack),
            );
        }
        read
    }

    /// # Safety
    /// There are four places of records.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn put_four_records(records: &[Record], four: &[u32], new: __m512) {
        // SAFETY: the records at these places are written.
        unsafe {
            asm!(
                "mov {b}, qword ptr [{four}]",
                "mov {d}, qword ptr [{four} + 8]",
                "mov {a:e}, {b:e}",
                "mov {c:e}, {d:e}",
                "shr {b}, 32",
                "shr {d}, 32",
                "shl {a}, 4",
                "shl {b}, 4",
                "shl {c}, 4",
                "shl {d}, 4",
                "vextractf32x4 xmmword ptr [{records} + {a}], {new}, 0",
                "vextractf32x4 xmmword ptr [{records} + {b}], {new}, 1",
                "vextractf32x4 xmmword ptr [{records} + {c}], {new}, 2",
                "vextractf32x4 xmmword ptr [{records} + {d}], {new}, 3",
                records = in(reg) records.as_ptr(),
                four = in(reg) four.as_ptr(),
                a = out(reg) _,
                b = out(reg) _,
                c = out(reg) _,
                d = out(reg) _,
                new = in(zmm_reg) new,
                options(nostack),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use redouble_core::{Random, Shape};

    use super::*;
    use crate::Tuples;

    /// Weight by weight as the rule is written, in a map.
    #[derive(Default)]
    struct Twin(HashMap<u32, Entry>);

    impl Twin {
        fn update(&mut self, indexes: &[Indexes], tables: Coherent<'_>, step: f32) {
            for index in indexes.iter().flatten().collect::<BTreeSet<_>>() {
                let Entry { weight, sum, size } = self.0.entry(*index).or_default();
                let part = if tables.is_plain || *size == 0.0 { 1.0 } else { sum.abs() / *size };
                *weight += part * tables.rate * step;
                *sum += step;
                *size += step.abs();
            }
        }

        fn sum(&self, indexes: &[Indexes]) -> f64 {
            let weight = |index| self.0.get(index).map_or(0.0, |entry| f64::from(entry.weight));
            indexes.iter().flatten().map(weight).sum()
        }
    }

    type Update = fn(Coherent<'_>, &[Indexes], &mut Changes, &mut dyn FnMut(f32) -> f32) -> f32;

    /// Two tuples of 256 weights each, many times: few different indexes, so that some come twice in one update.
    fn check(update: Update, is_plain: bool) {
        let records: Vec<Record> = (0..512).map(|_| Record::default()).collect();
        let shown = Weights::new(&Tuples::parse("01,23", Shape::CLASSIC).unwrap(), 8.0).unwrap();
        let tables = Coherent { records: &records, shown: &shown, rate: 0.75, is_plain };
        let (mut twin, mut random, mut changes) = (Twin::default(), Random::new(5), Changes::none());
        let is_near =
            |found: f32, expected: f64| (f64::from(found) - expected).abs() <= 1e-3 * expected.abs().max(1.0);
        for _ in 0..2_000 {
            let indexes: [Indexes; 2] =
                std::array::from_fn(|tuple| std::array::from_fn(|_| 256 * tuple as u32 + random.below(20)));
            let step = f32::from(random.below(2_001) as i16 - 1_000) / 16.0;
            let after = update(tables, &indexes, &mut changes, &mut |before| {
                assert!(is_near(before, twin.sum(&indexes)));
                step
            });
            twin.update(&indexes, tables, step);
            assert!(is_near(after, twin.sum(&indexes)));
        }
        changes.show(&shown);
        for (index, record) in (0..).zip(&records) {
            let expected = twin.0.get(&index).copied().unwrap_or_default();
            assert_eq!(record.get(), expected, "{index}");
            assert_eq!(shown.get(index), (expected.weight / 8.0).round_ties_even() * 8.0, "{index}");
        }
    }

    #[test]
    fn weights_move_by_the_rule() {
        for is_plain in [false, true] {
            // SAFETY: the indexes are below 512.
            check(
                |tables, indexes, changes, step| unsafe { tables.update(indexes, changes, step) },
                is_plain,
            );
            check(|tables, indexes, _, step| tables.update_one_by_one(indexes, step), is_plain);
        }
    }
}
