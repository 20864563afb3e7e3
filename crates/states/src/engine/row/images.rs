//! From the afterstates of slides to the left to those of all slides: four images of every board.
//!
//! A board of L has the quadrants `x y / z w`; its images, for slides to the left, right, up and down:
//!
//! | image | quadrants | upper half | word | bits | moved as |
//! |---|---|---|---|---|---|
//! | itself | x y / z w | (x, y) | z | w | a run |
//! | mirrored | y^h x^h / w^h z^h | (y^h, x^h) | w^h | z^h | bit by bit |
//! | transposed | x^t z^t / y^t w^t | (x^t, z^t) | y^t | w^t | a run, its bits mapped |
//! | transposed and flipped | y^tf w^tf / x^tf z^tf | (y^tf, w^tf) | x^tf | z^tf | bit by bit |
//!
//! The slabs of all upper halves with one left quadrant are made at a time: they fit the L2 cache, where most of the work
//! is the latency of ORs into words far from one another.

use redouble_kernels::row::{Slabs, lay_across, lay_runs, scatter, scatter_across};
use redouble_kernels::{HugeArray, prefetch};

use super::counts::Counts;
use super::slice::Chunk;
use super::source::{Sharing, Source, Transposed};
use super::upper::Upper;
use super::work::Context;

/// Room for the unpacked slabs of one left quadrant. All zero between uses.
pub(super) struct Unpacked {
    words: HugeArray<u64>,
    dirty: Vec<u64>,
}

impl Unpacked {
    /// As many slabs of a class at most.
    const SLABS: usize = 128;

    pub(super) fn new(words: usize) -> std::io::Result<Unpacked> {
        Ok(Unpacked { words: HugeArray::new(words)?, dirty: vec![0; Self::SLABS] })
    }
}

/// The afterstates that the slabs of one slice are made from.
pub(super) struct Images<'a, S> {
    pub(super) context: &'a Context<'a>,
    pub(super) from: &'a S,
    /// The value of upper halves.
    pub(super) upper: usize,
    /// The value of lower halves.
    pub(super) lower: usize,
    /// Whether to count the afterstates.
    pub(super) count: bool,
}

impl<S: Source> Images<'_, S> {
    /// Makes the slabs of a chunk, and counts them if asked for.
    pub(super) fn fill(&self, chunk: Chunk<'_>, room: &mut Unpacked) -> Counts {
        let tables = self.context.tables;
        let layout = &tables.slabs[self.lower];
        let count = tables.fours.size(chunk.right_value);
        let mut slabs = Slabs {
            words: &mut room.words.as_mut_slice()[..count * layout.stride],
            dirty: &mut room.dirty[..count],
            stride: layout.stride,
            shift: layout.shift,
        };
        let left = chunk.left;
        self.add_left(left, chunk.right_value, &mut slabs);
        self.add_right(left, chunk.right_value, &mut slabs);
        self.add_up(left, chunk.right_value, &mut slabs);
        self.add_down(left, chunk.right_value, &mut slabs);
        let mut counts = Counts::default();
        if self.count && self.upper >= self.lower && tables.fours.value(left) >= chunk.right_value {
            self.count(left, chunk.right_value, &slabs, &mut counts);
        }
        self.add_start(left, chunk.right_value, &mut slabs);
        chunk.fill(self.context.cpu, &mut slabs);
        counts
    }

    /// The boards themselves: `x` is the left quadrant.
    fn add_left(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let (tables, cpu) = (self.context.tables, self.context.cpu);
        let runs = tables.halves.runs(self.lower);
        for number in tables.halves.with_left(self.upper, left) {
            let [_, y] = tables.halves.quadrants(self.upper, number);
            debug_assert_eq!(tables.fours.value(y), right_value);
            if !self.from.has_slab(tables, [left, y]) {
                continue;
            }
            let row = self.row(number);
            let rank = tables.fours.rank(y);
            let slab = &mut slabs.words[rank * slabs.stride..][..slabs.stride];
            slabs.dirty[rank] |= lay_runs(cpu, row, runs, slabs.shift, slab);
        }
    }

    /// Mirror images: `y` mirrored is the left quadrant.
    fn add_right(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let (tables, cpu) = (self.context.tables, self.context.cpu);
        let places = tables.halves.mirrored(self.lower);
        for number in tables.halves.with_right(self.upper, tables.fours.mirrored(left)) {
            let [x, _] = tables.halves.quadrants(self.upper, number);
            debug_assert_eq!(tables.fours.value(x), right_value);
            let right = tables.fours.mirrored(x);
            if !self.from.has_slab(tables, [left, right]) {
                continue;
            }
            let row = self.row(number);
            let rank = tables.fours.rank(right);
            let slab = &mut slabs.words[rank * slabs.stride..][..slabs.stride];
            slabs.dirty[rank] |= scatter(cpu, row, places, slabs.shift, slab);
        }
    }

    /// The row of an upper half, by its number as a lower half.
    #[inline]
    fn row(&self, number: usize) -> &[u64] {
        self.from.upper_row(self.upper, self.context.tables.halves.upper(self.upper, number))
    }

    /// Transposes: `x` transposed is the left quadrant, `z` has the value of the right ones.
    fn add_up(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let tables = self.context.tables;
        let x = tables.fours.transposed(left);
        for halves in self.sharing(left, x) {
            let Sharing { upper, lower, .. } = halves;
            let moved = self.from.transposed(tables, halves, right_value);
            if moved.runs.is_empty() {
                continue;
            }
            let (w_value, numbers) = (lower - right_value, tables.halves.with_left(upper, x));
            for (index, number) in numbers.clone().enumerate() {
                if number + AHEAD < numbers.end {
                    let ahead = self.from.transposed_row(tables, halves, index + AHEAD);
                    prefetch::read(ahead, (moved.runs[0].start / 64) as usize);
                }
                let [_, y] = tables.halves.quadrants(upper, number);
                let row = self.from.transposed_row(tables, halves, index);
                let word = tables.slabs[self.lower].word(&tables.fours, tables.fours.transposed(y));
                match &tables.transposed[w_value] {
                    Some(map) => lay_across(self.context.cpu, row, moved.runs, map, word, slabs),
                    None => self.add_up_by_bits(lower, moved, row, word, slabs),
                }
            }
        }
    }

    /// The same for classes of two words, bit by bit.
    fn add_up_by_bits(
        &self,
        lower: usize,
        moved: Transposed<'_>,
        row: &[u64],
        word: usize,
        slabs: &mut Slabs<'_>,
    ) {
        let tables = self.context.tables;
        for (index, run) in moved.runs.iter().enumerate() {
            for place in 0..run.deposit.count_ones() as usize {
                let bit = run.start as usize + place;
                if row[bit / 64] >> (bit % 64) & 1 == 1 {
                    let [z, w] = tables
                        .halves
                        .quadrants(lower, moved.first_number(index) + place)
                        .map(|quadrant| tables.fours.rank(tables.fours.transposed(quadrant)));
                    slabs.words[z * slabs.stride + word + w / 64] |= 1 << (w % 64);
                    slabs.dirty[z] |= 1 << ((word + w / 64) >> slabs.shift);
                }
            }
        }
    }

    /// Transposed and flipped: `y` so is the left quadrant, `w` has the value of the right ones.
    fn add_down(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let tables = self.context.tables;
        let y = tables.fours.transposed(tables.fours.flipped(left));
        for halves in self.sharing(left, y) {
            let moved = self.from.crossed(tables, halves, right_value);
            if moved.bits.is_empty() {
                continue;
            }
            let rows = || tables.halves.with_right(halves.upper, y).enumerate();
            let mut ahead = rows().skip(AHEAD);
            for (index, number) in rows() {
                if let Some((index, number)) = ahead.next() {
                    let row = self.from.crossed_row(tables, halves, index, number);
                    prefetch::read(row, (moved.bits.start / 64) as usize);
                }
                let [x, _] = tables.halves.quadrants(halves.upper, number);
                let row = self.from.crossed_row(tables, halves, index, number);
                let image = tables.fours.flipped(tables.fours.transposed(x));
                let word = tables.slabs[self.lower].word(&tables.fours, image);
                scatter_across(self.context.cpu, row, moved.bits.clone(), moved.crossings, word, slabs);
            }
        }
    }

    /// The upper halves with a quadrant that becomes the left one of the image.
    fn sharing(&self, left: usize, quadrant: usize) -> impl Iterator<Item = Sharing> {
        let (tables, half_sum) = (self.context.tables, self.from.half_sum());
        let uppers = self.uppers(tables.fours.value(left));
        uppers.filter_map(move |upper| {
            tables.lower(half_sum, upper).map(|lower| Sharing { upper, lower, quadrant })
        })
    }

    /// The values of upper halves of boards one of whose upper quadrants has a value, and is the upper left one of the image.
    fn uppers(&self, value: usize) -> std::ops::RangeInclusive<usize> {
        // The other upper quadrant comes to lie in the lower half.
        value..=value + self.lower.min(self.context.tables.fours.largest())
    }

    /// Counts the slabs of one left quadrant.
    fn count(&self, left: usize, right_value: usize, slabs: &Slabs<'_>, counts: &mut Counts) {
        let tables = self.context.tables;
        let filled = slabs.words.chunks_exact(slabs.stride).zip(slabs.dirty.iter());
        for (&right, (slab, _)) in
            tables.fours.class(right_value).iter().zip(filled).filter(|(_, (_, dirty))| **dirty != 0)
        {
            if !self.from.counts(tables, [left, usize::from(right)]) {
                continue;
            }
            let upper = Upper::new(tables, [left, usize::from(right)], self.lower);
            counts.add_fixed(tables, &upper, slab);
            counts.add_slab(self.context, &upper, slab);
        }
    }

    /// A game starts with two tiles: with one that appears on a board with one. Such boards are no afterstates.
    fn add_start(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let (tables, half_sum) = (self.context.tables, self.from.half_sum());
        if !(1..=2).contains(&half_sum) {
            return;
        }
        for (quadrant, cell) in (0..4).flat_map(|quadrant| (0..4).map(move |cell| (quadrant, cell))) {
            let mut cells = [[0; 4]; 4];
            cells[quadrant][cell] = half_sum as u8;
            let [q0, q1, q2, q3] = cells.map(|cells| tables.fours.number(cells));
            if q0 == left
                && tables.fours.value(q1) == right_value
                && tables.fours.value(q0) + right_value == self.upper
                && self.from.has_slab(tables, [q0, q1])
            {
                let place = tables.slabs[self.lower].place(&tables.fours, [q2, q3]);
                let rank = tables.fours.rank(q1);
                slabs.words[rank * slabs.stride + place / 64] |= 1 << (place % 64);
                slabs.dirty[rank] |= 1 << ((place / 64) >> slabs.shift);
            }
        }
    }
}

/// How many rows ahead to prefetch: one takes some 20 ns, memory 100.
const AHEAD: usize = 4;
