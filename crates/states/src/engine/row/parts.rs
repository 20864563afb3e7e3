//! A layer in parts: pure functions of bytes, for machines that have nothing in common but the game.
//!
//! ```text
//!  frames of L(m-1), L(m-2)        one message for each strip         rows of L(m)          frames of L(m)
//!  one a value of the upper half ─► cut ══ by columns ══► compute a strip ══ by rows ══► assemble ─► the file of a store
//! ```
//!
//! What a strip writes no other strip does, counts are sums, and a part that is computed twice is the same twice. So it does not matter how
//! a layer is divided, by whom a part is computed, or how often.

use std::ops::Range;

use redouble_core::Watch;
use redouble_kernels::Cpu;

use super::columns::Columns;
use super::left::{LeftLayout, flip};
use super::step::{Room, RoomSize, Step, StepCounts};
use super::strip::{Need, PairCounts, StripRows, room_size};
use super::strip_left::StripLeft;
use super::tables::{Layouts, Tables};
use super::work::Context;
use super::{add_afterstates, add_states, supports};
use crate::codec::Code;
use crate::{CountError, Engine, LayerCounts, Variant};

/// A part of a layer: the frame that it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// The tile sum of the layer.
    pub sum: u64,
    /// The number of the frame.
    pub frame: usize,
}

/// A frame of a layer, as it is in the file of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartFrame {
    /// How many boards it has.
    pub boards: u64,
    /// The encoded boards.
    pub bytes: Vec<u8>,
}

/// What the parts of all layers of a game are computed with. A second in the making, some hundred megabytes for the largest games.
pub struct Parts {
    layouts: Layouts,
    tables: Tables,
    counts: PairCounts,
    cpu: Cpu,
}

impl Parts {
    /// For a game that the engine `row` counts.
    ///
    /// # Errors
    /// If it does not.
    pub fn new(variant: Variant, cpu: Cpu) -> Result<Parts, CountError> {
        if !supports(variant) {
            return Err(CountError::Unsupported { engine: Engine::Row, variant });
        }
        let layouts = Layouts::new(variant.max_exponent());
        let (tables, counts) = (Tables::new(variant.max_exponent()), PairCounts::new(&layouts.fours));
        Ok(Parts { layouts, tables, counts, cpu })
    }

    fn layout(&self, sum: u64) -> LeftLayout {
        LeftLayout::new(&self.tables.half_boards, sum as usize / 2)
    }

    /// The value of the upper halves of a frame.
    fn upper(&self, part: PartOf) -> Result<usize, CountError> {
        self.layout(part.sum).frames().nth(part.frame).ok_or(CountError::OtherPart)
    }

    /// How many frames the layer of a tile sum has.
    #[must_use]
    pub fn frames(&self, sum: u64) -> usize {
        self.layout(sum).frames().count()
    }

    /// Divides a layer into at most so many strips of about the same work: ranges of values of the upper row, half its tile sum.
    #[must_use]
    pub fn strips(&self, sum: u64, count: usize) -> Vec<Range<usize>> {
        let work: Vec<f64> =
            (0..=self.tables.fours.largest()).map(|row| self.work(sum as usize / 2, row)).collect();
        let all: f64 = work.iter().sum();
        let (mut strips, mut start, mut done) = (Vec::new(), 0, 0.0);
        for (row, work) in work.iter().enumerate() {
            done += work;
            let is_full = done >= all * (strips.len() + 1) as f64 / count as f64;
            if is_full && strips.len() + 1 < count {
                strips.push(start..row + 1);
                start = row + 1;
            }
        }
        if start <= self.tables.fours.largest() {
            strips.push(start..self.tables.fours.largest() + 1);
        }
        strips
    }

    /// The words of the slabs of states whose upper row has a value, about.
    fn work(&self, half_sum: usize, row: usize) -> f64 {
        let fours = &self.tables.fours;
        let unit = |upper: usize| {
            let second = upper.checked_sub(row).filter(|&second| second <= fours.largest())?;
            let lower = self.tables.lower(half_sum, upper).filter(|&lower| lower <= upper)?;
            Some((fours.size(row) * fours.size(second) * self.tables.slabs[lower].stride) as f64)
        };
        (0..=self.tables.largest_half()).filter_map(unit).sum()
    }

    /// The tile sum of the layer that has most room for afterstates: its parts take most memory.
    #[must_use]
    pub fn largest(&self) -> u64 {
        let last = 4 * self.tables.fours.largest();
        let words = |half_sum: &usize| LeftLayout::new(&self.tables.half_boards, *half_sum).words();
        2 * (2..=last).max_by_key(words).unwrap_or(2) as u64
    }

    /// The bytes that computing a strip takes, tables included.
    #[must_use]
    pub fn memory(&self, sum: u64, strip: &Range<usize>) -> u64 {
        let half_sum = sum as usize / 2;
        let sources: usize = self
            .needs(half_sum, strip)
            .iter()
            .map(|need| {
                let columns =
                    |upper| Columns::new(&self.tables, need, upper).map_or(0, |columns| columns.words);
                (0..=self.tables.largest_half()).map(columns).sum::<usize>()
            })
            .sum();
        let rows = StripRows::new(&self.tables, half_sum, strip.clone()).into_words();
        let words = sources + rows.iter().map(Vec::len).sum::<usize>();
        let room = self.room_size(half_sum, strip).bytes(1);
        // Messages are there as bytes, too.
        (2 * 8 * words + room + self.layouts.tables_size()) as u64
    }

    fn needs(&self, half_sum: usize, strip: &Range<usize>) -> [Need; 2] {
        [1, 2].map(|less| Need { half_sum, less, rows: strip.clone() })
    }

    fn room_size(&self, half_sum: usize, strip: &Range<usize>) -> RoomSize {
        room_size(&self.layouts, &self.counts, half_sum, strip)
    }

    /// What strips of a layer need of a frame of one of the two layers before it: one message for each.
    ///
    /// # Errors
    /// If the part is of another layer.
    pub fn cut(
        &self,
        sum: u64,
        part: PartOf,
        frame: &[u8],
        strips: &[Range<usize>],
    ) -> Result<Vec<Vec<u8>>, CountError> {
        let (half_sum, from, upper) = (sum as usize / 2, part.sum as usize / 2, self.upper(part)?);
        let less =
            half_sum.checked_sub(from).filter(|less| (1..=2).contains(less)).ok_or(CountError::OtherPart)?;
        let lower = from - upper;
        let layout = self.layout(part.sum);
        let rows = Code::Rows.decode(frame, &[layout.segment(upper)]);
        let mut sides = vec![(upper, rows)];
        if upper != lower {
            let mut flipped = vec![0; layout.segment(lower).words];
            flip(&self.tables.halves, [upper, lower], &sides[0].1, &mut flipped);
            sides.push((lower, flipped));
        }
        let message = |strip: &Range<usize>| {
            let need = Need { half_sum, less, rows: strip.clone() };
            let cut = |(upper, rows): &(usize, Vec<u64>)| {
                let columns = Columns::new(&self.tables, &need, *upper);
                columns.map_or(Vec::new(), |columns| columns.cut(&self.tables, rows))
            };
            sides.iter().flat_map(cut).flat_map(u64::to_le_bytes).collect()
        };
        Ok(strips.iter().map(message).collect())
    }

    /// Computes a strip from all messages to it: its counts, and for each frame of the layer the rows that it has of it.
    ///
    /// # Errors
    /// If a message is of another layer or strip, memory does not suffice, or the watch says stop.
    pub fn compute<'a>(
        &self,
        sum: u64,
        strip: &Range<usize>,
        messages: impl IntoIterator<Item = (PartOf, &'a [u8])>,
        watch: &dyn Watch,
    ) -> Result<(PartCounts, Vec<Vec<u8>>), CountError> {
        let half_sum = sum as usize / 2;
        let mut from =
            self.needs(half_sum, strip).map(|need| StripLeft::new(&self.tables, &self.counts, need));
        for (part, message) in messages {
            let upper = self.upper(part)?;
            let less = half_sum.checked_sub(part.sum as usize / 2);
            let into =
                less.and_then(|less| from.get_mut(less.checked_sub(1)?)).ok_or(CountError::OtherPart)?;
            if !into.load(upper, message) {
                return Err(CountError::OtherPart);
            }
        }
        let size = self.room_size(half_sum, strip);
        let mut room = Room::new(&size).map_err(CountError::Allocate)?;
        let mut into = StripRows::new(&self.tables, half_sum, strip.clone());
        let context = Context { tables: &self.tables, cpu: self.cpu };
        let step = Step { context, size: &size, from: [&from[0], &from[1]], report: &|_, _| (), watch };
        let uppers = half_sum.div_ceil(2)..self.tables.largest_half() + 1;
        let counts = step.part(uppers, &mut into, &mut room)?;
        let mut rows = into.into_words();
        let bytes = |words: Vec<u64>| words.into_iter().flat_map(u64::to_le_bytes).collect();
        let blocks = self.layout(sum).frames().map(|upper| bytes(std::mem::take(&mut rows[upper]))).collect();
        Ok((PartCounts(counts), blocks))
    }

    /// Puts the rows that all strips have of a frame together, in the order of the strips.
    ///
    /// # Errors
    /// If they are not all of the frame's.
    pub fn assemble<'a>(
        &self,
        part: PartOf,
        blocks: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<PartFrame, CountError> {
        let segment = self.layout(part.sum).segment(self.upper(part)?);
        let mut words = Vec::with_capacity(segment.words);
        for block in blocks {
            words.extend(
                block.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))),
            );
        }
        if words.len() != segment.words {
            return Err(CountError::OtherPart);
        }
        let boards = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Ok(PartFrame { boards, bytes: Code::Rows.encode(&mut words, [segment]) })
    }
}

/// What was counted in a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCounts(StepCounts);

impl PartCounts {
    /// The bytes of it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let StepCounts { states, afterstates } = &self.0;
        [states, afterstates].iter().flat_map(|counts| counts.numbers()).flat_map(u64::to_le_bytes).collect()
    }

    /// From these bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<PartCounts> {
        let numbers: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
            .collect();
        let (states, afterstates) = numbers.split_at_checked(numbers.len() / 2)?;
        let [states, afterstates] = [states, afterstates].map(super::counts::Counts::from_numbers);
        Some(PartCounts(StepCounts { states: states?, afterstates: afterstates? }))
    }
}

impl PartCounts {
    /// Adds the states of the layer to its counts.
    pub(crate) fn add_states(&self, layer: &mut LayerCounts) {
        add_states(layer, &self.0.states);
    }

    /// Adds the afterstates of the layer before to its counts.
    pub(crate) fn add_afterstates(&self, before: &mut LayerCounts) {
        add_afterstates(before, &self.0.afterstates);
    }
}

impl std::ops::AddAssign for PartCounts {
    fn add_assign(&mut self, other: PartCounts) {
        self.0.states += &other.0.states;
        self.0.afterstates += &other.0.afterstates;
    }
}
