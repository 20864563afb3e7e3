//! Pull and push of one frame: from two afterstate layers to a third.

use std::num::NonZero;
use std::sync::atomic::AtomicU64;

use redouble_core::Direction;
use redouble_kernels::{Cpu, Simd, WithSimd};

use super::fold::Folded;
use super::pull::{Afterstates, Sources};
use super::push::{Axis, Fixed, Line, Placings, Pushes};
use super::{Options, Tables};
use crate::engine::job::{LayerJob, LayerResult};
use crate::frame::{Keep, StateFrame};
use crate::rank::LayerRanks;
use crate::rank::tensor::{Block, TensorLayer};
use crate::{BoardCounts, CountError};

/// Everything that the work on a layer reads, and the words it writes.
pub(super) struct Context<'a> {
    pub(super) tables: &'a Tables,
    pub(super) options: &'a Options,
    pub(super) job: &'a LayerJob<'a>,
    pub(super) ranks: &'a dyn LayerRanks,
    /// Where a 2 comes from, where a 4 comes from.
    pub(super) from: [Afterstates<'a>; 2],
    pub(super) target: &'a TensorLayer,
    pub(super) into: &'a [AtomicU64],
    pub(super) placings: Placings,
    pub(super) cpu: Cpu,
}

/// What one thread works with.
pub(super) struct Scratch<'a> {
    pushes: Pushes<'a>,
    lines: [Line; 2],
    /// The words of the slab at hand.
    slab: Vec<u64>,
    filled: Filled,
    /// For each of its words, the boards that have a legal move.
    legal: Vec<u64>,
    /// The states of the frame so far.
    words: Vec<u64>,
}

impl<'a> Scratch<'a> {
    pub(super) fn new(context: &'a Context<'_>) -> Scratch<'a> {
        let pushes = Pushes::new(context.into, &context.placings.table, &context.tables.ranks);
        Scratch {
            pushes,
            lines: Pushes::lines(),
            slab: vec![0; SLAB],
            filled: Filled { rows: [0; 64], columns: [0; 64] },
            legal: vec![0; SLAB],
            words: Vec::new(),
        }
    }
}

/// Which words of a slab are other than zero: most are zero, and it is swept several times.
struct Filled {
    /// By rank of quadrant 1, the ranks of quadrant 2.
    rows: [u64; 64],
    /// By rank of quadrant 2, the ranks of quadrant 1.
    columns: [u64; 64],
}

impl Filled {
    #[inline(always)]
    fn mark(&mut self, slab: &[u64], width: usize) {
        self.columns[..width].fill(0);
        for ((index, row), filled) in slab.chunks(width).enumerate().zip(&mut self.rows) {
            let columns = row.iter().enumerate();
            *filled = columns.fold(0, |filled, (column, &word)| filled | u64::from(word != 0) << column);
            ones(*filled).for_each(|column| self.columns[column] |= 1 << index);
        }
    }
}

/// The places of the set bits.
#[inline(always)]
fn ones(bits: u64) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let set = NonZero::new(rest)?;
        rest &= rest - 1;
        Some(set.trailing_zeros() as usize)
    })
}

/// The words of a block with the same quadrant 0.
struct Slab<'a> {
    block: &'a Block,
    /// The number of that quadrant.
    q0: usize,
    words: &'a mut [u64],
}

/// A word of a block: its quadrants 0, 1 and 2.
#[derive(Clone, Copy)]
struct WordOf<'a> {
    block: &'a Block,
    three: [usize; 3],
}

/// A slide of the fixed half of a line.
struct Half {
    fixed: Fixed,
    changed: bool,
    won: bool,
}

/// The most words of a slab: two classes of up to 64.
const SLAB: usize = 64 * 64;

impl Tables {
    /// What symmetry does to the boards of a word.
    #[inline(always)]
    pub(super) fn fold(&self, block: &Block, word: [usize; 3]) -> Folded {
        if block.has_ties() { self.folds.fold(&self.quadrants, block, word) } else { Folded::FREE }
    }
}

/// A frame to be computed, compiled for each kind of processor.
struct FrameWork<'a, 'b, 's> {
    context: &'a Context<'b>,
    blocks: &'a [Block],
    known: Option<Vec<u64>>,
    scratch: &'a mut Scratch<'s>,
    result: &'a mut LayerResult,
}

impl WithSimd for FrameWork<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FrameWork { context, blocks, known, scratch, result } = self;
        scratch.words.clear();
        match known {
            Some(mut words) => context.replay(blocks, &mut words, scratch),
            None => blocks.iter().for_each(|block| context.block(simd, block, scratch, result)),
        }
    }
}

impl Context<'_> {
    /// Counts the states of a frame and pushes their afterstates; or only pushes, if the states are known.
    pub(super) fn frame(
        &self,
        index: usize,
        blocks: &[Block],
        scratch: &mut Scratch<'_>,
    ) -> Result<LayerResult, CountError> {
        let mut result = LayerResult::empty(self.job.sum, self.options.unfolded);
        let known = self.job.known.map(|known| known(index)).transpose()?;
        self.cpu.run(FrameWork { context: self, blocks, known, scratch, result: &mut result });
        scratch.pushes.flush();
        result.frames.extend(StateFrame::new(self.job.keep, self.ranks, index, &mut scratch.words));
        Ok(result)
    }

    /// Pushes the afterstates of stored states.
    #[inline(always)]
    fn replay(&self, blocks: &[Block], words: &mut [u64], scratch: &mut Scratch<'_>) {
        let quadrants = &self.tables.quadrants;
        let (mut done, mut rest) = (LayerResult::empty(self.job.sum, false), words);
        for block in blocks {
            let [a, b, c, _] = block.sums.map(usize::from);
            for first in quadrants.first(a)..quadrants.first(a + 1) {
                let (words, behind) = rest.split_at_mut(quadrants.size(b) * quadrants.size(c));
                self.slab(Slab { block, q0: first, words }, scratch, &mut done);
                rest = behind;
            }
        }
    }

    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, block: &Block, scratch: &mut Scratch<'_>, done: &mut LayerResult) {
        let quadrants = &self.tables.quadrants;
        let [a, b, c, _] = block.sums.map(usize::from);
        let sources = [0, 1].map(|tile| Sources::new(&self.tables.spawns[tile], self.from[tile], block.sums));
        let mut slab = std::mem::take(&mut scratch.slab);
        let words = &mut slab[..quadrants.size(b) * quadrants.size(c)];
        for first in quadrants.first(a)..quadrants.first(a + 1) {
            words.fill(0);
            for (row, second) in words.chunks_mut(quadrants.size(c)).zip(quadrants.first(b)..) {
                sources.iter().for_each(|sources| sources.pull(simd, quadrants, [first, second], row));
            }
            self.slab(Slab { block, q0: first, words }, scratch, done);
            if self.job.keep != Keep::Nothing {
                scratch.words.extend_from_slice(words);
            }
        }
        scratch.slab = slab;
    }

    /// Slides the boards of a slab; in the end only states are left in it.
    #[inline(always)]
    fn slab(&self, mut slab: Slab<'_>, scratch: &mut Scratch<'_>, done: &mut LayerResult) {
        scratch.filled.mark(slab.words, self.tables.quadrants.size(usize::from(slab.block.sums[2])));
        if slab.block.has_ties() {
            self.fold(&mut slab, &scratch.filled);
        }
        self.slide(Axis::Rows, &slab, scratch);
        self.slide(Axis::Columns, &slab, scratch);
        self.count(&mut slab, scratch, done);
    }

    /// The words of a slab that are filled: their places, and the numbers of quadrants 1 and 2.
    #[inline(always)]
    fn words_of<'a>(
        &'a self,
        block: &Block,
        filled: &'a Filled,
    ) -> impl Iterator<Item = (usize, [usize; 2])> + 'a {
        let quadrants = &self.tables.quadrants;
        let [_, b, c, _] = block.sums.map(usize::from);
        let (height, width) = (quadrants.size(b), quadrants.size(c));
        let numbers = [quadrants.first(b), quadrants.first(c)];
        filled.rows[..height].iter().enumerate().flat_map(move |(row, &columns)| {
            let place = move |column| (row * width + column, [numbers[0] + row, numbers[1] + column]);
            ones(columns).map(place)
        })
    }

    /// Of boards that are images of one another, keeps the least.
    fn fold(&self, slab: &mut Slab<'_>, filled: &Filled) {
        for (at, [q1, q2]) in self.words_of(slab.block, filled) {
            slab.words[at] &= self.tables.fold(slab.block, [slab.q0, q1, q2]).least;
        }
    }

    /// Slides a slab along one axis, line by line: the boards of a line share a half that is slid once.
    #[inline(always)]
    fn slide(&self, axis: Axis, slab: &Slab<'_>, scratch: &mut Scratch<'_>) {
        let quadrants = &self.tables.quadrants;
        let [_, b, c, d] = slab.block.sums.map(usize::from);
        let Scratch { pushes, lines, filled, legal, .. } = scratch;
        let ([shared, other], [stride, step], filled) = match axis {
            Axis::Rows => ([b, c], [quadrants.size(c), 1], &filled.rows),
            Axis::Columns => ([c, b], [1, quadrants.size(c)], &filled.columns),
        };
        let numbers = quadrants.first(shared)..quadrants.first(shared + 1);
        for ((index, number), &filled) in numbers.enumerate().zip(filled).filter(|(_, filled)| **filled != 0)
        {
            let halves =
                axis.directions().map(|direction| self.half(direction, [slab.q0, number], shared, axis));
            lines.iter_mut().zip(&halves).for_each(|(line, half)| line.begin(half.fixed));
            for rank in ones(filled) {
                let (at, other) = (index * stride + rank * step, quadrants.first(other) + rank);
                let boards = slab.words[at];
                // On the first axis `legal` is stale, from another slab: it is overwritten.
                let mut with_move = if axis == Axis::Rows { 0 } else { legal[at] };
                for ((half, direction), line) in halves.iter().zip(axis.directions()).zip(&mut *lines) {
                    let moves = &self.tables.moves[direction as usize];
                    let slidable = if half.changed { boards } else { boards & moves.changed(other, d) };
                    with_move |= slidable;
                    if !half.won {
                        let pairs = moves.pairs_from(other, quadrants.first(d));
                        pushes.push(line, pairs, slidable & !moves.won(other, d));
                    }
                }
                legal[at] = with_move;
            }
        }
    }

    /// The slide of the two quadrants that all boards of a line share.
    #[inline(always)]
    fn half(&self, direction: Direction, [first, second]: [usize; 2], class: usize, axis: Axis) -> Half {
        let moves = &self.tables.moves[direction as usize];
        let bit = self.tables.quadrants.rank(second);
        let pair = moves.pair(first, second);
        let (first_sum, second_sum) = (pair.class(), self.tables.quadrants.class(pair.second()));
        Half {
            fixed: Fixed {
                quadrants: [pair.first(), pair.second()],
                placings: self.placings.start(axis, first_sum, second_sum),
            },
            changed: moves.changed(first, class) >> bit & 1 == 1,
            won: moves.won(first, class) >> bit & 1 == 1,
        }
    }

    /// Counts the boards of a slab, and leaves only those with a move in it.
    #[inline(always)]
    fn count(&self, slab: &mut Slab<'_>, scratch: &Scratch<'_>, done: &mut LayerResult) {
        let class = self.tables.quadrants.size(usize::from(slab.block.sums[3])) as u32;
        for (at, [q1, q2]) in self.words_of(slab.block, &scratch.filled) {
            let word = WordOf { block: slab.block, three: [slab.q0, q1, q2] };
            let boards = slab.words[at];
            debug_assert_eq!(boards.checked_shr(class).unwrap_or(0), 0, "every rank is within its class");
            let (states, losing) = (boards & scratch.legal[at], boards & !scratch.legal[at]);
            self.count_word(word, states, |counts| &mut counts.states, done);
            if losing != 0 {
                self.count_word(word, losing, |counts| &mut counts.losing, done);
            }
            slab.words[at] = states;
        }
    }

    #[inline(always)]
    fn count_word(
        &self,
        WordOf { block, three: [q0, q1, q2] }: WordOf<'_>,
        boards: u64,
        field: impl Fn(&mut BoardCounts) -> &mut u64,
        done: &mut LayerResult,
    ) {
        let (class, max) = (usize::from(block.sums[3]), &self.tables.max);
        let most = max[q0].max(max[q1]).max(max[q2]);
        self.tables.by_max(class, most, boards, |exponent, boards| {
            *field(done.counts.folded.of_mut(exponent as u8)) += u64::from(boards.count_ones());
            if let Some(unfolded) = &mut done.counts.unfolded {
                *field(unfolded.of_mut(exponent as u8)) +=
                    self.tables.fold(block, [q0, q1, q2]).images(boards);
            }
        });
    }
}
