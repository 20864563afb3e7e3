//! Where games and results are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use redouble_core::{Board, Game, Grid, Ply, Record, Shape, Tile};

use crate::change::Change;
use crate::event::{GameEvent, ResultKind};
use crate::marks::Marks;
use crate::tree::Tree;

/// How many of the last changes of a game are remembered, to know a batch that is told twice.
pub const MAX_TOLD: usize = 512;

/// What keeps games and results: a database, or an event log.
///
/// Events go in; the records of games and the texts of results come out, and at the start everything else, as
/// [`Contents`]. Whoever answers questions has that in memory and knows nothing of how it is kept.
pub trait Store: Send {
    /// Keeps what happened, all of it or nothing. What was kept is there after the process was killed.
    ///
    /// # Errors
    /// If it cannot be written. Nothing of it is kept then.
    fn keep(&mut self, entries: &[Entry]) -> Result<(), StoreError>;

    /// The moves of a game.
    ///
    /// # Errors
    /// If they cannot be read, or are damaged.
    fn record(&self, id: u64) -> Result<Option<Record>, StoreError>;

    /// A result, as JSON.
    ///
    /// # Errors
    /// If it cannot be read.
    fn result(&self, id: u64) -> Result<Option<String>, StoreError>;

    /// What sends everything that was kept so far to the disk, so that a power cut does not lose it. It can take long, and
    /// others may keep more meanwhile.
    fn syncing(&self) -> Syncing;
}

/// Sends what is kept to the disk.
pub type Syncing = Box<dyn FnOnce() -> Result<(), StoreError> + Send>;

/// Why something cannot be kept or read, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

/// Something that happened, and how its game stands afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What happened.
    pub event: GameEvent,
    /// The move that was made, or made again.
    pub ply: Option<Ply>,
    /// The game that it happened to, if it is still there.
    pub row: Option<GameRow>,
}

/// Everything that is kept, without the moves of games and the texts of results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// The games, by number.
    pub games: Vec<GameRow>,
    /// The last changes of the games that changed last, the latest at the end: so that a page that tells them again is
    /// understood. At most [`MAX_TOLD`] of a game.
    pub told: Vec<(u64, Vec<Change>)>,
    /// The results other than games, by number.
    pub results: Vec<ResultRow>,
    /// The best scores of games that are not here.
    pub elsewhere: Vec<(Shape, u64)>,
    /// The checksums of files whose games were taken over.
    pub taken: BTreeSet<u32>,
    /// The game to go on with.
    pub current: Option<u64>,
    /// The first number that was never given.
    pub next: u64,
}

/// What is known of a game without its moves. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number.
    pub id: u64,
    /// When it began.
    pub started: u64,
    /// When it changed last.
    pub changed: u64,
    /// How long its moves took, as far as that is known, longer pauses left out.
    pub seconds: u64,
    /// For how many moves that is known.
    pub timed: u64,
    /// How it stands.
    pub summary: GameSummary,
    /// The letters of the moves that can be made again, the next one first.
    pub undone: String,
    /// What sets it apart from a game that a person played alone.
    pub marks: Marks,
    /// What somebody called it; empty if nobody did.
    pub name: String,
    /// Words that somebody put on it.
    pub tags: BTreeSet<String>,
    /// What was tried, marked and written beside its moves. It can be long, and rows are copied at every move.
    pub tree: Arc<Tree>,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The board.
    pub board: Board,
    /// The tile that wins.
    pub goal: Tile,
    /// The score.
    pub score: u64,
    /// The number of moves.
    pub moves: usize,
    /// How many moves were taken back.
    pub undos: u32,
    /// Whether no move is left.
    pub over: bool,
    /// Whether the goal was made.
    pub won: bool,
}

impl GameSummary {
    /// How this game stands.
    #[must_use]
    pub fn of(game: &Game) -> GameSummary {
        GameSummary {
            board: game.position().board(),
            goal: game.rules().goal,
            score: game.score(),
            moves: game.turns().len(),
            undos: game.undos(),
            over: game.is_over(),
            won: game.has_won(),
        }
    }

    /// The shape of the board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// The face value of the largest tile, 0 on an empty board.
    #[must_use]
    pub fn max_tile(&self) -> u64 {
        self.board.max_tile().map_or(0, Tile::value)
    }
}

/// The letters of the moves that can be made again, the next one first; a record is copied only where there are some.
pub(crate) fn undone(game: &Game) -> String {
    if game.redoable() == 0 {
        return String::new();
    }
    game.record().undone.iter().map(|direction| direction.letter()).collect()
}

/// A result that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Its number.
    pub id: u64,
    /// What it is the result of.
    pub kind: ResultKind,
    /// When it was kept, in seconds since 1970; 0 if an earlier version kept it.
    pub at: u64,
}
