//! L: the afterstates of slides to the left, as a dense bitmap.

use std::io;
use std::ops::RangeInclusive;

use rayon::prelude::*;
use redouble_kernels::{HugeArray, row};

use super::halves::Halves;
use crate::CountError;
use crate::codec::{Code, Segment};
use crate::engine::job::KnownStates;
use crate::frame::StateFrame;

/// Where the afterstates of one tile sum are.
///
/// For every value of the upper half, for every upper half of two image rows, one row of bits over the lower halves of two
/// image rows that complete the sum, up to a multiple of 64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftLayout {
    /// Half the tile sum.
    pub(super) half_sum: usize,
    /// By value of the upper half, the first word; and the end of the last.
    first: Vec<usize>,
    /// By value of the upper half, the words of a row.
    width: Vec<usize>,
}

impl LeftLayout {
    /// Given the numbers of half boards of image rows by value.
    pub(super) fn new(halves: &[usize], half_sum: usize) -> LeftLayout {
        let mut layout = LeftLayout { half_sum, first: vec![0], width: Vec::new() };
        for (upper, &count) in halves.iter().enumerate() {
            let lower = half_sum.checked_sub(upper).and_then(|lower| halves.get(lower));
            let width = lower.map_or(0, |lower| lower.div_ceil(64));
            layout.first.push(layout.first[upper] + width * count);
            layout.width.push(width);
        }
        layout
    }

    /// The words of all rows.
    pub(super) fn words(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// The values of upper halves that are kept in files, one frame each: those of the other boards are upside down.
    fn kept(&self) -> RangeInclusive<usize> {
        self.half_sum.div_ceil(2)..=self.half_sum.min(self.width.len() - 1)
    }

    /// By frame of a file, the value of the upper halves in it.
    pub(super) fn frames(&self) -> impl Iterator<Item = usize> + '_ {
        self.kept().filter(|&upper| self.segment(upper).words > 0)
    }

    /// The words of all rows of a value of the upper half.
    pub(super) fn segment(&self, upper: usize) -> Segment {
        Segment { words: self.first[upper + 1] - self.first[upper], stride: self.width[upper] }
    }

    /// The words of a row whose upper half has this value.
    pub(super) fn width(&self, upper: usize) -> usize {
        self.width[upper]
    }
}

/// The afterstates of slides to the left of one tile sum.
pub(super) struct Left {
    pub(super) layout: LeftLayout,
    /// One more than the layout says at least, so that what follows a row can be read.
    words: HugeArray<u64>,
}

impl Left {
    /// Without an afterstate, and with room for layouts of up to as many words.
    pub(super) fn new(layout: LeftLayout, words: usize) -> io::Result<Left> {
        assert!(layout.words() <= words);
        Ok(Left { layout, words: HugeArray::new(words + 1)? })
    }

    /// Begins anew, without an afterstate.
    pub(super) fn clear(&mut self, layout: LeftLayout) {
        self.words.as_mut_slice()[..layout.words() + 1]
            .par_chunks_mut(1 << 16)
            .for_each(|words| words.fill(0));
        self.layout = layout;
    }

    /// The rows of upper halves of some values.
    #[cfg(test)]
    pub(super) fn rows(&self, uppers: std::ops::Range<usize>) -> &[u64] {
        &self.words.as_slice()[self.layout.first[uppers.start]..self.layout.first[uppers.end]]
    }

    /// The row of an upper half, by its number as such, and the word after it.
    #[inline]
    pub(super) fn row(&self, upper: usize, number: usize) -> &[u64] {
        let width = self.layout.width[upper];
        &self.words.as_slice()[self.layout.first[upper] + number * width..][..width + 1]
    }

    /// The rows of all upper halves of a value.
    pub(super) fn rows_mut(&mut self, upper: usize) -> &mut [u64] {
        &mut self.words.as_mut_slice()[self.layout.first[upper]..self.layout.first[upper + 1]]
    }

    /// The half that the rest follows from, as in files.
    pub(super) fn encoded(&self) -> Vec<StateFrame> {
        let frame = |upper: usize| {
            let (from, segment) = (self.layout.first[upper], self.layout.segment(upper));
            let mut words = self.words.as_slice()[from..from + segment.words].to_vec();
            StateFrame::encoded(ones(&words), Code::Rows.encode(&mut words, [segment]))
        };
        self.layout.frames().collect::<Vec<_>>().into_par_iter().map(frame).collect()
    }

    /// Fills an empty layer with the frames of a file.
    pub(super) fn load(&mut self, known: &KnownStates<'_>, halves: &Halves) -> Result<(), CountError> {
        for (frame, upper) in self.layout.frames().collect::<Vec<_>>().into_iter().enumerate() {
            self.rows_mut(upper).copy_from_slice(&known(frame)?);
        }
        self.flip(halves);
        Ok(())
    }

    /// Makes the boards whose upper half has the lesser value from those whose upper half has the greater: upside down.
    pub(super) fn flip(&mut self, halves: &Halves) {
        let half_sum = self.layout.half_sum;
        for upper in half_sum / 2 + 1..=half_sum.min(halves.values() - 1) {
            let lower = half_sum - upper;
            if self.layout.width[upper] == 0 || self.layout.width[lower] == 0 {
                continue;
            }
            // The lesser value comes first.
            let (before, after) = self.words.as_mut_slice().split_at_mut(self.layout.first[upper]);
            let from = &after[..self.layout.first[upper + 1] - self.layout.first[upper]];
            let into = &mut before[self.layout.first[lower]..self.layout.first[lower + 1]];
            flip(halves, [upper, lower], from, into);
        }
    }
}

/// The number of set bits.
fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Turns the rows of one pair of values upside down, 64 by 64 bits.
pub(super) fn flip(halves: &Halves, [upper, lower]: [usize; 2], from: &[u64], into: &mut [u64]) {
    let (width, new_width) = (halves.count(lower).div_ceil(64), halves.count(upper).div_ceil(64));
    // The new upper halves in the order of the lower halves that they are upside down, so that 64 of them are one word now.
    let mut by_upper: Vec<Option<&mut [u64]>> = into.chunks_exact_mut(new_width).map(Some).collect();
    let mut rows: Vec<&mut [u64]> = Vec::with_capacity(by_upper.len());
    rows.extend(halves.flipped(lower).iter().filter_map(|&number| by_upper[number as usize].take()));
    let sources = halves.flipped(upper);
    rows.par_chunks_mut(64).enumerate().for_each(|(word, rows)| {
        for (new_word, sources) in sources.chunks(64).enumerate() {
            let mut square = [0; 64];
            for (bits, &source) in square.iter_mut().zip(sources) {
                *bits = from[source as usize * width + word];
            }
            if square != [0; 64] {
                row::transpose(&mut square);
                rows.iter_mut().zip(square).for_each(|(row, bits)| row[new_word] = bits);
            }
        }
    });
}
