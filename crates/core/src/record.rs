//! Games as text.

use std::fmt;
use std::str::FromStr;

use crate::record_text::{cell_name, parse_ply};
use crate::{Board, Direction, Game, Grid, Position, Rules, Spawn, Tile};

/// A game: its rules, its start, every move and spawn, and the score.
///
/// The text form is words separated by white space, so that it survives being wrapped in a message:
///
/// ```text
/// redouble-game 1 board=4x4 p4=0.1 goal=2048 seed=1
/// moves=l5u0r3d7 … score=24 check=8f0c5a31
/// ```
///
/// A ply is two characters: the direction `u r d l`, in capitals if the tile that appeared was a 4, and the cell where
/// it appeared, counted row by row in `0…9a…zA…Z-_`. A game that does not start from a seed has `start=` with a board
/// and `from=` with its score there; moves that were taken back and can be redone stand in `undone=`. The checksum is
/// the CRC-32 of all words before it, joined by single spaces.
///
/// ```
/// use redouble_core::{Direction, Game, Record, Rules};
///
/// let mut game = Game::new(Rules::default(), 1);
/// for direction in [Direction::Left, Direction::Up, Direction::Right, Direction::Left] {
///     game.play(direction);
/// }
/// let text = game.record().to_string();
/// let record: Record = text.parse().unwrap();
/// assert_eq!(Game::from_record(&record).unwrap(), game);
///
/// // A changed letter is found, whatever it is.
/// assert!(text.replace("score=", "score=1").parse::<Record>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rules it was played by.
    pub rules: Rules,
    /// How it began.
    pub start: Start,
    /// Every move with the spawn that answered it.
    pub plies: Vec<Ply>,
    /// Moves taken back that can be made again, the next one first.
    pub undone: Vec<Direction>,
    /// How many moves were taken back, ever.
    pub undos: u32,
    /// The score at the end.
    pub score: u64,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the empty board: two spawns of the generator with this seed.
    Seed(u64),
    /// From a board.
    Board {
        /// The board, with the player to move.
        board: Board,
        /// The score it starts with.
        score: u64,
        /// The seed of the spawns from here; without one the record cannot be played on.
        seed: Option<u64>,
    },
}

/// A move and the spawn that answered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The move.
    pub direction: Direction,
    /// The tile that appeared.
    pub spawn: Spawn,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.direction.letter();
        let letter = if self.spawn.tile == Tile::FOUR { letter.to_ascii_uppercase() } else { letter };
        write!(f, "{letter}{}", cell_name(self.spawn.cell))
    }
}

impl FromStr for Ply {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Ply, ParseRecordError> {
        let found = || text.chars().take(40).collect();
        parse_ply(text).ok_or_else(|| ParseRecordError::Ply { ply: 1, found: found() })
    }
}

/// A record that does not follow the rules; plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The move changes nothing.
    IllegalMove {
        /// Which ply.
        ply: usize,
        /// The move.
        direction: Direction,
    },
    /// A tile appeared in a cell that is taken or not on the board.
    NoRoom {
        /// Which ply.
        ply: usize,
        /// The ply as recorded.
        found: Ply,
    },
    /// The seed brings another spawn.
    OtherSpawn {
        /// Which ply.
        ply: usize,
        /// The ply as recorded.
        found: Ply,
        /// The ply that the seed gives.
        expected: Ply,
    },
    /// The start board has another shape than the rules.
    Shape,
    /// The moves lead to another score.
    Score {
        /// The score as recorded.
        found: u64,
        /// The score of the moves.
        expected: u64,
    },
    /// The record has no seed, so that it can be shown but not played on.
    NoSeed,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::IllegalMove { ply, direction } => {
                write!(f, "move {ply}: {direction} changes nothing there and is no move")
            }
            ReplayError::NoRoom { ply, found } => {
                write!(f, "move {ply} (`{found}`): the tile appears in a cell that is not free")
            }
            ReplayError::OtherSpawn { ply, found, expected } => {
                write!(f, "move {ply}: the record has `{found}`, but the seed gives `{expected}`")
            }
            ReplayError::Shape => f.write_str("the start board has another shape than `board=` says"),
            ReplayError::Score { found, expected } => {
                write!(f, "the record has the score {found}, but its moves score {expected}")
            }
            ReplayError::NoSeed => f.write_str("the record has no seed: it can be shown, but not played on"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Record {
    /// The positions of the game, the start first; one more than there are plies.
    ///
    /// # Errors
    /// At the first ply that breaks the rules or is not what the seed gives, or if the score is not that of the moves.
    pub fn replay(&self) -> Result<Vec<Position>, ReplayError> {
        let (positions, expected) = match self.start {
            Start::Board { board, .. } if board.shape() != self.rules.shape => {
                return Err(ReplayError::Shape);
            }
            Start::Board { board, score, seed: None } => self.replay_spawns(Position::new(board), score)?,
            _ => {
                let game = Game::from_record(self)?;
                let before = game.turns().iter().map(|turn| turn.slide.before);
                (before.chain([game.position()]).collect(), game.score())
            }
        };
        match self.score {
            found if found == expected => Ok(positions),
            found => Err(ReplayError::Score { found, expected }),
        }
    }

    /// The positions and the score of a record whose spawns come from elsewhere.
    fn replay_spawns(&self, start: Position, mut score: u64) -> Result<(Vec<Position>, u64), ReplayError> {
        let mut positions = vec![start];
        for (index, &found) in self.plies.iter().enumerate() {
            let (ply, direction) = (index + 1, found.direction);
            let slide =
                positions[index].slide(direction).ok_or(ReplayError::IllegalMove { ply, direction })?;
            positions.push(slide.after.spawn(found.spawn).ok_or(ReplayError::NoRoom { ply, found })?);
            score += slide.gained;
        }
        Ok((positions, score))
    }
}

/// The text is not a record; it says where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseRecordError {
    /// The text does not begin with `redouble-game`.
    NotARecord,
    /// Written by a version that this one does not know.
    Version {
        /// The version as found.
        found: String,
    },
    /// A field is missing: the text was cut, or never was a record.
    Missing {
        /// The field's name.
        field: &'static str,
    },
    /// A field that does not exist, or a word without a field, or a field a second time.
    Unexpected {
        /// The word.
        word: String,
    },
    /// A field has a value that it cannot have.
    Field {
        /// The field's name.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A ply cannot be read.
    Ply {
        /// Which one, from 1.
        ply: usize,
        /// Its text.
        found: String,
    },
    /// The checksum is not that of the text.
    Checksum {
        /// The checksum as found.
        found: u32,
        /// The checksum of the text.
        expected: u32,
    },
    /// The record does not follow the rules.
    Replay(ReplayError),
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRecordError::NotARecord => {
                f.write_str("not a game record: it begins with `redouble-game 1`")
            }
            ParseRecordError::Version { found } => {
                write!(f, "a game record of version `{found}`; this program knows version 1")
            }
            ParseRecordError::Missing { field } => {
                write!(f, "the record has no `{field}=`; it seems to be cut off")
            }
            ParseRecordError::Unexpected { word } => write!(f, "`{word}` does not belong here"),
            ParseRecordError::Field { field, problem } => write!(f, "`{field}=`: {problem}"),
            ParseRecordError::Ply { ply, found } => write!(
                f,
                "move {ply}: `{found}` is not a ply; a ply is u, r, d or l (capital if a 4 appeared) and a cell"
            ),
            ParseRecordError::Checksum { found, expected } => {
                write!(f, "the record was altered: its checksum is {expected:08x}, it says {found:08x}")
            }
            ParseRecordError::Replay(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for ParseRecordError {}

impl From<ReplayError> for ParseRecordError {
    fn from(error: ReplayError) -> ParseRecordError {
        ParseRecordError::Replay(error)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::record_text::write(self, f)
    }
}

impl FromStr for Record {
    type Err = ParseRecordError;

    /// Reads a record and plays it through: what comes back follows the rules.
    fn from_str(text: &str) -> Result<Record, ParseRecordError> {
        let record = crate::record_text::parse(text)?;
        record.replay()?;
        Ok(record)
    }
}
