//! Pull and push of one frame: from two afterstate layers to a third.

use std::sync::atomic::AtomicU64;

use redouble_core::Direction;

use super::fold::Folded;
use super::pull::{Afterstates, Sources};
use super::push::{Axis, Fixed, Placings, Pushes};
#[cfg(target_arch = "x86_64")]
use super::simd::avx512::Avx512;
use super::simd::portable::Portable;
use super::simd::{Kernel, Simd};
use super::{Options, Tables};
use crate::Groups;
use crate::codec::Segment;
use crate::engine::Stored;
use crate::frame::Frame;
use crate::rank::tensor::{Block, TensorLayer};

/// Everything that the work on a layer reads, and the words it writes.
pub(super) struct Context<'a> {
    pub(super) tables: &'a Tables,
    pub(super) options: &'a Options,
    /// Where a 2 comes from, where a 4 comes from.
    pub(super) from: [Afterstates<'a>; 2],
    pub(super) target: &'a TensorLayer,
    pub(super) into: &'a [AtomicU64],
    pub(super) placings: Placings,
    pub(super) simd: Simd,
    /// Whether the states are asked for.
    pub(super) keep: bool,
    /// The states, if they are known already.
    pub(super) stored: Option<&'a Stored<'a>>,
}

/// What one thread works with.
pub(super) struct Scratch<'a> {
    pushes: Pushes<'a>,
    /// The states of the frame so far.
    words: Vec<u64>,
}

impl<'a> Scratch<'a> {
    pub(super) fn new(context: &'a Context<'_>) -> Scratch<'a> {
        let pushes = Pushes::new(context.into, &context.placings.table, &context.tables.ranks);
        Scratch { pushes, words: Vec::new() }
    }
}

/// The result of one frame.
#[derive(Default)]
pub(super) struct Done {
    pub(super) folded: Groups,
    pub(super) unfolded: Groups,
    pub(super) frame: Option<Frame>,
}

/// A slide of the fixed half of a word.
struct Half {
    fixed: Fixed,
    changed: bool,
    won: bool,
}

/// The largest class.
const ROW: usize = 64;

impl Tables {
    /// What symmetry does to the boards of a word.
    #[inline(always)]
    pub(super) fn fold(&self, block: &Block, word: [usize; 3]) -> Folded {
        if block.has_ties() { self.folds.fold(&self.quadrants, block, word) } else { Folded::FREE }
    }
}

impl Context<'_> {
    /// Counts the states of consecutive blocks and pushes their afterstates; or only pushes, if the states are given.
    pub(super) fn frame(
        &self,
        blocks: &[Block],
        stored: Option<Vec<u64>>,
        scratch: &mut Scratch<'_>,
    ) -> Done {
        match self.simd {
            Simd::Portable => self.frame_with::<Portable>(blocks, stored, scratch),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Simd::detect` has found the instructions.
            Simd::Avx512 => unsafe { self.frame_avx512(blocks, stored, scratch) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2")]
    fn frame_avx512(&self, blocks: &[Block], stored: Option<Vec<u64>>, scratch: &mut Scratch<'_>) -> Done {
        self.frame_with::<Avx512>(blocks, stored, scratch)
    }

    #[inline(always)]
    fn frame_with<K: Kernel>(
        &self,
        blocks: &[Block],
        stored: Option<Vec<u64>>,
        scratch: &mut Scratch<'_>,
    ) -> Done {
        let mut done = Done::default();
        if let Some(mut words) = stored {
            self.replay(blocks, &mut words, scratch);
        } else {
            scratch.words.clear();
            for block in blocks {
                self.block::<K>(block, scratch, &mut done);
            }
            if self.keep {
                let stride = |block: &Block| self.tables.quadrants.size(usize::from(block.sums[2]));
                let segment = |block: &Block| Segment { words: block.words as usize, stride: stride(block) };
                done.frame = Some(Frame::new(&mut scratch.words, blocks.iter().map(segment)));
            }
        }
        scratch.pushes.queue.flush();
        done
    }

    /// Pushes the afterstates of stored states.
    #[inline(always)]
    fn replay(&self, blocks: &[Block], words: &mut [u64], scratch: &mut Scratch<'_>) {
        let quadrants = &self.tables.quadrants;
        let (mut done, mut rest) = (Done::default(), words);
        for block in blocks {
            let [a, b, c, _] = block.sums.map(usize::from);
            for first in quadrants.first(a)..quadrants.first(a + 1) {
                for second in quadrants.first(b)..quadrants.first(b + 1) {
                    let (row, behind) = rest.split_at_mut(quadrants.size(c));
                    self.row(block, [first, second], row, scratch, &mut done);
                    rest = behind;
                }
            }
        }
    }

    #[inline(always)]
    fn block<K: Kernel>(&self, block: &Block, scratch: &mut Scratch<'_>, done: &mut Done) {
        let quadrants = &self.tables.quadrants;
        let [a, b, c, _] = block.sums.map(usize::from);
        let sources = [0, 1].map(|tile| Sources::new(&self.tables.spawns[tile], self.from[tile], block.sums));
        let mut row = [0; ROW];
        let row = &mut row[..quadrants.size(c)];
        for first in quadrants.first(a)..quadrants.first(a + 1) {
            for second in quadrants.first(b)..quadrants.first(b + 1) {
                row.fill(0);
                sources.iter().for_each(|sources| sources.pull::<K>(quadrants, [first, second], row));
                self.row(block, [first, second], row, scratch, done);
                if self.keep {
                    scratch.words.extend_from_slice(row);
                }
            }
        }
    }

    /// Slides the boards of a row; in the end only states are left in it.
    #[inline(always)]
    fn row(
        &self,
        block: &Block,
        [q0, q1]: [usize; 2],
        row: &mut [u64],
        scratch: &mut Scratch<'_>,
        done: &mut Done,
    ) {
        let tables = self.tables;
        let [_, b, c, d] = block.sums.map(usize::from);
        let upper = [Direction::Left, Direction::Right]
            .map(|direction| self.half(direction, [q0, q1], b, Axis::Rows));
        let max = tables.max[q0].max(tables.max[q1]);
        let first = tables.quadrants.first(c);
        for (word, q2) in row.iter_mut().zip(first..) {
            if *word == 0 {
                continue;
            }
            let folded = tables.fold(block, [q0, q1, q2]);
            let boards = *word & folded.least;
            let mut legal = 0;
            for (half, direction) in upper.iter().zip([Direction::Left, Direction::Right]) {
                legal |= self.push(half, direction, q2, d, boards, &mut scratch.pushes);
            }
            for direction in [Direction::Up, Direction::Down] {
                let half = self.half(direction, [q0, q2], c, Axis::Columns);
                legal |= self.push(&half, direction, q1, d, boards, &mut scratch.pushes);
            }
            let max = max.max(tables.max[q2]);
            self.count(done, &folded, d, max, boards & legal, boards & !legal);
            *word = boards & legal;
        }
    }

    /// The slide of the two quadrants that all boards of a word share.
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

    /// Slides the boards of a word in one direction; says for which of them that is legal.
    #[inline(always)]
    fn push(
        &self,
        half: &Half,
        direction: Direction,
        other: usize,
        class: usize,
        boards: u64,
        pushes: &mut Pushes<'_>,
    ) -> u64 {
        let moves = &self.tables.moves[direction as usize];
        let legal = if half.changed { boards } else { boards & moves.changed(other, class) };
        if !half.won {
            let alive = legal & !moves.won(other, class);
            let pairs = moves.pairs_from(other, self.tables.quadrants.first(class));
            pushes.push(half.fixed, pairs, alive);
        }
        legal
    }

    #[inline(always)]
    fn count(&self, done: &mut Done, folded: &Folded, class: usize, max: u8, states: u64, losing: u64) {
        self.tables.by_max(class, max, states, |exponent, boards| {
            done.folded.of_mut(exponent as u8).states += u64::from(boards.count_ones());
            if self.options.unfolded {
                done.unfolded.of_mut(exponent as u8).states += folded.images(boards);
            }
        });
        if losing != 0 {
            self.tables.by_max(class, max, losing, |exponent, boards| {
                done.folded.of_mut(exponent as u8).losing += u64::from(boards.count_ones());
                if self.options.unfolded {
                    done.unfolded.of_mut(exponent as u8).losing += folded.images(boards);
                }
            });
        }
    }
}
