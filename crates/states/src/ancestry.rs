//! How a board can have come about: slides and spawns, backwards.

use std::collections::HashMap;
use std::ops::ControlFlow;

use redouble_core::{Board, Direction, Grid, Position, Shape, Spawn, Tile};

use crate::{Store, StoreError};

/// A game that leads to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ancestry {
    /// The two tiles it starts with.
    pub start: Board,
    /// Every move, and the spawn that answered it.
    pub moves: Vec<(Direction, Spawn)>,
    /// Whether no shorter game is possible, or the search for one was given up.
    pub shortest: bool,
}

impl Store {
    /// A game that leads to this very board, the shortest one if it is found in time; `None` if there is no game.
    ///
    /// The board may be a state or a losing board. The number of moves is the number of tiles that appeared less the
    /// first two, so a shortest game has as many 4 among them as possible: the search allows one move more after the
    /// other, from the least that the board's tiles need.
    ///
    /// # Errors
    /// If a layer is damaged.
    pub fn ancestry(&self, board: Board) -> Result<Option<Ancestry>, StoreError> {
        /// Boards looked up before any game will do.
        const PATIENCE: u64 = 300_000;
        if board.shape() != self.variant().shape() || !self.may_be_on_the_way(board) {
            return Ok(None);
        }
        let is_state = |before| self.contains(before);
        let mut search = Search::new(&is_state, PATIENCE);
        let mut budget = least_spawns(board);
        while !search.is_tired() {
            if let Some(game) = search.game(board, budget)? {
                return Ok(Some(game));
            }
            if !self.has_state_before(board)? {
                return Ok(None);
            }
            budget += 1;
        }
        // Every state has a state before it, so without a budget there are no dead ends.
        let game = Search::new(&is_state, u64::MAX).game(board, u64::MAX)?;
        Ok(game.map(|game| Ancestry { shortest: false, ..game }))
    }

    /// Whether the board is a start, or a slide and a spawn lead to it from a state of the store.
    ///
    /// # Errors
    /// If a layer is damaged.
    pub fn has_state_before(&self, board: Board) -> Result<bool, StoreError> {
        if is_start(board) {
            return Ok(true);
        }
        let mut found = Ok(false);
        let _ = for_each_before(board, &mut |before, _, _| {
            found = self.contains(before);
            if matches!(found, Ok(false)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found
    }

    /// Whether the board has no goal tile, and tiles up to what the variant allows.
    fn may_be_on_the_way(&self, board: Board) -> bool {
        board.max_tile().is_some_and(|tile| tile.exponent() <= self.variant().max_exponent())
    }
}

/// The least number of tiles that must have appeared: every 2 was one, and the rest came as 4 at best.
pub(crate) fn least_spawns(board: Board) -> u64 {
    let twos = board.tiles().filter(|&tile| tile == Some(Tile::TWO)).count() as u64;
    twos + (board.sum() - 2 * twos) / 4
}

pub(crate) fn is_start(board: Board) -> bool {
    let tiles: Vec<Tile> = board.tiles().flatten().collect();
    tiles.len() == 2 && tiles.iter().all(|&tile| tile <= Tile::FOUR)
}

/// The search for a game with few spawns, among boards that may occur.
pub(crate) struct Search<'a, E> {
    may_occur: &'a dyn Fn(Board) -> Result<bool, E>,
    /// The largest number of spawns with which no game to the board was found.
    failed: HashMap<Board, u64>,
    looked_up: u64,
    patience: u64,
}

impl<'a, E> Search<'a, E> {
    pub(crate) fn new(may_occur: &'a dyn Fn(Board) -> Result<bool, E>, patience: u64) -> Self {
        Search { may_occur, failed: HashMap::new(), looked_up: 0, patience }
    }

    /// Whether it has looked up as many boards as it may: then finding nothing means nothing.
    pub(crate) fn is_tired(&self) -> bool {
        self.looked_up >= self.patience
    }

    /// A game with at most so many spawns. It is the shortest one if none was found with one spawn less.
    pub(crate) fn game(&mut self, board: Board, budget: u64) -> Result<Option<Ancestry>, E> {
        let mut moves = Vec::new();
        let start = self.go(board, budget, &mut moves)?;
        Ok(start.map(|start| Ancestry { start, moves, shortest: true }))
    }

    /// The start of a game with at most so many spawns, with its moves added to `steps`.
    fn go(
        &mut self,
        board: Board,
        budget: u64,
        steps: &mut Vec<(Direction, Spawn)>,
    ) -> Result<Option<Board>, E> {
        if is_start(board) {
            return Ok(Some(board));
        }
        if least_spawns(board) > budget || self.failed.get(&board).is_some_and(|&failed| failed >= budget) {
            return Ok(None);
        }
        let mut found = Ok(None);
        let _ = for_each_before(board, &mut |before, direction, spawn| {
            if self.looked_up >= self.patience {
                return ControlFlow::Break(());
            }
            let affordable = least_spawns(before) < budget;
            if affordable && self.failed.get(&before).is_none_or(|&failed| failed < budget - 1) {
                self.looked_up += 1;
                found = self.step(before, budget - 1, steps);
                if let Ok(Some(_)) = found {
                    steps.push((direction, spawn));
                }
            }
            if matches!(found, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if matches!(found, Ok(None)) && self.looked_up < self.patience {
            self.failed.insert(board, budget);
        }
        found
    }

    fn step(
        &mut self,
        before: Board,
        budget: u64,
        steps: &mut Vec<(Direction, Spawn)>,
    ) -> Result<Option<Board>, E> {
        if (self.may_occur)(before)? {
            return self.go(before, budget, steps);
        }
        self.failed.insert(before, u64::MAX);
        Ok(None)
    }
}

type Visit<'a> = dyn FnMut(Board, Direction, Spawn) -> ControlFlow<()> + 'a;

/// Every board from which a slide and a spawn lead to this one; those without the tiles that cost most first.
pub(crate) fn for_each_before(board: Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for tile in [Tile::FOUR, Tile::TWO] {
        for cell in board.shape().all_cells().filter(|&cell| board.tile(cell) == Some(tile)) {
            let after = board.with_tile(cell, None);
            for direction in Direction::ALL {
                for_each_unslid(after, direction, &mut |before| {
                    visit(before, direction, Spawn { cell, tile })
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every board that this slide turns into `after`.
pub(crate) fn for_each_unslid(
    after: Board,
    direction: Direction,
    visit: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let lines = lines(after.shape(), direction);
    let mut choices = Vec::new();
    for line in &lines {
        let slid: Vec<u8> = line.iter().map(|&cell| exponent(after, cell)).collect();
        choices.push(unslid_lines(&slid));
    }
    if choices.iter().any(Vec::is_empty) {
        return ControlFlow::Continue(());
    }
    fill(&lines, &choices, Board::empty(after.shape()), &mut |board| {
        let slide = Position::new(board).slide(direction);
        let leads_there = slide.is_some_and(|slide| slide.after.board() == after);
        if leads_there { visit(board) } else { ControlFlow::Continue(()) }
    })
}

/// Visits the board with every choice of tiles for every line.
fn fill(
    lines: &[Vec<usize>],
    choices: &[Vec<Vec<u8>>],
    board: Board,
    visit: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let ([line, lines @ ..], [choice, choices @ ..]) = (lines, choices) else { return visit(board) };
    for exponents in choice {
        let mut filled = board;
        for (&cell, &exponent) in line.iter().zip(exponents) {
            filled = filled.with_tile(redouble_core::Cell::new(cell), Tile::new(exponent));
        }
        fill(lines, choices, filled, visit)?;
    }
    ControlFlow::Continue(())
}

/// Whether all tiles lie against the wall in this direction, without gaps: before each there is a tile, or the wall.
pub(crate) fn is_packed(board: Board, direction: Direction) -> bool {
    let shape = board.shape();
    let before = |cell: usize| {
        let (row, column) = (cell / shape.columns(), cell % shape.columns());
        match direction {
            Direction::Up => (row > 0).then(|| cell - shape.columns()),
            Direction::Right => (column + 1 < shape.columns()).then(|| cell + 1),
            Direction::Down => (row + 1 < shape.rows()).then(|| cell + shape.columns()),
            Direction::Left => (column > 0).then(|| cell - 1),
        }
    };
    let is_tile = |cell: usize| exponent(board, cell) > 0;
    (0..shape.cells()).filter(|&cell| is_tile(cell)).all(|cell| before(cell).is_none_or(is_tile))
}

fn exponent(board: Board, cell: usize) -> u8 {
    board.tile(redouble_core::Cell::new(cell)).map_or(0, Tile::exponent)
}

/// The cells of every line along which a direction slides, the one at the wall first.
fn lines(shape: Shape, direction: Direction) -> Vec<Vec<usize>> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut lines: Vec<Vec<usize>> = match direction.is_vertical() {
        true => (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect()).collect(),
        false => (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect()).collect(),
    };
    if direction.is_toward_end() {
        lines.iter_mut().for_each(|line| line.reverse());
    }
    lines
}

/// Every line that slides into this one (wall first), without splits first; empty if none does.
fn unslid_lines(slid: &[u8]) -> Vec<Vec<u8>> {
    let tiles: Vec<u8> = slid.iter().copied().take_while(|&exponent| exponent > 0).collect();
    if slid[tiles.len()..].iter().any(|&exponent| exponent > 0) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for splits in 0u32..1 << tiles.len() {
        let parts = |(index, &tile): (usize, &u8)| match splits >> index & 1 == 1 {
            true => vec![tile - 1, tile - 1],
            false => vec![tile],
        };
        let whole: Vec<u8> = tiles.iter().enumerate().flat_map(parts).collect();
        // A 2 cannot be split, and a line has only so much room.
        if whole.len() <= slid.len() && !whole.contains(&0) {
            spread_out(&whole, slid.len(), &mut Vec::new(), &mut lines);
        }
    }
    lines
}

/// The tiles in their order, with gaps in every possible way.
fn spread_out(tiles: &[u8], room: usize, line: &mut Vec<u8>, lines: &mut Vec<Vec<u8>>) {
    let Some((&tile, rest)) = tiles.split_first() else {
        let mut full = line.clone();
        full.resize(line.len() + room, 0);
        lines.push(full);
        return;
    };
    for gap in 0..=room - tiles.len() {
        let length = line.len();
        line.resize(length + gap, 0);
        line.push(tile);
        spread_out(rest, room - gap - 1, line, lines);
        line.truncate(length);
    }
}
