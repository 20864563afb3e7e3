//! One layer from two others, board by board: the twin of everything else here.

use std::collections::BTreeSet;
use std::ops::Range;

use redouble_core::{Direction, Grid, Packed4x4, Symmetry};

use super::counts::Counts;
use super::left::Left;
use super::tables::Tables;

/// The symmetries other than the identity. As many boards are their own images left-right as upside down, but those have halves
/// of any value: the engine counts the others twice.
const IMAGES: [Symmetry; 7] = [
    Symmetry::FlipRows,
    Symmetry::FlipRows,
    Symmetry::HalfTurn,
    Symmetry::Transpose,
    Symmetry::QuarterTurn,
    Symmetry::QuarterTurnBack,
    Symmetry::AntiTranspose,
];

/// Boards.
pub(super) type Boards = BTreeSet<Packed4x4>;

/// The exponents of a board, row by row.
fn cells(board: Packed4x4) -> [u8; 16] {
    std::array::from_fn(|cell| (board.bits() >> (60 - 4 * cell) & 15) as u8)
}

fn value(cells: &[u8]) -> usize {
    cells.iter().filter(|&&exponent| exponent > 0).map(|exponent| 1 << (exponent - 1)).sum()
}

/// The value of the upper half.
pub(super) fn upper(board: Packed4x4) -> usize {
    value(&cells(board)[..8])
}

/// All images of boards.
pub(super) fn images(boards: &Boards) -> Boards {
    boards.iter().flat_map(|&board| Symmetry::ALL.map(|symmetry| board.transformed(symmetry))).collect()
}

/// Boards with one more tile, wherever a cell is empty.
pub(super) fn with_tile(boards: &Boards, exponent: u8) -> Boards {
    let with = |board: Packed4x4| {
        let empty = (0..16).filter(move |cell| board.bits() >> (4 * cell) & 15 == 0);
        empty.map(move |cell| Packed4x4::from_bits(board.bits() | u64::from(exponent) << (4 * cell)))
    };
    boards.iter().flat_map(|&board| with(board)).collect()
}

/// The boards that a legal slide to the left leaves, unless the goal tile is there.
pub(super) fn slid_left(boards: &Boards, max_exponent: u8) -> Boards {
    let slid = boards.iter().filter_map(|board| Some(board.slid(Direction::Left)?.0));
    slid.filter(|&board| cells(board).iter().all(|&exponent| exponent <= max_exponent)).collect()
}

/// What the engine counts of boards whose upper halves have some of the values: each board for itself and for its image upside
/// down, which has another upper half.
pub(super) fn counted(boards: &Boards, uppers: impl Fn(usize) -> bool) -> Counts {
    let mut counts = Counts::default();
    for &board in boards.iter().filter(|board| uppers(upper(**board))) {
        let (above, all) = (upper(board), value(&cells(board)));
        let flips = match (2 * above).cmp(&all) {
            std::cmp::Ordering::Less => continue,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        let max = usize::from(cells(board).into_iter().max().unwrap_or(0));
        let own = |symmetry: &&Symmetry| board.transformed(**symmetry) == board;
        let own = IMAGES.iter().filter(own).count() as u64;
        let (of, fixed) = match board.legal().is_empty() {
            false => (&mut counts.live, &mut counts.fixed_live),
            true => (&mut counts.lost, &mut counts.fixed_lost),
        };
        of[max] += flips;
        fixed[max] += flips * own;
    }
    counts
}

/// The quadrants of a board.
fn quadrants(tables: &Tables, board: Packed4x4) -> [usize; 4] {
    let cells = cells(board);
    [0, 2, 8, 10].map(|first| tables.fours.number([0, 1, 4, 5].map(|step| cells[first + step])))
}

fn board(tables: &Tables, quadrants: [usize; 4]) -> Packed4x4 {
    let mut bits = 0;
    for (quadrant, first) in quadrants.into_iter().zip([0, 2, 8, 10]) {
        for (exponent, step) in tables.fours.cells(quadrant).into_iter().zip([0, 1, 4, 5]) {
            bits |= u64::from(exponent) << (60 - 4 * (first + step));
        }
    }
    Packed4x4::from_bits(bits)
}

impl Left {
    /// The numbers of a board whose rows are results of slides: value of the upper half, its number, number of the lower half.
    fn place(tables: &Tables, board: Packed4x4) -> (usize, usize, usize) {
        let [q0, q1, q2, q3] = quadrants(tables, board);
        let number = |half| {
            usize::from(tables.halves.number(&tables.lines, &tables.fours, tables.fours.crossed(half)))
        };
        let above = upper(board);
        (above, tables.halves.upper(above, number([q0, q1])), number([q2, q3]))
    }

    /// Adds boards.
    pub(super) fn insert(&mut self, tables: &Tables, boards: &Boards) {
        for &board in boards {
            let (above, number, bit) = Left::place(tables, board);
            let width = self.layout.width(above);
            self.rows_mut(above)[number * width + bit / 64] |= 1 << (bit % 64);
        }
    }

    /// The boards whose upper halves have these values. All of them are looked at: layers of large games take gigabytes.
    pub(super) fn boards(&self, tables: &Tables, uppers: Range<usize>) -> Boards {
        let mut boards = Boards::new();
        for above in uppers.clone() {
            let Some(below) = tables.lower(self.layout.half_sum, above) else { continue };
            for number in 0..tables.halves.count(above) {
                let row = self.row(above, tables.halves.upper(above, number));
                let filled = (0..self.layout.width(above)).filter(|&word| row[word] != 0);
                let bits = filled.flat_map(|word| 64 * word..64 * word + 64);
                for bit in bits.filter(|bit| row[bit / 64] >> (bit % 64) & 1 == 1) {
                    let ([q0, q1], [q2, q3]) =
                        (tables.halves.quadrants(above, number), tables.halves.quadrants(below, bit));
                    boards.insert(board(tables, [q0, q1, q2, q3]));
                }
            }
        }
        let ones: u64 = self.rows(uppers).iter().map(|word| u64::from(word.count_ones())).sum();
        assert_eq!(ones, boards.len() as u64, "every bit is a board");
        boards
    }
}

/// A board whose rows are results of slides, given by their numbers.
pub(super) fn of_rows(tables: &Tables, rows: [usize; 4]) -> Packed4x4 {
    let [q0, q1] = tables.fours.crossed([rows[0], rows[1]]);
    let [q2, q3] = tables.fours.crossed([rows[2], rows[3]]);
    board(tables, [q0, q1, q2, q3])
}
