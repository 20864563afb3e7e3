//! Boards that are lost in one move: there is a move, and every move and every spawn lead to a board without one.
//!
//! An afterstate with two empty cells has one after the spawn, and with it a move. So every slide of such a board leaves one
//! empty cell: either the board has one and nothing merges, or it has none and every slide merges one pair. Where the empty
//! cell is, or which neighbours are equal, is a *pattern*. All slides of a pattern are known without its tiles, and what they ask
//! of the tiles are a few rules: this one is no 2 or 4, these two differ. The boards are found by filling cell after cell.
//!
//! A tile as large as the goal is a tile like any other here: the counts that are compared were made in a longer game.

use std::ops::RangeInclusive;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use redouble_core::{Cell, Grid, Packed4x4, Shape, Symmetry};

/// Two cells, the lower number first.
type Pair = [usize; 2];

/// Where the empty cell is, or which neighbours have the same tile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    empty: Option<usize>,
    /// Sorted. All other neighbours differ.
    equal: Vec<Pair>,
}

/// The tile of a cell, or what two such tiles merge into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symbol {
    cell: usize,
    merged: i8,
}

type Symbols = [Option<Symbol>; 16];

/// The cells of the four lines along which a slide goes, the one at the wall first; of all four slides.
fn slides() -> [[[usize; 4]; 4]; 4] {
    let rows: [[usize; 4]; 4] = std::array::from_fn(|row| std::array::from_fn(|column| 4 * row + column));
    let columns: [[usize; 4]; 4] = std::array::from_fn(|column| std::array::from_fn(|row| 4 * row + column));
    let reversed =
        |lines: [[usize; 4]; 4]| lines.map(|[first, second, third, fourth]| [fourth, third, second, first]);
    [rows, reversed(rows), columns, reversed(columns)]
}

/// All neighbours.
fn neighbours() -> impl Iterator<Item = Pair> {
    let beside = (0..16).filter(|cell| cell % 4 < 3).map(|cell| [cell, cell + 1]);
    beside.chain((0..12).map(|cell| [cell, cell + 4]))
}

/// The equal neighbours in one of four lines of which a slide merges just one pair; and none at all.
fn merging(lines: [[usize; 4]; 4]) -> Vec<Vec<Pair>> {
    let in_line = |line: [usize; 4]| {
        let pairs = (0..3).map(move |at| vec![[line[at], line[at + 1]]]);
        pairs.chain((0..2).map(move |at| vec![[line[at], line[at + 1]], [line[at + 1], line[at + 2]]]))
    };
    std::iter::once(Vec::new()).chain(lines.into_iter().flat_map(in_line)).collect()
}

impl Pattern {
    fn all() -> Vec<Pattern> {
        let [rows, _, columns, _] = slides();
        let mut patterns: Vec<Pattern> =
            (0..16).map(|cell| Pattern { empty: Some(cell), equal: Vec::new() }).collect();
        for beside in merging(rows) {
            for below in merging(columns).iter().filter(|below| beside.len() + below.len() > 0) {
                let mut equal = [&beside[..], below].concat();
                equal.sort_unstable();
                patterns.push(Pattern { empty: None, equal });
            }
        }
        patterns
    }

    fn image(&self, symmetry: Symmetry) -> Pattern {
        let moved = |cell: usize| symmetry.cell(Shape::CLASSIC, Cell::new(cell)).index();
        let pair = |&[one, other]: &Pair| {
            let mut pair = [moved(one), moved(other)];
            pair.sort_unstable();
            pair
        };
        let mut equal: Vec<Pair> = self.equal.iter().map(pair).collect();
        equal.sort_unstable();
        Pattern { empty: self.empty.map(moved), equal }
    }

    fn board(&self) -> Symbols {
        std::array::from_fn(|cell| (self.empty != Some(cell)).then_some(Symbol { cell, merged: 0 }))
    }

    /// The board after a slide.
    fn slid(&self, lines: [[usize; 4]; 4]) -> Symbols {
        let (board, mut slid) = (self.board(), [None; 16]);
        for line in lines {
            let mut tiles = line.into_iter().filter_map(|cell| board[cell]).peekable();
            let mut cells = line.into_iter();
            while let (Some(tile), Some(cell)) = (tiles.next(), cells.next()) {
                let meets = |next: &Symbol| {
                    let pair = [tile.cell.min(next.cell), tile.cell.max(next.cell)];
                    self.equal.contains(&pair)
                };
                let merged = i8::from(tiles.next_if(meets).is_some());
                slid[cell] = Some(Symbol { merged, ..tile });
            }
        }
        slid
    }
}

/// What a pattern asks of the exponents of tiles.
#[derive(Clone, Debug)]
struct Rules {
    /// The cells that have a tile, in the order of filling.
    cells: Vec<usize>,
    /// By cell, the least exponent.
    least: [u8; 16],
    /// By cell, an earlier one with the same tile.
    equal: [Option<usize>; 16],
    /// By cell, earlier ones and how much more than theirs its exponent must not be.
    differ: [Vec<(usize, i8)>; 16],
    /// The symmetries that keep the pattern, other than the identity.
    symmetries: Vec<Symmetry>,
    /// By number of cells that are filled, the least value that the others have together.
    floor: Vec<u64>,
}

/// The value of a tile.
const fn value(exponent: u8) -> u64 {
    1 << (exponent - 1)
}

/// The most that a cell counts in the least value of several: twice a tile that is no 2 or 4.
const LARGEST_FLOOR: u64 = 8;

impl Rules {
    /// Of a pattern; `None` if a slide leaves another number of empty cells than one.
    fn new(pattern: &Pattern) -> Option<Rules> {
        let keeps = |symmetry: &Symmetry| pattern.image(*symmetry) == *pattern;
        let mut rules = Rules {
            cells: (0..16).filter(|&cell| pattern.empty != Some(cell)).collect(),
            least: [1; 16],
            equal: [None; 16],
            differ: Default::default(),
            symmetries: Symmetry::ALL.into_iter().skip(1).filter(keeps).collect(),
            floor: Vec::new(),
        };
        pattern.equal.iter().for_each(|&[earlier, cell]| rules.equal[cell] = Some(earlier));
        let others = neighbours().filter(|pair| !pattern.equal.contains(pair));
        others.for_each(|pair| rules.keep_apart(&pattern.board(), pair));
        for lines in slides() {
            let after = pattern.slid(lines);
            if after != pattern.board() {
                rules.add_lost(&after)?;
            }
        }
        rules.floor = (0..=rules.cells.len()).map(|filled| rules.least_value(filled)).collect();
        Some(rules)
    }

    /// The least value of all cells but the first, given that the two in the left half of a row differ, or those in the right.
    fn least_value(&self, filled: usize) -> u64 {
        let mut least = 0;
        let mut cells = self.cells[filled..].iter().copied().peekable();
        while let Some(cell) = cells.next() {
            least += value(self.least[cell]);
            let beside = |next: &usize| cell % 2 == 0 && *next == cell + 1;
            if let Some(next) = cells.next_if(beside) {
                let differ = self.differ[next].contains(&(cell, 0)) && self.least[cell] == self.least[next];
                least += value(self.least[next] + u8::from(differ));
            }
        }
        least
    }

    /// The afterstate is lost, whatever appears.
    fn add_lost(&mut self, after: &Symbols) -> Option<()> {
        let mut empty = (0..16).filter(|&cell| after[cell].is_none());
        let (Some(hole), None) = (empty.next(), empty.next()) else { return None };
        for pair in neighbours() {
            match pair.iter().position(|&cell| cell == hole) {
                Some(at) => self.add_least(after[pair[1 - at]]),
                None => self.keep_apart(after, pair),
            }
        }
        Some(())
    }

    /// A tile beside the empty cell is no 2 and no 4.
    fn add_least(&mut self, tile: Option<Symbol>) {
        let Some(Symbol { cell, merged }) = tile else { return };
        self.least[cell] = self.least[cell].max((3 - merged) as u8);
    }

    /// Two neighbours differ.
    fn keep_apart(&mut self, board: &Symbols, [one, other]: Pair) {
        let (Some(one), Some(other)) = (board[one], board[other]) else { return };
        let (earlier, later) = if one.cell < other.cell { (one, other) } else { (other, one) };
        let rule = (earlier.cell, earlier.merged - later.merged);
        if !self.differ[later.cell].contains(&rule) {
            self.differ[later.cell].push(rule);
        }
    }

    /// The exponents that a cell may have, as bits, given those of earlier cells.
    #[inline]
    fn allowed(&self, cell: usize, board: &[u8; 16]) -> u32 {
        let mut allowed = !0 << self.least[cell];
        if let Some(equal) = self.equal[cell] {
            allowed &= 1 << board[equal];
        }
        for &(earlier, more) in &self.differ[cell] {
            allowed &= !(1 << (board[earlier] as i8 + more));
        }
        allowed
    }

    /// Of the images of a board with this pattern, only one is to be counted.
    fn is_least(&self, board: u64) -> bool {
        let image = |&symmetry: &Symmetry| Packed4x4::from_bits(board).transformed(symmetry).bits();
        self.symmetries.iter().all(|symmetry| board <= image(symmetry))
    }
}

/// See the module.
pub(super) struct LostInOne {
    /// One of all patterns that are images of one another.
    rules: Vec<Rules>,
}

/// Boards being filled.
struct Filling<'a> {
    rules: &'a Rules,
    max: u8,
    counts: &'a (dyn Fn(u64) -> bool + Sync),
}

impl LostInOne {
    pub(super) fn new() -> LostInOne {
        let is_least = |pattern: &Pattern| Symmetry::ALL.iter().all(|&by| *pattern <= pattern.image(by));
        let patterns = Pattern::all().into_iter().filter(is_least);
        LostInOne { rules: patterns.filter_map(|pattern| Rules::new(&pattern)).collect() }
    }

    /// The boards with this tile sum and exponent of the largest tile that `counts` says yes to, one of all images.
    pub(super) fn count(&self, sum: u64, max: u8, counts: &(dyn Fn(u64) -> bool + Sync)) -> u64 {
        let of = |rules: &Rules| Filling { rules, max, counts }.count(0, [0; 16], sum / 2);
        self.rules.iter().map(of).sum()
    }
}

impl Filling<'_> {
    /// The boards whose cells before this one are filled, and the values of the others add up to `rest`. A tile `2^e` has the
    /// value `2^(e-1)`.
    fn count(&self, at: usize, board: [u8; 16], rest: u64) -> u64 {
        /// Choices for the first cells are shared out.
        const SHARED: usize = 3;
        let Some(&cell) = self.rules.cells.get(at) else { return u64::from(self.is_counted(&board)) };
        let allowed = self.rules.allowed(cell, &board);
        let bounds = self.bounds(at, rest);
        let can_do_without = bounds.end().saturating_sub(self.room_for_max(&board));
        let fits = |exponent: u8| {
            let value = value(exponent);
            bounds.contains(&value) && (exponent == self.max || value <= can_do_without)
        };
        let with = |exponent: u8| {
            let mut board = board;
            board[cell] = exponent;
            self.count(at + 1, board, rest - value(exponent))
        };
        let exponents = (1..=self.max).filter(|&exponent| allowed >> exponent & 1 == 1 && fits(exponent));
        if at < SHARED {
            exponents.collect::<Vec<_>>().into_par_iter().map(with).sum()
        } else {
            exponents.map(with).sum()
        }
    }

    /// The values that this cell may have, so that those after it can make up the rest.
    #[inline]
    fn bounds(&self, at: usize, rest: u64) -> RangeInclusive<u64> {
        let after = (self.rules.cells.len() - at - 1) as u64;
        rest.saturating_sub(after * value(self.max))..=rest.saturating_sub(self.rules.floor[at + 1])
    }

    /// How much more than the least the cells that are left must have at least, if the largest tile is still missing.
    #[inline]
    fn room_for_max(&self, board: &[u8; 16]) -> u64 {
        if board.contains(&self.max) { 0 } else { value(self.max).saturating_sub(LARGEST_FLOOR) }
    }

    fn is_counted(&self, board: &[u8; 16]) -> bool {
        let bits = board.iter().fold(0, |bits, &exponent| bits << 4 | u64::from(exponent));
        board.contains(&self.max) && self.rules.is_least(bits) && (self.counts)(bits)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use redouble_core::{Board, Position, Random};

    use super::*;

    /// By the rules of the game.
    fn is_lost_in_one(bits: u64) -> bool {
        let position = Position::new(Board::from(Packed4x4::from_bits(bits)));
        let mut slides = position.slides().peekable();
        slides.peek().is_some()
            && slides.all(|slide| slide.after.positions().all(|(_, position)| position.is_over()))
    }

    /// All boards up to an exponent, canonical.
    fn boards(max: u8) -> BTreeSet<u64> {
        let (lost, found) = (LostInOne::new(), Mutex::new(BTreeSet::new()));
        let all = (1..=max).flat_map(|max| (4..=16 << max).step_by(2).map(move |sum| (sum, max)));
        for (sum, max) in all {
            let counted = lost.count(sum, max, &|bits| {
                let canonical = Packed4x4::from_bits(bits).canonical().bits();
                assert!(found.lock().unwrap().insert(canonical), "{bits:x} comes once");
                true
            });
            let of_sum = |bits: &&u64| {
                let board = Packed4x4::from_bits(**bits);
                board.sum() == sum && board.max_tile().map(redouble_core::Tile::exponent) == Some(max)
            };
            assert_eq!(counted as usize, found.lock().unwrap().iter().filter(of_sum).count());
        }
        found.into_inner().unwrap()
    }

    #[test]
    fn all_are_lost_in_one_by_the_rules() {
        let boards = boards(4);
        assert!(boards.len() > 5_000, "{}", boards.len());
        assert!(boards.iter().all(|&bits| is_lost_in_one(bits)));
    }

    /// Steps from such boards to others, one or two tiles changed, meet none that is not there.
    #[test]
    fn none_is_missing() {
        let (boards, mut random, mut met) = (boards(4), Random::new(1), 0);
        let starts: Vec<u64> = boards.iter().copied().step_by(7).collect();
        for bits in starts.iter().cycle().take(200_000) {
            let change = |bits: u64, random: &mut Random| {
                let shift = 4 * random.below(16);
                bits & !(15 << shift) | u64::from(random.below(5)) << shift
            };
            let near = change(change(*bits, &mut random), &mut random);
            if is_lost_in_one(near) {
                met += 1;
                assert!(boards.contains(&Packed4x4::from_bits(near).canonical().bits()), "{near:x}");
            }
        }
        assert!(met > 10_000, "{met}");
    }

    /// Counted for the table that the truth file explains: none with 8 as the largest tile; 4, 4, 5, 8 and 28 with 16 from the tile
    /// sum 90 on; 8, 8, 17, 16, 126, … with 32 from 106 on, and with 64 from 138 on.
    #[test]
    fn there_are_as_many_as_a_search_over_all_boards_found() {
        let lost = LostInOne::new();
        let counts = |from: u64, number: u64, max: u8| -> Vec<u64> {
            (0..number).map(|at| lost.count(from + 2 * at, max, &|_| true)).collect()
        };
        assert_eq!(counts(4, 60, 3), vec![0; 60]);
        assert_eq!(counts(88, 6, 4), [0, 4, 4, 5, 8, 28]);
        assert_eq!(counts(104, 10, 5), [0, 8, 8, 17, 16, 126, 116, 266, 548, 572]);
        assert_eq!(counts(136, 11, 6), [0, 8, 8, 17, 16, 126, 116, 266, 548, 576, 646]);
    }
}
