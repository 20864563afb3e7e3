//! As much of L of one layer as a strip needs.

use super::columns::Columns;
use super::source::{Crossed, Sharing, Source, Transposed};
use super::strip::{Need, PairCounts};
use super::tables::Tables;

/// See the module. Made from messages, one for each frame of the layer: what is cut for the values of the frame's upper halves, and
/// then what is cut for those of its boards upside down.
pub(super) struct StripLeft<'a> {
    need: Need,
    counts: &'a PairCounts,
    /// By value of the upper half.
    columns: Vec<Option<Columns>>,
    /// Likewise, and one more word that can be read.
    words: Vec<Vec<u64>>,
}

impl<'a> StripLeft<'a> {
    /// Without an afterstate.
    pub(super) fn new(tables: &Tables, counts: &'a PairCounts, need: Need) -> StripLeft<'a> {
        let columns: Vec<_> =
            (0..=tables.largest_half()).map(|upper| Columns::new(tables, &need, upper)).collect();
        let words =
            |columns: &Option<Columns>| vec![0; columns.as_ref().map_or(0, |columns| columns.words) + 1];
        StripLeft { words: columns.iter().map(words).collect(), need, counts, columns }
    }

    /// Takes what was cut out of the frame of a value of the upper half; says whether it is as long as it should be.
    #[must_use]
    pub(super) fn load(&mut self, upper: usize, message: &[u8]) -> bool {
        let lower = self.need.from() - upper;
        let mut message =
            message.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        for upper in if upper == lower { vec![upper] } else { vec![upper, lower] } {
            let words = &mut self.words[upper];
            let count = words.len() - 1;
            for word in &mut words[..count] {
                let Some(sent) = message.next() else { return false };
                *word = sent;
            }
        }
        message.next().is_none()
    }

    fn of(&self, upper: usize) -> (&Columns, &[u64]) {
        (self.columns[upper].as_ref().expect("rows of halves that there are"), &self.words[upper])
    }
}

impl Source for StripLeft<'_> {
    fn half_sum(&self) -> usize {
        self.need.from()
    }

    fn slabs(&self, tables: &Tables, left: usize, right_value: usize) -> usize {
        self.counts.completing(right_value, tables.fours.upper_pair(left), &self.need.firsts())
    }

    fn has_slab(&self, tables: &Tables, [left, right]: [usize; 2]) -> bool {
        self.need.firsts().contains(&(tables.fours.upper_pair(left) + tables.fours.upper_pair(right)))
    }

    fn counts(&self, tables: &Tables, [left, right]: [usize; 2]) -> bool {
        self.need.rows.contains(&(tables.fours.upper_pair(left) + tables.fours.upper_pair(right)))
    }

    fn upper_row(&self, upper: usize, number: usize) -> &[u64] {
        let (columns, words) = self.of(upper);
        &words[columns.upper_row(number)]
    }

    fn transposed<'a>(&'a self, _: &'a Tables, halves: Sharing, right_value: usize) -> Transposed<'a> {
        self.of(halves.upper).0.transposed(halves.quadrant, right_value)
    }

    #[inline]
    fn transposed_row(&self, _: &Tables, halves: Sharing, row: usize) -> &[u64] {
        let (columns, words) = self.of(halves.upper);
        &words[columns.transposed_row(halves.quadrant, row)]
    }

    fn crossed<'a>(&'a self, _: &'a Tables, halves: Sharing, right_value: usize) -> Crossed<'a> {
        self.of(halves.upper).0.crossed(halves.quadrant, right_value)
    }

    #[inline]
    fn crossed_row(&self, _: &Tables, halves: Sharing, row: usize, _: usize) -> &[u64] {
        let (columns, words) = self.of(halves.upper);
        &words[columns.crossed_row(halves.quadrant, row)]
    }
}
