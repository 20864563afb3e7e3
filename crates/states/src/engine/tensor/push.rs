//! The move stage, forwards: from slid half boards to bits of the canonical block.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use redouble_core::Direction;
use redouble_kernels::prefetch;

use super::moves::Pair;
use crate::rank::quadrant::{MOVES, Quadrants};
use crate::rank::tensor::{Sums, TensorLayer, canonical};

/// How a board whose quadrants have certain sums is placed in its canonical block.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(super) struct Placing {
    /// The first word of the block.
    offset: u32,
    /// By which the image ranks of the four quadrants are multiplied to find the word.
    weights: [u16; 4],
    /// The symmetry that maps the sums to the canonical ones.
    symmetry: u16,
    /// Whose image rank is the bit.
    bit_from: u16,
}

/// The axis of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Left and right: quadrants 0 and 1 are slid together.
    Rows,
    /// Up and down: quadrants 0 and 2 are slid together.
    Columns,
}

impl Axis {
    /// The two directions.
    pub(super) const fn directions(self) -> [Direction; 2] {
        match self {
            Axis::Rows => [Direction::Left, Direction::Right],
            Axis::Columns => [Direction::Up, Direction::Down],
        }
    }

    /// The places of the two quadrants that are fixed for a line, of the one whose sum varies, and of the last.
    const fn order(self) -> [usize; 4] {
        match self {
            Axis::Rows => [0, 1, 2, 3],
            Axis::Columns => [0, 2, 1, 3],
        }
    }
}

/// The placings of a layer.
///
/// A slide along one axis keeps two quadrants' sums fixed while a line's boards are slid; the sum of a third one
/// varies and the fourth follows. The table is laid out so that the varying sum is the innermost index.
pub(super) struct Placings {
    classes: usize,
    /// `[((axis · classes + sum of first fixed) · classes + sum of second fixed) · classes + varying sum]`.
    pub(super) table: Vec<Placing>,
}

impl Placings {
    pub(super) fn new(quadrants: &Quadrants, layer: &TensorLayer) -> Placings {
        let classes = quadrants.classes();
        let mut table = Vec::with_capacity(2 * classes * classes * classes);
        for axis in [Axis::Rows, Axis::Columns] {
            for slot in 0..classes * classes * classes {
                let three = [slot / classes / classes, slot / classes % classes, slot % classes];
                table.push(Placing::of(quadrants, layer, three, axis.order()).unwrap_or_default());
            }
        }
        Placings { classes, table }
    }

    /// Where the placings for fixed quadrants with these sums begin; the varying sum is to be added.
    #[inline(always)]
    pub(super) fn start(&self, axis: Axis, first: usize, second: usize) -> usize {
        ((axis as usize * self.classes + first) * self.classes + second) * self.classes
    }
}

impl Placing {
    /// For the first three sums in this order; `None` if the layer has no such boards.
    fn of(
        quadrants: &Quadrants,
        layer: &TensorLayer,
        three: [usize; 3],
        order: [usize; 4],
    ) -> Option<Placing> {
        let rest =
            layer.half_sum.checked_sub(three.iter().sum()).filter(|&rest| rest < quadrants.classes())?;
        let mut sums = [0; 4];
        [three[0], three[1], three[2], rest]
            .into_iter()
            .zip(order)
            .for_each(|(sum, at)| sums[at] = sum as u8);
        Placing::new(quadrants, layer, sums, order)
    }

    fn new(quadrants: &Quadrants, layer: &TensorLayer, sums: Sums, order: [usize; 4]) -> Option<Placing> {
        let (canonical, symmetry) = canonical(sums);
        let block = layer.block(canonical)?;
        let [_, b, c, _] = canonical.map(|class| quadrants.size(usize::from(class)) as u16);
        let strides = [b * c, c, 1, 0];
        let to = order.map(|place| MOVES[symmetry][place]);
        let bit_from = to.iter().position(|&place| place == 3)?;
        Some(Placing {
            offset: block.offset,
            weights: to.map(|place| strides[place]),
            symmetry: symmetry as u16,
            bit_from: bit_from as u16,
        })
    }
}

/// Bits on their way into the afterstates, a little behind their prefetches.
struct Queue<'a> {
    words: &'a [AtomicU64],
    /// `word · 64 + bit`.
    waiting: [u64; Queue::SIZE],
    count: usize,
}

impl<'a> Queue<'a> {
    const SIZE: usize = 256;
    /// The most boards of a word.
    const WORD: usize = 64;

    fn new(words: &'a [AtomicU64]) -> Queue<'a> {
        Queue { words, waiting: [0; Queue::SIZE], count: 0 }
    }

    /// Adds a bit; there is room for a word's boards after [`Queue::make_room`].
    #[inline(always)]
    fn push(&mut self, word: u32, bit: u32) {
        debug_assert!((word as usize) < self.words.len() && bit < 64, "a board of the layer");
        // Without it a push waits for memory (3 times the time).
        prefetch::read(self.words, word as usize);
        self.waiting[self.count] = u64::from(word) << 6 | u64::from(bit);
        self.count += 1;
    }

    #[inline(always)]
    fn make_room(&mut self) {
        if self.count > Self::SIZE - Self::WORD {
            self.flush();
        }
    }

    fn flush(&mut self) {
        for &waiting in &self.waiting[..self.count] {
            let (word, bit) = (&self.words[(waiting >> 6) as usize], 1 << (waiting & 63));
            // Nine of ten bits are set already, and a load is much cheaper than an atomic OR.
            if word.load(Ordering::Relaxed) & bit == 0 {
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
        self.count = 0;
    }
}

/// A slid half board that is the same for all boards of a line of words.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    pub(super) quadrants: [usize; 2],
    /// Where its placings begin.
    pub(super) placings: usize,
}

/// Ranks of images, `[symmetry · quadrants + number]`.
pub(super) struct ImageRanks {
    quadrants: usize,
    /// Longer than needed, so that every index of so many bits is in it.
    ranks: Box<[u8; ImageRanks::SIZE]>,
}

impl ImageRanks {
    /// Eight symmetries of 6^4 quadrants are 10,368.
    const SIZE: usize = 1 << 14;

    pub(super) fn new(quadrants: &Quadrants) -> ImageRanks {
        let mut ranks = Box::new([0; Self::SIZE]);
        for symmetry in 0..MOVES.len() {
            for number in 0..quadrants.len() {
                ranks[symmetry * quadrants.len() + number] = quadrants.image_rank(symmetry, number) as u8;
            }
        }
        ImageRanks { quadrants: quadrants.len(), ranks }
    }

    #[inline(always)]
    fn at(&self, index: usize) -> u32 {
        u32::from(self.ranks[index])
    }
}

/// What a fixed half leaves to be done for a slid pair whose first quadrant has one sum.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Rest {
    /// The fixed half that this is for, by its number; 0 for none.
    of: u32,
    /// The first word of the block, and what the ranks of the fixed half add.
    word: u32,
    /// By which the image ranks of the pair are multiplied.
    weights: [u16; 2],
    /// Where the image ranks begin.
    ranks: u16,
    /// The bit, if the fixed half says it.
    bit: u8,
    /// Where the bit is in the bytes rank of the first, rank of the second, `bit`.
    shift: u8,
}

/// The rests of one fixed half, by sum of the pair's first quadrant; made when they are first needed.
pub(super) struct Line {
    number: u32,
    fixed: Fixed,
    rests: [Rest; 128],
}

impl Line {
    fn new() -> Line {
        Line { number: 0, fixed: Fixed { quadrants: [0; 2], placings: 0 }, rests: [Rest::default(); 128] }
    }

    /// Goes on to another fixed half.
    #[inline(always)]
    pub(super) fn begin(&mut self, fixed: Fixed) {
        self.fixed = fixed;
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            *self = Line { number: 1, fixed, ..Line::new() };
        }
    }
}

/// Everything between a slid half board and its bit.
pub(super) struct Pushes<'a> {
    queue: Queue<'a>,
    placings: &'a [Placing],
    ranks: &'a ImageRanks,
}

impl<'a> Pushes<'a> {
    pub(super) fn new(words: &'a [AtomicU64], placings: &'a [Placing], ranks: &'a ImageRanks) -> Pushes<'a> {
        Pushes { queue: Queue::new(words), placings, ranks }
    }

    /// Two lines, for the two directions of an axis.
    pub(super) fn lines() -> [Line; 2] {
        [Line::new(), Line::new()]
    }

    /// Pushes every board of `boards`: the fixed half of the line, and the slid pair of its bit.
    #[inline(always)]
    pub(super) fn push(&mut self, line: &mut Line, pairs: &[Pair; 64], boards: u64) {
        self.queue.make_room();
        let mut rest = boards;
        while let Some(set) = NonZero::new(rest) {
            let pair = pairs[set.trailing_zeros() as usize];
            rest &= rest - 1;
            let (word, bit) = self.place(line, pair);
            self.queue.push(word, bit);
        }
    }

    /// Sets all bits that are waiting.
    pub(super) fn flush(&mut self) {
        self.queue.flush();
    }

    /// The word and the bit of a board: the fixed half of its line, and the slid pair.
    #[inline(always)]
    fn place(&self, line: &mut Line, pair: Pair) -> (u32, u32) {
        let class = pair.class();
        if line.rests[class].of != line.number {
            line.rests[class] = self.rest(line.fixed, class, line.number);
        }
        let rest = &line.rests[class];
        let first = self.ranks.at(usize::from(rest.ranks) + pair.first());
        let second = self.ranks.at(usize::from(rest.ranks) + pair.second());
        let word = rest.word + first * u32::from(rest.weights[0]) + second * u32::from(rest.weights[1]);
        let bit = (first | second << 8 | u32::from(rest.bit) << 16) >> rest.shift & 63;
        (word, bit)
    }

    #[inline(never)]
    fn rest(&self, fixed: Fixed, class: usize, number: u32) -> Rest {
        let placing = self.placings[fixed.placings + class];
        let ranks = usize::from(placing.symmetry) * self.ranks.quadrants;
        let [first, second] = fixed.quadrants.map(|number| self.ranks.at(ranks + number));
        let [of_first, of_second, weights @ ..] = placing.weights;
        let (bit, shift) = match placing.bit_from {
            0 => (first, 16),
            1 => (second, 16),
            2 => (0, 0),
            _ => (0, 8),
        };
        Rest {
            of: number,
            word: placing.offset + first * u32::from(of_first) + second * u32::from(of_second),
            weights,
            ranks: ranks as u16,
            bit: bit as u8,
            shift,
        }
    }
}
