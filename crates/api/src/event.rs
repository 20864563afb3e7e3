//! What happens to the games that are kept: one event a line of the log.
//!
//! ```text
//! game 1 1794787200 1794787260 redouble-game 1 board=4x4 …    a game, when it began and when it changed last
//! ply 1 1794787261 l7                                        a move and its spawn, with the time
//! undo 1 1794787262
//! redo 1 1794787263
//! mark 1 hint                                                what sets the game apart: a hint, auto-play, an import, a chosen seed
//! tree 1 181/l7u3 181!4                                      branches, glyphs, bookmarks and comments: those before are gone
//! open 1                                                     the game that is shown first
//! gone 1
//! best 4x4 20132
//! run 2 {"setup":…}                                          the result of an experiment
//! run-gone 2
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use redouble_core::{Ply, Record, Shape};

use crate::marks::Mark;
use crate::tree::Tree;

/// A change to what is kept. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GameEvent {
    /// A game was put into the history.
    Kept { id: u64, started: u64, changed: u64, record: Box<Record> },
    /// A move was made, and a tile appeared.
    Slid { id: u64, at: u64, ply: Ply },
    /// The last move was taken back.
    Undone { id: u64, at: u64 },
    /// The move taken back last was made again.
    Redone { id: u64, at: u64 },
    /// The game is no longer one that a person played alone.
    Marked { id: u64, mark: Mark },
    /// The tree of a game was changed.
    TreeKept { id: u64, tree: Tree },
    /// The game is the one to go on with.
    Opened { id: u64 },
    /// A game was removed for good.
    Removed { id: u64 },
    /// A best score of games that are not here.
    Best { shape: Shape, score: u64 },
    /// An experiment ended, or was stopped: its result, a line of JSON.
    RunKept { id: u64, json: String },
    /// A result was removed for good.
    RunRemoved { id: u64 },
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
            GameEvent::Opened { id } => write!(f, "open {id}"),
            GameEvent::Removed { id } => write!(f, "gone {id}"),
            GameEvent::Best { shape, score } => write!(f, "best {shape} {score}"),
            GameEvent::RunKept { id, json } => write!(f, "run {id} {json}"),
            GameEvent::RunRemoved { id } => write!(f, "run-gone {id}"),
        }
    }
}

/// A line that is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParseEventError {
    #[error("an entry of an unknown kind: `{0}`")]
    Kind(String),
    #[error("an entry `{kind}` whose {field} cannot be read")]
    Field { kind: String, field: &'static str },
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
            "open" => GameEvent::Opened { id: words.rest("number")? },
            "gone" => GameEvent::Removed { id: words.rest("number")? },
            "best" => GameEvent::Best { shape: words.read("board")?, score: words.rest("score")? },
            "run" => GameEvent::RunKept { id: words.read("number")?, json: words.rest.to_owned() },
            "run-gone" => GameEvent::RunRemoved { id: words.rest("number")? },
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
            GameEvent::RunKept { id: 2, json: "{\"a b\": [1, 2]}".to_owned() },
            GameEvent::RunRemoved { id: 2 },
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
