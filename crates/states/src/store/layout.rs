//! Where boards are in a stored layer.

use std::ops::Range;

use redouble_core::{Grid, Packed, with_packed};

use crate::codec::Segment;
use crate::rank::quadrant::{MOVES, Quadrants, SYMMETRIES};
use crate::rank::tensor::{TensorLayer, canonical};
use crate::rank::{SPLIT_FRAME, SplitLayer, SplitRank, frames};
use crate::{Engine, StoreError, Variant};

/// The order of boards in the layers of one game.
pub(crate) struct Layout {
    variant: Variant,
    kind: Kind,
}

enum Kind {
    Split(SplitRank),
    Tensor(Box<Quadrants>),
}

/// The order of boards in one layer.
pub(crate) struct LayerLayout {
    kind: LayerKind,
    /// Consecutive words.
    pub(crate) frames: Vec<Range<u64>>,
}

enum LayerKind {
    Split(SplitLayer),
    Tensor { layer: TensorLayer, frames: Vec<Range<usize>> },
}

impl Layout {
    /// The layout that an engine works in.
    pub(crate) fn new(engine: Engine, variant: Variant) -> Result<Layout, StoreError> {
        let kind = match engine {
            Engine::Bitmap if engine.supports(variant) => {
                Kind::Split(SplitRank::new(variant.shape().cells(), variant.max_exponent()))
            }
            Engine::Tensor if engine.supports(variant) => {
                Kind::Tensor(Box::new(Quadrants::new(variant.max_exponent())))
            }
            _ => return Err(StoreError::NoLayout { engine, variant }),
        };
        Ok(Layout { variant, kind })
    }

    pub(crate) fn layer(&self, sum: u64) -> LayerLayout {
        match &self.kind {
            Kind::Split(rank) => {
                let layer = rank.layer(sum);
                let words = layer.len().div_ceil(64);
                let starts = (0..words).step_by(SPLIT_FRAME as usize);
                let frames = starts.map(|start| start..words.min(start + SPLIT_FRAME)).collect();
                LayerLayout { kind: LayerKind::Split(layer), frames }
            }
            Kind::Tensor(quadrants) => {
                let layer = TensorLayer::new(quadrants, sum as usize / 2);
                let blocks = frames(layer.canonical_blocks());
                let words = |blocks: &Range<usize>| {
                    let (first, last) = (&layer.blocks[blocks.start], &layer.blocks[blocks.end - 1]);
                    u64::from(first.offset)..u64::from(last.offset) + u64::from(last.words)
                };
                let words = blocks.iter().map(words).collect();
                LayerLayout { kind: LayerKind::Tensor { layer, frames: blocks }, frames: words }
            }
        }
    }

    /// The segments of a frame.
    pub(crate) fn segments(&self, layer: &LayerLayout, frame: usize) -> Vec<Segment> {
        match (&self.kind, &layer.kind) {
            (Kind::Tensor(quadrants), LayerKind::Tensor { layer, frames }) => {
                let blocks = layer.blocks[frames[frame].clone()].iter();
                let stride = |class: u8| quadrants.size(usize::from(class));
                blocks.map(|b| Segment { words: b.words as usize, stride: stride(b.sums[2]) }).collect()
            }
            _ => {
                let words = &layer.frames[frame];
                vec![Segment { words: (words.end - words.start) as usize, stride: 1 }]
            }
        }
    }

    /// The position of a board, or of its image that the layer holds; `None` if no such board can be in it.
    pub(crate) fn position(&self, layer: &LayerLayout, bits: u64) -> Option<u64> {
        match (&self.kind, &layer.kind) {
            (Kind::Split(rank), LayerKind::Split(layer)) => {
                let fits =
                    (0..16).all(|cell| bits >> (4 * cell) & 15 <= u64::from(self.variant.max_exponent()));
                fits.then(|| rank.position(layer, self.canonical(bits)))
            }
            (Kind::Tensor(quadrants), LayerKind::Tensor { layer, .. }) => {
                tensor_position(quadrants, layer, bits)
            }
            _ => unreachable!("a layer has the layout of its store"),
        }
    }

    /// The board at a position.
    pub(crate) fn board(&self, layer: &LayerLayout, position: u64) -> Option<u64> {
        match (&self.kind, &layer.kind) {
            (Kind::Split(rank), LayerKind::Split(layer)) => {
                (position < layer.len()).then(|| rank.board_at(layer, position))
            }
            (Kind::Tensor(quadrants), LayerKind::Tensor { layer, .. }) => {
                tensor_board(quadrants, layer, position)
            }
            _ => unreachable!("a layer has the layout of its store"),
        }
    }

    /// Whether every set bit of a frame is a position of the layer.
    pub(crate) fn has_only_boards(&self, layer: &LayerLayout, frame: usize, words: &[u64]) -> bool {
        match (&self.kind, &layer.kind) {
            (Kind::Tensor(quadrants), LayerKind::Tensor { layer, frames }) => {
                let mut rest = words;
                layer.blocks[frames[frame].clone()].iter().all(|block| {
                    let (words, behind) = rest.split_at(block.words as usize);
                    rest = behind;
                    let bits = quadrants.size(usize::from(block.sums[3]));
                    words.iter().all(|word| word.checked_shr(bits as u32).unwrap_or(0) == 0)
                })
            }
            (_, LayerKind::Split(split)) => {
                let past = (64 * layer.frames[frame].end).saturating_sub(split.len()).min(63);
                words.last().is_none_or(|word| u64::from(word.leading_zeros()) >= past)
            }
            _ => unreachable!("a layer has the layout of its store"),
        }
    }

    /// The canonical form of a board of this shape.
    pub(crate) fn canonical(&self, bits: u64) -> u64 {
        with_packed!(self.variant.shape(), R, C => Packed::<R, C>::from_bits(bits).canonical().bits())
            .expect("a variant has at most 16 cells")
    }
}

fn tensor_position(quadrants: &Quadrants, layer: &TensorLayer, bits: u64) -> Option<u64> {
    let numbers = quadrants.of_board(bits)?;
    let sums = numbers.map(|number| quadrants.class(number) as u8);
    let (canonical_sums, _) = canonical(sums);
    let block = layer.block(canonical_sums)?;
    let size = |place: usize| quadrants.size(usize::from(canonical_sums[place]));
    // Of all images in the block, the one with the least ranks is kept.
    let images =
        (0..SYMMETRIES).filter(|&symmetry| crate::rank::tensor::image(sums, symmetry) == canonical_sums);
    let ranks = images.map(|symmetry| {
        let mut ranks = [0; 4];
        (0..4).for_each(|from| ranks[MOVES[symmetry][from]] = quadrants.image_rank(symmetry, numbers[from]));
        ranks
    });
    let [r0, r1, r2, r3] = ranks.min()?;
    let word = block.offset as usize + (r0 * size(1) + r1) * size(2) + r2;
    Some((64 * word + r3) as u64)
}

fn tensor_board(quadrants: &Quadrants, layer: &TensorLayer, position: u64) -> Option<u64> {
    let (word, bit) = (position / 64, (position % 64) as usize);
    let index = layer.canonical_blocks().partition_point(|block| u64::from(block.offset) <= word);
    let block = &layer.canonical_blocks()[index.checked_sub(1)?];
    let rest = (word - u64::from(block.offset)) as usize;
    let classes = block.sums.map(usize::from);
    let (b, c) = (quadrants.size(classes[1]), quadrants.size(classes[2]));
    let ranks = [rest / c / b, rest / c % b, rest % c, bit];
    let fits = ranks.iter().zip(classes).all(|(&rank, class)| rank < quadrants.size(class));
    fits.then(|| quadrants.board(std::array::from_fn(|place| quadrants.first(classes[place]) + ranks[place])))
}
