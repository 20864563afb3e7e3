//! The move stage, forwards: from slid half boards to bits of the canonical block.

use std::sync::atomic::{AtomicU64, Ordering};

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
    /// The places of the two quadrants that are fixed for a word, of the one whose sum varies, and of the last.
    const fn order(self) -> [usize; 4] {
        match self {
            Axis::Rows => [0, 1, 2, 3],
            Axis::Columns => [0, 2, 1, 3],
        }
    }
}

/// The placings of a layer.
///
/// A slide along one axis keeps two quadrants' sums fixed while a word's boards are slid; the sum of a third one
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
pub(super) struct Queue<'a> {
    words: &'a [AtomicU64],
    /// `word · 64 + bit`.
    waiting: [u64; Queue::SIZE],
    count: usize,
}

impl<'a> Queue<'a> {
    const SIZE: usize = 256;

    pub(super) fn new(words: &'a [AtomicU64]) -> Queue<'a> {
        Queue { words, waiting: [0; Queue::SIZE], count: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, word: u32, bit: u32) {
        prefetch(self.words, word as usize);
        self.waiting[self.count] = u64::from(word) << 6 | u64::from(bit);
        self.count += 1;
        if self.count == Self::SIZE {
            self.flush();
        }
    }

    pub(super) fn flush(&mut self) {
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

/// Asks for the cache line of a word.
#[inline(always)]
fn prefetch(words: &[AtomicU64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, wherever it points. Without it a push waits for memory (3 times the time).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, index);
}

/// A slid half board that is the same for all boards of a word.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    pub(super) quadrants: [usize; 2],
    /// Where its placings begin.
    pub(super) placings: usize,
}

/// Ranks of images, `[symmetry · quadrants + number]`.
pub(super) struct ImageRanks {
    quadrants: usize,
    ranks: Vec<u8>,
}

impl ImageRanks {
    pub(super) fn new(quadrants: &Quadrants) -> ImageRanks {
        let numbers = || 0..quadrants.len();
        let ranks = (0..MOVES.len())
            .flat_map(|symmetry| numbers().map(move |number| quadrants.image_rank(symmetry, number) as u8));
        ImageRanks { quadrants: quadrants.len(), ranks: ranks.collect() }
    }
}

/// Everything between a slid half board and its bit.
pub(super) struct Pushes<'a> {
    pub(super) queue: Queue<'a>,
    placings: &'a [Placing],
    ranks: &'a ImageRanks,
}

impl<'a> Pushes<'a> {
    pub(super) fn new(words: &'a [AtomicU64], placings: &'a [Placing], ranks: &'a ImageRanks) -> Pushes<'a> {
        Pushes { queue: Queue::new(words), placings, ranks }
    }

    /// Pushes every board of `boards`: the fixed half, and the slid pair of its bit.
    #[inline(always)]
    pub(super) fn push(&mut self, fixed: Fixed, pairs: &[Pair], boards: u64) {
        let mut rest = boards;
        while rest != 0 {
            let pair = pairs[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let (word, bit) = self.place(fixed, pair);
            self.queue.push(word, bit);
        }
    }

    /// The word and the bit of a board: its fixed half, and the slid pair.
    #[inline(always)]
    fn place(&self, fixed: Fixed, pair: Pair) -> (u32, u32) {
        let placing = self.placings[fixed.placings + pair.class()];
        let ranks = &self.ranks.ranks[usize::from(placing.symmetry) * self.ranks.quadrants..];
        let ranks = [fixed.quadrants[0], fixed.quadrants[1], pair.first(), pair.second()]
            .map(|number| u32::from(ranks[number]));
        let word = (0..4).fold(placing.offset, |word, i| word + ranks[i] * u32::from(placing.weights[i]));
        (word, ranks[usize::from(placing.bit_from) & 3])
    }
}
