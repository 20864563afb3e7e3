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
    /// `rows[d][row]`: the row slid left (0) or right (1), [`WON`] or not. Empty if rows are longer.
    rows: [Vec<u32>; 2],
    goal_exponent: u64,
}

/// The afterstates of one board: those without the goal, in the first places, and whether there is any legal move.
pub(super) struct Slides<const R: usize, const C: usize> {
    boards: [Packed<R, C>; 4],
    count: usize,
    pub(super) any_legal: bool,
}

impl<const R: usize, const C: usize> Slides<R, C> {
    /// The boards, up to symmetry; not yet canonical.
    #[inline]
    pub(super) fn boards(&self) -> &[Packed<R, C>] {
        &self.boards[..self.count]
    }

    #[inline]
    fn add(&mut self, board: Packed<R, C>, changed: bool, won: bool) {
        self.any_legal |= changed;
        self.boards[self.count] = board;
        self.count += usize::from(changed && !won);
    }
}

impl<const R: usize, const C: usize> Slider<R, C> {
    pub(super) fn new(variant: Variant) -> Slider<R, C> {
        let goal_exponent = variant.goal().map_or(u64::MAX, |goal| u64::from(goal.exponent()));
        let mut slider = Slider { rows: [Vec::new(), Vec::new()], goal_exponent };
        if R == C && C <= 4 {
            slider.rows = [Direction::Left, Direction::Right]
                .map(|direction| (0..1 << (4 * C)).map(|row| slider.row_entry(row, direction)).collect());
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

    /// The slides of a board.
    #[inline(always)]
    pub(super) fn slides(&self, board: Packed<R, C>) -> Slides<R, C> {
        let mut slides = Slides { boards: [Packed::EMPTY; 4], count: 0, any_legal: false };
        if R == C && C <= 4 {
            let transposed = Packed::<R, C>::from_bits(board.transposed().bits());
            for lying in [board, transposed] {
                for rows in &self.rows {
                    let (slid, won) = Self::slid(lying, rows);
                    slides.add(slid, slid != lying, won);
                }
            }
        } else {
            for direction in Direction::ALL {
                let slid = board.slid(direction);
                let after = slid.map_or(board, |(after, _)| after);
                slides.add(after, slid.is_some(), self.has_goal(after.bits()));
            }
        }
        slides
    }

    #[inline(always)]
    fn slid(board: Packed<R, C>, rows: &[u32]) -> (Packed<R, C>, bool) {
        let (mut bits, mut won) = (0, 0);
        for row in 0..R {
            let shift = 4 * C * row;
            let entry = rows[(board.bits() >> shift) as usize & ((1 << (4 * C)) - 1)];
            bits |= u64::from(entry as u16) << shift;
            won |= entry & WON;
        }
        (Packed::from_bits(bits), won != 0)
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
            let slides = slider.slides(board);
            let mut found: Vec<_> = slides.boards().iter().map(|board| board.canonical()).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{board:?}");
            assert_eq!(slides.any_legal, !board.legal().is_empty());
        }
    }
}
