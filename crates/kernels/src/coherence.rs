//! Temporal coherence learning: weights that follow errors, each at a rate of its own.
//!
//! A weight moves by `rate · |sum of its errors| / sum of |its errors| · step`: far while its errors agree, little when they
//! cancel out. An update is three steps, so that the rule that makes the step of the sum can be written between the kernels:
//! [gather](CoherentWeights::gather) the records of a board, [scatter](CoherentWeights::scatter) what the step makes of them,
//! and now and then [flush](CoherentWeights::flush) those weights whose quantised value changed.

#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx512;
mod changes;
mod portable;
mod record;
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod vector;

use std::io;

use crate::cpu::on_cpu;
use crate::{BoardIndexes, Cpu, HugeArray, MAX_TUPLES, QuantisedWeights, prefetch};

pub use changes::Changes;
pub use record::{CoherenceEntry, CoherenceRecord};

/// Where the records of a board are: twice their indexes. x86 scales an index by at most 8 and a record has 16 bytes, so that
/// indexes count half-records.
pub type RecordIndexes = BoardIndexes<1, 1>;

/// How far a weight follows its part of an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LearningRate {
    /// All weights equally far: plain temporal differences.
    Plain(f32),
    /// At most so far, by its coherence.
    Coherent(f32),
}

/// Weights that learn, with what learning remembers about each, and once more quantised, to choose moves by.
///
/// Choosing a move reads four times as many weights as learning from it changes, and more of them are in the caches if they
/// are small. Several threads may use them at once, without locks: all accesses are relaxed atomic ones, and an update may
/// overwrite that of another thread (Hogwild).
pub struct CoherentWeights {
    cpu: Cpu,
    records: HugeArray<CoherenceRecord>,
    quantised: QuantisedWeights,
    rate: f32,
    is_plain: bool,
}

impl CoherentWeights {
    /// So many weights, all zero, quantised to multiples of `step`, a power of two.
    ///
    /// # Errors
    /// If the allocation fails.
    ///
    /// # Panics
    /// If `step` is no power of two: kernels multiply by its inverse.
    pub fn new(cpu: Cpu, len: usize, rate: LearningRate, step: f32) -> io::Result<CoherentWeights> {
        assert!(step.is_normal() && step.to_bits() << 9 == 0 && step > 0.0, "{step} is no power of two");
        let (rate, is_plain) = match rate {
            LearningRate::Plain(rate) => (rate, true),
            LearningRate::Coherent(rate) => (rate, false),
        };
        let (records, quantised) = (HugeArray::new(len)?, QuantisedWeights::new(len, step)?);
        Ok(CoherentWeights { cpu, records, quantised, rate, is_plain })
    }

    /// How many there are.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.as_slice().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The instructions that are used.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Whether all weights follow errors equally far.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The quantised weights. Those that [`scatter`](CoherentWeights::scatter) changed are there after the next
    /// [`flush`](CoherentWeights::flush).
    #[inline(always)]
    #[must_use]
    pub fn quantised(&self) -> &QuantisedWeights {
        &self.quantised
    }

    /// All about one weight.
    #[must_use]
    pub fn entry(&self, index: u32) -> CoherenceEntry {
        self.records.as_slice()[index as usize].get()
    }

    /// Sets all about one weight, its quantised value too.
    pub fn set_entry(&self, index: u32, entry: CoherenceEntry) {
        self.records.as_slice()[index as usize].set(entry);
        self.quantised.set(index, entry.weight);
    }

    /// Prefetches the records of a board, to be written.
    ///
    /// Leave some work between this and the computation of the indexes: they were just stored.
    #[inline(always)]
    pub fn prefetch(&self, indexes: &RecordIndexes) {
        indexes.tuples().iter().for_each(|tuple| prefetch::write_each(self.records.as_slice(), tuple));
    }

    /// Reads the records of a board.
    #[inline(always)]
    pub fn gather(&self, indexes: &RecordIndexes, into: &mut Gathered) {
        assert!(
            indexes.below() <= self.len() && indexes.tuples().len() <= MAX_TUPLES,
            "indexes of these weights"
        );
        // The vector forms read records unchecked: half of each index is below their number.
        on_cpu!(self.cpu, gather(self, indexes.tuples(), into));
    }

    /// Moves the weights of a board, whose records were gathered, by their parts of `rate · step`; the sum of them afterwards.
    ///
    /// A weight that is there twice in a tuple, because images of the board agree, is moved once; tuples share no weights.
    #[inline(always)]
    pub fn scatter(
        &self,
        indexes: &RecordIndexes,
        gathered: &Gathered,
        step: f32,
        changes: &mut Changes,
    ) -> f32 {
        assert!(indexes.below() <= self.len(), "indexes of these weights");
        changes.make_room(indexes.tuples().len(), &self.quantised);
        // The vector forms write records and changes unchecked: half of each index is below the number of records, and there
        // is room for eight changes a tuple.
        on_cpu!(self.cpu, scatter(self, indexes.tuples(), gathered, step, changes));
        gathered.sum + gathered.parts * step
    }

    /// Lets those who choose moves see the changes.
    pub fn flush(&self, changes: &mut Changes) {
        changes.flush(&self.quantised);
    }
}

/// What was read about the weights of a board.
pub struct Gathered {
    tuples: Box<[Eight; MAX_TUPLES]>,
    sum: f32,
    /// The sum of the parts of a step by which the weights move.
    parts: f32,
}

impl Gathered {
    /// Room for the records of a board.
    #[must_use]
    pub fn new() -> Gathered {
        Gathered { tuples: Box::new([Eight::ZERO; MAX_TUPLES]), sum: 0.0, parts: 0.0 }
    }

    /// The sum of the weights.
    #[inline(always)]
    #[must_use]
    pub fn sum(&self) -> f32 {
        self.sum
    }
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered::new()
    }
}

/// The records of one tuple.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Eight {
    /// In an order that the form of the kernel says.
    records: [f32; 32],
    weights: [f32; 8],
    /// The part of a step by which each moves.
    parts: [f32; 8],
}

impl Eight {
    const ZERO: Eight = Eight { records: [0.0; 32], weights: [0.0; 8], parts: [0.0; 8] };
}
