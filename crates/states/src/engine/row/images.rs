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
use super::left::Left;
use super::slice::Chunk;
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
pub(super) struct Images<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) from: &'a Left,
    /// The value of upper halves.
    pub(super) upper: usize,
    /// The value of lower halves.
    pub(super) lower: usize,
    /// Whether to count the afterstates.
    pub(super) count: bool,
}

impl Images<'_> {
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
            let row = self.from.row(self.upper, tables.halves.upper(self.upper, number));
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
            let row = self.from.row(self.upper, tables.halves.upper(self.upper, number));
            let rank = tables.fours.rank(tables.fours.mirrored(x));
            let slab = &mut slabs.words[rank * slabs.stride..][..slabs.stride];
            slabs.dirty[rank] |= scatter(cpu, row, places, slabs.shift, slab);
        }
    }

    /// Transposes: `x` transposed is the left quadrant, `z` has the value of the right ones.
    fn add_up(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let tables = self.context.tables;
        let x = tables.fours.transposed(left);
        for upper in self.uppers(tables.fours.value(left)) {
            let Some(lower) = tables.lower(self.from.layout.half_sum, upper) else { continue };
            let runs = tables.halves.runs_beside(lower, right_value);
            let w_value = lower.wrapping_sub(right_value);
            if runs.is_empty() {
                continue;
            }
            let numbers = tables.halves.with_left(upper, x);
            for number in numbers.clone() {
                if number + AHEAD < numbers.end {
                    self.prefetch(upper, number + AHEAD, runs[0].start);
                }
                let [_, y] = tables.halves.quadrants(upper, number);
                let row = self.from.row(upper, tables.halves.upper(upper, number));
                let word = tables.slabs[self.lower].word(&tables.fours, tables.fours.transposed(y));
                match &tables.transposed[w_value] {
                    Some(map) => lay_across(self.context.cpu, row, runs, map, word, slabs),
                    None => self.add_up_by_bits([lower, right_value], row, word, slabs),
                }
            }
        }
    }

    /// The same for classes of two words, bit by bit.
    fn add_up_by_bits(&self, [lower, z_value]: [usize; 2], row: &[u64], word: usize, slabs: &mut Slabs<'_>) {
        let tables = self.context.tables;
        for bit in tables.halves.bits_beside(lower, z_value) {
            let bit = bit as usize;
            if row[bit / 64] >> (bit % 64) & 1 == 1 {
                let [z, w] = tables
                    .halves
                    .quadrants(lower, bit)
                    .map(|quadrant| tables.fours.rank(tables.fours.transposed(quadrant)));
                slabs.words[z * slabs.stride + word + w / 64] |= 1 << (w % 64);
                slabs.dirty[z] |= 1 << ((word + w / 64) >> slabs.shift);
            }
        }
    }

    /// Transposed and flipped: `y` so is the left quadrant, `w` has the value of the right ones.
    fn add_down(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let tables = self.context.tables;
        let y = tables.fours.transposed(tables.fours.flipped(left));
        for upper in self.uppers(tables.fours.value(left)) {
            let Some(lower) = tables.lower(self.from.layout.half_sum, upper) else { continue };
            let z_value = lower.checked_sub(right_value).filter(|&value| value <= tables.fours.largest());
            let Some(bits) = z_value.map(|value| tables.halves.bits_beside(lower, value)) else { continue };
            if bits.is_empty() {
                continue;
            }
            let crossings = &tables.halves.crossings(lower)[bits.start as usize..bits.end as usize];
            let mut ahead = tables.halves.with_right(upper, y).skip(AHEAD);
            for number in tables.halves.with_right(upper, y) {
                if let Some(number) = ahead.next() {
                    self.prefetch(upper, number, bits.start);
                }
                let [x, _] = tables.halves.quadrants(upper, number);
                let row = self.from.row(upper, tables.halves.upper(upper, number));
                let image = tables.fours.flipped(tables.fours.transposed(x));
                let word = tables.slabs[self.lower].word(&tables.fours, image);
                scatter_across(self.context.cpu, row, bits.clone(), crossings, word, slabs);
            }
        }
    }

    /// The values of upper halves of boards one of whose upper quadrants has a value, and is the upper left one of the image.
    fn uppers(&self, value: usize) -> std::ops::RangeInclusive<usize> {
        // The other upper quadrant comes to lie in the lower half.
        value..=value + self.lower.min(self.context.tables.fours.largest())
    }

    /// Asks for the part of a row that will be read.
    #[inline]
    fn prefetch(&self, upper: usize, number: usize, bit: u32) {
        let row = self.from.row(upper, self.context.tables.halves.upper(upper, number));
        prefetch::read(row, (bit / 64) as usize);
    }

    /// Counts the slabs of one left quadrant.
    fn count(&self, left: usize, right_value: usize, slabs: &Slabs<'_>, counts: &mut Counts) {
        let tables = self.context.tables;
        let filled = slabs.words.chunks_exact(slabs.stride).zip(slabs.dirty.iter());
        for (&right, (slab, _)) in
            tables.fours.class(right_value).iter().zip(filled).filter(|(_, (_, dirty))| **dirty != 0)
        {
            let upper = Upper::new(tables, [left, usize::from(right)], self.lower);
            counts.add_fixed(tables, &upper, slab);
            counts.add_slab(self.context, &upper, slab);
        }
    }

    /// A game starts with two tiles: with one that appears on a board with one. Such boards are no afterstates.
    fn add_start(&self, left: usize, right_value: usize, slabs: &mut Slabs<'_>) {
        let (tables, half_sum) = (self.context.tables, self.from.layout.half_sum);
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
