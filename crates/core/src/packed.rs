//! Boards of up to 16 cells in one 64-bit number.

mod canonical;
mod rows;

use std::fmt;

use crate::line::slide_line;
use crate::{Board, Cell, Direction, Directions, Grid, Shape, Symmetry, Tile};
use rows::{OVERFLOW, ROWS};

/// A board of at most 16 cells and tiles up to 32768, four bits a cell.
///
/// The first cell is the highest digit, so that the number reads like the board and numbers compare like boards:
///
/// ```text
/// 4x4   bits 63..60 59..56 55..52 51..48      2x3   bits 23..20 19..16 15..12
///            47..44 43..40 39..36 35..32                 11..8   7..4   3..0
///            31..28 27..24 23..20 19..16
///            15..12 11..8   7..4   3..0
/// ```
///
/// Packing is lossy in one way: there is no 65536. [`Packed::try_from`] says so, and a slide that would make one
/// [panics](Packed#panics) rather than go wrong; [`Packed::has_headroom`] tells beforehand.
///
/// ```
/// use redouble_core::{Board, Direction, Grid, Packed, board};
///
/// let packed = Packed::<2, 3>::try_from(board! { 2 2 . / . 4 8 }).unwrap();
/// assert_eq!(packed.bits(), 0x110023);
/// let (slid, gained) = packed.slid(Direction::Left).unwrap();
/// assert_eq!((Board::from(slid), gained), (board! { 4 . . / 4 8 . }, 4));
/// assert!(Packed::<2, 2>::try_from(board! { 2 2 . / . 4 8 }).is_err()); // another shape
/// ```
///
/// # Panics
/// Sliding two 32768 into one another panics. A board whose [`has_headroom`](Packed::has_headroom) is true is
/// hundreds of moves away from that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Packed<const R: usize, const C: usize>(u64);

/// The packed form of the board everybody knows.
pub type Packed4x4 = Packed<4, 4>;

/// A board that has no packed form of the type asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// The board has another shape.
    Shape(Shape),
    /// A tile is larger than 32768.
    Tile(Tile),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Shape(shape) => write!(f, "the board is {shape}"),
            PackError::Tile(tile) => write!(f, "{tile} does not fit: packed tiles go up to 32768"),
        }
    }
}

impl std::error::Error for PackError {}

impl<const R: usize, const C: usize> Packed<R, C> {
    /// The shape of all boards of this type.
    pub const SHAPE: Shape = {
        assert!(R * C <= 16, "a packed board has at most 16 cells");
        Shape::new(R, C).expect("sides from 2 to 8")
    };
    /// The board without tiles.
    pub const EMPTY: Self = Packed(0);

    const CELLS: usize = Self::SHAPE.cells();
    /// The lowest bit of every cell.
    const ONES: u64 = 0x1111_1111_1111_1111 >> (64 - 4 * Self::CELLS);
    /// The lowest bits of the first cell of every row.
    const FIRST_COLUMN: u64 = Self::column_ones(0);
    /// The lowest bits of the last cell of every row.
    const LAST_COLUMN: u64 = Self::column_ones(C - 1);
    /// The lowest bits of the cells of the first row.
    const FIRST_ROW: u64 = Self::ONES & !(Self::ONES >> (4 * C));
    /// The lowest bits of the cells of the last row.
    const LAST_ROW: u64 = Self::ONES & !(Self::ONES << (4 * C));

    const fn column_ones(column: usize) -> u64 {
        let (mut ones, mut row) = (0, 0);
        while row < R {
            ones |= 1 << Self::shift(row * C + column);
            row += 1;
        }
        ones
    }

    /// On square boards: all bits of the cells whose column is `diagonal - (C - 1)` more than their row.
    const DIAGONALS: [u64; 16] = {
        let (mut diagonals, mut index) = ([0; 16], 0);
        while index < Self::CELLS {
            diagonals[(index % C + R - 1 - index / C) % 16] |= 15 << Self::shift(index);
            index += 1;
        }
        diagonals
    };

    /// Where the bits of the cell with this index begin.
    const fn shift(index: usize) -> usize {
        4 * (Self::CELLS - 1 - index)
    }

    /// The board with these digits.
    ///
    /// # Panics
    /// If there are digits beyond the cells of the shape.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        assert!(bits & !(Self::ONES * 15) == 0, "more digits than cells");
        Packed(bits)
    }

    /// The number.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether a 65536 is at least 250 moves away: its tile sum is below 65536 − 1000.
    #[must_use]
    #[inline]
    pub fn has_headroom(self) -> bool {
        const LIMIT: u64 = 65_536 - 1_000;
        self.most_sum() < LIMIT || self.sum() < LIMIT
    }

    /// What the tiles sum up to at most, sooner known than their sum: tiles below 4096 and empty cells count as 2048.
    #[inline]
    const fn most_sum(self) -> u64 {
        let (twice, four_times) = (self.0, self.0 >> 1);
        let large = self.0 >> 2 & self.0 >> 3 & Self::ONES;
        let count = large.count_ones();
        let both = (large & twice & four_times).count_ones();
        let units = count + (large & twice).count_ones() + 3 * ((large & four_times).count_ones() + both);
        4_096 * units as u64 + 2_048 * (Self::CELLS as u64 - count as u64)
    }

    /// The lowest bit of every empty cell.
    #[must_use]
    #[inline]
    pub const fn empty_bits(self) -> u64 {
        self.occupied() ^ Self::ONES
    }

    /// The lowest bit of every cell that holds a tile.
    #[inline]
    const fn occupied(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        (pairs | pairs >> 2) & Self::ONES
    }

    /// The lowest bit of the empty cell with `n` empty cells before it.
    ///
    /// Without a loop: a multiplication counts, in every cell, the empty cells from there to the last cell.
    #[inline]
    const fn nth_empty_bit(self, n: usize) -> Option<u64> {
        let empty = self.empty_bits();
        let count = empty.count_ones() as usize;
        if n >= count {
            return None;
        }
        let from_here = empty.wrapping_mul(0x1111_1111_1111_1111) & (Self::ONES * 15);
        // Sixteen empty cells count as 0 in four bits, and nothing else does in an empty cell.
        let wanted = ((count - n) as u64 & 15) * Self::ONES;
        Some((Packed::<R, C>(from_here ^ wanted).occupied() ^ Self::ONES) & empty)
    }

    /// Rows and columns exchanged.
    #[must_use]
    #[inline]
    pub const fn transposed(self) -> Packed<C, R> {
        if R == 4 && C == 4 {
            return Packed(canonical::transposed_4x4(self.0));
        }
        if R == C {
            return Packed(self.square_transposed());
        }
        let (mut bits, mut index) = (0, 0);
        while index < Self::CELLS {
            let exponent = self.0 >> Self::shift(index) & 15;
            bits |= exponent << Packed::<C, R>::shift(index % C * R + index / C);
            index += 1;
        }
        Packed(bits)
    }

    /// Rows and columns of a square exchanged: all cells of a diagonal move equally far.
    #[inline(always)]
    const fn square_transposed(self) -> u64 {
        let (mut bits, mut diagonal) = (0, 0);
        while diagonal < 2 * C - 1 {
            let cells = self.0 & Self::DIAGONALS[diagonal];
            bits |= match diagonal >= C - 1 {
                true => cells >> (4 * (C - 1) * (diagonal + 1 - C)),
                false => cells << (4 * (C - 1) * (C - 1 - diagonal)),
            };
            diagonal += 1;
        }
        bits
    }

    /// Left and right exchanged: all cells of a column move equally far.
    #[inline(always)]
    const fn columns_flipped(self) -> Self {
        if R == 4 && C == 4 {
            return Packed(canonical::columns_flipped_4x4(self.0));
        }
        let (mut bits, mut column) = (0, 0);
        while column < C {
            let cells = self.0 & (Self::column_ones(column) * 15);
            bits |= match 2 * column < C {
                true => cells >> (4 * (C - 1 - 2 * column)),
                false => cells << (4 * (2 * column + 1 - C)),
            };
            column += 1;
        }
        Packed(bits)
    }

    /// First and last row exchanged, and so on.
    #[inline(always)]
    const fn rows_flipped(self) -> Self {
        let (mut bits, mut row) = (0, 0);
        while row < R {
            bits |= self.row(row) << (4 * C * row);
            row += 1;
        }
        Packed(bits)
    }

    /// The digits of one row.
    #[inline(always)]
    const fn row(self, row: usize) -> u64 {
        self.0 >> (4 * C * (R - 1 - row)) & (u64::MAX >> (64 - 4 * C))
    }

    /// The board after sliding to the left and after sliding to the right, and the score gained, which is the same; the same
    /// board if nothing moves. For code that tries all slides and can not afford a branch for each.
    ///
    /// # Panics
    /// If two 32768 merge.
    ///
    /// ```
    /// use redouble_core::Packed;
    ///
    /// let board = Packed::<2, 2>::from_bits(0x11_20);
    /// assert_eq!(board.slid_both_ways(), ([Packed::from_bits(0x20_20), Packed::from_bits(0x02_02)], 4));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn slid_both_ways(self) -> ([Self; 2], u64) {
        let ((left, gained, overflow), (right, ..)) = (self.slid_rows(false), self.slid_rows(true));
        assert!(!overflow, "a packed board with headroom");
        ([left, right], gained)
    }

    /// All rows slid to the left or to the right, the score gained, and whether a 65536 would have to be made.
    #[inline(always)]
    fn slid_rows(self, toward_end: bool) -> (Self, u64, bool) {
        if C > 4 {
            return self.slid_long_rows(toward_end);
        }
        // A short row is looked up at the end of the four cells to which it slides.
        let pad = if toward_end { 0 } else { 16 - 4 * C };
        let (mut bits, mut gained, mut any) = (0, 0, 0);
        for row in 0..R {
            let entry = ROWS[(self.row(row) << pad) as usize];
            let slid = (entry >> if toward_end { 16 } else { 0 }) as u16 >> pad;
            bits |= u64::from(slid) << (4 * C * (R - 1 - row));
            gained += entry >> 32;
            any |= entry;
        }
        (Packed(bits), gained, any & OVERFLOW != 0)
    }

    /// Rows of five to eight cells would need tables beyond every cache: they are slid cell by cell.
    #[inline]
    fn slid_long_rows(self, toward_end: bool) -> (Self, u64, bool) {
        let (mut bits, mut gained, mut overflow) = (0, 0, false);
        for row in 0..R {
            let digits = self.row(row);
            let at = |cell: usize| 4 * if toward_end { cell } else { C - 1 - cell };
            let mut line: [u8; C] = std::array::from_fn(|cell| (digits >> at(cell) & 15) as u8);
            gained += slide_line(&mut line);
            overflow |= line.iter().any(|&exponent| exponent > 15);
            let slid = (0..C).fold(0, |slid, cell| slid | u64::from(line[cell] & 15) << at(cell));
            bits |= slid << (4 * C * (R - 1 - row));
        }
        (Packed(bits), gained, overflow)
    }

    /// The other board if `other_one`, this one if not, without a branch.
    #[inline]
    const fn select(self, other: Self, other_one: bool) -> Self {
        Packed(self.0 ^ (self.0 ^ other.0) & (other_one as u64).wrapping_neg())
    }

    /// As [`Grid::slid`], but a slide that would make a 65536 is an answer, not a panic.
    ///
    /// # Errors
    /// If two 32768 merge.
    #[inline]
    pub fn try_slid(self, direction: Direction) -> Result<Option<(Self, u64)>, PackError> {
        let (slid, gained, overflow) = if R == C {
            // Both ways round are cheap; a branch on a random direction is not (13 ns a move in random games).
            let upright = |board: Self| board.select(Packed(board.transposed().0), direction.is_vertical());
            let (slid, gained, overflow) = upright(self).slid_rows(direction.is_toward_end());
            (upright(slid), gained, overflow)
        } else if direction.is_vertical() {
            let (slid, gained, overflow) = self.transposed().slid_rows(direction.is_toward_end());
            (slid.transposed(), gained, overflow)
        } else {
            self.slid_rows(direction.is_toward_end())
        };
        if overflow {
            return Err(PackError::Tile(const { Tile::new(16).expect("65536 is a tile") }));
        }
        Ok((slid != self).then_some((slid, gained)))
    }

    /// The least image, for any shape: straight-line code that the compiler vectorises.
    #[inline(always)]
    fn least_image(self) -> Self {
        let of_four = |board: Self| {
            let flipped = board.columns_flipped();
            board.min(flipped).min(board.rows_flipped()).min(flipped.rows_flipped())
        };
        if R == C { of_four(self).min(of_four(Packed(self.square_transposed()))) } else { of_four(self) }
    }
}

/// The sum of the two tiles in a byte.
static SUMS_OF_TWO: [u32; 256] = {
    let (mut sums, mut two) = ([0; 256], 0);
    while two < 256 {
        // 2^0 stands for an empty cell and is 0.
        sums[two] = (1 << (two >> 4) & !1) + (1 << (two & 15) & !1);
        two += 1;
    }
    sums
};

impl<const R: usize, const C: usize> Grid for Packed<R, C> {
    #[inline]
    fn shape(self) -> Shape {
        Self::SHAPE
    }

    #[inline]
    fn tile(self, cell: Cell) -> Option<Tile> {
        Tile::new((self.0 >> Self::shift(cell.index()) & 15) as u8)
    }

    /// # Panics
    /// If the tile is larger than 32768.
    #[inline]
    fn with_tile(self, cell: Cell, tile: Option<Tile>) -> Self {
        let exponent = tile.map_or(0, Tile::exponent);
        assert!(exponent < 16, "packed tiles go up to 32768");
        let shift = Self::shift(cell.index());
        Packed(self.0 & !(15 << shift) | u64::from(exponent) << shift)
    }

    #[inline]
    fn slid(self, direction: Direction) -> Option<(Self, u64)> {
        self.try_slid(direction).expect("a packed board with headroom")
    }

    fn transformed(self, symmetry: Symmetry) -> Self {
        assert!(symmetry.preserves(Self::SHAPE), "{symmetry:?} turns {R}x{C} into another shape");
        // Only reached on squares, where exchanging the sides keeps the type.
        let transposed = || Packed(self.transposed().0);
        match symmetry {
            Symmetry::Identity => self,
            Symmetry::FlipColumns => self.columns_flipped(),
            Symmetry::FlipRows => self.rows_flipped(),
            Symmetry::HalfTurn => self.columns_flipped().rows_flipped(),
            Symmetry::Transpose => transposed(),
            Symmetry::QuarterTurn => transposed().columns_flipped(),
            Symmetry::QuarterTurnBack => transposed().rows_flipped(),
            Symmetry::AntiTranspose => transposed().columns_flipped().rows_flipped(),
        }
    }

    /// A tile can go left if the cell on its left is empty or equal; so for every direction, all cells at once.
    #[inline]
    fn legal(self) -> Directions {
        let occupied = self.occupied();
        let empty = occupied ^ Self::ONES;
        // Equal to the neighbour on the left, and to the one above.
        let equal = |neighbours: u64| Packed::<R, C>(self.0 ^ neighbours).occupied() ^ Self::ONES;
        let beside = equal(self.0 >> 4) & occupied & !Self::FIRST_COLUMN;
        let above = equal(self.0 >> (4 * C)) & occupied & !Self::FIRST_ROW;
        let left = beside | occupied & empty >> 4 & !Self::FIRST_COLUMN;
        let right = beside | occupied & empty << 4 & !Self::LAST_COLUMN;
        let up = above | occupied & empty >> (4 * C) & !Self::FIRST_ROW;
        let down = above | occupied & empty << (4 * C) & !Self::LAST_ROW;
        let bit = |cells: u64, direction: Direction| u8::from(cells != 0) << direction as u8;
        Directions::from_bits(
            bit(up, Direction::Up)
                | bit(right, Direction::Right)
                | bit(down, Direction::Down)
                | bit(left, Direction::Left),
        )
    }

    /// Inlined, so that a loop over a slice is vectorised with the instructions that the loop is compiled for.
    #[inline(always)]
    fn canonical(self) -> Self {
        if R == 4 && C == 4 {
            return Packed(canonical::canonical_4x4(self.0));
        }
        self.least_image()
    }

    #[inline]
    fn count_empty(self) -> usize {
        Self::CELLS - self.occupied().count_ones() as usize
    }

    #[inline]
    fn nth_empty(self, n: usize) -> Option<Cell> {
        let lowest_bit = self.nth_empty_bit(n)?;
        Some(Cell::new(Self::CELLS - 1 - lowest_bit.trailing_zeros() as usize / 4))
    }

    /// Two cells at a time.
    #[inline]
    fn sum(self) -> u64 {
        self.0.to_le_bytes().into_iter().map(|two| u64::from(SUMS_OF_TWO[usize::from(two)])).sum()
    }

    #[inline]
    fn with_nth_empty(self, n: usize, tile: Tile) -> Option<Self> {
        assert!(tile.exponent() < 16, "packed tiles go up to 32768");
        Some(Packed(self.0 | (self.nth_empty_bit(n)? * u64::from(tile.exponent()))))
    }
}

impl<const R: usize, const C: usize> TryFrom<Board> for Packed<R, C> {
    type Error = PackError;

    fn try_from(board: Board) -> Result<Self, PackError> {
        if board.shape() != Self::SHAPE {
            return Err(PackError::Shape(board.shape()));
        }
        // Behind the last cell there are zeros.
        let (first, second) = board.exponents()[..16].split_at(8);
        let [first, second] =
            [first, second].map(|half| u64::from_be_bytes(half.try_into().expect("eight bytes")));
        // An exponent above 15 has one of the upper bits.
        if (first | second) & 0xf0f0_f0f0_f0f0_f0f0 != 0 {
            return Err(PackError::Tile(board.max_tile().expect("a large tile")));
        }
        Ok(Packed((digits(first) << 32 | digits(second)) >> (64 - 4 * Self::CELLS)))
    }
}

/// Eight bytes below 16 as eight digits of 4 bits.
#[inline]
const fn digits(bytes: u64) -> u64 {
    let pairs = (bytes | bytes >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    (fours | fours >> 16) & 0x0000_0000_ffff_ffff
}

/// Eight digits of 4 bits as eight bytes.
#[inline]
const fn bytes(digits: u64) -> u64 {
    let fours = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    let pairs = (fours | fours << 8) & 0x00ff_00ff_00ff_00ff;
    (pairs | pairs << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

impl<const R: usize, const C: usize> From<Packed<R, C>> for Board {
    fn from(packed: Packed<R, C>) -> Board {
        let all = packed.0 << (64 - 4 * Packed::<R, C>::CELLS);
        let mut exponents = [0; Shape::MAX_CELLS];
        exponents[..8].copy_from_slice(&bytes(all >> 32).to_be_bytes());
        exponents[8..16].copy_from_slice(&bytes(all & 0xffff_ffff).to_be_bytes());
        Board::with_exponents(Packed::<R, C>::SHAPE, exponents)
    }
}

impl<const R: usize, const C: usize> fmt::Debug for Packed<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed(0x{:0width$x})", self.0, width = Self::CELLS)
    }
}

/// Runs an expression with the sides of a shape of up to 16 cells as constants.
///
/// `with_packed!(shape, R, C => expression)` is `Some` of the expression, or `None` for larger shapes.
///
/// ```
/// use redouble_core::{Packed, Shape, with_packed};
///
/// let bits_of = |shape: Shape| with_packed!(shape, R, C => Packed::<R, C>::SHAPE.cells() * 4);
/// assert_eq!(bits_of(Shape::new(3, 3).unwrap()), Some(36));
/// assert_eq!(bits_of(Shape::new(5, 5).unwrap()), None);
/// ```
///
/// The expression is compiled once for each of 19 shapes. `with_packed!(usual shape, R, C => expression)` leaves out those of
/// more than 12 cells except 4x4, and a third of the work of the compiler.
#[macro_export]
macro_rules! with_packed {
    (@arms $shape:expr, $R:ident, $C:ident, $body:expr; $($rows:literal x $columns:literal)*) => {{
        let shape: $crate::Shape = $shape;
        match (shape.rows(), shape.columns()) {
            $(($rows, $columns) => {
                const $R: usize = $rows;
                const $C: usize = $columns;
                Some($body)
            })*
            _ => None,
        }
    }};
    (usual $shape:expr, $R:ident, $C:ident => $body:expr) => {
        $crate::with_packed!(@arms $shape, $R, $C, $body;
            2 x 2 2 x 3 2 x 4 2 x 5 2 x 6 3 x 2 3 x 3 3 x 4 4 x 2 4 x 3 4 x 4 5 x 2 6 x 2)
    };
    ($shape:expr, $R:ident, $C:ident => $body:expr) => {
        $crate::with_packed!(@arms $shape, $R, $C, $body;
            2 x 2 2 x 3 2 x 4 2 x 5 2 x 6 2 x 7 2 x 8 3 x 2 3 x 3 3 x 4 3 x 5 4 x 2 4 x 3 4 x 4
            5 x 2 5 x 3 6 x 2 7 x 2 8 x 2)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn check<const R: usize, const C: usize>() {
        let mut random = Random::new(6);
        for _ in 0..5_000 {
            // Mostly small tiles, so that sums on both sides of the limit come.
            let exponent = |random: &mut Random| {
                let most = [16, 4, 4, 4][random.below(4) as usize];
                u64::from(random.below(most))
            };
            let bits = (0..R * C).fold(0, |bits, _| bits << 4 | exponent(&mut random));
            let packed = Packed::<R, C>::from_bits(bits);
            assert!(packed.sum() <= packed.most_sum());
            assert_eq!(packed.has_headroom(), packed.sum() < 64_536, "{packed:?}");
            let board = Board::from(packed);
            let exponents = (0..R * C).map(|cell| packed.tile(Cell::new(cell)).map_or(0, Tile::exponent));
            assert!(exponents.eq(board.exponents()[..R * C].iter().copied()), "{packed:?}");
            assert_eq!(board.sum(), packed.sum());
            assert_eq!(Packed::try_from(board), Ok(packed));
        }
    }

    #[test]
    fn a_65536_does_not_fit_anywhere() {
        let tile = Tile::new(16).unwrap();
        for cell in Shape::CLASSIC.all_cells() {
            let board = Board::empty(Shape::CLASSIC).with_tile(cell, Some(tile));
            assert_eq!(Packed4x4::try_from(board), Err(PackError::Tile(tile)));
        }
    }

    #[test]
    fn boards_are_packed_and_unpacked_cell_by_cell() {
        check::<4, 4>();
        check::<3, 3>();
        check::<2, 4>();
        check::<3, 5>();
    }
}
