//! The boards that players search on: packed where possible, exact where not.

use redouble_core::{Board, Direction, FourChance, Grid, Packed, Packed4x4, Tile, with_packed};

use crate::line_table::LineTable;

/// A board that a search can run on.
///
/// Searches are written once, over this trait. [`fastest`] chooses the representation; the constant answers of
/// [`key`](Searchable::key) and [`as_4x4`](Searchable::as_4x4) disappear when a search is compiled for one.
pub trait Searchable: Grid + Send + Sync {
    /// The board as a number that no other board of its shape has, for tables; `None` if it has none.
    fn key(self) -> Option<u64>;

    /// The board as a packed 4x4 board, if its type is that.
    fn as_4x4(self) -> Option<Packed4x4>;

    /// The sum of what all rows and columns are worth; `None` if the table does not have them.
    fn sum_of_lines(self, table: &LineTable) -> Option<f64>;

    /// The same board in the representation that holds every board.
    fn exact(self) -> Board;

    /// Calls `visit` with every board that a spawn can lead to: a pair, with a 2 and with a 4, for each empty cell.
    fn each_spawn(self, mut visit: impl FnMut(Self, Self)) {
        for cell in (0..).map_while(|n| self.nth_empty(n)) {
            visit(self.with_tile(cell, Some(Tile::TWO)), self.with_tile(cell, Some(Tile::FOUR)));
        }
    }

    /// Calls `visit` with every legal slide: its direction, the board after it and the score gained.
    #[inline]
    fn each_slide(self, mut visit: impl FnMut(Direction, Self, u64)) {
        for direction in Direction::ALL {
            if let Some((after, gained)) = self.slid(direction) {
                visit(direction, after, gained);
            }
        }
    }

    /// As [`each_slide`](Searchable::each_slide), but a board may come as its mirror image: all that a value needs.
    #[inline]
    fn each_slide_or_mirror(self, mut visit: impl FnMut(Self, u64)) {
        self.each_slide(|_, after, gained| visit(after, gained));
    }

    /// What [`each_slide_or_mirror`](Searchable::each_slide_or_mirror) shows, in the same order, and where each slide goes.
    #[inline]
    fn slides_or_mirrors(self) -> Slides<Self> {
        listed(self)
    }

    /// The board after a random spawn.
    #[must_use]
    #[inline]
    fn with_random_spawn(self, four_chance: FourChance, random: &mut redouble_core::Random) -> Self {
        let after = redouble_core::Afterstate::new(self).expect("a slide leaves an empty cell");
        after.spawn_random(four_chance, random).board()
    }
}

impl Searchable for Board {
    fn key(self) -> Option<u64> {
        None
    }

    fn as_4x4(self) -> Option<Packed4x4> {
        None
    }

    fn sum_of_lines(self, _: &LineTable) -> Option<f64> {
        None
    }

    fn exact(self) -> Board {
        self
    }
}

impl<const R: usize, const C: usize> Searchable for Packed<R, C> {
    #[inline]
    fn key(self) -> Option<u64> {
        Some(self.bits())
    }

    #[inline]
    fn as_4x4(self) -> Option<Packed4x4> {
        (R == 4 && C == 4).then(|| Packed4x4::from_bits(self.bits()))
    }

    #[inline]
    fn sum_of_lines(self, table: &LineTable) -> Option<f64> {
        let columns = || table.rows(self.transposed().bits(), C, R);
        (R.max(C) <= LineTable::LONGEST).then(|| table.rows(self.bits(), R, C) + columns())
    }

    fn exact(self) -> Board {
        self.into()
    }

    #[inline]
    fn each_spawn(self, mut visit: impl FnMut(Self, Self)) {
        let mut empty = self.empty_bits();
        while empty != 0 {
            // The lowest bit of a cell: adding it once puts a 2 there, twice a 4.
            let two = empty & empty.wrapping_neg();
            empty ^= two;
            visit(Packed::from_bits(self.bits() | two), Packed::from_bits(self.bits() | two << 1));
        }
    }

    /// On a square boards after slides up and down are not turned back, which saves two of three turns.
    #[inline]
    fn each_slide_or_mirror(self, mut visit: impl FnMut(Self, u64)) {
        if R != C {
            return self.each_slide(|_, after, gained| visit(after, gained));
        }
        for board in both_ways_round(self) {
            let (slid, gained) = board.slid_both_ways();
            slid.into_iter().filter(|&after| after != board).for_each(|after| visit(after, gained));
        }
    }

    /// Without a branch for each slide: which of them are legal is hard to foretell.
    #[inline(always)]
    fn slides_or_mirrors(self) -> Slides<Self> {
        if R != C {
            return listed(self);
        }
        let [board, turned] = both_ways_round(self);
        let (([a, b], gained), ([c, d], gained_turned)) = (board.slid_both_ways(), turned.slid_both_ways());
        let is_legal = |after: Self, before: Self, place: u32| u32::from(after != before) << place;
        Slides {
            directions: [Direction::Left, Direction::Right, Direction::Up, Direction::Down],
            boards: [a, b, c, d],
            gained: [gained, gained, gained_turned, gained_turned],
            legal: is_legal(a, board, 0)
                | is_legal(b, board, 1)
                | is_legal(c, turned, 2)
                | is_legal(d, turned, 3),
        }
    }
}

/// The boards after all slides, up to mirror images.
#[derive(Clone, Copy, Debug)]
pub struct Slides<B> {
    /// Where each goes.
    pub directions: [Direction; 4],
    /// In the place of a slide that is not legal stands another board.
    pub boards: [B; 4],
    /// The score that each gains.
    pub gained: [u64; 4],
    /// Bit `i` is set if the slide at place `i` is legal.
    pub legal: u32,
}

impl<B> Slides<B> {
    /// The places of legal slides.
    #[inline(always)]
    pub fn places(&self) -> impl Iterator<Item = usize> + use<B> {
        let set = |bits: u32| (bits != 0).then_some(bits);
        // Without the lowest bit that is set.
        let later = move |&bits: &u32| set(bits & (bits - 1));
        std::iter::successors(set(self.legal), later).map(|bits| bits.trailing_zeros() as usize)
    }
}

/// A square and its transpose: up and down on one are left and right on the other.
#[inline(always)]
fn both_ways_round<const R: usize, const C: usize>(board: Packed<R, C>) -> [Packed<R, C>; 2] {
    [board, Packed::from_bits(board.transposed().bits())]
}

/// The slides of a board, one after the other.
#[inline(always)]
fn listed<B: Searchable>(board: B) -> Slides<B> {
    let mut slides = Slides { directions: Direction::ALL, boards: [board; 4], gained: [0; 4], legal: 0 };
    let mut place = 0;
    board.each_slide(|direction, after, gained| {
        (slides.directions[place], slides.boards[place], slides.gained[place]) = (direction, after, gained);
        slides.legal |= 1 << place;
        place += 1;
    });
    slides
}

/// Work that can be done on a board of any representation.
pub trait Visit {
    /// What comes out.
    type Output;

    /// Does the work.
    fn visit<B: Searchable>(self, board: B) -> Self::Output;
}

/// Runs `work` on the fastest representation that is exact for as far as any search looks: packed for 4x4 and up to
/// 12 cells while a 65536 is hundreds of moves away, the exact board otherwise.
///
/// 2x7, 2x8 and 3x5 would fit too, but all players would be compiled for them as well.
pub fn fastest<V: Visit>(board: Board, work: V) -> V::Output {
    with_packed!(usual board.shape(), R, C => {
        if let Some(packed) = Packed::<R, C>::try_from(board).ok().filter(|packed| packed.has_headroom()) {
            return work.visit(packed);
        }
    });
    work.visit(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Afterstate, Directions, board};

    struct Name;

    impl Visit for Name {
        type Output = String;

        fn visit<B: Searchable>(self, board: B) -> String {
            format!("{board:?}")
        }
    }

    #[test]
    fn boards_are_packed_while_they_fit() {
        assert_eq!(fastest(board! { 2 4 / . 2 }, Name), "Packed(0x1201)");
        assert!(
            fastest(board! { 32768 16384 . . / . . . . / . . . . / . . . . }, Name).starts_with("Packed")
        );
        assert!(fastest(board! { 65536 . . . / . . . . / . . . . / . . . . }, Name).starts_with("Board"));
        assert!(fastest(board! { 32768 32768 . . / . . . . / . . . . / . . . . }, Name).starts_with("Board"));
        let large = Board::empty("5x5".parse().unwrap());
        assert!(fastest(large, Name).starts_with("Board"));
    }

    #[test]
    fn slides_or_mirrors_are_the_slides_up_to_symmetry() {
        let mut random = redouble_core::Random::new(4);
        for _ in 0..1_000 {
            let board = Packed4x4::from_bits(random.next_u64() & random.next_u64() & 0x7777_7777_7777_7777);
            let (mut slides, mut mirrors) = (Vec::new(), Vec::new());
            board.each_slide(|_, after, gained| slides.push((after.canonical(), gained)));
            board.each_slide_or_mirror(|after, gained| mirrors.push((after.canonical(), gained)));
            slides.sort();
            mirrors.sort();
            assert_eq!(slides, mirrors, "{board:?}");
        }
    }

    #[test]
    fn listed_slides_are_those_that_are_shown() {
        fn check<B: Searchable>(board: B) {
            let mut shown = Vec::new();
            board.each_slide_or_mirror(|after, gained| shown.push((after, gained)));
            let slides = board.slides_or_mirrors();
            let listed = slides.places().map(|place| (slides.boards[place], slides.gained[place]));
            assert_eq!(listed.collect::<Vec<_>>(), shown);
            for place in slides.places() {
                let (after, gained) = board.slid(slides.directions[place]).expect("a legal slide");
                assert_eq!(
                    (slides.boards[place].canonical(), slides.gained[place]),
                    (after.canonical(), gained)
                );
            }
            let directions: Directions = slides.places().map(|place| slides.directions[place]).collect();
            assert_eq!(directions, board.legal());
        }
        let mut random = redouble_core::Random::new(5);
        for _ in 0..1_000 {
            let bits = random.next_u64() & random.next_u64() & 0x7777_7777_7777_7777;
            check(Packed4x4::from_bits(bits));
            check(Packed::<3, 3>::from_bits(bits >> 28));
            check(Packed::<2, 4>::from_bits(bits >> 32));
            check(Board::from(Packed4x4::from_bits(bits)));
        }
    }

    #[test]
    fn packed_spawns_are_those_of_the_rules() {
        let board = board! { 2 . 4 / . . 8 };
        let mut found = Vec::new();
        Packed::<2, 3>::try_from(board).unwrap().each_spawn(|two, four| found.extend([two, four]));
        let mut found: Vec<Board> = found.into_iter().map(Board::from).collect();
        let mut expected: Vec<Board> =
            Afterstate::new(board).unwrap().positions().map(|(_, position)| position.board()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}
