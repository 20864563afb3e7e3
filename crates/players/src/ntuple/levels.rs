//! A learned baseline for each bucket of tile sums.
//!
//! The score still to be expected falls from hundreds of thousands to nothing in the course of a game, and the sum of all tiles
//! says how far it is. Without levels the weights would have to say it: tuples with a large tile must then weigh less than
//! those without, and one that was never seen, with weight 0, looks better than all the known ones of late boards. Networks
//! that learned so took their largest tiles to places where none had been yet.

use std::sync::atomic::{AtomicU32, Ordering};

/// A value for each level: for all boards whose tiles have about the same sum.
///
/// All slides of a board have the same sum: levels decide nothing but what the end of a game costs. Weights say how much better
/// or worse a board is than others as late.
pub(crate) struct Levels {
    /// The bits of numbers; 0 where no game has been.
    values: Vec<AtomicU32>,
}

/// So many sums are one level.
const SUMS: u64 = 32;
/// Sums from 131072 on are the last level.
const COUNT: usize = 4_096;

impl Levels {
    /// Levels of which nothing is known.
    pub(crate) fn new() -> Levels {
        Levels { values: (0..COUNT).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Levels with these values; missing ones are unknown.
    pub(crate) fn from_values(values: impl Iterator<Item = f32>) -> Levels {
        let levels = Levels::new();
        for (level, value) in levels.values.iter().zip(values) {
            level.store(value.to_bits(), Ordering::Relaxed);
        }
        levels
    }

    /// All values up to the last known one.
    pub(crate) fn values(&self) -> impl Iterator<Item = f32> + '_ {
        let known = |level: &AtomicU32| level.load(Ordering::Relaxed) != 0;
        let count = self.values.iter().rposition(known).map_or(0, |last| last + 1);
        self.values[..count].iter().map(|level| f32::from_bits(level.load(Ordering::Relaxed)))
    }

    /// The value of boards with this sum; `None` if no game has been there.
    #[inline(always)]
    pub(crate) fn get(&self, sum: u64) -> Option<f32> {
        let bits = self.of(sum).load(Ordering::Relaxed);
        (bits != 0).then_some(f32::from_bits(bits))
    }

    /// Changes the value of boards with this sum.
    #[inline(always)]
    pub(crate) fn set(&self, sum: u64, value: f32) {
        self.of(sum).store(value.to_bits(), Ordering::Relaxed);
    }

    #[inline(always)]
    fn of(&self, sum: u64) -> &AtomicU32 {
        &self.values[((sum / SUMS) as usize).min(COUNT - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_sums_have_one_value() {
        let levels = Levels::new();
        assert_eq!(levels.get(70), None);
        levels.set(70, 3.5);
        assert_eq!([63, 64, 95, 96].map(|sum| levels.get(sum)), [None, Some(3.5), Some(3.5), None]);
        levels.set(u64::MAX, 7.0);
        assert_eq!(levels.get(131_072), Some(7.0));
    }

    #[test]
    fn values_are_kept() {
        let levels = Levels::new();
        levels.set(40, 1.0);
        levels.set(300, -2.0);
        let values: Vec<f32> = levels.values().collect();
        assert_eq!(values.len(), 300 / 32 + 1);
        let again = Levels::from_values(values.into_iter());
        assert_eq!([again.get(40), again.get(0), again.get(300)], [Some(1.0), None, Some(-2.0)]);
    }
}
