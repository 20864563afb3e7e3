//! What is counted, before symmetry is taken out.

use std::ops::AddAssign;

use redouble_kernels::row::{ones, ones_within};

use super::upper::Upper;
use super::work::Context;

/// Boards by exponent of their largest tile: all of them, and for each of the seven symmetries other than the identity those
/// that are their own image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Boards with a move; or afterstates.
    pub(super) live: [u64; 16],
    /// Boards without.
    pub(super) lost: [u64; 16],
    /// Of `live`, the sum of boards that are their own image, over the seven symmetries.
    pub(super) fixed_live: [u64; 16],
    /// Of `lost`, the same.
    pub(super) fixed_lost: [u64; 16],
}

impl Counts {
    /// Classes of boards that are images of one another, by largest tile, with a move and without: Burnside's lemma.
    ///
    /// # Panics
    /// If a sum is not divisible by 8: some board is there without one of its images.
    pub(super) fn folded(&self) -> ([u64; 16], [u64; 16]) {
        let fold = |all: &[u64; 16], fixed: &[u64; 16]| {
            std::array::from_fn(|exponent| {
                let sum = all[exponent] + fixed[exponent];
                assert!(sum.is_multiple_of(8), "{sum} boards are no whole number of symmetry classes");
                sum / 8
            })
        };
        (fold(&self.live, &self.fixed_live), fold(&self.lost, &self.fixed_lost))
    }

    /// All numbers, one after the other.
    pub(super) fn numbers(&self) -> [u64; 64] {
        let Counts { live, lost, fixed_live, fixed_lost } = self;
        let mut numbers = [0; 64];
        numbers
            .chunks_exact_mut(16)
            .zip([live, lost, fixed_live, fixed_lost])
            .for_each(|(to, from)| to.copy_from_slice(from));
        numbers
    }

    /// From all numbers; `None` if there are too few or too many.
    pub(super) fn from_numbers(numbers: &[u64]) -> Option<Counts> {
        let numbers: &[u64; 64] = numbers.try_into().ok()?;
        let part = |part: usize| std::array::from_fn(|exponent| numbers[16 * part + exponent]);
        Some(Counts { live: part(0), lost: part(1), fixed_live: part(2), fixed_lost: part(3) })
    }

    /// Adds the boards of a slab, none of which is lost.
    pub(super) fn add_slab(&mut self, context: &Context<'_>, upper: &Upper, slab: &[u64]) {
        let facts = &context.tables.facts[upper.lower];
        let mut counted = 0;
        // An upper half with the largest tile, as most have, needs no mask.
        for exponent in upper.max..context.tables.fours.max_exponent() {
            let at_most = ones_within(context.cpu, slab, &facts.at_most[exponent]);
            self.live[exponent] += upper.weight() * (at_most - counted);
            counted = at_most;
        }
        let all = ones(context.cpu, slab);
        self.live[context.tables.fours.max_exponent()] += upper.weight() * (all - counted);
    }

    /// Takes the lost boards out of a slab and counts them.
    pub(super) fn take_lost(&mut self, context: &Context<'_>, upper: &Upper, slab: &mut [u64]) {
        let (fours, losing) = (&context.tables.fours, &context.tables.losing);
        if !losing.is_half_stuck(fours, upper.quadrants) {
            return;
        }
        let layout = &context.tables.slabs[upper.lower];
        for left_value in layout.lefts() {
            let right_value = upper.lower - left_value;
            // Some values no quadrant has.
            let words = slab[layout.block(left_value)].chunks_exact_mut(fours.words(right_value).max(1));
            for (&left, words) in fours.class(left_value).iter().zip(words) {
                let left = usize::from(left);
                if !losing.is_stuck_below(fours, upper.quadrants[0], left) {
                    continue;
                }
                let completing = losing.completing(fours, right_value, upper.quadrants[1], left);
                for (index, (word, lost)) in words.iter_mut().zip(completing).enumerate() {
                    let mut lost = *word & lost;
                    *word &= !lost;
                    while lost != 0 {
                        let rank = 64 * index + lost.trailing_zeros() as usize;
                        let right = usize::from(fours.class(right_value)[rank]);
                        let max = upper.max.max(fours.max(left)).max(fours.max(right));
                        self.lost[max] += upper.weight();
                        lost &= lost - 1;
                    }
                }
            }
        }
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        let add = |into: &mut [u64; 16], from: &[u64; 16]| {
            into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
        };
        add(&mut self.live, &other.live);
        add(&mut self.lost, &other.lost);
        add(&mut self.fixed_live, &other.fixed_live);
        add(&mut self.fixed_lost, &other.fixed_lost);
    }
}
