//! The perfect rank of boards of up to 12 cells.
//!
//! The cells, in the order of the packed digits, are cut into three chunks of up to four: head, middle and low; middle
//! and low together are the tail. Chunks with the same tile sum form a class and are numbered in it. A layer holds
//! every board with its tile sum, by head, then by tail:
//!
//! ```text
//! position = base[class of head] + rank(head) · width[class of head] + rank(tail)
//! rank(tail) = offset[class of middle, class of low] + rank(middle) · size[class of low] + rank(low)
//! ```
//!
//! `width` is the number of tails with the sum that the head leaves over, so the numbers are without holes: a layer of
//! the 3x3 game to 1024 has at most 2.3 million of them, which a second-level cache holds as bits.

use std::ops::Range;
use std::sync::Arc;

use super::{LayerRanks, Ranking, canonical};
use crate::Variant;
use crate::codec::Segment;

/// Words in a frame.
const FRAME: usize = 1 << 16;

/// Chunks with the same tile sum.
struct Class {
    /// Half the tile sum.
    half_sum: usize,
    /// The digits of its chunks, by rank.
    members: Vec<u32>,
}

/// Up to four neighbouring cells.
struct Chunk {
    cells: usize,
    /// By increasing tile sum.
    classes: Vec<Class>,
    /// By digits.
    place: Vec<ChunkPlace>,
}

/// Where a chunk is among those of its length.
#[derive(Clone, Copy, Default)]
struct ChunkPlace {
    class: u16,
    rank: u8,
    /// The chunks of its class.
    size: u8,
}

impl Chunk {
    fn new(cells: usize, max_exponent: u8) -> Chunk {
        let fits = |digits: &u32| (0..cells).all(|cell| digits >> (4 * cell) & 15 <= u32::from(max_exponent));
        let mut all: Vec<(usize, u32)> =
            (0..1u32 << (4 * cells)).filter(fits).map(|digits| (half_sum(digits), digits)).collect();
        all.sort_unstable();
        let mut chunk =
            Chunk { cells, classes: Vec::new(), place: vec![ChunkPlace::default(); 1 << (4 * cells)] };
        for (half_sum, digits) in all {
            if chunk.classes.last().is_none_or(|class| class.half_sum != half_sum) {
                chunk.classes.push(Class { half_sum, members: Vec::new() });
            }
            chunk.classes.last_mut().expect("there is one now").members.push(digits);
        }
        for (class, Class { members, .. }) in (0..).zip(&chunk.classes) {
            let size =
                u8::try_from(members.len()).expect("four tiles have at most some 100 orders for a sum");
            for (rank, &digits) in (0..).zip(members) {
                chunk.place[digits as usize] = ChunkPlace { class, rank, size };
            }
        }
        chunk
    }

    const fn bits(&self) -> usize {
        4 * self.cells
    }
}

/// Half the sum of the tiles in some digits.
fn half_sum(digits: u32) -> usize {
    (0..8).map(|cell| digits >> (4 * cell) & 15).map(|exponent| (1 << exponent) / 2).sum()
}

/// The rank of every board with this many cells and tiles up to an exponent.
pub(crate) struct SplitRank {
    head: Arc<Chunk>,
    middle: Arc<Chunk>,
    /// The same table as the chunks above if it is as long: three would not stay in the first-level cache.
    low: Arc<Chunk>,
    /// Rank of the first tail with these classes among the tails of its sum: `[middle · classes of low + low]`.
    offset: Vec<u32>,
    /// By half sum, the digits of middle and low chunks with that sum, by rank.
    tails: Vec<Vec<u32>>,
}

/// The boards of one layer: where each head begins.
struct SplitLayer {
    /// Half the tile sum.
    half_sum: usize,
    /// Per class of heads: the position of its first board, and the number of tails of each head.
    heads: Vec<(u64, u64)>,
    /// The position of the first board with a head, by the digits of the head.
    starts: Vec<u32>,
    /// The number of boards.
    len: u64,
}

impl SplitRank {
    /// The most cells there may be.
    const MAX_CELLS: usize = 12;

    /// Beyond this many tails their table would outgrow the bitmaps.
    const MAX_TAILS: u64 = 1 << 24;

    /// Whether the rank is made for this game.
    pub(crate) fn supports(variant: Variant) -> bool {
        let cells = variant.shape().cells();
        cells <= Self::MAX_CELLS && Self::tail_count(cells, variant.max_exponent()) <= Self::MAX_TAILS
    }

    /// The memory of five bitmaps, of three for each thread but one, and of the tables, in bytes.
    pub(crate) fn memory(variant: Variant) -> u64 {
        let cells = variant.shape().cells();
        let tables = 5 * Self::tail_count(cells, variant.max_exponent());
        let rank = SplitRank::new(cells, variant.max_exponent());
        let bitmaps = 2 + 3 * rayon::current_num_threads() as u64;
        bitmaps * rank.longest_layer(variant.max_sum()) / 8 + 2 * tables + (8 << 20)
    }

    /// How many tails there are to tabulate for this many cells.
    fn tail_count(cells: usize, max_exponent: u8) -> u64 {
        (u64::from(max_exponent) + 1).pow((cells - cells / 3) as u32)
    }

    fn new(cells: usize, max_exponent: u8) -> SplitRank {
        assert!(cells <= Self::MAX_CELLS, "three chunks of up to four cells");
        let chunk = |cells: usize, like: &[&Arc<Chunk>]| {
            let known = like.iter().find(|chunk| chunk.cells == cells);
            known.map_or_else(|| Arc::new(Chunk::new(cells, max_exponent)), |chunk| Arc::clone(chunk))
        };
        let head = chunk(cells / 3, &[]);
        let middle = chunk((cells - cells / 3) / 2, &[&head]);
        let low = chunk(cells - head.cells - middle.cells, &[&head, &middle]);
        let mut rank = SplitRank { head, middle, low, offset: Vec::new(), tails: Vec::new() };
        rank.list_tails();
        rank
    }

    fn list_tails(&mut self) {
        for middle in &self.middle.classes {
            for low in &self.low.classes {
                let sum = middle.half_sum + low.half_sum;
                if self.tails.len() <= sum {
                    self.tails.resize(sum + 1, Vec::new());
                }
                let tails = &mut self.tails[sum];
                self.offset.push(tails.len() as u32);
                for upper in middle.members.iter().map(|digits| digits << self.low.bits()) {
                    tails.extend(low.members.iter().map(|lower| upper | lower));
                }
            }
        }
    }

    /// Per class of heads, the number of tails that go with each of them.
    fn widths(&self, half_sum: usize) -> impl Iterator<Item = (&Class, u64)> + '_ {
        self.head.classes.iter().map(move |class| {
            let tails = half_sum.checked_sub(class.half_sum).and_then(|rest| self.tails.get(rest));
            (class, tails.map_or(0, |tails| tails.len() as u64))
        })
    }

    /// The number of positions of the layer with this tile sum.
    fn positions(&self, sum: u64) -> u64 {
        self.widths(sum as usize / 2).map(|(class, width)| width * class.members.len() as u64).sum()
    }

    /// The layer with this tile sum.
    fn layer(&self, sum: u64) -> SplitLayer {
        let starts = vec![0; 1 << self.head.bits()];
        let mut layer = SplitLayer { half_sum: sum as usize / 2, heads: Vec::new(), starts, len: 0 };
        for (class, width) in self.widths(layer.half_sum) {
            layer.heads.push((layer.len, width));
            for &digits in &class.members {
                layer.starts[digits as usize] = layer.len as u32;
                layer.len += width;
            }
        }
        assert!(layer.len <= 1 << 32, "a layer of up to 12 cells has fewer positions");
        layer
    }

    /// The most positions a layer has, for sums up to this one.
    fn longest_layer(&self, max_sum: u64) -> u64 {
        (2..=max_sum).step_by(2).map(|sum| self.positions(sum)).max().unwrap_or(0)
    }

    /// The position of a board of this layer.
    fn position(&self, layer: &SplitLayer, bits: u64) -> u64 {
        self.placer(layer).position(bits)
    }

    /// All that finding positions in a layer needs, for loops.
    #[inline(always)]
    fn placer<'a>(&'a self, layer: &'a SplitLayer) -> Placer<'a> {
        Placer {
            low: &self.low.place,
            middle: &self.middle.place,
            starts: &layer.starts,
            offset: &self.offset,
            low_classes: self.low.classes.len(),
            shifts: [self.low.bits(), self.low.bits() + self.middle.bits()],
        }
    }
}

/// Finds positions in a layer: what [`SplitRank`] and [`SplitLayer`] know about that, side by side in registers.
#[derive(Clone, Copy)]
struct Placer<'a> {
    low: &'a [ChunkPlace],
    middle: &'a [ChunkPlace],
    starts: &'a [u32],
    offset: &'a [u32],
    low_classes: usize,
    /// Where the middle begins, and where the head.
    shifts: [usize; 2],
}

impl Placer<'_> {
    /// The position of a board of the layer.
    #[inline(always)]
    fn position(&self, bits: u64) -> u64 {
        // All three tables have a power of two of entries.
        let low = self.low[bits as usize & (self.low.len() - 1)];
        let middle = self.middle[(bits >> self.shifts[0]) as usize & (self.middle.len() - 1)];
        let start = self.starts[(bits >> self.shifts[1]) as usize & (self.starts.len() - 1)];
        let offset = self.offset[usize::from(middle.class) * self.low_classes + usize::from(low.class)];
        // Fewer than 2^32 positions: no sum is too large.
        let rank = u32::from(middle.rank) * u32::from(low.size) + u32::from(low.rank);
        u64::from(start.wrapping_add(offset).wrapping_add(rank))
    }
}

/// Turns increasing positions into boards, going from head to head.
struct Cursor<'a> {
    rank: &'a SplitRank,
    layer: &'a SplitLayer,
    class: usize,
    /// The digits of the head in their place.
    head: u64,
    /// The tails that go with the head.
    tails: &'a [u32],
    /// The positions of the head: from here to `end`.
    start: u64,
    end: u64,
}

impl<'a> Cursor<'a> {
    fn new(rank: &'a SplitRank, layer: &'a SplitLayer) -> Cursor<'a> {
        let mut cursor = Cursor { rank, layer, class: 0, head: 0, tails: &[], start: 0, end: 0 };
        cursor.enter(0);
        cursor
    }

    /// The board at a position that is not before the last one asked for.
    #[inline(always)]
    fn board(&mut self, position: u64) -> u64 {
        debug_assert!(position >= self.start && position < self.layer.len);
        while position >= self.end {
            self.next_head(position);
        }
        self.head | u64::from(self.tails[(position - self.start) as usize])
    }

    #[cold]
    fn next_head(&mut self, position: u64) {
        let (base, width) = self.layer.heads[self.class];
        let members = self.rank.head.classes[self.class].members.len() as u64;
        if position >= base + width * members {
            self.class += 1;
            self.enter(0);
        } else {
            self.enter((position - base) / width);
        }
    }

    /// Goes to the head with this rank in the class.
    fn enter(&mut self, head: u64) {
        let class = &self.rank.head.classes[self.class];
        let (base, width) = self.layer.heads[self.class];
        let digits = class.members[head as usize];
        let shift = self.rank.low.bits() + self.rank.middle.bits();
        self.head = u64::from(digits) << shift;
        self.start = base + head * width;
        self.end = self.start + width;
        let rest = self.layer.half_sum.checked_sub(class.half_sum);
        self.tails = rest.and_then(|rest| self.rank.tails.get(rest)).map_or(&[], |tails| tails);
    }
}

/// The ranking of the boards of a game.
pub(super) struct SplitRanking {
    variant: Variant,
    rank: Arc<SplitRank>,
}

impl SplitRanking {
    pub(super) fn new(variant: Variant) -> SplitRanking {
        let rank = Arc::new(SplitRank::new(variant.shape().cells(), variant.max_exponent()));
        SplitRanking { variant, rank }
    }
}

impl Ranking for SplitRanking {
    fn layer(&self, sum: u64) -> Box<dyn LayerRanks> {
        let layer = self.rank.layer(sum);
        let words = layer.len.div_ceil(64) as usize;
        let frames = (0..words).step_by(FRAME).map(|start| start..words.min(start + FRAME)).collect();
        Box::new(SplitRanks { variant: self.variant, rank: Arc::clone(&self.rank), layer, frames })
    }

    fn words(&self, sum: u64) -> usize {
        self.rank.positions(sum).div_ceil(64) as usize
    }
}

/// One layer of it: a single long bitmap.
struct SplitRanks {
    variant: Variant,
    rank: Arc<SplitRank>,
    layer: SplitLayer,
    frames: Vec<Range<usize>>,
}

impl LayerRanks for SplitRanks {
    fn frames(&self) -> &[Range<usize>] {
        &self.frames
    }

    fn segments(&self, frame: usize) -> Vec<Segment> {
        vec![Segment { words: self.frames[frame].len(), stride: 1 }]
    }

    fn has_only_boards(&self, first: usize, words: &[u64]) -> bool {
        let past = (64 * (first + words.len()) as u64).saturating_sub(self.layer.len).min(63);
        words.last().is_none_or(|word| u64::from(word.leading_zeros()) >= past)
    }

    fn boards(&self, first: usize, words: &[u64], boards: &mut Vec<u64>) {
        let mut cursor = Cursor::new(&self.rank, &self.layer);
        boards.reserve(words.iter().map(|word| word.count_ones() as usize).sum());
        for (index, &word) in (first as u64..).zip(words) {
            let mut rest = word;
            while rest != 0 {
                boards.push(cursor.board(64 * index + u64::from(rest.trailing_zeros())));
                rest &= rest - 1;
            }
        }
    }

    fn position(&self, board: u64) -> Option<u64> {
        let most = u64::from(self.variant.max_exponent());
        let fits = (0..16).all(|cell| board >> (4 * cell) & 15 <= most);
        fits.then(|| self.rank.position(&self.layer, canonical(self.variant.shape(), board)))
    }

    fn positions(&self, boards: &[u64], positions: &mut Vec<u32>) {
        let placer = self.rank.placer(&self.layer);
        positions.extend(boards.iter().map(|&board| placer.position(board) as u32));
    }

    fn takes_images(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board of four and five cells: positions and boards undo one another, without holes.
    #[test]
    fn ranks_are_perfect() {
        for (cells, max_exponent) in [(4, 4), (5, 3), (6, 2)] {
            let rank = SplitRank::new(cells, max_exponent);
            let mut boards = 0;
            for sum in (0..=cells as u64 * (1 << max_exponent)).step_by(2) {
                let layer = rank.layer(sum);
                let mut cursor = Cursor::new(&rank, &layer);
                for position in 0..layer.len {
                    let board = cursor.board(position);
                    assert_eq!(rank.position(&layer, board), position);
                    assert_eq!(Cursor::new(&rank, &layer).board(position), board);
                    assert_eq!(2 * half_sum(board as u32) as u64, sum);
                }
                assert_eq!(rank.positions(sum), layer.len);
                boards += layer.len;
            }
            assert_eq!(boards, u64::from(max_exponent + 1).pow(cells as u32));
        }
    }
}
