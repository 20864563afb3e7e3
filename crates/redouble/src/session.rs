//! A game being played: every change is saved before the next one can be made.

use redouble_core::{Direction, Game, Rules, Turn};

use crate::saved::Slot;

/// The game, where it is saved, and the best score.
pub(crate) struct Session {
    game: Game,
    best: u64,
    /// `None` plays without saving.
    slot: Option<Slot>,
    /// Why the last change could not be saved.
    trouble: Option<String>,
}

impl Session {
    /// Plays this game and saves it from now on.
    pub(crate) fn new(game: Game, slot: Option<Slot>) -> Session {
        let best = slot.as_ref().map_or(0, Slot::best);
        let mut session = Session { game, best, slot, trouble: None };
        session.save();
        session
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The best score ever on this board.
    pub(crate) fn best(&self) -> u64 {
        self.best
    }

    /// What stands in the way of saving, if anything does.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Makes a move, if it is one.
    pub(crate) fn play(&mut self, direction: Direction) -> Option<Turn> {
        let turn = self.game.play(direction)?;
        self.save();
        Some(turn)
    }

    /// Takes a move back, if there is one.
    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        self.save();
        undone
    }

    /// Makes an undone move again, if there is one.
    pub(crate) fn redo(&mut self) -> Option<Turn> {
        let turn = self.game.redo()?;
        self.save();
        Some(turn)
    }

    /// Puts the game away and starts another on the same board.
    pub(crate) fn start_over(&mut self, rules: Rules, seed: u64) {
        debug_assert_eq!(rules.shape, self.game.rules().shape, "another board has another slot");
        if let Some(Err(error)) = self.slot.as_ref().map(Slot::put_away) {
            // Without its place in the history the old game stays where it is.
            self.trouble = Some(format!("{error:#}"));
            return;
        }
        self.game = Game::new(rules, seed);
        self.save();
    }

    fn save(&mut self) {
        let Some(slot) = &self.slot else { return };
        let saved_best =
            if self.game.score() > self.best { slot.save_best(self.game.score()) } else { Ok(()) };
        self.best = self.best.max(self.game.score());
        let saved = slot.save(&self.game).and(saved_best);
        self.trouble = saved.err().map(|error| format!("not saved: {error:#}"));
    }
}
