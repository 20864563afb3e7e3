//! What a page does to a game that it plays by itself, and tells afterwards.
//!
//! Changes are told in batches that say after how many changes of the game they come. A game has had `moves + 2 * undos`
//! changes: a move and a redo add a move, an undo takes one away and counts twice. So the number needs no place in
//! the log, and a batch that is told twice is known by it.

use std::fmt::{self, Display};
use std::str::FromStr;

use redouble_core::{Game, Ply};

/// A change to a game. A move has its new tile, so that nothing is played on a board that only the page has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A move and the tile that appeared: `l7`.
    Slide(Ply),
    /// The last move was taken back: `undo`.
    Undo,
    /// The move taken back last was made again: `redo`.
    Redo,
    /// A hint was shown: `hint`. The game stays where it is.
    Hint,
}

impl Change {
    /// Whether the game is another one afterwards.
    pub(crate) fn counts(self) -> bool {
        self != Change::Hint
    }
}

impl Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Slide(ply) => ply.fmt(f),
            Change::Undo => f.write_str("undo"),
            Change::Redo => f.write_str("redo"),
            Change::Hint => f.write_str("hint"),
        }
    }
}

impl FromStr for Change {
    type Err = <Ply as FromStr>::Err;

    fn from_str(text: &str) -> Result<Change, Self::Err> {
        Ok(match text {
            "undo" => Change::Undo,
            "redo" => Change::Redo,
            "hint" => Change::Hint,
            ply => Change::Slide(ply.parse()?),
        })
    }
}

/// How many changes a game has had.
#[must_use]
pub(crate) fn changes(game: &Game) -> usize {
    game.turns().len() + 2 * game.undos() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Rules;

    #[test]
    fn every_move_undo_and_redo_is_one_change_more() {
        let mut game = Game::new(Rules::default(), 1);
        let mut expected = 0;
        for _ in 0..5 {
            for _ in 0..3 {
                game.play(game.position().legal().nth(0).unwrap()).unwrap();
                expected += 1;
                assert_eq!(changes(&game), expected);
            }
            for _ in 0..2 {
                assert!(game.undo());
                expected += 1;
                assert_eq!(changes(&game), expected);
            }
            assert!(game.redo().is_some());
            expected += 1;
            assert_eq!(changes(&game), expected);
        }
    }

    #[test]
    fn changes_are_read_from_words() {
        let mut game = Game::new(Rules::default(), 7);
        let ply = game.play(game.position().legal().nth(0).unwrap()).unwrap().ply;
        assert_eq!(ply.to_string().parse(), Ok(Change::Slide(ply)));
        for (word, change) in [("undo", Change::Undo), ("redo", Change::Redo), ("hint", Change::Hint)] {
            assert_eq!(word.parse(), Ok(change));
        }
        assert!("x5".parse::<Change>().is_err());
    }
}
