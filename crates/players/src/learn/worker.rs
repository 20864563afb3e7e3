//! One thread's part of a round.

use super::recipe::Recipe;
use super::round::Round;
use super::self_play::SelfPlay;
use super::table::LearningTable;
use super::tally::Tally;
use crate::Indexed;

/// So many games a thread plays at a time: while the weights of one come from memory, it makes a move of another.
///
/// With two, choosing moves takes 15 % less time than with one; more are no faster.
const GAMES_AT_A_TIME: usize = 2;

/// Concurrent updates contend for cache lines, so that one thread updates at a time: a thread whose game is over while another
/// learns begins the next game instead. When so many games wait to be learned from, it learns all the same.
const MOST_WAITING: usize = 6;

/// Plays games of a round and learns from them, on one thread.
pub(super) struct Worker<'a, B> {
    recipe: &'a Recipe,
    table: &'a LearningTable,
    round: &'a Round<'a>,
    empty: B,
    /// Games that are over and not learned from.
    waiting: Vec<SelfPlay<'a, B>>,
    /// Room for further games.
    idle: Vec<SelfPlay<'a, B>>,
    tally: Tally,
}

impl<'a, B: Indexed> Worker<'a, B> {
    pub(super) fn new(
        recipe: &'a Recipe,
        table: &'a LearningTable,
        round: &'a Round<'a>,
        empty: B,
    ) -> Worker<'a, B> {
        let (waiting, idle) = (Vec::new(), Vec::new());
        Worker { recipe, table, round, empty, waiting, idle, tally: Tally::default() }
    }

    /// Plays until there is no game left.
    pub(super) fn play(mut self) -> Tally {
        let mut playing: Vec<_> = (0..GAMES_AT_A_TIME).map(|_| self.room()).collect();
        playing.retain_mut(|game| self.begin(game));
        while !playing.is_empty() {
            playing.retain_mut(|game| {
                while !game.prepare(self.table) {
                    self.finish(game);
                    if !self.begin(game) {
                        return false;
                    }
                }
                true
            });
            playing.iter_mut().for_each(|game| game.step(self.table));
        }
        self.learn();
        self.tally
    }

    /// Room for a game.
    fn room(&mut self) -> SelfPlay<'a, B> {
        self.idle.pop().unwrap_or_else(|| SelfPlay::new(self.recipe, self.table, self.empty))
    }

    /// Begins the next game; false if there is none.
    fn begin(&self, game: &mut SelfPlay<'_, B>) -> bool {
        self.round.take_game().map(|number| game.begin(number)).is_some()
    }

    /// Sees to it that a finished game is learned from, now or later: then other room takes its place.
    fn finish(&mut self, game: &mut SelfPlay<'a, B>) {
        let (round, must_learn) = (self.round, self.waiting.len() == MOST_WAITING);
        round.report_game();
        let mut learn = || {
            game.learn(self.table, &mut self.tally);
            self.learn();
        };
        if must_learn {
            learn();
        } else if !round.learn_alone(learn) {
            let other = self.room();
            self.waiting.push(std::mem::replace(game, other));
        }
    }

    /// Learns from all games that wait.
    fn learn(&mut self) {
        self.waiting.iter_mut().for_each(|game| game.learn(self.table, &mut self.tally));
        self.idle.append(&mut self.waiting);
    }
}
