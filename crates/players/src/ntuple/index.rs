//! From a board to the weights that make up its value.

use redouble_core::{Board, Grid, Packed, Symmetry, Tile};

use super::planes::{images_4x4, planes};
use super::simd;
use super::stages::Stages;
use super::tuples::Tuples;
use crate::Searchable;

/// The indexes of one tuple in the eight images of a board.
pub type Indexes = [u32; 8];

/// The indexes of two tuples, as they lie in one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct TwoIndexes([Indexes; 2]);

impl TwoIndexes {
    /// The indexes in some lines, tuple by tuple.
    #[inline(always)]
    pub(crate) fn flat(lines: &[TwoIndexes]) -> &[Indexes] {
        // SAFETY: a line is two arrays and nothing else, each as aligned as it must be.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), 2 * lines.len()) }
    }

    /// The indexes in the lines of four boards, for each of so many tuples those of all boards.
    #[inline(always)]
    pub(crate) fn of_four_boards(lines: &[TwoIndexes], tuples: usize) -> impl Iterator<Item = [&Indexes; 4]> {
        let all = TwoIndexes::flat(lines);
        let (first, last) = all.split_at(all.len() / 2);
        let ((a, b), (c, d)) = (first.split_at(first.len() / 2), last.split_at(last.len() / 2));
        let of_boards = a.iter().zip(b).zip(c.iter().zip(d)).map(|((a, b), (c, d))| [a, b, c, d]);
        of_boards.take(tuples)
    }

    /// The same as in [`flat`](TwoIndexes::flat), to be written.
    #[inline(always)]
    pub(super) fn flat_mut(lines: &mut [TwoIndexes]) -> &mut [Indexes] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), 2 * lines.len()) }
    }
}

/// A board of which the indexes can be taken.
///
/// # Safety
/// Every index that is shown or written is below [`Tuples::weights`]: tables are read there without looking whether they end before.
pub unsafe trait Indexed: Searchable {
    /// The stage of the board.
    fn stage(self, stages: &Stages) -> usize;

    /// Shows the indexes of every tuple in turn, in this stage, in the eight images of the board.
    ///
    /// A rectangle has four images; each of them counts twice. Tiles above 32768 count as 32768.
    fn each_tuple_of_stage(self, stage: usize, tuples: &Tuples, visit: impl FnMut(&Indexes));

    /// Writes the same of several boards, times 2^`SHIFT`, into lines of two tuples each, if the processor can do that at once;
    /// whether it can.
    #[inline(always)]
    fn write_tuples_of_stage<const SHIFT: u32, const BOARDS: usize>(
        boards: [Self; BOARDS],
        stage: usize,
        tuples: &Tuples,
        lines: &mut [TwoIndexes],
    ) -> bool {
        let _ = (boards, stage, tuples, lines);
        false
    }

    /// What [`each_tuple_of_stage`](Indexed::each_tuple_of_stage) shows in the stage of the board.
    #[inline(always)]
    fn each_tuple(self, tuples: &Tuples, visit: impl FnMut(&Indexes)) {
        self.each_tuple_of_stage(self.stage(tuples.stages()), tuples, visit);
    }

    /// Whether the next slide may make a tile that the representation does not have: there are two 32768.
    fn is_at_its_limit(self) -> bool;
}

/// Finds the indexes of some boards in the stages they are in, times 2^`SHIFT`; each board has lines of its own.
#[inline(always)]
pub(crate) fn seek<const SHIFT: u32, const BOARDS: usize, B: Indexed>(
    boards: [B; BOARDS],
    stage_of: impl Fn(B) -> usize,
    tuples: &Tuples,
    lines: &mut [TwoIndexes],
) {
    let stages = boards.map(stage_of);
    let is_one_stage = tuples.stages().count() == 1 || stages.iter().all(|&stage| stage == stages[0]);
    if is_one_stage && B::write_tuples_of_stage::<SHIFT, BOARDS>(boards, stages[0], tuples, lines) {
        return;
    }
    let of_a_board = tuples.len().div_ceil(2);
    for ((board, stage), lines) in boards.into_iter().zip(stages).zip(lines.chunks_exact_mut(of_a_board)) {
        seek_one::<SHIFT, B>(board, stage, tuples, lines);
    }
}

/// Not inlined, so that it does not take registers from the fast way.
#[inline(never)]
fn seek_one<const SHIFT: u32, B: Indexed>(board: B, stage: usize, tuples: &Tuples, lines: &mut [TwoIndexes]) {
    if !B::write_tuples_of_stage::<SHIFT, 1>([board], stage, tuples, lines) {
        seek_slowly::<SHIFT, B>(board, stage, tuples, lines);
    }
}

/// Tuple by tuple.
fn seek_slowly<const SHIFT: u32, B: Indexed>(
    board: B,
    stage: usize,
    tuples: &Tuples,
    lines: &mut [TwoIndexes],
) {
    let mut places = TwoIndexes::flat_mut(lines).iter_mut();
    board.each_tuple_of_stage(stage, tuples, |indexes| {
        *places.next().expect("a line for every two tuples") = indexes.map(|index| index << SHIFT);
    });
}

/// The eight images of a board under the symmetries of the square; a rectangle has four, each of them twice.
#[inline(always)]
fn images<B: Grid>(board: B) -> [B; 8] {
    let square = board.shape().is_square();
    let image = |symmetry: Symmetry| board.transformed(symmetry);
    let turned = |turned: Symmetry, other: Symmetry| image(if square { turned } else { other });
    [
        board,
        image(Symmetry::FlipColumns),
        image(Symmetry::FlipRows),
        image(Symmetry::HalfTurn),
        turned(Symmetry::Transpose, Symmetry::Identity),
        turned(Symmetry::QuarterTurn, Symmetry::FlipColumns),
        turned(Symmetry::QuarterTurnBack, Symmetry::FlipRows),
        turned(Symmetry::AntiTranspose, Symmetry::HalfTurn),
    ]
}

// SAFETY: an index is four bits for each cell of a tuple, and a tuple has a weight for each such number from its offset on.
unsafe impl<const R: usize, const C: usize> Indexed for Packed<R, C> {
    #[inline(always)]
    fn stage(self, stages: &Stages) -> usize {
        stages.of_packed(self.bits())
    }

    #[inline(always)]
    fn each_tuple_of_stage(self, stage: usize, tuples: &Tuples, visit: impl FnMut(&Indexes)) {
        let images_of_board = || match self.as_4x4() {
            Some(_) => images_4x4(planes(self.bits())),
            None => images(self).map(|image| planes(image.bits())),
        };
        simd::each_tuple(self.bits(), images_of_board, tuples, stage, visit);
    }

    #[inline(always)]
    fn write_tuples_of_stage<const SHIFT: u32, const BOARDS: usize>(
        boards: [Self; BOARDS],
        stage: usize,
        tuples: &Tuples,
        lines: &mut [TwoIndexes],
    ) -> bool {
        simd::write_tuples::<SHIFT, BOARDS>(boards.map(Packed::bits), tuples, stage, lines)
    }

    #[inline(always)]
    fn is_at_its_limit(self) -> bool {
        let pairs = self.bits() & self.bits() >> 1;
        (pairs & pairs >> 2 & 0x1111_1111_1111_1111).count_ones() >= 2
    }
}

// SAFETY: as above; larger exponents count as 15.
unsafe impl Indexed for Board {
    fn stage(self, stages: &Stages) -> usize {
        stages.of(self)
    }

    fn each_tuple_of_stage(self, stage: usize, tuples: &Tuples, mut visit: impl FnMut(&Indexes)) {
        let images = images(self);
        for tuple in tuples.of_stage(stage) {
            visit(&images.map(|image| {
                let digits =
                    tuple.cells().map(|cell| u32::from(image.tile(cell).map_or(0, Tile::exponent).min(15)));
                tuple.offset + index_of(digits)
            }));
        }
    }

    fn is_at_its_limit(self) -> bool {
        false
    }
}

/// The index of these digits, the slow way: bit 3 of all digits, then bit 2 of all, and so on.
fn index_of(digits: impl Iterator<Item = u32>) -> u32 {
    let digits: Vec<u32> = digits.collect();
    let bits = (0..4).rev().flat_map(|bit| digits.iter().map(move |digit| digit >> bit & 1));
    bits.fold(0, |index, bit| index << 1 | bit)
}

#[cfg(test)]
mod tests {
    use redouble_core::{Random, Shape};

    use super::*;

    /// The indexes of packed boards are those of exact boards, which are taken cell by cell.
    #[test]
    fn packed_boards_have_the_indexes_of_exact_ones() {
        fn check<const R: usize, const C: usize>(net: &str) {
            let stages = "64,512+64,2048".parse().unwrap();
            let tuples = Tuples::parse(net, Shape::new(R, C).unwrap()).unwrap().with_stages(stages).unwrap();
            let mut random = Random::new(4);
            for _ in 0..200 {
                // Tiles up to 2048, so that no sum leaves what an exact board may hold.
                let bits = (0..R * C).fold(0, |bits, _| bits << 4 | u64::from(random.below(12)));
                let packed = Packed::<R, C>::from_bits(bits);
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                packed.each_tuple(&tuples, |found| fast.push(*found));
                Board::from(packed).each_tuple(&tuples, |found| slow.push(*found));
                assert_eq!(fast, slow, "{packed:?}");
                let mut lines = vec![TwoIndexes::default(); tuples.len().div_ceil(2)];
                let stage = packed.stage(tuples.stages());
                let twice: Vec<Indexes> = slow.iter().map(|tuple| tuple.map(|index| 2 * index)).collect();
                for seek in [seek_one::<1, Packed<R, C>>, seek_slowly::<1, Packed<R, C>>] {
                    lines.fill(TwoIndexes::default());
                    seek(packed, stage, &tuples, &mut lines);
                    assert_eq!(TwoIndexes::flat(&lines)[..tuples.len()], twice, "{packed:?}");
                }
                // Boards of one stage, and of several.
                for others in [[packed; 2], [Packed::EMPTY, packed]] {
                    let boards = [others[0], packed, others[1]];
                    let mut lines = vec![TwoIndexes::default(); boards.len() * tuples.len().div_ceil(2)];
                    seek::<0, 3, _>(boards, |board| board.stage(tuples.stages()), &tuples, &mut lines);
                    let of_boards = lines.chunks_exact(tuples.len().div_ceil(2));
                    for (board, lines) in boards.into_iter().zip(of_boards) {
                        let mut expected = Vec::new();
                        Board::from(board).each_tuple(&tuples, |found| expected.push(*found));
                        assert_eq!(TwoIndexes::flat(lines)[..tuples.len()], expected, "{board:?}");
                    }
                }
            }
        }
        check::<4, 4>("8x6");
        check::<4, 4>("07f,123,a");
        check::<3, 3>("0134,012345");
        check::<2, 4>("0145,0123");
        check::<3, 4>("0145,0123");
    }

    #[test]
    fn two_of_the_largest_tiles_are_the_limit() {
        assert!(!Packed::<4, 4>::from_bits(0xf000_0000_7bde_0001).is_at_its_limit());
        assert!(Packed::<4, 4>::from_bits(0xf000_0f00_0000_0001).is_at_its_limit());
    }
}
