//! What a strip needs of one frame of L, cut out of it: rows as they are, and the bits that other images are made of.
//!
//! A slide to the left keeps rows, so L is made and kept by rows; slides up and down keep columns. For those a strip needs of every
//! row the bits that come to lie in its upper rows when the board is turned, and no others:
//!
//! ```text
//!  a row of L (x, y)    z1 z1 z1 z1 z2 z2 z3 z3 z3 z3 ..   one bit for each lower half (z, w)
//!  cut for a strip            z2 z2 z3 z3 z3 z3            those whose first columns of x and z are worth as much as its upper rows
//! ```
//!
//! Which bits these are follows from the game and the strip. Sender and receiver both compute it, so that nothing but bits is sent.

use std::collections::HashMap;
use std::ops::Range;

use redouble_kernels::row::{Crossing, Run};

use super::source::{Crossed, Transposed};
use super::strip::Need;
use super::tables::Tables;

/// Bits of a row of L, and where they go.
struct Selected<T> {
    /// The bits of the whole row, in the order in which they are kept.
    pieces: Vec<Range<u32>>,
    /// Where they go, counted as they are kept.
    moves: Vec<T>,
    /// By value of the right quadrant of the image, the first move and the first bit; and the end of the last.
    first: Vec<[u32; 2]>,
}

impl<T> Selected<T> {
    fn new() -> Selected<T> {
        Selected { pieces: Vec::new(), moves: Vec::new(), first: vec![[0; 2]] }
    }

    fn bits(&self) -> u32 {
        self.first[self.first.len() - 1][1]
    }

    /// The words that a row of them takes.
    fn width(&self) -> usize {
        self.bits().div_ceil(64) as usize
    }

    /// The moves, and the bits, for one value of the right quadrant.
    fn beside(&self, right_value: usize) -> [Range<usize>; 2] {
        [0, 1].map(|of| self.first[right_value][of] as usize..self.first[right_value + 1][of] as usize)
    }
}

/// The left quadrant of an image, as far as it matters which bits are selected: its value and that of its upper pair of cells.
type Left = (usize, usize);

/// Finds the bits that a strip needs of rows of one value of the upper half.
struct Selection<'a> {
    tables: &'a Tables,
    need: &'a Need,
    /// The value of the lower halves.
    lower: usize,
}

impl Selection<'_> {
    /// By rank, whether the right quadrants of a value have a slab beside a left one; `None` if none has.
    fn wanted(&self, (value, pair): Left, right_value: usize) -> Option<Vec<bool>> {
        let (tables, firsts, upper) = (self.tables, self.need.firsts(), value + right_value);
        let is_there = upper <= tables.largest_half()
            && self.need.has_slice(tables, upper)
            && tables.slices[upper].lefts().contains(&value);
        let wanted = |&right: &u16| firsts.contains(&(pair + tables.fours.upper_pair(usize::from(right))));
        is_there.then(|| tables.fours.class(right_value).iter().map(wanted).collect())
    }

    /// Of rows with one upper left quadrant, for the transposes.
    fn transposed(&self, left: Left) -> Selected<Run> {
        let mut selected = Selected::new();
        let mut bits = 0;
        for right_value in 0..=self.tables.fours.largest() {
            if let Some(wanted) = self.wanted(left, right_value) {
                for run in self.tables.halves.runs_beside(self.lower, right_value) {
                    if wanted[usize::from(run.slab)] {
                        let length = run.deposit.count_ones();
                        selected.pieces.push(run.start..run.start + length);
                        selected.moves.push(Run { start: bits, ..*run });
                        bits += length;
                    }
                }
            }
            selected.first.push([selected.moves.len() as u32, bits]);
        }
        selected
    }

    /// Of rows with one upper right quadrant, for the transposes upside down.
    fn crossed(&self, left: Left) -> Selected<Crossing> {
        let (fours, halves) = (&self.tables.fours, &self.tables.halves);
        let mut selected: Selected<Crossing> = Selected::new();
        for right_value in 0..=fours.largest() {
            let z_value = self.lower.checked_sub(right_value).filter(|&value| value <= fours.largest());
            if let (Some(wanted), Some(z_value)) = (self.wanted(left, right_value), z_value) {
                for bit in halves.bits_beside(self.lower, z_value) {
                    let crossing = halves.crossings(self.lower)[bit as usize];
                    if !wanted[usize::from(crossing.slab)] {
                        continue;
                    }
                    selected.moves.push(crossing);
                    match selected.pieces.last_mut() {
                        Some(piece) if piece.end == bit => piece.end += 1,
                        _ => selected.pieces.push(bit..bit + 1),
                    }
                }
            }
            let count = selected.moves.len() as u32;
            selected.first.push([count; 2]);
        }
        selected
    }
}

/// Where the rows of one quadrant begin, and which of the selections they are cut by.
#[derive(Clone, Copy)]
struct Area {
    start: usize,
    selected: usize,
}

/// The areas of all quadrants.
struct Areas<T> {
    selected: Vec<Selected<T>>,
    /// By quadrant.
    of: Vec<Option<Area>>,
}

impl<T> Areas<T> {
    /// Behind `start`, which is moved on. `image` gives the left quadrant that one becomes, `rows` the number of its rows.
    fn new(
        tables: &Tables,
        start: &mut usize,
        image: impl Fn(usize) -> usize,
        rows: impl Fn(usize) -> usize,
        select: impl Fn(Left) -> Selected<T>,
    ) -> Areas<T> {
        let (mut areas, mut known) = (Areas { selected: Vec::new(), of: Vec::new() }, HashMap::new());
        for quadrant in 0..tables.fours.len() {
            let (left, rows) = (image(quadrant), rows(quadrant));
            let mut area = None;
            if rows > 0 {
                let left = (tables.fours.value(left), tables.fours.upper_pair(left));
                let selected = *known.entry(left).or_insert_with(|| {
                    areas.selected.push(select(left));
                    areas.selected.len() - 1
                });
                let width = areas.selected[selected].width();
                if width > 0 {
                    area = Some(Area { start: *start, selected });
                    *start += rows * width;
                }
            }
            areas.of.push(area);
        }
        areas
    }

    fn get(&self, quadrant: usize) -> Option<(usize, &Selected<T>)> {
        self.of[quadrant].map(|area| (area.start, &self.selected[area.selected]))
    }

    /// The words of a row of a quadrant that has any.
    fn row(&self, quadrant: usize, row: usize) -> Range<usize> {
        let (start, selected) = self.get(quadrant).expect("rows of a quadrant that has some");
        // And the word after it.
        start + row * selected.width()..start + (row + 1) * selected.width() + 1
    }
}

/// What a strip needs of the rows of L of one value of the upper half: where it is.
pub(super) struct Columns {
    upper: usize,
    /// The words of a whole row.
    width: usize,
    /// The upper halves whose rows are needed as they are; they come first.
    numbers: Range<usize>,
    transposed: Areas<Run>,
    crossed: Areas<Crossing>,
    /// All words.
    pub(super) words: usize,
}

impl Columns {
    /// `None` if the layer has no boards of this value of the upper half.
    pub(super) fn new(tables: &Tables, need: &Need, upper: usize) -> Option<Columns> {
        let lower = tables.lower(need.from(), upper)?;
        let (fours, halves) = (&tables.fours, &tables.halves);
        let (width, numbers) = (halves.count(lower).div_ceil(64), need.numbers(tables, upper));
        let selection = Selection { tables, need, lower };
        let mut words = numbers.len() * width;
        let transposed = Areas::new(
            tables,
            &mut words,
            |x| fours.transposed(x),
            |x| halves.with_left(upper, x).len(),
            |left| selection.transposed(left),
        );
        let crossed = Areas::new(
            tables,
            &mut words,
            |y| fours.flipped(fours.transposed(y)),
            |y| halves.with_right(upper, y).count(),
            |left| selection.crossed(left),
        );
        Some(Columns { upper, width, numbers, transposed, crossed, words })
    }

    /// Cuts it out of all rows.
    pub(super) fn cut(&self, tables: &Tables, rows: &[u64]) -> Vec<u64> {
        let mut cut = Vec::with_capacity(self.words);
        cut.extend(&rows[self.numbers.start * self.width..self.numbers.end * self.width]);
        let row = |number| &rows[tables.halves.upper(self.upper, number) * self.width..][..self.width];
        for quadrant in 0..tables.fours.len() {
            if let Some((_, selected)) = self.transposed.get(quadrant) {
                let numbers = tables.halves.with_left(self.upper, quadrant);
                numbers.for_each(|number| gather(row(number), &selected.pieces, &mut cut));
            }
        }
        for quadrant in 0..tables.fours.len() {
            if let Some((_, selected)) = self.crossed.get(quadrant) {
                let numbers = tables.halves.with_right(self.upper, quadrant);
                numbers.for_each(|number| gather(row(number), &selected.pieces, &mut cut));
            }
        }
        assert_eq!(cut.len(), self.words, "as long as the receiver expects");
        cut
    }

    /// The words of the row of an upper half, and the word after it.
    pub(super) fn upper_row(&self, number: usize) -> Range<usize> {
        assert!(self.numbers.contains(&number), "the row of an upper half that is needed");
        let start = (number - self.numbers.start) * self.width;
        start..start + self.width + 1
    }

    pub(super) fn transposed(&self, x: usize, right_value: usize) -> Transposed<'_> {
        let Some((_, selected)) = self.transposed.get(x) else { return Transposed::default() };
        let [moves, _] = selected.beside(right_value);
        Transposed { runs: &selected.moves[moves.clone()], numbers: Some(&selected.pieces[moves]) }
    }

    pub(super) fn transposed_row(&self, x: usize, row: usize) -> Range<usize> {
        self.transposed.row(x, row)
    }

    pub(super) fn crossed(&self, y: usize, right_value: usize) -> Crossed<'_> {
        let Some((_, selected)) = self.crossed.get(y) else { return Crossed::default() };
        let [moves, bits] = selected.beside(right_value);
        Crossed { bits: bits.start as u32..bits.end as u32, crossings: &selected.moves[moves] }
    }

    pub(super) fn crossed_row(&self, y: usize, row: usize) -> Range<usize> {
        self.crossed.row(y, row)
    }
}

/// Adds some bits of a row, one after the other, and zeros up to a whole word.
fn gather(row: &[u64], pieces: &[Range<u32>], into: &mut Vec<u64>) {
    let (mut word, mut filled) = (0, 0);
    for piece in pieces {
        let mut start = piece.start;
        while start < piece.end {
            // As many as the word they are in has, and the word they go to.
            let count = (piece.end - start).min(64 - start % 64).min(64 - filled);
            let bits = row[(start / 64) as usize] >> (start % 64) & (!0 >> (64 - count));
            word |= bits << filled;
            filled += count;
            start += count;
            if filled == 64 {
                into.push(word);
                (word, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        into.push(word);
    }
}
