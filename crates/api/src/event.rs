//! What happens to the games that are kept: one event a line of a log.
//!
//! ```text
//! game 1 1794787200 1794787260 redouble-game 1 board=4x4 …    a game, when it began and when it changed last
//! ply 1 1794787261 l7                                        a move and its spawn, with the time
//! undo 1 1794787262
//! redo 1 1794787263
//! mark 1 hint                                                what sets the game apart: a hint, auto-play, an import, a chosen seed
//! tree 1 181/l7u3 181!4                                      branches, glyphs, bookmarks and comments: those before are gone
//! name 1 My first 2048
//! tag 1 corner
//! untag 1 corner
//! open 1                                                     the game that is shown first
//! gone 1
//! best 4x4 20132
//! result 2 count 1794787264 {"board":…}                      the result of a count, with the time
//! run 3 {"setup":…}                                          the result of an experiment, as version 0.1.0 wrote it
//! run-gone 3
//! taken 5d0f2b6c                                             the checksum of a file whose games are here now
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use redouble_core::{Ply, Record, Shape};

use crate::marks::Mark;
use crate::tree::Tree;

/// A change to what is kept. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// A game was put into the history.
    Kept {
        /// Its number.
        id: u64,
        /// When it began.
        started: u64,
        /// When it changed last.
        changed: u64,
        /// The game.
        record: Box<Record>,
    },
    /// A move was made, and a tile appeared.
    Slid {
        /// The game.
        id: u64,
        /// When.
        at: u64,
        /// The move and the tile.
        ply: Ply,
    },
    /// The last move was taken back.
    Undone {
        /// The game.
        id: u64,
        /// When.
        at: u64,
    },
    /// The move taken back last was made again.
    Redone {
        /// The game.
        id: u64,
        /// When.
        at: u64,
    },
    /// The game is no longer one that a person played alone.
    Marked {
        /// The game.
        id: u64,
        /// Why.
        mark: Mark,
    },
    /// Somebody called the game something; an empty name takes it away.
    Named {
        /// The game.
        id: u64,
        /// The name.
        name: String,
    },
    /// Somebody put a word on the game.
    Tagged {
        /// The game.
        id: u64,
        /// The word.
        tag: String,
    },
    /// Somebody took a word off the game.
    Untagged {
        /// The game.
        id: u64,
        /// The word.
        tag: String,
    },
    /// The tree of a game was changed.
    TreeKept {
        /// The game.
        id: u64,
        /// All of it: the one before is gone.
        tree: Tree,
    },
    /// The game is the one to go on with.
    Opened {
        /// The game.
        id: u64,
    },
    /// A game was removed for good.
    Removed {
        /// The game.
        id: u64,
    },
    /// A best score of games that are not here.
    Best {
        /// The board.
        shape: Shape,
        /// The score.
        score: u64,
    },
    /// Work ended, or was stopped: its result, a line of JSON.
    ResultKept {
        /// Its number.
        id: u64,
        /// What it is the result of.
        kind: ResultKind,
        /// When; 0 if that is not known.
        at: u64,
        /// The result.
        json: String,
    },
    /// A result was removed for good.
    ResultRemoved {
        /// Its number.
        id: u64,
    },
    /// The games of a file of an earlier version are here now.
    TakenOver {
        /// The CRC-32 of the file.
        digest: u32,
    },
}

/// What a result is the result of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResultKind {
    /// An experiment.
    Arena,
}

impl ResultKind {
    /// All of them.
    pub const ALL: [ResultKind; 1] = [ResultKind::Arena];

    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ResultKind::Arena => "arena",
        }
    }
}

/// A word that is no kind of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseResultKindError;

impl FromStr for ResultKind {
    type Err = ParseResultKindError;

    fn from_str(text: &str) -> Result<ResultKind, ParseResultKindError> {
        ResultKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(ParseResultKindError)
    }
}

impl Display for GameEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEvent::Kept { id, started, changed, record } => {
                write!(f, "game {id} {started} {changed}")?;
                record.to_string().split_whitespace().try_for_each(|word| write!(f, " {word}"))
            }
            GameEvent::Slid { id, at, ply } => write!(f, "ply {id} {at} {ply}"),
            GameEvent::Undone { id, at } => write!(f, "undo {id} {at}"),
            GameEvent::Redone { id, at } => write!(f, "redo {id} {at}"),
            GameEvent::Marked { id, mark } => write!(f, "mark {id} {mark}"),
            GameEvent::TreeKept { id, tree } => write!(f, "tree {id} {tree}"),
            GameEvent::Named { id, name } => write!(f, "name {id} {name}"),
            GameEvent::Tagged { id, tag } => write!(f, "tag {id} {tag}"),
            GameEvent::Untagged { id, tag } => write!(f, "untag {id} {tag}"),
            GameEvent::Opened { id } => write!(f, "open {id}"),
            GameEvent::Removed { id } => write!(f, "gone {id}"),
            GameEvent::Best { shape, score } => write!(f, "best {shape} {score}"),
            GameEvent::ResultKept { id, kind, at, json } => {
                write!(f, "result {id} {} {at} {json}", kind.name())
            }
            GameEvent::ResultRemoved { id } => write!(f, "run-gone {id}"),
            GameEvent::TakenOver { digest } => write!(f, "taken {digest:08x}"),
        }
    }
}

/// A line that is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseEventError {
    /// It begins with a word that is no event.
    #[error("an entry of an unknown kind: `{0}`")]
    Kind(String),
    /// A part of it cannot be read.
    #[error("an entry `{kind}` whose {field} cannot be read")]
    Field {
        /// The event.
        kind: String,
        /// The part.
        field: &'static str,
    },
}

impl FromStr for GameEvent {
    type Err = ParseEventError;

    fn from_str(line: &str) -> Result<GameEvent, ParseEventError> {
        let mut words = Words { kind: line, rest: line };
        words.kind = words.next();
        Ok(match words.kind {
            "game" => GameEvent::Kept {
                id: words.read("number")?,
                started: words.read("start")?,
                changed: words.read("time")?,
                record: Box::new(words.rest("record")?),
            },
            "ply" => GameEvent::Slid {
                id: words.read("number")?,
                at: words.read("time")?,
                ply: words.rest("move")?,
            },
            "undo" => GameEvent::Undone { id: words.read("number")?, at: words.rest("time")? },
            "redo" => GameEvent::Redone { id: words.read("number")?, at: words.rest("time")? },
            "mark" => GameEvent::Marked { id: words.read("number")?, mark: words.rest("reason")? },
            "tree" => GameEvent::TreeKept { id: words.read("number")?, tree: words.rest("text")? },
            "name" => GameEvent::Named { id: words.read("number")?, name: words.rest.to_owned() },
            "tag" => GameEvent::Tagged { id: words.read("number")?, tag: words.rest.to_owned() },
            "untag" => GameEvent::Untagged { id: words.read("number")?, tag: words.rest.to_owned() },
            "open" => GameEvent::Opened { id: words.rest("number")? },
            "gone" => GameEvent::Removed { id: words.rest("number")? },
            "best" => GameEvent::Best { shape: words.read("board")?, score: words.rest("score")? },
            "result" => GameEvent::ResultKept {
                id: words.read("number")?,
                kind: words.read("kind")?,
                at: words.read("time")?,
                json: words.rest.to_owned(),
            },
            "run" => GameEvent::ResultKept {
                id: words.read("number")?,
                kind: ResultKind::Arena,
                at: 0,
                json: words.rest.to_owned(),
            },
            "run-gone" => GameEvent::ResultRemoved { id: words.rest("number")? },
            "taken" => GameEvent::TakenOver {
                digest: u32::from_str_radix(words.rest, 16)
                    .map_err(|_| ParseEventError::Field { kind: words.kind.to_owned(), field: "digest" })?,
            },
            unknown => return Err(ParseEventError::Kind(unknown.chars().take(40).collect())),
        })
    }
}

/// The words of a line, from the left.
struct Words<'a> {
    kind: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> &'a str {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest;
        word
    }

    fn read<T: FromStr>(&mut self, field: &'static str) -> Result<T, ParseEventError> {
        let word = self.next();
        self.parse(word, field)
    }

    /// The rest of the line.
    fn rest<T: FromStr>(&self, field: &'static str) -> Result<T, ParseEventError> {
        self.parse(self.rest, field)
    }

    fn parse<T: FromStr>(&self, text: &str, field: &'static str) -> Result<T, ParseEventError> {
        text.parse().map_err(|_| ParseEventError::Field { kind: self.kind.to_owned(), field })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Game, Rules};

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let mut game = Game::new(Rules::default(), 7);
        let ply = game.play(game.position().legal().nth(0).unwrap()).unwrap().ply;
        let record = Box::new(game.record());
        for event in [
            GameEvent::Kept { id: 1, started: 2, changed: 3, record },
            GameEvent::Slid { id: 1, at: 1_794_787_261, ply },
            GameEvent::Undone { id: 1, at: 4 },
            GameEvent::Redone { id: u64::MAX, at: 0 },
            GameEvent::Marked { id: 1, mark: Mark::Hint },
            GameEvent::TreeKept { id: 1, tree: "0/l3u2 0.1.2!4 0\"%C3%A4%20b".parse().unwrap() },
            GameEvent::TreeKept { id: 1, tree: Tree::default() },
            GameEvent::Opened { id: 1 },
            GameEvent::Removed { id: 1 },
            GameEvent::Best { shape: Shape::CLASSIC, score: 20_132 },
            GameEvent::Named { id: 1, name: "A game, with words".to_owned() },
            GameEvent::Named { id: 1, name: String::new() },
            GameEvent::Tagged { id: 1, tag: "corner".to_owned() },
            GameEvent::Untagged { id: 1, tag: "corner".to_owned() },
            GameEvent::ResultKept {
                id: 2,
                kind: ResultKind::Arena,
                at: 5,
                json: "{\"a b\": [1, 2]}".to_owned(),
            },
            GameEvent::ResultRemoved { id: 2 },
            GameEvent::TakenOver { digest: 0x0123_abcd },
        ] {
            assert_eq!(event.to_string().parse(), Ok(event.clone()), "{event}");
        }
    }

    #[test]
    fn what_is_no_event_is_named() {
        let error = |line: &str| line.parse::<GameEvent>().unwrap_err().to_string();
        assert!(error("").contains("unknown kind"));
        assert!(error("gmae 1").contains("`gmae`"));
        assert!(error("ply 1 5 x5").contains("`ply` whose move"));
        assert!(error("undo 1").contains("time"));
        assert!(error("mark 1 luck").contains("reason"));
        assert!(error("tree 1 0/x").contains("text"));
        assert!(error("game 1 2 3 redouble-game 1").contains("record"));
    }
}
