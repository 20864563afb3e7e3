//! The two kinds of turn: a position to move in, and an afterstate that waits for a spawn.

use std::fmt;

use crate::motion::{Motion, motions};
use crate::{Board, Cell, Direction, Directions, FourChance, Grid, Random, Rules, Spawn, Tile};

/// A board on which the player moves.
///
/// ```
/// use redouble_core::{Direction, Position, board};
///
/// let position = Position::new(board! { 2 2 . / . 4 . });
/// let slide = position.slide(Direction::Left).unwrap();
/// assert_eq!(slide.after.board(), board! { 4 . . / 4 . . });
/// assert_eq!(slide.gained, 4);
/// assert!(Position::new(board! { 2 4 / 4 2 }).is_over());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B = Board>(B);

/// A board after a slide, on which a tile is about to appear. It has an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Afterstate<B = Board>(B);

/// A legal slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide<B = Board> {
    /// The position it was made in.
    pub before: Position<B>,
    /// Where to.
    pub direction: Direction,
    /// The board it leads to.
    pub after: Afterstate<B>,
    /// The sum of the tiles it made by merging.
    pub gained: u64,
}

impl<B: Grid> Position<B> {
    /// The position with the player to move on this board.
    #[must_use]
    pub const fn new(board: B) -> Position<B> {
        Position(board)
    }

    /// The board.
    #[must_use]
    #[inline]
    pub const fn board(self) -> B {
        self.0
    }

    /// Slides all tiles; `None` if that changes nothing and so is no move.
    #[must_use]
    #[inline]
    pub fn slide(self, direction: Direction) -> Option<Slide<B>> {
        let (board, gained) = self.0.slid(direction)?;
        Some(Slide { before: self, direction, after: Afterstate(board), gained })
    }

    /// The moves there are.
    #[must_use]
    #[inline]
    pub fn legal(self) -> Directions {
        self.0.legal()
    }

    /// Every legal slide.
    pub fn slides(self) -> impl Iterator<Item = Slide<B>> {
        Direction::ALL.into_iter().filter_map(move |direction| self.slide(direction))
    }

    /// Whether no move is left.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal().is_empty()
    }
}

impl Position {
    /// A start of the game: two tiles on the empty board.
    #[must_use]
    pub fn start(rules: Rules, random: &mut Random) -> Position {
        Position::start_on(Board::empty(rules.shape), rules.four_chance, random)
    }
}

impl<B: Grid> Position<B> {
    /// A start on an empty board of any representation: two spawns, one after the other.
    #[must_use]
    pub fn start_on(empty: B, four_chance: FourChance, random: &mut Random) -> Position<B> {
        let first = Afterstate(empty).spawn_random(four_chance, random);
        Afterstate(first.0).spawn_random(four_chance, random)
    }
}

impl<B: Grid> Afterstate<B> {
    /// The afterstate with this board, if there is a cell to spawn in.
    #[must_use]
    pub fn new(board: B) -> Option<Afterstate<B>> {
        (board.count_empty() > 0).then_some(Afterstate(board))
    }

    /// The board.
    #[must_use]
    #[inline]
    pub const fn board(self) -> B {
        self.0
    }

    /// The position after this spawn; `None` if the cell is taken or not on the board.
    #[must_use]
    pub fn spawn(self, spawn: Spawn) -> Option<Position<B>> {
        let free = spawn.cell.index() < self.0.shape().cells() && self.0.tile(spawn.cell).is_none();
        free.then(|| Position(self.0.with_tile(spawn.cell, Some(spawn.tile))))
    }

    /// The spawn that the generator draws: any empty cell equally likely, a 4 with its chance.
    #[must_use]
    #[inline]
    pub fn draw_spawn(self, four_chance: FourChance, random: &mut Random) -> Spawn {
        let (n, tile) = four_chance.draw(random, self.0.count_empty());
        Spawn { cell: self.0.nth_empty(n).expect("an afterstate has an empty cell"), tile }
    }

    /// The position after a random spawn.
    #[must_use]
    #[inline]
    pub fn spawn_random(self, four_chance: FourChance, random: &mut Random) -> Position<B> {
        let (n, tile) = four_chance.draw(random, self.0.count_empty());
        Position(self.0.with_nth_empty(n, tile).expect("an afterstate has an empty cell"))
    }

    /// Everything that may appear: a 2 and a 4 in every empty cell.
    pub fn spawns(self) -> impl Iterator<Item = Spawn> {
        let empty = (0..).map_while(move |n| self.0.nth_empty(n));
        empty.flat_map(|cell: Cell| [Tile::TWO, Tile::FOUR].map(|tile| Spawn { cell, tile }))
    }

    /// Every position that a spawn may lead to, with its spawn.
    pub fn positions(self) -> impl Iterator<Item = (Spawn, Position<B>)> {
        self.spawns().map(move |spawn| (spawn, Position(self.0.with_tile(spawn.cell, Some(spawn.tile)))))
    }
}

impl<B: Grid> Slide<B> {
    /// Which tile went where, and which of them merged: what a page animates.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion> {
        motions(self.before.board(), self.direction)
    }
}

impl<B: fmt::Debug> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.0)
    }
}

impl<B: fmt::Debug> fmt::Debug for Afterstate<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Afterstate({:?})", self.0)
    }
}
