//! Perfect ranks: every board of a layer has a position, and every position a board.
//!
//! A layer is a bitmap over its positions. Engines fill it, stores keep it, the solver numbers the boards in it: all of
//! them by the same [`Ranking`], and none of them knows more about shapes than that.

pub(crate) mod quadrant;
mod quarters;
mod split;
pub(crate) mod tensor;

use std::ops::Range;
use std::sync::Arc;

use redouble_core::{Grid, Packed, Shape, with_packed};
use redouble_kernels::{Cpu, canonicalize};

use self::quarters::Quarters;
pub(crate) use self::split::SplitRank;
use self::split::SplitRanking;
use crate::codec::{Code, Segment};
use crate::{Engine, Variant};

/// The order of boards in the layers of a game.
pub(crate) trait Ranking: Send + Sync {
    /// The layer with this tile sum.
    fn layer(&self, sum: u64) -> Box<dyn LayerRanks>;

    /// The number of words of a bitmap over that layer.
    fn words(&self, sum: u64) -> usize {
        self.layer(sum).words()
    }
}

/// The order of boards in one layer.
///
/// Of boards that are images of one another the layer keeps one. Boards are given and taken by their packed digits.
pub(crate) trait LayerRanks: Send + Sync {
    /// The words of a bitmap over the layer, cut into pieces that are encoded for themselves.
    fn frames(&self) -> &[Range<usize>];

    /// How the words of a frame are related, for the codec.
    fn segments(&self, frame: usize) -> Vec<Segment>;

    /// Whether every set bit of these words, the first of which has the number `first`, stands for a board.
    fn has_only_boards(&self, first: usize, words: &[u64]) -> bool;

    /// Adds the boards of the set bits of these words, by position. All of them stand for boards.
    fn boards(&self, first: usize, words: &[u64], boards: &mut Vec<u64>);

    /// The position of a board or of its image that the layer keeps; `None` if no such board can be in the layer.
    ///
    /// The board has the layer's tile sum.
    fn position(&self, board: u64) -> Option<u64>;

    /// Adds the positions of boards that belong to the layer, which has at most 2^32 of them.
    fn positions(&self, boards: &[u64], positions: &mut Vec<u32>);

    /// Whether [`LayerRanks::positions`] takes any image of a board; if not, it takes canonical boards.
    fn takes_images(&self) -> bool;

    /// The number of words of a bitmap over the layer.
    fn words(&self) -> usize {
        self.frames().last().map_or(0, |frame| frame.end)
    }

    /// The board at a position; `None` if there is none.
    fn board(&self, position: u64) -> Option<u64> {
        let (word, bit) = ((position / 64) as usize, [1 << (position % 64)]);
        let mut boards = Vec::with_capacity(1);
        if word < self.words() && self.has_only_boards(word, &bit) {
            self.boards(word, &bit, &mut boards);
        }
        boards.pop()
    }

    /// Encodes the words of a frame; they are left as they are.
    fn encode(&self, frame: usize, words: &mut [u64]) -> Vec<u8> {
        let range = &self.frames()[frame];
        assert_eq!(words.len(), range.len(), "the words of the frame");
        assert!(self.has_only_boards(range.start, words), "every bit stands for a board");
        Code::Words.encode(words, self.segments(frame))
    }

    /// Decodes the words of a frame. Wrong bytes give wrong words, never a panic.
    fn decode(&self, frame: usize, bytes: &[u8]) -> Vec<u64> {
        Code::Words.decode(bytes, &self.segments(frame))
    }
}

/// The ranking that an engine works with; `None` for engines without one, and games they do not count.
pub(crate) fn ranking(engine: Engine, variant: Variant) -> Option<Arc<dyn Ranking>> {
    match engine {
        Engine::Bitmap if engine.supports(variant) => Some(Arc::new(SplitRanking::new(variant))),
        Engine::Tensor if engine.supports(variant) => Some(Arc::new(Quarters::new(variant))),
        _ => None,
    }
}

/// Adds the positions of boards of a layer, of which any image may be given. `bits` is room for the work.
#[inline]
pub(crate) fn place<const R: usize, const C: usize>(
    cpu: Cpu,
    ranks: &dyn LayerRanks,
    boards: &mut [Packed<R, C>],
    bits: &mut Vec<u64>,
    positions: &mut Vec<u32>,
) {
    if !ranks.takes_images() {
        canonicalize(cpu, boards);
    }
    bits.clear();
    bits.extend(boards.iter().map(|board| board.bits()));
    ranks.positions(bits, positions);
}

/// The canonical form of a packed board of this shape.
pub(crate) fn canonical(shape: Shape, bits: u64) -> u64 {
    with_packed!(shape, R, C => Packed::<R, C>::from_bits(bits).canonical().bits())
        .expect("a variant has at most 16 cells")
}

/// The largest of three digits.
static MAX_OF_THREE: [u8; 1 << 12] = {
    let (mut table, mut digits) = ([0; 1 << 12], 0);
    while digits < table.len() {
        let (high, middle, low) = (digits >> 8, digits >> 4 & 15, digits & 15);
        let two = if high > middle { high } else { middle };
        table[digits] = if two > low { two as u8 } else { low as u8 };
        digits += 1;
    }
    table
};

/// The largest digit of a board with so many cells.
#[inline(always)]
pub(crate) fn max_exponent(bits: u64, cells: usize) -> u8 {
    let of_three = |third: usize| MAX_OF_THREE[(bits >> (12 * third)) as usize & 0xfff];
    (0..cells.div_ceil(3)).fold(0, |max, third| max.max(of_three(third)))
}

/// The positions of the set bits.
#[inline(always)]
pub(crate) fn ones(bitmap: &[u64]) -> impl Iterator<Item = u64> + '_ {
    bitmap.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| u64::from(rest.trailing_zeros()))?;
            rest &= rest - 1;
            Some(64 * index as u64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Random, Tile};

    #[test]
    fn the_largest_digit_is_found() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let bits = random.next_u64() & random.next_u64() & random.next_u64();
            let expected = (0..16).map(|cell| (bits >> (4 * cell) & 15) as u8).max();
            assert_eq!(Some(max_exponent(bits, 16)), expected, "{bits:x}");
        }
    }

    /// Whatever the ranking: a board that a position stands for, and every image of it, has that position or that of
    /// the image that is kept, one by one and in batches.
    #[test]
    fn positions_and_boards_undo_one_another() {
        for (engine, shape, goal) in
            [(Engine::Bitmap, "3x3", 64), (Engine::Bitmap, "2x5", 32), (Engine::Tensor, "4x4", 32)]
        {
            let shape = shape.parse().unwrap();
            let variant = Variant::new(shape, Tile::from_value(goal)).unwrap();
            let ranking = ranking(engine, variant).unwrap();
            let mut random = Random::new(goal);
            for sum in (4..=variant.max_sum()).step_by(2) {
                let ranks = ranking.layer(sum);
                // Some sums no board has.
                for _ in 0..if ranks.words() > 0 { 200 } else { 0 } {
                    let position = u64::from(random.next_u64() as u32) % (64 * ranks.words() as u64);
                    let Some(board) = ranks.board(position) else { continue };
                    let kept = ranks.position(board).unwrap();
                    let image = canonical(shape, board);
                    assert_eq!(canonical(shape, ranks.board(kept).unwrap()), image);
                    assert_eq!(ranks.position(image), Some(kept), "{board:x} of sum {sum}");
                    let mut positions = Vec::new();
                    ranks.positions(&[image], &mut positions);
                    assert_eq!(positions, [kept as u32]);
                }
            }
        }
    }
}
