//! 4x4 boards up to 64: the rank of the tensor engine.

use std::ops::Range;

use redouble_core::Packed4x4;

use super::Numbering;
use crate::Variant;
use crate::rank::ones;
use crate::rank::quadrant::{MOVES, Quadrants, SYMMETRIES};
use crate::rank::tensor::{Block, TensorLayer, canonical, image};
use crate::solve::index::Index;

/// See the module.
pub(in crate::solve) struct Quarters {
    quadrants: Quadrants,
}

/// The blocks of a layer, and how boards are placed in them.
pub(in crate::solve) struct QuartersLayer {
    layer: TensorLayer,
    /// `[(a · classes + b) · classes + c]`, by the sums of the first three quadrants.
    placings: Vec<Placing>,
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

impl Quarters {
    pub(in crate::solve) fn new(variant: Variant) -> Quarters {
        Quarters { quadrants: Quadrants::new(variant.max_exponent()) }
    }

    fn placing(&self, layer: &TensorLayer, three: [usize; 3]) -> Option<Placing> {
        let rest = layer.half_sum.checked_sub(three.iter().sum())?;
        let sums = [three[0], three[1], three[2], rest].map(|class| class as u8);
        let (to, _) = (rest < self.quadrants.classes()).then(|| canonical(sums))?;
        let block = layer.block(to)?;
        let symmetries = (0..SYMMETRIES).filter(|&symmetry| image(sums, symmetry) == to);
        Some(Placing {
            offset: block.offset,
            sizes: [to[1], to[2]].map(|class| self.quadrants.size(usize::from(class)) as u8),
            symmetries: symmetries.fold(0, |set, symmetry| set | 1 << symmetry),
        })
    }

    /// Of all images in the canonical block, the one that comes first is kept.
    #[inline(always)]
    fn position(&self, layer: &QuartersLayer, bits: u64) -> u32 {
        let numbers = self.quadrants.of_packed(bits);
        let classes = self.quadrants.classes();
        let [a, b, c, _] = numbers.map(|number| self.quadrants.class(number));
        let placing = layer.placings[(a * classes + b) * classes + c];
        let (mut first, mut rest) = (u32::MAX, placing.symmetries);
        while rest != 0 {
            let symmetry = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut ranks = [0; 4];
            for (from, number) in numbers.into_iter().enumerate() {
                ranks[MOVES[symmetry][from]] = self.quadrants.image_rank(symmetry, number) as u32;
            }
            let [b, c] = placing.sizes.map(u32::from);
            let word = placing.offset + (ranks[0] * b + ranks[1]) * c + ranks[2];
            first = first.min(64 * word + ranks[3]);
        }
        first
    }

    fn block_boards(&self, block: &Block, set: &Index, words: Range<usize>, boards: &mut Vec<Packed4x4>) {
        let classes = block.sums.map(usize::from);
        let (b, c) = (self.quadrants.size(classes[1]), self.quadrants.size(classes[2]));
        for word in words {
            if set.word(word) == 0 {
                continue;
            }
            let rest = word - block.offset as usize;
            for bit in ones(&[set.word(word)]) {
                let ranks = [rest / c / b, rest / c % b, rest % c, bit as usize];
                let numbers =
                    std::array::from_fn(|place| self.quadrants.first(classes[place]) + ranks[place]);
                boards.push(Packed4x4::from_bits(self.quadrants.board(numbers)));
            }
        }
    }
}

impl Numbering<4, 4> for Quarters {
    type Layer = QuartersLayer;

    fn layer(&self, sum: u64) -> QuartersLayer {
        let layer = TensorLayer::new(&self.quadrants, sum as usize / 2);
        let classes = self.quadrants.classes();
        let slots = 0..classes * classes * classes;
        let three = |slot: usize| [slot / classes / classes, slot / classes % classes, slot % classes];
        let placings = slots.map(|slot| self.placing(&layer, three(slot)).unwrap_or_default()).collect();
        QuartersLayer { layer, placings }
    }

    fn words(&self, layer: &QuartersLayer) -> usize {
        layer.layer.canonical_len()
    }

    fn boards(&self, layer: &QuartersLayer, set: &Index, words: Range<usize>, boards: &mut Vec<Packed4x4>) {
        let blocks = layer.layer.canonical_blocks();
        let first =
            blocks.partition_point(|block| block.offset as usize + block.words as usize <= words.start);
        for block in &blocks[first..] {
            let (start, end) = (block.offset as usize, (block.offset + block.words) as usize);
            if start >= words.end {
                break;
            }
            self.block_boards(block, set, start.max(words.start)..end.min(words.end), boards);
        }
    }

    fn positions(&self, layer: &QuartersLayer, boards: &mut [Packed4x4], positions: &mut Vec<u32>) {
        positions.extend(boards.iter().map(|board| self.position(layer, board.bits())));
    }
}
