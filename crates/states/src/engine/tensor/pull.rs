//! The tile stage, backwards: which boards become reachable by a spawn.
//!
//! A board is reachable if taking a 2 or a 4 away leaves an afterstate. For a row of words (quadrants 0 and 1 fixed,
//! all quadrants 2, a bit for every quadrant 3) this is an OR of words of afterstate layers:
//!
//! ```text
//! tile in quadrant 0 or 1    whole rows of another block
//! tile in quadrant 2         words of a row of another block, in another order
//! tile in quadrant 3         the same words of another block, their bits in another order
//! ```

use redouble_kernels::{BitSpreads, Simd};

use crate::rank::quadrant::Quadrants;
use crate::rank::tensor::{Sums, TensorLayer};

/// The quadrants that remain when a tile of one kind is taken away.
#[derive(Clone, Copy, Default)]
struct Removals {
    /// Ranks in the class of the remaining sum.
    ranks: [u8; 4],
    count: u8,
}

impl Removals {
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranks[..usize::from(self.count)].iter().map(|&rank| usize::from(rank))
    }
}

/// For one of the two tiles that appear.
pub(super) struct Spawns {
    /// Half the tile: 1 or 2. Also the difference of the layers.
    pub(super) half_tile: usize,
    /// By number of the quadrant.
    removals: Vec<Removals>,
    /// By class of the quadrant with the tile: the boards of the class that those without the tile lead to.
    spreads: BitSpreads,
}

impl Spawns {
    pub(super) fn new(quadrants: &Quadrants, exponent: u8) -> Spawns {
        let half_tile = 1 << (exponent - 1);
        let removals: Vec<Removals> =
            (0..quadrants.len()).map(|number| removals(quadrants, number, exponent)).collect();
        let classes =
            (0..quadrants.classes()).map(|class| quadrants.first(class)..quadrants.first(class + 1));
        let ranks = |removals: &Removals| removals.iter().map(|rank| rank as u8).collect();
        let spreads = BitSpreads::new(classes.map(|class| removals[class].iter().map(ranks).collect()));
        Spawns { half_tile, removals, spreads }
    }
}

fn removals(quadrants: &Quadrants, number: usize, exponent: u8) -> Removals {
    let cells = quadrants.cells(number);
    let mut removals = Removals::default();
    for cell in (0..4).filter(|&cell| cells[cell] == exponent) {
        let mut rest = cells;
        rest[cell] = 0;
        removals.ranks[usize::from(removals.count)] = quadrants.rank(quadrants.number(rest)) as u8;
        removals.count += 1;
    }
    removals
}

/// Afterstates of an earlier layer.
#[derive(Clone, Copy)]
pub(super) struct Afterstates<'a> {
    pub(super) layer: &'a TensorLayer,
    pub(super) words: &'a [u64],
}

/// Where the boards of a block come from by one kind of spawn.
pub(super) struct Sources<'a> {
    spawns: &'a Spawns,
    /// For a tile in each quadrant: the words of the block without the tile; empty if there is none.
    blocks: [&'a [u64]; 4],
    sums: Sums,
}

impl<'a> Sources<'a> {
    pub(super) fn new(spawns: &'a Spawns, from: Afterstates<'a>, sums: Sums) -> Sources<'a> {
        let without = |place: usize| {
            let mut source = sums;
            source[place] = source[place].checked_sub(spawns.half_tile as u8)?;
            let block = from.layer.block(source)?;
            Some(&from.words[block.offset as usize..][..block.words as usize])
        };
        Sources { spawns, blocks: std::array::from_fn(|place| without(place).unwrap_or(&[])), sums }
    }

    /// ORs the boards that a spawn makes into the row of quadrants 0 and 1.
    #[inline(always)]
    pub(super) fn pull<S: Simd>(
        &self,
        simd: S,
        quadrants: &Quadrants,
        [first, second]: [usize; 2],
        row: &mut [u64],
    ) {
        let [_, b, c, d] = self.sums.map(usize::from);
        let width = row.len();
        let (rank_0, rank_1) = (quadrants.rank(first), quadrants.rank(second));
        if !self.blocks[0].is_empty() {
            for rank in self.spawns.removals[first].iter() {
                or_into(row, &self.blocks[0][(rank * quadrants.size(b) + rank_1) * width..][..width]);
            }
        }
        if !self.blocks[1].is_empty() {
            let size = quadrants.size(b - self.spawns.half_tile);
            for rank in self.spawns.removals[second].iter() {
                or_into(row, &self.blocks[1][(rank_0 * size + rank) * width..][..width]);
            }
        }
        let before = rank_0 * quadrants.size(b) + rank_1;
        if !self.blocks[2].is_empty() {
            let size = quadrants.size(c - self.spawns.half_tile);
            let from = &self.blocks[2][before * size..][..size];
            let removals = &self.spawns.removals[quadrants.first(c)..];
            for (word, removals) in row.iter_mut().zip(removals) {
                *word = removals.iter().fold(*word, |word, rank| word | from[rank]);
            }
        }
        if !self.blocks[3].is_empty() {
            let from = &self.blocks[3][before * width..][..width];
            for (word, &from) in row.iter_mut().zip(from) {
                if from != 0 {
                    *word |= simd.spread(&self.spawns.spreads, d, from);
                }
            }
        }
    }
}

#[inline(always)]
fn or_into(row: &mut [u64], from: &[u64]) {
    row.iter_mut().zip(from).for_each(|(word, &from)| *word |= from);
}
