//! Slides of half boards, tabulated.
//!
//! A slide to the left or right treats the upper half (quadrants 0 and 1) and the lower half (2 and 3) alike and
//! independently; a slide up or down the left half (0 and 2) and the right half (1 and 3). So two tables of pairs of
//! quadrants, one for each axis, hold everything.

use redouble_core::{Direction, Grid, Packed4x4};

use crate::rank::quadrant::Quadrants;

/// The two quadrants of a half board after a slide.
///
/// ```text
/// bit 31..22              21..11          10..0
///  class of the first | second number | first number
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Pair(pub(super) u32);

impl Pair {
    fn new(quadrants: &Quadrants, first: usize, second: usize) -> Pair {
        Pair((quadrants.class(first) << 22 | second << 11 | first) as u32)
    }

    #[inline(always)]
    pub(super) fn first(self) -> usize {
        self.0 as usize & 0x7ff
    }

    #[inline(always)]
    pub(super) fn second(self) -> usize {
        self.0 as usize >> 11 & 0x7ff
    }

    /// The class of the first quadrant.
    #[inline(always)]
    pub(super) fn class(self) -> usize {
        self.0 as usize >> 22
    }
}

/// One direction's slides of every half board.
pub(super) struct Moves {
    quadrants: usize,
    /// `[first · quadrants + second]`; without meaning where the slide makes the goal. 64 more behind the end, so
    /// that a bit of any word is an index.
    pairs: Vec<Pair>,
    /// `[class of second · quadrants + first]`: the ranks of second quadrants for which something moves.
    changed: Vec<u64>,
    /// Likewise, for which the goal is made.
    won: Vec<u64>,
}

impl Moves {
    pub(super) fn new(quadrants: &Quadrants, direction: Direction) -> Moves {
        let count = quadrants.len();
        let mut moves = Moves {
            quadrants: count,
            pairs: vec![Pair(0); count * count + 64],
            changed: vec![0; quadrants.classes() * count],
            won: vec![0; quadrants.classes() * count],
        };
        for first in 0..count {
            for second in 0..count {
                moves.tabulate(quadrants, direction, [first, second]);
            }
        }
        moves
    }

    fn tabulate(&mut self, quadrants: &Quadrants, direction: Direction, [first, second]: [usize; 2]) {
        // A half is two whole lines, so on an otherwise empty board no tile leaves it.
        let places = if direction.is_vertical() { [first, 0, second, 0] } else { [first, second, 0, 0] };
        let board = Packed4x4::from_bits(quadrants.board(places));
        let Some((slid, _)) = board.slid(direction) else {
            self.pairs[first * self.quadrants + second] = Pair::new(quadrants, first, second);
            return;
        };
        let mask = quadrants.class(second) * self.quadrants + first;
        self.changed[mask] |= 1 << quadrants.rank(second);
        match quadrants.of_board(slid.bits()) {
            None => self.won[mask] |= 1 << quadrants.rank(second),
            Some([a, b, c, _]) => {
                let other = if direction.is_vertical() { c } else { b };
                self.pairs[first * self.quadrants + second] = Pair::new(quadrants, a, other);
            }
        }
    }

    /// The slid pair with this first quadrant and this second one.
    #[inline(always)]
    pub(super) fn pair(&self, first: usize, second: usize) -> Pair {
        self.pairs[first * self.quadrants + second]
    }

    /// The slid pairs with this first quadrant, from this second one on: 64, whether the class has as many or not.
    #[inline(always)]
    pub(super) fn pairs_from(&self, first: usize, second: usize) -> &[Pair; 64] {
        self.pairs[first * self.quadrants + second..].first_chunk().expect("64 pairs behind every pair")
    }

    /// The ranks of second quadrants of a class with which something moves.
    #[inline(always)]
    pub(super) fn changed(&self, first: usize, class: usize) -> u64 {
        self.changed[class * self.quadrants + first]
    }

    /// The ranks of second quadrants of a class with which the goal is made.
    #[inline(always)]
    pub(super) fn won(&self, first: usize, class: usize) -> u64 {
        self.won[class * self.quadrants + first]
    }
}
