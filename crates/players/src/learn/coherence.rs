//! Temporal coherence: how far each weight follows an error.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

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
    /// Moves every weight of these records, given as the indexes of their first halves, by its part of `rate · step`, where the
    /// step follows from the sum of them, and returns the sum of them afterwards.
    ///
    /// The part is |sum of errors| / sum of |errors|, and 1 before the first error. A weight that is there twice in a tuple is
    /// moved once; tuples share no weights.
    ///
    /// # Safety
    /// The indexes are even, half of each is below the number of records and of weights shown, and they are those of at most
    /// [`MAX_TUPLES`](crate::ntuple::MAX_TUPLES).
    #[inline(always)]
    pub(super) unsafe fn update(
        self,
        halves: &[Indexes],
        changes: &mut Changes,
        step: impl FnOnce(f32) -> f32,
    ) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            // SAFETY: the processor has the instructions, and the indexes are those of the caller.
            return unsafe { avx512::update(self, halves, changes, step) };
        }
        #[cfg(target_arch = "x86_64")]
        if avx2::is_available() {
            // SAFETY: as above.
            return unsafe { avx2::update(self, halves, changes, step) };
        }
        let _ = changes;
        self.update_one_by_one(halves, step)
    }
}

/// Weight by weight.
impl Coherent<'_> {
    /// Not inlined, so that it does not take registers from the fast ways.
    #[inline(never)]
    fn update_one_by_one(self, halves: &[Indexes], step: impl FnOnce(f32) -> f32) -> f32 {
        let (mut weights, mut parts) = (Sum::default(), Sum::default());
        for tuple in halves {
            let entries = self.read(tuple);
            weights.add(entries.map(|entry| entry.weight));
            parts.add(self.parts(entries));
        }
        let step = step(weights.total());
        halves.iter().for_each(|tuple| self.update_tuple(tuple, step));
        weights.total() + parts.total() * step
    }

    /// Moves the weights of one tuple: all are read before the first is written.
    fn update_tuple(self, tuple: &Indexes, step: f32) {
        let entries = self.read(tuple);
        let moved = entries.into_iter().zip(self.parts(entries));
        for (index, (entry, part)) in tuple.iter().map(|half| half / 2).zip(moved) {
            let weight = entry.weight + part * step;
            let after = Entry { weight, sum: entry.sum + step, size: entry.size + step.abs() };
            self.records[index as usize].set(after);
            self.shown.set(index, weight);
        }
    }

    #[inline(always)]
    fn read(self, tuple: &Indexes) -> [Entry; 8] {
        tuple.map(|half| self.records[half as usize / 2].get())
    }

    /// The part of a step by which each weight moves.
    #[inline(always)]
    fn parts(self, entries: [Entry; 8]) -> [f32; 8] {
        entries.map(|Entry { sum, size, .. }| {
            let part = sum.abs() / size * self.rate;
            if self.is_plain || size == 0.0 { self.rate } else { part }
        })
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
            let halves = indexes.map(|tuple| tuple.map(|index| 2 * index));
            let after = update(tables, &halves, &mut changes, &mut |before| {
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
            #[cfg(target_arch = "x86_64")]
            if avx2::is_available() {
                // SAFETY: the processor has the instructions, and the indexes are below 512.
                check(
                    |tables, indexes, changes, step| unsafe { avx2::update(tables, indexes, changes, step) },
                    is_plain,
                );
            }
        }
    }
}
