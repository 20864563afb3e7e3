//! Slides of packed boards, by tables of whole rows.

use redouble_core::{Direction, Grid, Packed};

use crate::Variant;

/// Set in a table entry if the slide makes the goal.
const WON: u32 = 1 << 16;

/// All four slides of a board at once, without their scores.
///
/// Rows of up to four cells are looked up. On square boards the vertical slides are looked up on the transposed board
/// and stay transposed, since whoever asks takes the canonical form anyway.
pub(super) struct Slider<const R: usize, const C: usize> {
    /// `rows[row]`: the row slid left and right, each with [`WON`] or not. Empty if rows are longer.
    rows: Vec<[u32; 2]>,
    goal_exponent: u64,
}

/// The most boards that one step may look at.
const ROOM: usize = 32;

/// Boards one behind the other, added without a branch: whether a board counts only moves the end.
pub(super) struct Buffer<const R: usize, const C: usize> {
    /// Behind the end there is always room for a few boards more.
    boards: Box<[Packed<R, C>]>,
    len: usize,
}

impl<const R: usize, const C: usize> Buffer<R, C> {
    /// A buffer that is full with this many boards.
    pub(super) fn new(full: usize) -> Self {
        Buffer { boards: vec![Packed::EMPTY; full + ROOM].into(), len: 0 }
    }

    /// Whether it should be emptied before the next step.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len + ROOM > self.boards.len()
    }

    /// Adds those of a few boards that count.
    #[inline(always)]
    pub(super) fn extend(&mut self, boards: impl Iterator<Item = (bool, Packed<R, C>)>) {
        let room = self.boards[self.len..].first_chunk_mut::<{ ROOM }>().expect("it is not full");
        let mut added = 0;
        for (counts, board) in boards {
            room[added] = board;
            added += usize::from(counts);
        }
        self.len += added;
    }

    /// The boards, to be changed; the buffer is empty afterwards.
    pub(super) fn take(&mut self) -> &mut [Packed<R, C>] {
        let len = std::mem::take(&mut self.len);
        &mut self.boards[..len]
    }
}

impl<const R: usize, const C: usize> Slider<R, C> {
    pub(super) fn new(variant: Variant) -> Slider<R, C> {
        let goal_exponent = variant.goal().map_or(u64::MAX, |goal| u64::from(goal.exponent()));
        let mut slider = Slider { rows: Vec::new(), goal_exponent };
        if R == C && C <= 4 {
            let entries = |row| [Direction::Left, Direction::Right].map(|to| slider.row_entry(row, to));
            slider.rows = (0..1 << (4 * C)).map(entries).collect();
        }
        slider
    }

    /// One row, slid on an otherwise empty board.
    fn row_entry(&self, row: u64, direction: Direction) -> u32 {
        // Two 32768 meet on no board that is counted.
        let slid = Packed::<R, C>::from_bits(row).try_slid(direction).unwrap_or(None);
        let bits = slid.map_or(row, |(board, _)| board.bits());
        bits as u32 | if self.has_goal(bits) { WON } else { 0 }
    }

    fn has_goal(&self, bits: u64) -> bool {
        (0..R * C).any(|cell| bits >> (4 * cell) & 15 >= self.goal_exponent)
    }

    /// Adds the afterstates of a board that are without the goal, up to symmetry and not yet canonical; says whether
    /// there is any legal move.
    #[inline(always)]
    pub(super) fn slides(&self, board: Packed<R, C>, into: &mut Buffer<R, C>) -> bool {
        let mut any_legal = false;
        let counted = |(after, changed, won): (Packed<R, C>, bool, bool)| {
            any_legal |= changed;
            (changed & !won, after)
        };
        if R == C && C <= 4 {
            let transposed = Packed::<R, C>::from_bits(board.transposed().bits());
            let along = |lying| self.slid(lying).map(|(slid, won)| (slid, slid != lying, won));
            let ([left, right], [up, down]) = (along(board), along(transposed));
            into.extend([left, right, up, down].into_iter().map(counted));
        } else {
            let slide = |direction| match board.slid(direction) {
                Some((after, _)) => (after, true, self.has_goal(after.bits())),
                None => (board, false, false),
            };
            into.extend(Direction::ALL.into_iter().map(slide).map(counted));
        }
        any_legal
    }

    /// The rows slid left and right, and whether that makes the goal.
    #[inline(always)]
    fn slid(&self, board: Packed<R, C>) -> [(Packed<R, C>, bool); 2] {
        let mut slid = [(0, 0); 2];
        for row in 0..R {
            let shift = 4 * C * row;
            let entries = self.rows[(board.bits() >> shift) as usize & ((1 << (4 * C)) - 1)];
            for ((bits, won), entry) in slid.iter_mut().zip(entries) {
                *bits |= u64::from(entry as u16) << shift;
                *won |= entry & WON;
            }
        }
        slid.map(|(bits, won)| (Packed::from_bits(bits), won != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Random, Shape, Tile};

    #[test]
    fn tables_equal_the_rules() {
        let variant = Variant::new(Shape::new(3, 3).unwrap(), Tile::from_value(64)).unwrap();
        let slider = Slider::<3, 3>::new(variant);
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let bits = (0..9).fold(0, |bits, _| bits << 4 | u64::from(random.below(6)));
            let board = Packed::<3, 3>::from_bits(bits);
            let mut expected: Vec<_> = Direction::ALL
                .into_iter()
                .filter_map(|direction| board.slid(direction))
                .filter(|(after, _)| after.max_tile() < variant.goal())
                .map(|(after, _)| after.canonical())
                .collect();
            let mut buffer = Buffer::new(4);
            let any_legal = slider.slides(board, &mut buffer);
            let mut found: Vec<_> = buffer.take().iter().map(|board| board.canonical()).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{board:?}");
            assert_eq!(any_legal, !board.legal().is_empty());
        }
    }
}
