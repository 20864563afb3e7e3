//! All that learning knows about a weight.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::Word;

/// A weight and how settled it is, in one place: learning reads and writes all of it, in one cache line.
#[derive(Default)]
#[repr(C, align(16))]
pub struct CoherenceRecord {
    /// Bits of numbers: the weight, the sum of its errors, the sum of their sizes; the last is not used.
    numbers: [AtomicU32; 4],
}

// SAFETY: atomic numbers; zero is one.
unsafe impl Word for CoherenceRecord {}

/// What is in a record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CoherenceEntry {
    /// The weight.
    pub weight: f32,
    /// The sum of the errors it saw, each divided by the number of weights of a board.
    pub sum: f32,
    /// The same with every error taken positive.
    pub size: f32,
}

impl CoherenceRecord {
    /// What is in it.
    #[inline(always)]
    #[must_use]
    pub fn get(&self) -> CoherenceEntry {
        let [weight, sum, size] =
            [0, 1, 2].map(|place| f32::from_bits(self.numbers[place].load(Ordering::Relaxed)));
        CoherenceEntry { weight, sum, size }
    }

    /// Replaces what is in it.
    #[inline(always)]
    pub fn set(&self, entry: CoherenceEntry) {
        let CoherenceEntry { weight, sum, size } = entry;
        for (place, number) in self.numbers.iter().zip([weight, sum, size]) {
            place.store(number.to_bits(), Ordering::Relaxed);
        }
    }
}

impl CoherenceEntry {
    /// Whether the weight ever saw an error.
    #[must_use]
    pub fn was_updated(self) -> bool {
        self.sum != 0.0 || self.size != 0.0
    }

    /// The three numbers, little-endian.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        let numbers = [self.weight, self.sum, self.size];
        bytes
            .chunks_exact_mut(4)
            .zip(numbers)
            .for_each(|(place, number)| place.copy_from_slice(&number.to_le_bytes()));
        bytes
    }

    /// What [`to_bytes`](CoherenceEntry::to_bytes) wrote.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 12]) -> CoherenceEntry {
        let [weight, sum, size] =
            [0, 4, 8].map(|at| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
        CoherenceEntry { weight, sum, size }
    }
}
