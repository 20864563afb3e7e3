//! A strip: the units of a layer whose upper rows have some values. A machine of many computes one at a time.
//!
//! Upper rows of values 6 to 9 are made from afterstates whose upper rows are worth 5 to 9 in the layer before, and 4 to 9 in the
//! one before that: the wider a strip, the less is made twice.

use std::ops::Range;

use super::fours::Fours;
use super::step::{RoomSize, Target};
use super::tables::{Layouts, Tables};

/// What a strip is made from in one of the two layers before its own.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// Half the tile sum of the strip.
    pub(super) half_sum: usize,
    /// By how much the layer has less: 1 or 2, the value of the tile that appears.
    pub(super) less: usize,
    /// The values of the upper rows of the strip.
    pub(super) rows: Range<usize>,
}

impl Need {
    /// Half the tile sum of the layer.
    pub(super) fn from(&self) -> usize {
        self.half_sum - self.less
    }

    /// The values of upper rows of afterstates.
    pub(super) fn firsts(&self) -> Range<usize> {
        self.rows.start.saturating_sub(self.less)..self.rows.end
    }

    /// Whether there are slabs of upper halves of a value.
    pub(super) fn has_slice(&self, tables: &Tables, upper: usize) -> bool {
        upper + self.less >= self.half_sum.div_ceil(2) && tables.lower(self.from(), upper).is_some()
    }

    /// The numbers of the upper halves of a value whose rows are needed as they are.
    pub(super) fn numbers(&self, tables: &Tables, upper: usize) -> Range<usize> {
        if self.has_slice(tables, upper) { tables.numbers(upper, self.firsts()) } else { 0..0 }
    }
}

impl Tables {
    /// Of some values of upper rows those that upper halves of a value can have.
    fn upper_rows(&self, upper: usize, rows: Range<usize>) -> Range<usize> {
        let largest = self.fours.largest();
        let start = rows.start.max(upper.saturating_sub(largest));
        start..rows.end.min(upper.min(largest) + 1).max(start)
    }

    /// The numbers of the upper halves of a value whose upper rows have some values.
    fn numbers(&self, upper: usize, rows: Range<usize>) -> Range<usize> {
        let rows = self.upper_rows(upper, rows);
        let unit = |row| self.halves.unit(upper, row).expect("rows have such values");
        if rows.is_empty() { 0..0 } else { unit(rows.start).start..unit(rows.end - 1).end }
    }
}

/// How many quadrants of a value have an upper pair of cells of less than a value.
pub(super) struct PairCounts(Vec<Vec<u32>>);

impl PairCounts {
    pub(super) fn new(fours: &Fours) -> PairCounts {
        let of_value = |value| {
            let mut counts = vec![0; fours.largest() + 2];
            fours.class(value).iter().for_each(|&four| counts[fours.upper_pair(usize::from(four)) + 1] += 1);
            (1..counts.len()).for_each(|pair| counts[pair] += counts[pair - 1]);
            counts
        };
        PairCounts((0..=fours.largest()).map(of_value).collect())
    }

    /// How many of a value, beside a quadrant whose upper pair has a value, make an upper row of one of these values.
    pub(super) fn completing(&self, value: usize, pair: usize, rows: &Range<usize>) -> usize {
        let counts = &self.0[value];
        let below = |row: usize| counts[row.saturating_sub(pair).min(counts.len() - 1)];
        (below(rows.end) - below(rows.start)) as usize
    }

    /// How many quadrants of a value there are with an upper pair of a value.
    fn of(&self, value: usize, pair: usize) -> usize {
        (self.0[value][pair + 1] - self.0[value][pair]) as usize
    }
}

/// The room that a strip is computed in.
pub(super) fn room_size(
    layouts: &Layouts,
    counts: &PairCounts,
    half_sum: usize,
    rows: &Range<usize>,
) -> RoomSize {
    let need = Need { half_sum, less: 2, rows: rows.clone() };
    let slabs = |upper: usize| -> usize {
        let beside = |left: usize| (0..=left).map(move |pair| (left, pair));
        let pairs = layouts.slices[upper].lefts().flat_map(beside);
        pairs
            .map(|(left, pair)| counts.of(left, pair) * counts.completing(upper - left, pair, &need.firsts()))
            .sum()
    };
    let stride = |upper: usize| {
        let lower = |less: usize| half_sum.checked_sub(upper + less);
        let strides = [1, 2].map(|less| layouts.slabs.get(lower(less)?).map(|layout| layout.stride));
        strides.into_iter().flatten().max().unwrap_or(0)
    };
    let least = half_sum.div_ceil(2).saturating_sub(2);
    let words = (least..layouts.slices.len()).map(|upper| match stride(upper) {
        0 => 0,
        stride => slabs(upper) * stride,
    });
    RoomSize::of(layouts, words.max().unwrap_or(0))
}

/// The rows of L that a strip writes.
pub(super) struct StripRows {
    half_sum: usize,
    rows: Range<usize>,
    /// By value of the upper half; empty for those that are not in files.
    words: Vec<Vec<u64>>,
}

impl StripRows {
    /// Without an afterstate.
    pub(super) fn new(tables: &Tables, half_sum: usize, rows: Range<usize>) -> StripRows {
        let words = |upper: usize| {
            let lower = tables.lower(half_sum, upper).filter(|&lower| lower <= upper);
            let width = lower.map_or(0, |lower| tables.halves.count(lower).div_ceil(64));
            vec![0; width * tables.numbers(upper, rows.clone()).len()]
        };
        let words = (0..=tables.largest_half()).map(words).collect();
        StripRows { half_sum, rows, words }
    }

    /// By value of the upper half.
    pub(super) fn into_words(self) -> Vec<Vec<u64>> {
        self.words
    }
}

impl Target for StripRows {
    fn half_sum(&self) -> usize {
        self.half_sum
    }

    fn units(&mut self, tables: &Tables, upper: usize) -> Vec<([usize; 2], &mut [u64])> {
        let width = tables.halves.count(self.half_sum - upper).div_ceil(64);
        tables.units(upper, tables.upper_rows(upper, self.rows.clone()), width, &mut self.words[upper])
    }
}
