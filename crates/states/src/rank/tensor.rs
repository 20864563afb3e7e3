//! The perfect rank of 4x4 boards: blocks of quadrant sums, words of bits.
//!
//! Boards whose four quadrants belong to the classes `(a, b, c, d)` form a block. In a block a board is four ranks; the
//! first three choose a word, the last one a bit in it:
//!
//! ```text
//! word = offset + (rank 0 · size(b) + rank 1) · size(c) + rank 2        bit = rank 3
//! ```
//!
//! Symmetries permute the four sums, so of eight blocks one is enough: the one whose sums come last in lexicographic
//! order is called canonical. Only a block that some symmetry maps to itself holds several images of a board.

use std::ops::Range;

use super::quadrant::{MOVES, Quadrants, SYMMETRIES};
use crate::codec::Segment;

/// The classes of the four quadrants.
pub(crate) type Sums = [u8; 4];

/// All boards with the same four quadrant sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) sums: Sums,
    /// The place of its first word in the layer.
    pub(crate) offset: u32,
    /// The number of its words.
    pub(crate) words: u32,
    /// The symmetries that map the sums to themselves, as bits; bit 0, the identity, is always set.
    pub(crate) stabiliser: u8,
}

impl Block {
    /// Whether a symmetry maps the block to itself.
    pub(crate) fn has_ties(&self) -> bool {
        self.stabiliser != 1
    }

    /// The places of its words in the layer.
    pub(crate) fn words(&self) -> Range<usize> {
        let start = self.offset as usize;
        start..start + self.words as usize
    }

    /// How its words are related: a row for every quadrant 0 and 1.
    pub(crate) fn segment(&self, quadrants: &Quadrants) -> Segment {
        Segment { words: self.words as usize, stride: quadrants.size(usize::from(self.sums[2])) }
    }
}

/// The blocks of one layer.
pub(crate) struct TensorLayer {
    /// Half the tile sum.
    pub(crate) half_sum: usize,
    /// First the canonical blocks, then extensions: other blocks that the next layers read. In the order of offsets.
    pub(crate) blocks: Vec<Block>,
    /// How many blocks are canonical.
    pub(crate) canonical: usize,
    /// `[(a · classes + b) · classes + c]`: one more than the index of the block, 0 if it is not there.
    index: Vec<u32>,
    classes: usize,
}

/// The image of the four sums under a symmetry.
pub(crate) fn image(sums: Sums, symmetry: usize) -> Sums {
    let mut image = [0; 4];
    (0..4).for_each(|from| image[MOVES[symmetry][from]] = sums[from]);
    image
}

/// The canonical sums, and the first symmetry that leads there.
pub(crate) fn canonical(sums: Sums) -> (Sums, usize) {
    let mut best = (sums, 0);
    for symmetry in 1..SYMMETRIES {
        let image = image(sums, symmetry);
        if image > best.0 {
            best = (image, symmetry);
        }
    }
    best
}

fn stabiliser(sums: Sums) -> u8 {
    (0..SYMMETRIES)
        .filter(|&symmetry| image(sums, symmetry) == sums)
        .fold(0, |set, symmetry| set | 1 << symmetry)
}

/// All canonical sums with this total, in lexicographic order.
fn canonical_sums(quadrants: &Quadrants, half_sum: usize) -> impl Iterator<Item = Sums> + '_ {
    let last = quadrants.classes() - 1;
    // The first sum of a canonical block is its largest, so it is at least a quarter of the total.
    (half_sum.div_ceil(4)..=half_sum.min(last)).flat_map(move |a| {
        (0..=a.min(half_sum - a)).flat_map(move |b| {
            (0..=b.min(half_sum - a - b)).filter_map(move |c| {
                let d = half_sum - a - b - c;
                let sums = [a, b, c, d].map(|class| class as u8);
                let exists = d <= a && [a, b, c, d].iter().all(|&class| quadrants.size(class) > 0);
                (exists && canonical(sums).0 == sums).then_some(sums)
            })
        })
    })
}

impl TensorLayer {
    /// The layer with half this tile sum, without extensions.
    pub(crate) fn new(quadrants: &Quadrants, half_sum: usize) -> TensorLayer {
        let classes = quadrants.classes();
        let index = vec![0; classes * classes * classes];
        let mut layer = TensorLayer { half_sum, blocks: Vec::new(), canonical: 0, index, classes };
        canonical_sums(quadrants, half_sum).for_each(|sums| layer.add(quadrants, sums));
        layer.canonical = layer.blocks.len();
        layer
    }

    /// The layer with the blocks that pulls into the next two layers read.
    pub(crate) fn with_extensions(quadrants: &Quadrants, half_sum: usize) -> TensorLayer {
        let mut layer = TensorLayer::new(quadrants, half_sum);
        for less in [1, 2] {
            for sums in canonical_sums(quadrants, half_sum + less) {
                for place in 0..4 {
                    let mut source = sums;
                    let Some(rest) = source[place].checked_sub(less as u8) else { continue };
                    source[place] = rest;
                    if quadrants.size(usize::from(rest)) > 0 && layer.block(source).is_none() {
                        layer.add(quadrants, source);
                    }
                }
            }
        }
        layer
    }

    fn add(&mut self, quadrants: &Quadrants, sums: Sums) {
        let words = sums[..3].iter().map(|&class| quadrants.size(usize::from(class)) as u32).product();
        let offset = u32::try_from(self.len()).expect("a layer has fewer than 2^32 words");
        self.blocks.push(Block { sums, offset, words, stabiliser: stabiliser(sums) });
        let slot = self.slot(sums);
        self.index[slot] = self.blocks.len() as u32;
    }

    fn slot(&self, sums: Sums) -> usize {
        let [a, b, c, _] = sums.map(usize::from);
        (a * self.classes + b) * self.classes + c
    }

    /// The block with these sums, if the layer has it.
    #[inline]
    pub(crate) fn block(&self, sums: Sums) -> Option<&Block> {
        let index = self.index[self.slot(sums)].checked_sub(1)?;
        Some(&self.blocks[index as usize])
    }

    /// The blocks without extensions.
    pub(crate) fn canonical_blocks(&self) -> &[Block] {
        &self.blocks[..self.canonical]
    }

    /// Consecutive canonical blocks with some ten thousand words together: the unit of work and of storage.
    pub(crate) fn frames(&self) -> Vec<Range<usize>> {
        const WORDS: u32 = 1 << 16;
        let (mut frames, mut first, mut words) = (Vec::new(), 0, 0);
        for (index, block) in self.canonical_blocks().iter().enumerate() {
            words += block.words;
            if words >= WORDS || index + 1 == self.canonical {
                frames.push(first..index + 1);
                (first, words) = (index + 1, 0);
            }
        }
        frames
    }

    /// The blocks that only the pulls need.
    pub(crate) fn extensions(&self) -> &[Block] {
        &self.blocks[self.canonical..]
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.words().end)
    }

    /// The number of words without extensions.
    pub(crate) fn canonical_len(&self) -> usize {
        self.canonical_blocks().last().map_or(0, |block| block.words().end)
    }
}
