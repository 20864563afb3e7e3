//! A game being played: in the terminal, line by line, and on the page.

use std::ops::DerefMut;

use redouble_core::{Direction, Game, Rules, Turn};

use crate::change::{Change, changes};
use crate::games::{Games, GamesError, MAX_MOVES};
use crate::marks::{Mark, Marks};

/// What somebody does to a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Slide all tiles.
    Slide(Direction),
    /// Slide all tiles as a player decided: the game is marked.
    AutoSlide(Direction),
    /// Hear what a player would do: the game stays where it is and is marked.
    Hint,
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

    /// The best score that a person reached alone on this board.
    #[must_use]
    pub fn best(&self) -> u64 {
        self.games.best(self.game().rules().shape)
    }

    /// What sets the game apart from one that a person played alone.
    pub(crate) fn marks(&self) -> Marks {
        self.games.marks(self.id)
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
            Action::Slide(direction) | Action::AutoSlide(direction) => {
                let Some(turn) = game.turn(direction) else {
                    return Ok(Acted { changed: false, turn: None });
                };
                if game.turns().len() >= MAX_MOVES {
                    return Err(GamesError::TooLong);
                }
                if matches!(action, Action::AutoSlide(_)) {
                    self.games.mark(self.id, Mark::Auto);
                }
                self.games.slide(self.id, turn.ply)
            }
            Action::Hint => {
                self.games.mark(self.id, Mark::Hint);
                return Ok(Acted { changed: false, turn: None });
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

    /// Makes the changes that a page has made already, after so many others, and tells how many of them the game has
    /// now. Those that it has had before are known by their number and left alone. It stops at the first that does not
    /// fit: the game went on elsewhere.
    ///
    /// # Errors
    /// If the game has all the moves that it may have.
    pub(crate) fn catch_up(&mut self, after: usize, made: &[Change]) -> Result<usize, GamesError> {
        // Kept together: one commit a batch, before it is answered.
        self.games.hold();
        let made = self.follow(after, made);
        self.games.release();
        made
    }

    fn follow(&mut self, after: usize, made: &[Change]) -> Result<usize, GamesError> {
        let Some(mut known) = self.known(after, made) else { return Ok(0) };
        for (index, &change) in made.iter().enumerate() {
            if change.counts() && known > 0 {
                known -= 1;
            } else if !self.make(change)? {
                return Ok(index);
            }
        }
        Ok(made.len())
    }

    /// How many of the changes that a page made after so many others the game has had; `None` if it has had different ones.
    fn known(&self, after: usize, made: &[Change]) -> Option<usize> {
        let known = changes(self.game()).checked_sub(after)?;
        let had = self.games.told(self.id, known)?;
        let counted = made.iter().copied().filter(|change| change.counts());
        (counted.clone().count() >= known && had.eq(counted.take(known))).then_some(known)
    }

    /// Makes a change; false if it does not fit the game.
    fn make(&mut self, change: Change) -> Result<bool, GamesError> {
        let action = match change {
            Change::Hint => return self.act(Action::Hint).map(|_| true),
            Change::Slide(ply) if self.game().turn(ply.direction).map(|turn| turn.ply) != Some(ply) => {
                return Ok(false);
            }
            Change::Slide(ply) => Action::Slide(ply.direction),
            Change::Undo => Action::Undo,
            Change::Redo => Action::Redo,
        };
        Ok(self.act(action)?.changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Ply, Spawn, Tile};

    /// A game, and the changes of a page that plays it by itself.
    fn session() -> (Session<Box<Games>>, Vec<Change>) {
        let mut games = Box::new(Games::unsaved());
        let id = games.add(&Game::new(Rules::default(), 1)).unwrap();
        let mut twin = Game::new(Rules::default(), 1);
        let mut slide = || Change::Slide(twin.play(twin.position().legal().nth(0).unwrap()).unwrap().ply);
        let mut made: Vec<Change> = (0..4).map(|_| slide()).collect();
        made.extend([Change::Hint, Change::Undo, Change::Undo, Change::Redo]);
        (Session::open(games, id).unwrap(), made)
    }

    #[test]
    fn a_batch_told_twice_is_made_once_wherever_it_was_cut_off() {
        for cut in 0..=8 {
            let (mut session, made) = session();
            assert_eq!(session.catch_up(0, &made[..cut]), Ok(cut));
            assert_eq!(session.catch_up(0, &made), Ok(8), "{cut}");
            assert_eq!(session.catch_up(0, &made), Ok(8), "{cut}");
            let game = session.game();
            assert_eq!((game.turns().len(), game.undos(), game.redoable()), (3, 2, 1), "{cut}");
            assert!(session.marks().contains(Mark::Hint));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_made_and_nothing_after_it() {
        let (mut session, made) = session();
        assert_eq!(session.catch_up(1, &made), Ok(0), "the page has seen a change that the game never had");
        let Change::Slide(ply) = made[1] else { unreachable!() };
        let tile = if ply.spawn.tile == Tile::TWO { Tile::FOUR } else { Tile::TWO };
        let other = Change::Slide(Ply { spawn: Spawn { tile, ..ply.spawn }, ..ply });
        assert_eq!(session.catch_up(0, &[made[0], other, made[2]]), Ok(1));
        assert_eq!(session.game().turns().len(), 1);
        // Another window went on: the page's own move is no longer one on this board.
        session.act(Action::Slide(session.game().position().legal().nth(0).unwrap())).unwrap();
        session.act(Action::Undo).unwrap();
        assert_eq!(session.catch_up(1, &made[1..]), Ok(0));
    }

    #[test]
    fn a_move_of_a_player_marks_the_game() {
        let (mut session, _) = session();
        let direction = session.game().position().legal().nth(0).unwrap();
        assert!(session.marks().is_empty());
        assert!(session.act(Action::AutoSlide(direction)).unwrap().changed);
        assert_eq!(session.marks().iter().collect::<Vec<_>>(), [Mark::Auto]);
    }
}
