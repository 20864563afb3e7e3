//! After the pushes: what symmetry implies.
//!
//! A push sets one bit in the canonical block. A block that symmetries map to itself gets the images too; and blocks
//! that are not canonical, but read by the next pulls, are filled from the canonical one.

use std::convert::Infallible;

use super::Tables;
use crate::LayerCounts;
use crate::rank::quadrant::{MOVES, inverse};
use crate::rank::tensor::{Block, Sums, TensorLayer, canonical};
use crate::share::share;

/// How the boards of a block are found in an image of it.
struct Scatter<'a> {
    tables: &'a Tables,
    symmetry: usize,
    /// By place in the block: what the image rank is multiplied by to find the word in the image.
    weights: [usize; 4],
    /// The place in the block whose image rank is the bit.
    bit_from: usize,
}

impl<'a> Scatter<'a> {
    fn new(tables: &'a Tables, symmetry: usize, image: Sums) -> Scatter<'a> {
        let [_, b, c, _] = image.map(|class| tables.quadrants.size(usize::from(class)));
        let strides = [b * c, c, 1, 0];
        let bit_from = MOVES[inverse(symmetry)][3];
        Scatter { tables, symmetry, weights: MOVES[symmetry].map(|place| strides[place]), bit_from }
    }

    /// Sets the images of the boards of one word.
    #[inline]
    fn word(&self, three: [usize; 3], class: usize, boards: u64, into: &mut impl FnMut(usize, u64)) {
        let quadrants = &self.tables.quadrants;
        let rank = |number: usize| quadrants.image_rank(self.symmetry, number);
        let ranks = three.map(rank);
        let word: usize = (0..3).map(|place| ranks[place] * self.weights[place]).sum();
        let mut rest = boards;
        while rest != 0 {
            let last = rank(quadrants.first(class) + rest.trailing_zeros() as usize);
            rest &= rest - 1;
            let bit = if self.bit_from == 3 { last } else { ranks[self.bit_from] };
            into(word + last * self.weights[3], 1 << bit);
        }
    }
}

/// The words of a block with their first three quadrants.
pub(super) fn words_of(tables: &Tables, sums: Sums) -> impl Iterator<Item = [usize; 3]> + '_ {
    let numbers = |class: u8| {
        let first = tables.quadrants.first(usize::from(class));
        first..first + tables.quadrants.size(usize::from(class))
    };
    let [a, b, c, _] = sums;
    numbers(a).flat_map(move |q0| numbers(b).flat_map(move |q1| numbers(c).map(move |q2| [q0, q1, q2])))
}

/// Fills in what symmetry implies, and counts the afterstates.
pub(super) fn mend(tables: &Tables, target: &TensorLayer, words: &mut [u64], counts: &mut LayerCounts) {
    let (canonical_words, extension_words) = words.split_at_mut(target.canonical_len());
    let (sum, unfolded) = (counts.sum, counts.unfolded.is_some());
    let blocks = split(target.canonical_blocks(), &mut *canonical_words);
    let Ok(parts) = share(
        blocks,
        target.len(),
        || LayerCounts::empty(sum, unfolded),
        |counts, (block, words)| {
            if block.has_ties() {
                close(tables, block, words);
            }
            count(tables, block, words, counts);
            Ok::<_, Infallible>(())
        },
    );
    parts.iter().for_each(|part| *counts += part);
    let extensions = split(target.extensions(), extension_words);
    let Ok(_) = share(
        extensions,
        target.len(),
        || (),
        |(), (block, words)| {
            extend(tables, target, canonical_words, block, words);
            Ok::<_, Infallible>(())
        },
    );
}

/// Consecutive blocks, each with its words.
fn split<'a>(blocks: &'a [Block], words: &'a mut [u64]) -> Vec<(&'a Block, &'a mut [u64])> {
    let mut rest = words;
    let split = |block: &'a Block| {
        let (words, behind) = std::mem::take(&mut rest).split_at_mut(block.words as usize);
        rest = behind;
        (block, words)
    };
    blocks.iter().map(split).collect()
}

/// Adds the images of all boards under the symmetries of the block.
fn close(tables: &Tables, block: &Block, words: &mut [u64]) {
    let class = usize::from(block.sums[3]);
    for symmetry in (1..MOVES.len()).filter(|symmetry| block.stabiliser >> symmetry & 1 == 1) {
        let scatter = Scatter::new(tables, symmetry, block.sums);
        for (index, three) in words_of(tables, block.sums).enumerate() {
            if words[index] != 0 {
                scatter.word(three, class, words[index], &mut |word, bit| words[word] |= bit);
            }
        }
    }
}

fn count(tables: &Tables, block: &Block, words: &[u64], counts: &mut LayerCounts) {
    let class = usize::from(block.sums[3]);
    for (three, &word) in words_of(tables, block.sums).zip(words).filter(|(_, word)| **word != 0) {
        let folded = tables.fold(block, three);
        let exponent = three.iter().map(|&number| tables.max[number]).max().unwrap_or(0);
        tables.by_max(class, exponent, word & folded.least, |exponent, boards| {
            counts.folded.of_mut(exponent as u8).afterstates += u64::from(boards.count_ones());
            if let Some(unfolded) = &mut counts.unfolded {
                unfolded.of_mut(exponent as u8).afterstates += folded.images(boards);
            }
        });
    }
}

/// Fills a block that is not canonical from the one that is.
fn extend(tables: &Tables, target: &TensorLayer, canonical_words: &[u64], block: &Block, words: &mut [u64]) {
    let (sums, symmetry) = canonical(block.sums);
    let source = target.block(sums).expect("every canonical block is in its layer");
    let source_words = &canonical_words[source.offset as usize..][..source.words as usize];
    let scatter = Scatter::new(tables, inverse(symmetry), block.sums);
    let class = usize::from(sums[3]);
    for (three, &word) in words_of(tables, sums).zip(source_words).filter(|(_, word)| **word != 0) {
        scatter.word(three, class, word, &mut |word, bit| words[word] |= bit);
    }
}
