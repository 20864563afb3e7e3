//! The weights and what learning remembers about each.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::coherence::{Coherent, pack, unpack};
use super::recipe::{Recipe, Rule};
use crate::ntuple::{self, Indexed, Indexes, Levels, Sum, Tuples, TwoIndexes, Weights, Words};

/// The weights of a network with their coherence.
pub(crate) struct LearningTable {
    tuples: Tuples,
    weights: Weights,
    /// Of every weight: the sum of its errors and the sum of their sizes, two numbers in one word. Apart from the weights, of
    /// which choosing a move reads four times as many as learning from it changes.
    coherence: Option<Words<AtomicU64>>,
    levels: Levels,
    /// Whether there are any: they follow errors, or came with the weights of another network.
    has_levels: bool,
    /// How far a level follows an error.
    level_rate: f32,
    rate: f32,
    /// What a weight of the first stage is until it is touched.
    first: f32,
    /// How many weights the first stage has.
    of_first: u32,
}

impl LearningTable {
    pub(crate) fn new(recipe: &Recipe) -> io::Result<LearningTable> {
        let len = recipe.tuples.weights();
        let (rate, coherence) = match recipe.rule {
            Rule::Plain { alpha } => (alpha, None),
            Rule::Coherence { beta } => (beta, Some(Words::new(len)?)),
        };
        let (weights, first) = (Weights::new(&recipe.tuples)?, recipe.first_weight());
        let of_first = recipe.tuples.weights_of_a_stage() as u32;
        if first != 0.0 {
            (0..of_first).for_each(|index| weights.set(index, first));
        }
        let (levels, level_rate) = (Levels::new(), recipe.levels);
        let has_levels = level_rate != 0.0;
        let tuples = recipe.tuples.clone();
        Ok(LearningTable {
            tuples,
            weights,
            coherence,
            levels,
            has_levels,
            level_rate,
            rate,
            first,
            of_first,
        })
    }

    #[inline(always)]
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    #[inline(always)]
    pub(crate) fn levels(&self) -> &Levels {
        &self.levels
    }

    pub(crate) fn set_levels(&mut self, levels: Levels) {
        self.has_levels |= levels.values().next().is_some();
        self.levels = levels;
    }

    #[inline(always)]
    pub(crate) fn has_levels(&self) -> bool {
        self.has_levels
    }

    /// Moves the value of boards with this sum by its part of the error; what it is then.
    #[inline(always)]
    pub(crate) fn follow(&self, sum: u64, level: f32, error: f32) -> f32 {
        let level = level + self.level_rate * error;
        if self.has_levels {
            self.levels.set(sum, level);
        }
        level
    }

    /// Finds where the weights of a board are and asks for them to be brought near.
    #[inline(always)]
    pub(crate) fn seek<B: Indexed>(&self, board: B, sought: &mut Sought) {
        let weights = self.weights.memory();
        self.seek_with(board, sought, |tuple| weights.prefetch_each(tuple), |index| weights.prefetch(index));
    }

    /// As [`seek`](LearningTable::seek), for all that learning changes.
    #[inline(always)]
    pub(crate) fn seek_to_learn<B: Indexed>(&self, board: B, sought: &mut Sought) {
        let (weights, coherence) = (self.weights.memory(), self.coherence.as_ref());
        let prefetch_each = |tuple: &Indexes| {
            weights.prefetch_each_to_write(tuple);
            coherence.inspect(|coherence| coherence.prefetch_each_to_write(tuple));
        };
        let prefetch = |index| {
            weights.prefetch(index);
            coherence.inspect(|coherence| coherence.prefetch(index));
        };
        self.seek_with(board, sought, prefetch_each, prefetch);
    }

    /// Something sought in this table that is not found yet.
    pub(crate) fn unsought(&self) -> Sought {
        let (tuples, below) = (self.tuples.len(), self.weights.len());
        Sought { lines: vec![TwoIndexes::default(); tuples.div_ceil(2)].into(), tuples, below }
    }

    #[inline(always)]
    fn seek_with<B: Indexed>(
        &self,
        board: B,
        sought: &mut Sought,
        prefetch_each: impl Fn(&Indexes),
        prefetch: impl Fn(u32),
    ) {
        assert!(sought.below == self.weights.len(), "sought in another table");
        let stage = board.stage(self.tuples.stages());
        ntuple::seek(board, stage, &self.tuples, &mut sought.lines, prefetch_each, prefetch);
    }

    /// The sum of the weights that were sought.
    #[inline(always)]
    pub(crate) fn sum(&self, sought: &Sought) -> f32 {
        // SAFETY: what was sought is below the number of weights.
        unsafe { self.weights.sum_unchecked(sought.indexes_below(self.weights.len())) }
    }

    /// Whether this weight ever saw an error; without sums of errors, whether it is no longer what it was at first.
    pub(crate) fn was_updated(&self, index: u32) -> bool {
        match &self.coherence {
            Some(coherence) => coherence.as_slice()[index as usize].load(Ordering::Relaxed) != 0,
            None => self.is_touched(index),
        }
    }

    /// Sets a weight that was learned elsewhere: as if it had seen an error, but it follows the next one as far as a new one.
    pub(crate) fn set_known(&self, index: u32, weight: f32) {
        self.weights.set(index, weight);
        if let Some(coherence) = &self.coherence {
            coherence.as_slice()[index as usize]
                .store(pack(f32::MIN_POSITIVE, f32::MIN_POSITIVE), Ordering::Relaxed);
        }
    }

    fn is_touched(&self, index: u32) -> bool {
        self.weights.get(index) != if index < self.of_first { self.first } else { 0.0 }
    }

    /// One weight, if it was touched and the sizes of its errors sum up to at least so much.
    pub(crate) fn settled(&self, index: u32, least: f32) -> Option<f32> {
        let size = match &self.coherence {
            Some(coherence) => unpack(coherence.as_slice()[index as usize].load(Ordering::Relaxed)).1,
            None => f32::INFINITY,
        };
        (self.is_touched(index) && self.was_updated(index) && size >= least).then(|| self.weights.get(index))
    }

    /// All about one weight, as bytes; `None` if it was never touched.
    pub(crate) fn entry(&self, index: u32) -> Option<[u8; 12]> {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.weights.get(index).to_le_bytes());
        if let Some(coherence) = &self.coherence {
            let (sum, size) = unpack(coherence.as_slice()[index as usize].load(Ordering::Relaxed));
            bytes[4..8].copy_from_slice(&sum.to_le_bytes());
            bytes[8..].copy_from_slice(&size.to_le_bytes());
        }
        let touched = self.is_touched(index) || bytes[4..] != [0; 8];
        touched.then_some(bytes)
    }

    /// Sets all about one weight.
    pub(crate) fn set_entry(&mut self, index: u32, bytes: [u8; 12]) {
        let [weight, sum, size] =
            [0, 4, 8].map(|at| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
        self.weights.set(index, weight);
        if let Some(coherence) = &self.coherence {
            coherence.as_slice()[index as usize].store(pack(sum, size), Ordering::Relaxed);
        }
    }

    /// Moves every weight that was sought by its part of `step`, and returns the sum of them afterwards.
    ///
    /// A weight that is there twice, because images of the board agree, is moved once.
    #[inline(always)]
    pub(crate) fn update(&self, sought: &Sought, step: f32) -> f32 {
        let indexes = sought.indexes_below(self.weights.len());
        match &self.coherence {
            Some(coherence) => {
                let (weights, coherence) = (self.weights.words(), coherence.as_slice());
                let tables = Coherent { weights, coherence, rate: self.rate };
                // SAFETY: what was sought is below the number of weights; of each, there is the coherence.
                unsafe { tables.update(indexes, step) }
            }
            None => {
                let mut sum = Sum::default();
                for tuple in indexes {
                    let moved = tuple.map(|index| self.weights.get(index) + self.rate * step);
                    tuple.iter().zip(moved).for_each(|(&index, weight)| self.weights.set(index, weight));
                    sum.add(moved);
                }
                sum.total()
            }
        }
    }
}

/// Where the weights of a board are.
pub(crate) struct Sought {
    lines: Box<[TwoIndexes]>,
    tuples: usize,
    /// All are below this number of weights.
    below: usize,
}

impl Sought {
    /// The indexes, which are below the number of weights `len`.
    #[inline(always)]
    fn indexes_below(&self, len: usize) -> &[Indexes] {
        assert!(self.below == len, "sought in another table");
        &TwoIndexes::flat(&self.lines)[..self.tuples]
    }
}
