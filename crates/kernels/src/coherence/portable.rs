//! Weight by weight, for every processor.

use super::{Changes, CoherenceEntry, CoherentWeights, Eight, Gathered};
use crate::{Indexes, quantised};

/// Not inlined, so that it does not take registers from the vector forms.
#[inline(never)]
pub(super) fn gather(table: &CoherentWeights, indexes: &[Indexes], into: &mut Gathered) {
    let (mut weights, mut parts) = (Sum::default(), Sum::default());
    for (tuple, eight) in indexes.iter().zip(&mut *into.tuples) {
        *eight = read(table, tuple);
        weights.add(eight.weights);
        parts.add(eight.parts);
    }
    (into.sum, into.parts) = (weights.total(), parts.total());
}

fn read(table: &CoherentWeights, tuple: &Indexes) -> Eight {
    let mut eight = Eight::ZERO;
    for (place, half) in tuple.iter().enumerate() {
        let CoherenceEntry { weight, sum, size } = table.records.as_slice()[*half as usize / 2].get();
        eight.records[4 * place..4 * place + 3].copy_from_slice(&[weight, sum, size]);
        eight.weights[place] = weight;
        let part = sum.abs() / size * table.rate;
        eight.parts[place] = if table.is_plain || size == 0.0 { table.rate } else { part };
    }
    eight
}

/// Not inlined either.
#[inline(never)]
pub(super) fn scatter(
    table: &CoherentWeights,
    indexes: &[Indexes],
    gathered: &Gathered,
    step: f32,
    changes: &mut Changes,
) {
    for (tuple, eight) in indexes.iter().zip(&*gathered.tuples) {
        for (place, half) in tuple.iter().enumerate() {
            let [weight, sum, size] = [0, 1, 2].map(|number| eight.records[4 * place + number]);
            let after = weight + eight.parts[place] * step;
            let entry = CoherenceEntry { weight: after, sum: sum + step, size: size + step.abs() };
            table.records.as_slice()[*half as usize / 2].set(entry);
            let [before, after] = [weight, after].map(|weight| quantised(weight, table.quantised.step()));
            if before != after {
                changes.push(half / 2, after.into());
            }
        }
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
