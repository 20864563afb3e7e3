//! The ranking of 4x4 boards up to 64: blocks of quadrant sums.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use redouble_core::{Grid, Packed4x4};

use super::quadrant::{MOVES, Quadrants, SYMMETRIES};
use super::tensor::{Block, Sums, TensorLayer, canonical, image};
use super::{LayerRanks, Ranking, ones};
use crate::Variant;
use crate::codec::Segment;

/// See the module.
pub(super) struct Quarters {
    quadrants: Arc<Quadrants>,
}

impl Quarters {
    pub(super) fn new(variant: Variant) -> Quarters {
        Quarters { quadrants: Arc::new(Quadrants::new(variant.max_exponent())) }
    }
}

impl Ranking for Quarters {
    fn layer(&self, sum: u64) -> Box<dyn LayerRanks> {
        let quadrants = Arc::clone(&self.quadrants);
        let layer = TensorLayer::new(&quadrants, sum as usize / 2);
        let blocks = layer.frames();
        let words = |blocks: &Range<usize>| {
            let (first, last) = (&layer.blocks[blocks.start], &layer.blocks[blocks.end - 1]);
            first.words().start..last.words().end
        };
        let frames = blocks.iter().map(words).collect();
        Box::new(QuartersRanks { quadrants, layer, blocks, frames, placings: OnceLock::new() })
    }
}

/// The blocks of a layer, and how boards are placed in them.
struct QuartersRanks {
    quadrants: Arc<Quadrants>,
    layer: TensorLayer,
    /// By frame, its blocks.
    blocks: Vec<Range<usize>>,
    frames: Vec<Range<usize>>,
    /// `[(a · classes + b) · classes + c]`, by the sums of the first three quadrants; made for the first batch.
    placings: OnceLock<Vec<Placing>>,
}

/// How a board whose quadrants have certain sums is placed in its canonical block.
#[derive(Clone, Copy, Default)]
struct Placing {
    /// The first word of the block.
    offset: u32,
    /// The sizes of the second and third class of the canonical block.
    sizes: [u8; 2],
    /// The symmetries that map the sums to the canonical ones, as bits.
    symmetries: u8,
}

impl QuartersRanks {
    fn placing(&self, sums: Sums) -> Option<Placing> {
        let (to, _) = canonical(sums);
        let block = self.layer.block(to)?;
        let symmetries = (0..SYMMETRIES).filter(|&symmetry| image(sums, symmetry) == to);
        Some(Placing {
            offset: block.offset,
            sizes: [to[1], to[2]].map(|class| self.quadrants.size(usize::from(class)) as u8),
            symmetries: symmetries.fold(0, |set, symmetry| set | 1 << symmetry),
        })
    }

    fn placings(&self) -> &[Placing] {
        self.placings.get_or_init(|| {
            let classes = self.quadrants.classes();
            let placing = |slot: usize| {
                let three = [slot / classes / classes, slot / classes % classes, slot % classes];
                let rest = self.layer.half_sum.checked_sub(three.iter().sum());
                let rest = rest.filter(|&rest| rest < classes)?;
                self.placing([three[0], three[1], three[2], rest].map(|class| class as u8))
            };
            (0..classes * classes * classes).map(|slot| placing(slot).unwrap_or_default()).collect()
        })
    }

    /// Of all images in the canonical block, the one that comes first is kept.
    #[inline(always)]
    fn place(&self, placing: Placing, numbers: [usize; 4]) -> u64 {
        let (mut first, mut rest) = (u64::MAX, placing.symmetries);
        while rest != 0 {
            let symmetry = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut ranks = [0; 4];
            for (from, number) in numbers.into_iter().enumerate() {
                ranks[MOVES[symmetry][from]] = self.quadrants.image_rank(symmetry, number) as u32;
            }
            let [b, c] = placing.sizes.map(u32::from);
            let word = placing.offset + (ranks[0] * b + ranks[1]) * c + ranks[2];
            first = first.min(64 * u64::from(word) + u64::from(ranks[3]));
        }
        debug_assert!(first < 64 * self.layer.canonical_len() as u64, "a board of the layer");
        first
    }

    /// The canonical blocks that have some of these words, each with those.
    fn blocks_of(&self, words: Range<usize>) -> impl Iterator<Item = (&Block, Range<usize>)> {
        let blocks = self.layer.canonical_blocks();
        let first = blocks.partition_point(|block| block.words().end <= words.start);
        let of_block =
            move |block: &Block| block.words().start.max(words.start)..block.words().end.min(words.end);
        let blocks = blocks[first..].iter().map(move |block| (block, of_block(block)));
        blocks.take_while(|(_, words)| !words.is_empty())
    }

    fn block_boards(&self, block: &Block, first: usize, words: &[u64], boards: &mut Vec<u64>) {
        let classes = block.sums.map(usize::from);
        let (b, c) = (self.quadrants.size(classes[1]), self.quadrants.size(classes[2]));
        for (rest, word) in (first - block.offset as usize..).zip(words).filter(|(_, word)| **word != 0) {
            for bit in ones(&[*word]) {
                let ranks = [rest / c / b, rest / c % b, rest % c, bit as usize];
                let numbers =
                    std::array::from_fn(|place| self.quadrants.first(classes[place]) + ranks[place]);
                boards.push(self.quadrants.board(numbers));
            }
        }
    }
}

impl LayerRanks for QuartersRanks {
    fn frames(&self) -> &[Range<usize>] {
        &self.frames
    }

    fn segments(&self, frame: usize) -> Vec<Segment> {
        self.layer.blocks[self.blocks[frame].clone()]
            .iter()
            .map(|block| block.segment(&self.quadrants))
            .collect()
    }

    fn has_only_boards(&self, first: usize, words: &[u64]) -> bool {
        self.blocks_of(first..first + words.len()).all(|(block, of_block)| {
            let bits = self.quadrants.size(usize::from(block.sums[3])) as u32;
            let words = &words[of_block.start - first..of_block.end - first];
            words.iter().all(|word| word.checked_shr(bits).unwrap_or(0) == 0)
        })
    }

    fn boards(&self, first: usize, words: &[u64], boards: &mut Vec<u64>) {
        for (block, of_block) in self.blocks_of(first..first + words.len()) {
            let words = &words[of_block.start - first..of_block.end - first];
            self.block_boards(block, of_block.start, words, boards);
        }
    }

    fn position(&self, board: u64) -> Option<u64> {
        let numbers = self.quadrants.of_board(board)?;
        debug_assert_eq!(Packed4x4::from_bits(board).sum(), 2 * self.layer.half_sum as u64);
        let placing = self.placing(numbers.map(|number| self.quadrants.class(number) as u8))?;
        Some(self.place(placing, numbers))
    }

    fn positions(&self, boards: &[u64], positions: &mut Vec<u32>) {
        let (placings, classes) = (self.placings(), self.quadrants.classes());
        positions.extend(boards.iter().map(|&board| {
            let numbers = self.quadrants.of_packed(board);
            let [a, b, c, _] = numbers.map(|number| self.quadrants.class(number));
            self.place(placings[(a * classes + b) * classes + c], numbers) as u32
        }));
    }

    fn takes_images(&self) -> bool {
        true
    }
}
