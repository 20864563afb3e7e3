//! Half boards made of two image rows: what the afterstates of slides to the left are made of.

use std::ops::Range;

use redouble_kernels::row::{Crossing, Run};

use super::fours::Fours;
use super::lines::Lines;
use super::slab::SlabLayout;

/// The half boards of all values, in two orders.
///
/// As *lower* halves those of one value are ordered by the value of the left quadrant, left quadrant, right quadrant; so all
/// right quadrants beside one left quadrant are neighbours, a *run*, and runs are moved at once. As *upper* halves they are
/// ordered by the rows, first by the value of the upper row: a slide keeps the value of every row, so what one unit of work
/// writes is consecutive.
pub(super) struct Halves {
    /// By value, where its lower halves begin in the vectors below.
    first: Vec<u32>,
    left: Vec<u16>,
    right: Vec<u16>,
    /// The number as an upper half.
    upper: Vec<u32>,
    /// The number as an upper half of the half board upside down.
    flipped: Vec<u32>,
    /// As the mirror image of a lower half: its bit in the slab.
    mirrored: Vec<u32>,
    /// As the lower half of a board that is transposed and flipped: its left quadrant gives the bit, the right one the slab.
    crossings: Vec<Crossing>,
    /// By upper row, then by lower row, both numbered by value: the number as a lower half.
    numbers: Vec<u16>,
    /// By value, the number of the first image row of that value.
    image_rows: Vec<u32>,
    /// By value and value of the upper row, the number of the first upper half; and the end of the last.
    units: Vec<Vec<u32>>,
    runs: Vec<Runs>,
    /// By left quadrant and value, the first lower half and the end of the last.
    left_range: Vec<[u16; 2]>,
    /// By right quadrant and value, where the half boards begin in `by_right`.
    right_first: Vec<u32>,
    by_right: Vec<u32>,
}

/// The runs of the lower halves of one value.
struct Runs {
    runs: Vec<Run>,
    /// By value of the left quadrant, the first run; and the end of the last.
    first: Vec<u32>,
    /// By value of the left quadrant, the first bit; and the end of the last.
    bits: Vec<u32>,
}

impl Halves {
    /// The layouts are those of slabs by value.
    pub(super) fn new(fours: &Fours, lines: &Lines, layouts: &[SlabLayout]) -> Halves {
        let values = 2 * fours.largest() + 1;
        let mut quadrants = Vec::new();
        for value in 0..=fours.largest() {
            for other in 0..=fours.largest() {
                for &first in lines.images(value) {
                    let halves = lines
                        .images(other)
                        .iter()
                        .map(|&second| fours.crossed([first, second].map(usize::from)));
                    quadrants
                        .extend(halves.map(|[left, right]| (value + other, fours.value(left), left, right)));
                }
            }
        }
        quadrants.sort_unstable();
        let first = (0..=values).map(|value| quadrants.partition_point(|half| half.0 < value) as u32);
        let image_rows = std::iter::once(0).chain((0..=fours.largest()).scan(0, |sum, value| {
            *sum += lines.images(value).len() as u32;
            Some(*sum)
        }));
        let mut halves = Halves {
            first: first.collect(),
            left: quadrants.iter().map(|half| half.2 as u16).collect(),
            right: quadrants.iter().map(|half| half.3 as u16).collect(),
            upper: Vec::new(),
            flipped: Vec::new(),
            mirrored: Vec::new(),
            crossings: Vec::new(),
            numbers: Vec::new(),
            image_rows: image_rows.collect(),
            units: (0..values).map(|value| units(fours, lines, value)).collect(),
            runs: Vec::new(),
            left_range: vec![[0; 2]; fours.len() * values],
            right_first: Vec::new(),
            by_right: Vec::new(),
        };
        halves.number_rows(fours, lines);
        halves.add_images(fours, layouts);
        halves.runs = (0..values).map(|value| halves.runs_of(fours, &layouts[value], value)).collect();
        halves.find_left();
        halves.order_by_right(fours);
        halves
    }

    fn find_left(&mut self) {
        let values = self.values();
        for value in 0..values {
            for number in 0..self.count(value) {
                let [left, _] = self.quadrants(value, number);
                let range = &mut self.left_range[left * values + value];
                let start = if range[1] == 0 { number as u16 } else { range[0] };
                *range = [start, number as u16 + 1];
            }
        }
    }

    fn number_rows(&mut self, fours: &Fours, lines: &Lines) {
        let all = self.image_rows[self.image_rows.len() - 1] as usize;
        self.numbers = vec![0; all * all];
        for value in 0..self.values() {
            assert!(self.count(value) < usize::from(u16::MAX), "numbers of half boards have 16 bits");
            for number in 0..self.count(value) {
                let rows = fours.crossed(self.quadrants(value, number));
                let index = self.row_index(fours, lines, rows);
                self.numbers[index] = number as u16;
                let upper = |rows: [usize; 2]| {
                    let [first, second] = rows.map(|row| lines.place(row));
                    let values = rows.map(|row| fours.value(row));
                    let before =
                        self.units[value][values[0] - value.saturating_sub(fours.largest())] as usize;
                    (before + first * lines.images(values[1]).len() + second) as u32
                };
                self.upper.push(upper(rows));
                self.flipped.push(upper([rows[1], rows[0]]));
            }
        }
    }

    fn row_index(&self, fours: &Fours, lines: &Lines, rows: [usize; 2]) -> usize {
        let all = self.image_rows[self.image_rows.len() - 1] as usize;
        let [first, second] = rows.map(|row| self.image_rows[fours.value(row)] as usize + lines.place(row));
        first * all + second
    }

    fn add_images(&mut self, fours: &Fours, layouts: &[SlabLayout]) {
        for (value, layout) in layouts.iter().enumerate() {
            for number in 0..self.count(value) {
                let [left, right] = self.quadrants(value, number);
                let mirrored = [right, left].map(|quadrant| fours.mirrored(quadrant));
                self.mirrored.push(layout.place(fours, mirrored) as u32);
                let [bit, slab] = [left, right]
                    .map(|quadrant| fours.rank(fours.flipped(fours.transposed(quadrant))) as u16);
                self.crossings.push(Crossing { slab, bit });
            }
        }
    }

    fn runs_of(&self, fours: &Fours, layout: &SlabLayout, value: usize) -> Runs {
        let lefts = fours.largest() + 1;
        let mut runs = Runs { runs: Vec::new(), first: vec![0; lefts + 1], bits: vec![0; lefts + 1] };
        let mut before = None;
        for number in 0..self.count(value) {
            let [left, right] = self.quadrants(value, number);
            let word = layout.word(fours, left) + fours.rank(right) / 64;
            // A class of two words makes two runs of what is beside one left quadrant.
            if before != Some((left, word)) {
                let slab = fours.rank(fours.transposed(left)) as u16;
                runs.runs.push(Run { deposit: 0, start: number as u32, word: word as u16, slab });
                before = Some((left, word));
            }
            let run = runs.runs.last_mut().expect("there is one by now");
            run.deposit |= 1 << (fours.rank(right) % 64);
            runs.first[fours.value(left) + 1] = runs.runs.len() as u32;
            runs.bits[fours.value(left) + 1] = number as u32 + 1;
        }
        for value in 1..=lefts {
            runs.first[value] = runs.first[value].max(runs.first[value - 1]);
            runs.bits[value] = runs.bits[value].max(runs.bits[value - 1]);
        }
        runs
    }

    fn order_by_right(&mut self, fours: &Fours) {
        let value = |half: u32| self.first.partition_point(|&first| first <= half) - 1;
        let mut by_right: Vec<(u16, usize, u32)> =
            (0..self.left.len() as u32).map(|half| (self.right[half as usize], value(half), half)).collect();
        by_right.sort_unstable();
        let values = self.values();
        let keys = (0..fours.len() * values).map(|key| ((key / values) as u16, key % values));
        let first = keys.map(|key| by_right.partition_point(|half| (half.0, half.1) < key) as u32);
        self.right_first = first.chain(std::iter::once(by_right.len() as u32)).collect();
        self.by_right = by_right.into_iter().map(|half| half.2).collect();
    }

    /// How many values half boards may have, from 0.
    pub(super) fn values(&self) -> usize {
        self.first.len() - 1
    }

    /// How many half boards have this value.
    #[inline]
    pub(super) fn count(&self, value: usize) -> usize {
        (self.first[value + 1] - self.first[value]) as usize
    }

    /// The quadrants of a lower half, by its number among those of its value.
    #[inline]
    pub(super) fn quadrants(&self, value: usize, number: usize) -> [usize; 2] {
        let half = self.first[value] as usize + number;
        [self.left[half], self.right[half]].map(usize::from)
    }

    /// The number, as a lower half, of two image rows.
    pub(super) fn number(&self, lines: &Lines, fours: &Fours, rows: [usize; 2]) -> u16 {
        self.numbers[self.row_index(fours, lines, rows)]
    }

    /// The number, as an upper half, of a lower half.
    #[inline]
    pub(super) fn upper(&self, value: usize, number: usize) -> usize {
        self.upper[self.first[value] as usize + number] as usize
    }

    /// By number as a lower half, the number as an upper half of the half board upside down.
    pub(super) fn flipped(&self, value: usize) -> &[u32] {
        &self.flipped[self.of_value(value)]
    }

    /// By number as a lower half, the bits of their mirror images in the slab.
    #[inline]
    pub(super) fn mirrored(&self, value: usize) -> &[u32] {
        &self.mirrored[self.of_value(value)]
    }

    /// By number as a lower half.
    #[inline]
    pub(super) fn crossings(&self, value: usize) -> &[Crossing] {
        &self.crossings[self.of_value(value)]
    }

    #[inline]
    fn of_value(&self, value: usize) -> Range<usize> {
        self.first[value] as usize..self.first[value + 1] as usize
    }

    /// All runs of lower halves of a value.
    #[inline]
    pub(super) fn runs(&self, value: usize) -> &[Run] {
        &self.runs[value].runs
    }

    /// Those whose left quadrant has a value.
    #[inline]
    pub(super) fn runs_beside(&self, value: usize, left: usize) -> &[Run] {
        let runs = &self.runs[value];
        &runs.runs[runs.first[left] as usize..runs.first[left + 1] as usize]
    }

    /// Their bits.
    #[inline]
    pub(super) fn bits_beside(&self, value: usize, left: usize) -> Range<u32> {
        self.runs[value].bits[left]..self.runs[value].bits[left + 1]
    }

    /// The numbers, as lower halves, of those of a value with this left quadrant.
    #[inline]
    pub(super) fn with_left(&self, value: usize, left: usize) -> Range<usize> {
        let [start, end] = self.left_range[left * self.values() + value];
        usize::from(start)..usize::from(end)
    }

    /// The numbers, as lower halves, of those of a value with this right quadrant.
    #[inline]
    pub(super) fn with_right(&self, value: usize, right: usize) -> impl Iterator<Item = usize> + '_ {
        let key = right * self.values() + value;
        let halves = &self.by_right[self.right_first[key] as usize..self.right_first[key + 1] as usize];
        halves.iter().map(move |&half| (half - self.first[value]) as usize)
    }

    /// The numbers of the upper halves of a value whose upper row has a value; `None` if no row has so much.
    pub(super) fn unit(&self, value: usize, upper_row: usize) -> Option<Range<usize>> {
        let largest = (self.values() - 1) / 2;
        let index = upper_row.checked_sub(value.saturating_sub(largest))?;
        let ends = self.units[value].get(index..index + 2)?;
        Some(ends[0] as usize..ends[1] as usize)
    }

    /// The bytes it takes.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        let runs: usize = self.runs.iter().map(|runs| runs.runs.len()).sum();
        self.left.len() * (2 + 2 + 4 + 4 + 4 + 4 + 4)
            + 2 * self.numbers.len()
            + 8 * self.right_first.len()
            + 16 * runs
    }
}

/// By value of the upper row, from the least that is possible, the number of the first upper half; and the end of the last.
fn units(fours: &Fours, lines: &Lines, value: usize) -> Vec<u32> {
    let mut first = vec![0];
    for upper in value.saturating_sub(fours.largest())..=value.min(fours.largest()) {
        let count = lines.images(upper).len() * lines.images(value - upper).len();
        first.push(first[first.len() - 1] + count as u32);
    }
    first
}
