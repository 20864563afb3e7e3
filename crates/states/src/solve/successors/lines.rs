//! All slides of a board by tables of whole lines, with their gains.

use redouble_core::{Direction, Grid, Packed};

/// What slides do to the rows and columns of boards of one shape.
///
/// A table for lines of exactly this length stays in the first-level cache, which one for all lengths does not. Lines
/// of more than four cells have no tables.
pub(in crate::solve) struct Lines {
    /// `rows[toward_end][digits]`: the line after the slide, and above it a quarter of the gain.
    rows: [Vec<u32>; 2],
    /// The same for columns, read downwards.
    columns: [Vec<u32>; 2],
}

/// A board slid, or the same board if that changes nothing, and a quarter of the gain.
pub(in crate::solve) type Slid<const R: usize, const C: usize> = (Packed<R, C>, u32);

impl Lines {
    /// The tables for this shape.
    pub(in crate::solve) fn new<const R: usize, const C: usize>() -> Lines {
        let ends = [Direction::Left, Direction::Right];
        Lines { rows: ends.map(table::<R, C>), columns: ends.map(table::<C, R>) }
    }

    /// The four slides, in the order of the directions. On square boards, any image of them.
    #[inline(always)]
    pub(in crate::solve) fn slides<const R: usize, const C: usize>(
        &self,
        board: Packed<R, C>,
    ) -> [Slid<R, C>; 4] {
        if R > 4 || C > 4 {
            return Direction::ALL.map(|direction| {
                board.slid(direction).map_or((board, 0), |(after, gained)| (after, (gained / 4) as u32))
            });
        }
        let standing = board.transposed();
        let upright = |(lying, quarters): (Packed<C, R>, u32)| match R == C {
            // Whoever asks takes the canonical form anyway; but unchanged must look unchanged.
            true if lying == standing => (board, 0),
            true => (Packed::from_bits(lying.bits()), quarters),
            false => (lying.transposed(), quarters),
        };
        let [left, right] = [0, 1].map(|end| slid(board, &self.rows[end]));
        let [up, down] = [0, 1].map(|end| upright(slid(standing, &self.columns[end])));
        [up, right, down, left]
    }
}

/// Every line of `C` cells, slid as the last row of an otherwise empty board.
fn table<const R: usize, const C: usize>(end: Direction) -> Vec<u32> {
    let entry = |digits: u64| {
        // Two 32768 meet on no board that is solved.
        let slid = Packed::<R, C>::from_bits(digits).try_slid(end).unwrap_or(None);
        slid.map_or(digits as u32, |(after, gained)| after.bits() as u32 | (gained as u32 / 4) << 16)
    };
    if C > 4 { Vec::new() } else { (0..1 << (4 * C)).map(entry).collect() }
}

#[inline(always)]
fn slid<const R: usize, const C: usize>(board: Packed<R, C>, table: &[u32]) -> Slid<R, C> {
    let (mut bits, mut quarters) = (0, 0);
    for row in 0..R {
        let shift = 4 * C * row;
        let entry = table[(board.bits() >> shift) as usize & ((1 << (4 * C)) - 1)];
        bits |= u64::from(entry as u16) << shift;
        quarters += entry >> 16;
    }
    (Packed::from_bits(bits), quarters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Random;

    fn equals_the_rules<const R: usize, const C: usize>() {
        let (lines, mut random) = (Lines::new::<R, C>(), Random::new(8));
        for _ in 0..5_000 {
            let bits = (0..R * C).fold(0, |bits, _| bits << 4 | u64::from(random.below(7)));
            let board = Packed::<R, C>::from_bits(bits);
            for (direction, (after, quarters)) in Direction::ALL.into_iter().zip(lines.slides(board)) {
                let (expected, gained) = board.slid(direction).unwrap_or((board, 0));
                assert_eq!(after.canonical(), expected.canonical(), "{board:?} {direction}");
                assert_eq!(u64::from(4 * quarters), gained);
                assert_eq!(after == board, expected == board);
            }
        }
    }

    #[test]
    fn tables_equal_the_rules() {
        equals_the_rules::<2, 2>();
        equals_the_rules::<2, 3>();
        equals_the_rules::<3, 2>();
        equals_the_rules::<3, 3>();
        equals_the_rules::<2, 5>();
        equals_the_rules::<4, 4>();
    }
}
