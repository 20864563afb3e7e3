//! A game being played: in the terminal, line by line, and on the page.

use std::ops::DerefMut;

use redouble_core::{Direction, Game, Rules, Turn};

use crate::games::{Games, GamesError, MAX_MOVES};

/// What somebody does to a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Slide all tiles.
    Slide(Direction),
    /// Take the last move back.
    Undo,
    /// Make the move taken back last again.
    Redo,
    /// Leave the game in the history and begin another.
    StartOver(Rules, u64),
}

/// What an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acted {
    /// Whether anything changed: a slide may move nothing, and there may be nothing to take back.
    pub changed: bool,
    /// The move that was made, or made again.
    pub turn: Option<Turn>,
}

/// One of the kept games, open to be played. `G` gives access to the games: owned, or locked for a moment.
///
/// ```
/// use redouble_api::{Action, Games, Session};
/// use redouble_core::{Game, Rules};
///
/// let mut games = Box::new(Games::unsaved());
/// let id = games.add(&Game::new(Rules::default(), 1)).unwrap();
/// let mut session = Session::open(games, id).unwrap();
/// let direction = session.game().position().legal().nth(0).unwrap();
/// assert!(session.act(Action::Slide(direction)).unwrap().changed);
/// assert!(session.act(Action::Undo).unwrap().changed);
/// assert!(!session.act(Action::Undo).unwrap().changed);
/// assert_eq!((session.game().undos(), session.game().redoable()), (1, 1));
/// ```
pub struct Session<G> {
    games: G,
    id: u64,
}

impl<G: DerefMut<Target = Games>> Session<G> {
    /// Plays the game with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(mut games: G, id: u64) -> Result<Session<G>, GamesError> {
        games.wake(id)?;
        Ok(Session { games, id })
    }

    /// The number of the game.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.games.awake_game(self.id).expect("no other game was opened since this one was woken")
    }

    /// The best score ever on this board.
    #[must_use]
    pub fn best(&self) -> u64 {
        self.games.best(self.game().rules().shape)
    }

    /// Why the last changes are not on the disk, if they are not.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.games.trouble()
    }

    /// Does what somebody wants to do.
    ///
    /// # Errors
    /// If the game has all the moves that it may have, or no other game fits into the history.
    pub fn act(&mut self, action: Action) -> Result<Acted, GamesError> {
        let game = self.game();
        let turn = match action {
            Action::Slide(direction) => {
                let Some(turn) = game.turn(direction) else {
                    return Ok(Acted { changed: false, turn: None });
                };
                if game.turns().len() >= MAX_MOVES {
                    return Err(GamesError::TooLong);
                }
                self.games.slide(self.id, turn.ply)
            }
            Action::Undo if game.turns().is_empty() => return Ok(Acted { changed: false, turn: None }),
            Action::Undo => self.games.undo(self.id),
            Action::Redo if game.redoable() == 0 => return Ok(Acted { changed: false, turn: None }),
            Action::Redo => self.games.redo(self.id),
            Action::StartOver(rules, seed) => {
                self.id = self.games.add(&Game::new(rules, seed))?;
                None
            }
        };
        Ok(Acted { changed: true, turn })
    }
}
