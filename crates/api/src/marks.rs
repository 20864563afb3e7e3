//! What sets a game apart from one that a person began by chance and played alone.

use std::fmt::{self, Display};
use std::str::FromStr;

use redouble_core::{Game, Start};

/// A reason why a game is no measure of the person who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A player made moves.
    Auto,
    /// A player was asked what to do.
    Hint,
    /// It came from a file.
    Import,
    /// Somebody chose its seed, and may know the tiles that come.
    Seed,
    /// It began on a board that somebody set up.
    SetUp,
    /// Moves were taken back.
    Undo,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 6] = [Mark::Auto, Mark::Hint, Mark::Import, Mark::Seed, Mark::SetUp, Mark::Undo];

    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Auto => "auto",
            Mark::Hint => "hint",
            Mark::Import => "import",
            Mark::Seed => "seed",
            Mark::SetUp => "set-up",
            Mark::Undo => "undo",
        }
    }
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMarkError;

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        Mark::ALL.into_iter().find(|mark| mark.name() == text).ok_or(ParseMarkError)
    }
}

/// The kind of a game that a person began by chance and played alone.
pub const HUMAN: &str = "human";

/// The marks of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// Those that a game itself shows.
    #[must_use]
    pub fn of(game: &Game) -> Marks {
        let set_up = matches!(game.start(), Start::Board { .. }).then_some(Mark::SetUp);
        let undone = (game.undos() > 0).then_some(Mark::Undo);
        [set_up, undone].into_iter().flatten().fold(Marks::default(), Marks::with)
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, mark: Mark) -> Marks {
        Marks(self.0 | 1 << mark as u8)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, others: Marks) -> Marks {
        Marks(self.0 | others.0)
    }

    /// Whether it is one of them.
    #[must_use]
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u8 != 0
    }

    /// Whether a person began the game by chance and played it alone.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What kind of game they make, in one word: that of the mark that says most, or `human`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        let most = [Mark::Auto, Mark::Import, Mark::SetUp, Mark::Seed, Mark::Hint, Mark::Undo];
        most.into_iter().find(|&mark| self.contains(mark)).map_or(HUMAN, Mark::name)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&mark| self.contains(mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Position, Rules, board};

    #[test]
    fn every_mark_is_read_as_it_is_written_and_kept_apart() {
        let all = Mark::ALL.into_iter().fold(Marks::default(), Marks::with);
        assert_eq!(all.iter().collect::<Vec<_>>(), Mark::ALL);
        for mark in Mark::ALL {
            assert_eq!(mark.to_string().parse(), Ok(mark));
            assert_eq!(Marks::default().with(mark).iter().collect::<Vec<_>>(), [mark]);
        }
        assert_eq!("hints".parse::<Mark>(), Err(ParseMarkError));
    }

    #[test]
    fn a_game_shows_that_it_was_set_up_and_that_moves_were_taken_back() {
        let mut game = Game::new(Rules::default(), 1);
        game.play(game.position().legal().nth(0).unwrap()).unwrap();
        assert!(Marks::of(&game).is_empty());
        assert!(game.undo());
        assert_eq!(Marks::of(&game).iter().collect::<Vec<_>>(), [Mark::Undo]);
        let position = Position::new(board! { 2 2 / . . });
        let game = Game::from_position(Rules::default(), position, 0, 1);
        assert_eq!(Marks::of(&game).iter().collect::<Vec<_>>(), [Mark::SetUp]);
    }
}
