//! One thread's part of a round.

use super::pupil::Pupil;
use super::recipe::Recipe;
use super::round::Round;
use super::table::LearningTable;
use super::tally::Tally;
use crate::Indexed;

/// So many games a thread plays at a time: while the weights of one come from memory, it makes a move of another.
///
/// With two, choosing moves takes 15 % less time than with one; more are no faster.
const GAMES_AT_A_TIME: usize = 2;

/// Threads that learn at the same time write the same weights, and wait for them. So a thread whose game is over while another
/// learns rather begins the next one; when so many games wait to be learned from, it learns all the same.
const MOST_WAITING: usize = 6;

/// Pupils who play games of a round, on one thread.
pub(super) struct Class<'a, B> {
    recipe: &'a Recipe,
    table: &'a LearningTable,
    round: &'a Round,
    empty: B,
    /// Those who have not learned from their last game.
    waiting: Vec<Pupil<'a, B>>,
    /// Those who have, and do not play.
    idle: Vec<Pupil<'a, B>>,
    tally: Tally,
}

impl<'a, B: Indexed> Class<'a, B> {
    pub(super) fn new(
        recipe: &'a Recipe,
        table: &'a LearningTable,
        round: &'a Round,
        empty: B,
    ) -> Class<'a, B> {
        let (waiting, idle) = (Vec::new(), Vec::new());
        Class { recipe, table, round, empty, waiting, idle, tally: Tally::default() }
    }

    /// Plays until there is no game left.
    pub(super) fn play(mut self) -> Tally {
        let mut playing: Vec<_> = (0..GAMES_AT_A_TIME).map(|_| self.pupil()).collect();
        playing.retain_mut(|pupil| self.begin(pupil));
        while !playing.is_empty() {
            playing.retain_mut(|pupil| {
                while !pupil.prepare(self.table) {
                    self.finish(pupil);
                    if !self.begin(pupil) {
                        return false;
                    }
                }
                true
            });
            playing.iter_mut().for_each(|pupil| pupil.step(self.table));
        }
        self.learn();
        self.tally
    }

    /// One who does not play.
    fn pupil(&mut self) -> Pupil<'a, B> {
        self.idle.pop().unwrap_or_else(|| Pupil::new(self.recipe, self.table, self.empty))
    }

    /// Gives a pupil the next game; false if there is none.
    fn begin(&self, pupil: &mut Pupil<'_, B>) -> bool {
        self.round.take_game().map(|game| pupil.begin(game)).is_some()
    }

    /// Sees to it that the finished game of a pupil is learned from, now or later: then another pupil takes its place.
    fn finish(&mut self, pupil: &mut Pupil<'a, B>) {
        let (round, must_learn) = (self.round, self.waiting.len() == MOST_WAITING);
        let mut learn = || {
            pupil.learn(self.table, &mut self.tally);
            self.learn();
        };
        if must_learn {
            learn();
        } else if !round.learn_alone(learn) {
            let other = self.pupil();
            self.waiting.push(std::mem::replace(pupil, other));
        }
    }

    /// Learns from all games that wait.
    fn learn(&mut self) {
        self.waiting.iter_mut().for_each(|pupil| pupil.learn(self.table, &mut self.tally));
        self.idle.append(&mut self.waiting);
    }
}
