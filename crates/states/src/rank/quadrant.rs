//! The 2x2 quadrants of a 4x4 board.
//!
//! ```text
//!  quadrants      cells of a quadrant
//!   0 │ 1            0 1
//!  ───┼───           2 3
//!   2 │ 3
//! ```
//! A symmetry of the board moves the quadrants as it moves the cells of a 2x2 board, and moves the cells within each of
//! them in the same way.

use redouble_core::{Cell, Shape, Symmetry};

/// The number of symmetries of a square.
pub(crate) const SYMMETRIES: usize = Symmetry::ALL.len();

/// Where a symmetry moves each quadrant: `MOVES[symmetry][from]` is where to.
pub(crate) const MOVES: [[usize; 4]; SYMMETRIES] = {
    let shape = Shape::new(2, 2).expect("a shape");
    let mut moves = [[0; 4]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut from = 0;
        while from < 4 {
            moves[symmetry][from] = Symmetry::ALL[symmetry].cell(shape, Cell::new(from)).index();
            from += 1;
        }
        symmetry += 1;
    }
    moves
};

/// The number of the symmetry that undoes this one.
pub(crate) const fn inverse(symmetry: usize) -> usize {
    Symmetry::ALL[symmetry].inverse() as usize
}

/// All quadrants with tiles up to an exponent, numbered by tile sum and then by digits.
///
/// Quadrants with the same tile sum form a class. A class is named by half its sum, and a quadrant has a rank in it.
pub(crate) struct Quadrants {
    max_exponent: u8,
    /// The exponents of the cells, by number.
    cells: Vec<[u8; 4]>,
    /// The class, by number.
    class: Vec<u8>,
    /// `first[class]` is the number of the first quadrant of the class; one more entry at the end.
    first: Vec<u16>,
    /// The number of a quadrant, by its digits.
    number: Vec<u16>,
    /// `image_rank[symmetry][number]`: the rank of the image, in the same class.
    image_rank: [Vec<u8>; SYMMETRIES],
}

impl Quadrants {
    /// More classes than bits of a word begin with the exponent 6: classes of 66.
    pub(crate) const MAX_EXPONENT: u8 = 5;

    pub(crate) fn new(max_exponent: u8) -> Quadrants {
        assert!(max_exponent <= Self::MAX_EXPONENT, "a class has at most 64 quadrants");
        let mut all: Vec<(usize, u16)> = (0..=u16::MAX)
            .filter(|&digits| cells_of(digits).iter().all(|&cell| cell <= max_exponent))
            .map(|digits| (half_sum(cells_of(digits)), digits))
            .collect();
        all.sort_unstable();
        let mut number = vec![0; 1 << 16];
        all.iter().zip(0..).for_each(|(&(_, digits), n)| number[usize::from(digits)] = n);
        let last_class = half_sum([max_exponent; 4]);
        let first = (0..=last_class + 1).map(|class| all.partition_point(|&(sum, _)| sum < class) as u16);
        let mut quadrants = Quadrants {
            max_exponent,
            cells: all.iter().map(|&(_, digits)| cells_of(digits)).collect(),
            class: all.iter().map(|&(sum, _)| sum as u8).collect(),
            first: first.collect(),
            number,
            image_rank: Default::default(),
        };
        quadrants.image_rank = std::array::from_fn(|symmetry| quadrants.image_ranks(symmetry));
        quadrants
    }

    fn image_ranks(&self, symmetry: usize) -> Vec<u8> {
        let rank_of_image = |cells: &[u8; 4]| {
            let mut image = [0; 4];
            (0..4).for_each(|cell| image[MOVES[symmetry][cell]] = cells[cell]);
            self.rank(self.number(image)) as u8
        };
        self.cells.iter().map(rank_of_image).collect()
    }

    /// The number of quadrants.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of classes, empty ones included.
    pub(crate) fn classes(&self) -> usize {
        self.first.len() - 1
    }

    /// The number of quadrants in a class.
    #[inline]
    pub(crate) fn size(&self, class: usize) -> usize {
        usize::from(self.first[class + 1] - self.first[class])
    }

    /// The number of the first quadrant of a class.
    #[inline]
    pub(crate) fn first(&self, class: usize) -> usize {
        usize::from(self.first[class])
    }

    #[inline]
    pub(crate) fn class(&self, number: usize) -> usize {
        usize::from(self.class[number])
    }

    #[inline]
    pub(crate) fn rank(&self, number: usize) -> usize {
        number - self.first(self.class(number))
    }

    #[inline]
    pub(crate) fn image_rank(&self, symmetry: usize, number: usize) -> usize {
        usize::from(self.image_rank[symmetry][number])
    }

    /// The number of the quadrant with these exponents.
    pub(crate) fn number(&self, cells: [u8; 4]) -> usize {
        let digits = cells.iter().fold(0, |digits, &cell| digits << 4 | usize::from(cell));
        usize::from(self.number[digits])
    }

    /// The exponents of the cells.
    #[inline]
    pub(crate) fn cells(&self, number: usize) -> [u8; 4] {
        self.cells[number]
    }

    /// The exponent of the largest tile of a quadrant.
    pub(crate) fn max(&self, number: usize) -> u8 {
        self.cells[number].into_iter().max().unwrap_or(0)
    }

    /// The numbers of the four quadrants of a board; `None` if a tile is too large.
    pub(crate) fn of_board(&self, bits: u64) -> Option<[usize; 4]> {
        let cell = |row: usize, column: usize| (bits >> (4 * (15 - 4 * row - column)) & 15) as u8;
        let quadrant = |row, column| {
            [cell(row, column), cell(row, column + 1), cell(row + 1, column), cell(row + 1, column + 1)]
        };
        let quadrants = [quadrant(0, 0), quadrant(0, 2), quadrant(2, 0), quadrant(2, 2)];
        let fits = quadrants.iter().flatten().all(|&exponent| exponent <= self.max_exponent);
        fits.then(|| quadrants.map(|cells| self.number(cells)))
    }

    /// The numbers of the four quadrants of a board whose tiles fit.
    #[inline(always)]
    pub(crate) fn of_packed(&self, bits: u64) -> [usize; 4] {
        let digits = |upper: u32| (bits >> upper & 0xff) << 8 | bits >> (upper - 16) & 0xff;
        [56, 48, 24, 16].map(|upper| usize::from(self.number[digits(upper) as usize]))
    }

    /// The packed board with these quadrants.
    pub(crate) fn board(&self, quadrants: [usize; 4]) -> u64 {
        let mut bits = 0;
        for (place, number) in quadrants.into_iter().enumerate() {
            for (cell, exponent) in self.cells(number).into_iter().enumerate() {
                let (row, column) = (place / 2 * 2 + cell / 2, place % 2 * 2 + cell % 2);
                bits |= u64::from(exponent) << (4 * (15 - 4 * row - column));
            }
        }
        bits
    }
}

fn cells_of(digits: u16) -> [u8; 4] {
    [12, 8, 4, 0].map(|shift| (digits >> shift & 15) as u8)
}

fn half_sum(cells: [u8; 4]) -> usize {
    cells.into_iter().map(|exponent| (1usize << exponent) / 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Grid, Packed4x4, Random};

    #[test]
    fn symmetries_of_boards_are_symmetries_of_quadrants() {
        let quadrants = Quadrants::new(5);
        let mut random = Random::new(2);
        for _ in 0..2_000 {
            let bits = (0..16).fold(0, |bits, _| bits << 4 | u64::from(random.below(6)));
            let numbers = quadrants.of_board(bits).unwrap();
            assert_eq!(quadrants.board(numbers), bits);
            assert_eq!(quadrants.of_packed(bits), numbers);
            for (symmetry, of_board) in Symmetry::ALL.into_iter().enumerate() {
                let image = Packed4x4::from_bits(bits).transformed(of_board).bits();
                let image = quadrants.of_board(image).unwrap();
                for (from, number) in numbers.into_iter().enumerate() {
                    let moved = image[MOVES[symmetry][from]];
                    assert_eq!(quadrants.class(moved), quadrants.class(number));
                    assert_eq!(quadrants.rank(moved), quadrants.image_rank(symmetry, number));
                }
            }
        }
    }
}
