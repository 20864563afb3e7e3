//! How a board can have come about, without a store: slides and spawns, backwards.
//!
//! The tile that appeared last is a 2 or a 4, and without it the board is packed against a wall. That alone leaves few
//! boards that can come before one, so most questions are answered after a few hundred boards: by a game, or by having
//! come to dead ends everywhere.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use redouble_core::{Board, Direction, Grid, Spawn, Stopped, Tile, Watch};
use rustc_hash::{FxHashSet, FxHasher};

use crate::ancestry::{Ancestry, Search, for_each_before, is_packed, is_start, least_spawns};

/// What is known about how a board comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A game leads to it.
    Game(Ancestry),
    /// No game does.
    Never(Impossible),
    /// The search was given up after this many boards.
    Unknown(u64),
}

/// Why no game leads to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// There are always two tiles.
    TooFew,
    /// There is neither a 2 nor a 4 that can have appeared last.
    NothingAppeared,
    /// Whichever 2 or 4 is taken away, the others are not packed against a wall.
    NotPacked,
    /// This many boards could come before it, or before those, and so on; none of them is a start.
    DeadEnds(u64),
}

/// A board that may come before another, and how that follows.
type Before = (Board, Direction, Spawn);

/// The boards before one that are tried; the more promising ones are last.
const WIDTH: usize = 128;
/// How many boards the first search looks at.
const FIRST_SHARE: u64 = 256;
/// The largest tile sum for which a shortest game is looked for.
const SHORTEST_SUM: u64 = 512;

/// A game that leads to a board, or why there is none, if `patience` boards are enough to tell.
///
/// ```
/// use redouble_core::board;
/// use redouble_states::{Impossible, Origin, origin};
///
/// let Ok(Origin::Game(game)) = origin(board! { 2 . / 4 8 }, 1_000, &()) else { panic!("it can be played") };
/// assert!(game.shortest);
/// // Two 512 have made the 1024, and what had appeared before them is still there.
/// let never = Origin::Never(Impossible::DeadEnds(0));
/// assert_eq!(origin(board! { 1024 2 . / . . . / . . . }, 1_000, &()), Ok(never));
/// ```
///
/// # Errors
/// If the watch says stop.
pub fn origin(board: Board, patience: u64, watch: &dyn Watch) -> Result<Origin, Stopped> {
    if let Some(reason) = at_once(board) {
        return Ok(Origin::Never(reason));
    }
    let (mut looked_at, mut share) = (0, FIRST_SHARE);
    for attempt in 0.. {
        watch.check()?;
        let mut back = Back { attempt, seen: FxHashSet::default(), patience: share, complete: true };
        if let Some(game) = back.find_game(board) {
            return shortened(board, game, patience / 4, watch).map(Origin::Game);
        }
        let seen = back.seen.len() as u64;
        if back.complete {
            return Ok(Origin::Never(Impossible::DeadEnds(seen)));
        }
        looked_at += seen;
        if looked_at >= patience {
            break;
        }
        share += FIRST_SHARE / 4;
    }
    Ok(Origin::Unknown(looked_at))
}

/// What can be seen without a search.
fn at_once(board: Board) -> Option<Impossible> {
    if board.tiles().flatten().count() < 2 {
        return Some(Impossible::TooFew);
    }
    if !board.tiles().flatten().any(|tile| tile <= Tile::FOUR) {
        return Some(Impossible::NothingAppeared);
    }
    (!is_plausible(board)).then_some(Impossible::NotPacked)
}

/// Whether the board is a start, or packed against a wall but for a 2 or a 4.
fn is_plausible(board: Board) -> bool {
    let appeared = |&cell: &redouble_core::Cell| board.tile(cell).is_some_and(|tile| tile <= Tile::FOUR);
    let packed =
        |cell| Direction::ALL.into_iter().any(|direction| is_packed(board.with_tile(cell, None), direction));
    is_start(board) || board.shape().all_cells().filter(appeared).any(packed)
}

/// The search for any game: depth first, on a stack of its own since games are long.
///
/// A depth-first search that has taken a wrong turn early may never come back to it. Hence many searches, each with its
/// own taste and a little longer than the last.
struct Back {
    attempt: u32,
    /// Canonical boards that were met; each once.
    seen: FxHashSet<Board>,
    patience: u64,
    /// Whether everything that can come before was tried.
    complete: bool,
}

impl Back {
    fn find_game(&mut self, board: Board) -> Option<Ancestry> {
        if is_start(board) {
            return Some(Ancestry { start: board, moves: Vec::new(), shortest: true });
        }
        let mut way: Vec<(Direction, Spawn)> = Vec::new();
        let mut open: Vec<Vec<Before>> = vec![self.before(board)];
        while let Some(candidates) = open.last_mut() {
            let Some((before, direction, spawn)) = candidates.pop() else {
                open.pop();
                way.pop();
                continue;
            };
            if !self.seen.insert(before.canonical()) {
                continue;
            }
            way.push((direction, spawn));
            if is_start(before) {
                way.reverse();
                return Some(Ancestry { start: before, moves: way, shortest: false });
            }
            if self.seen.len() as u64 >= self.patience {
                self.complete = false;
                return None;
            }
            open.push(self.before(before));
        }
        None
    }

    /// What may come before a board, the most promising last.
    fn before(&mut self, board: Board) -> Vec<Before> {
        let mut found: Vec<Before> = Vec::new();
        let _ = for_each_before(board, &mut |before, direction, spawn| {
            if is_plausible(before) && !self.seen.contains(&before.canonical()) {
                found.push((before, direction, spawn));
            }
            ControlFlow::Continue(())
        });
        found.sort_by_cached_key(|(before, ..)| std::cmp::Reverse(self.cost(*before)));
        if found.len() > WIDTH {
            self.complete = false;
            found.drain(..found.len() - WIDTH);
        }
        found
    }
}

impl Back {
    /// Large tiles must be taken apart; the noise is 6, 25 or 100 percent.
    fn cost(&self, before: Board) -> u64 {
        let mut hasher = FxHasher::default();
        (self.attempt, before).hash(&mut hasher);
        let noise = hasher.finish() >> 32;
        made(before) * (1024 + (noise >> (26 - 2 * (self.attempt % 3))))
    }
}

/// The score that the tiles have cost, if all appeared as 2.
fn made(board: Board) -> u64 {
    board.tiles().flatten().map(|tile| u64::from(tile.exponent() - 1) * tile.value()).sum()
}

/// A shortest game, if it is found in time, or the one that is known.
fn shortened(board: Board, game: Ancestry, patience: u64, watch: &dyn Watch) -> Result<Ancestry, Stopped> {
    let (least, known) = (least_spawns(board), game.moves.len() as u64 + 2);
    if least == known {
        return Ok(Ancestry { shortest: true, ..game });
    }
    if board.sum() > SHORTEST_SUM {
        return Ok(game);
    }
    let may_occur = |before| watch.check().map(|()| is_plausible(before));
    let mut search = Search::new(&may_occur, patience);
    for budget in least..known {
        if let Some(shorter) = search.game(board, budget)? {
            return Ok(shorter);
        }
        if search.is_tired() {
            return Ok(game);
        }
    }
    Ok(Ancestry { shortest: true, ..game })
}
