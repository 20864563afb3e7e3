//! Learning the weights of an n-tuple network by playing.
//!
//! A [`Recipe`] says what is learned and how, a [`Learner`] is a network with what learning remembers about it. Learning
//! goes in rounds of games: [`Learner::round`] plays one, on all threads of the pool it is called in, which share the tables
//! without locks. What one thread learns follows from the recipe and the sizes of the rounds alone.

mod adopt;
mod checkpoint;
mod curve;
mod inherit;
mod lookahead;
mod recipe;
mod round;
mod self_play;
mod table;
mod tally;
mod worker;

use std::io;

use redouble_core::{Board, Packed, Shape, Stopped, Watch, with_packed};
use redouble_kernels::Cpu;
use redouble_kernels::clock::Instant;

use crate::ntuple::Levels;
use crate::{Indexed, Network, Tuples};
pub use adopt::AdoptError;
pub use checkpoint::CheckpointError;
pub use curve::Point;
pub use recipe::{Recipe, Rule, Starts};
use round::Round;
use table::LearningTable;
pub use tally::Tally;
use worker::Worker;

/// A network that learns.
pub struct Learner {
    recipe: Recipe,
    table: LearningTable,
    /// Games that were begun in all rounds.
    games: u64,
    moves: u64,
    seconds: f64,
    curve: Vec<Point>,
    /// The games since the last point of the curve.
    recent: Tally,
}

/// Until so many games were played, one thread learns alone: racing updates hurt while the tables are nearly empty.
const GAMES_ALONE: u64 = 1_000;

/// Weights are inherited whenever so many more games were played.
const GAMES_BETWEEN_INHERITANCES: u64 = 10_000;

impl Learner {
    /// A network that has learned nothing, and learns with these instructions.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(recipe: Recipe, cpu: Cpu) -> io::Result<Learner> {
        let table = LearningTable::new(&recipe, cpu)?;
        let (curve, recent) = (Vec::new(), Tally::default());
        Ok(Learner { recipe, table, games: 0, moves: 0, seconds: 0.0, curve, recent })
    }

    /// A network that begins with the weights of another and has learned nothing since.
    ///
    /// Both must have the same tuples. In stages that only this one has nothing is known.
    ///
    /// # Errors
    /// If the tuples differ, or if the allocation fails.
    pub fn with_weights_of(recipe: Recipe, network: &Network) -> Result<Learner, AdoptError> {
        let mut learner = Learner::new(recipe, network.cpu())?;
        learner.adopt(network.tuples(), |index| Some(network.weight(index)))?;
        learner.inherit();
        learner.table.set_levels(Levels::from_values(network.levels().values()));
        Ok(learner)
    }

    /// As [`with_weights_of`](Learner::with_weights_of), from another learner: its weights are not rounded, and how settled
    /// each is counts on.
    ///
    /// # Errors
    /// If the tuples differ, or if the allocation fails.
    pub fn with_weights_learned_by(recipe: Recipe, earlier: &Learner) -> Result<Learner, AdoptError> {
        let mut learner = Learner::new(recipe, earlier.table.cpu())?;
        let theirs = &earlier.recipe.tuples;
        learner.adopt(theirs, |index| earlier.table.settled(index, 0.0))?;
        learner.table.set_levels(Levels::from_values(earlier.table.levels().values()));
        for index in learner.recipe.tuples.common_weights(theirs) {
            if let Some(entry) = earlier.table.entry(index) {
                learner.table.set_entry(index, entry);
            }
        }
        learner.inherit();
        Ok(learner)
    }

    /// Takes over weights of these tuples.
    fn adopt(&self, theirs: &Tuples, weight: impl Fn(u32) -> Option<f32>) -> Result<(), AdoptError> {
        let own = &self.recipe.tuples;
        if !own.have_the_cells_of(theirs) || !own.stages().begin_with(theirs.stages()) {
            return Err(AdoptError::tuples(own, theirs));
        }
        for index in own.common_weights(theirs) {
            // What is not written takes no memory.
            if let Some(weight) = weight(index).filter(|&weight| weight != self.weight(index)) {
                self.table.set_known(index, weight);
            }
        }
        Ok(())
    }

    /// What is learned and how.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// One weight as it is now.
    #[must_use]
    pub fn weight(&self, index: u32) -> f32 {
        self.table.weight(index)
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// How many seconds learning took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How strength grew.
    #[must_use]
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// The network learned so far, its weights rounded to multiples of `step`.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn network(&self, step: u16) -> io::Result<Network> {
        self.network_of_settled(step, 0.0)
    }

    /// As [`network`](Learner::network), without the weights that little was learned about: those whose errors, taken
    /// positive and each divided by the number of weights of a board, sum up to less than `least`. What many boards need is
    /// in few weights; the others take most of a file.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn network_of_settled(&self, step: u16, least: f32) -> io::Result<Network> {
        let Learner { games, moves, .. } = self;
        let about = format!("{}games {games}\nmoves {moves}\n", self.recipe);
        // These stand in the file anyway.
        let own = |line: &&str| !["board ", "net ", "stages "].iter().any(|name| line.starts_with(name));
        let about = about.lines().filter(own).map(|line| format!("{line}\n")).collect();
        let weight = |index: u32| self.table.settled(index, least);
        let (tuples, base) = (self.recipe.tuples.clone(), self.recipe.first_weight());
        let network = Network::new(tuples, weight, base, step, self.table.cpu())?;
        Ok(network.with_levels(self.table.levels().values()).with_about(about))
    }

    /// Plays a round of games, at most so many, and learns from them, on all threads of the pool it is called in.
    ///
    /// The size of a round follows from the games before it, so that a training that was interrupted goes on as if it had
    /// not been.
    ///
    /// # Errors
    /// [`Stopped`]: then a part of a round was learned and is not counted. Who wants to go on as if nothing had happened
    /// goes on from the last checkpoint.
    pub fn round(&mut self, most: u64, watch: &dyn Watch) -> Result<Tally, Stopped> {
        let begin = Instant::now();
        let games = (self.games / 10).clamp(100, 5_000).min(most);
        let is_new = self.games < GAMES_ALONE && self.recipe.from.is_none();
        let threads = if is_new { 1 } else { rayon::current_num_threads() };
        let round = Round::new(self.games..self.games + games, watch);
        let shape = self.recipe.tuples.shape();
        let packed = with_packed!(usual shape, R, C => self.round_on(Packed::<R, C>::EMPTY, &round, threads));
        let tally = packed.unwrap_or_else(|| self.round_on(Board::empty(shape), &round, threads));
        watch.check()?;
        let turns = |games: u64| games / GAMES_BETWEEN_INHERITANCES;
        if turns(self.games + games) > turns(self.games) {
            self.inherit();
        }
        self.games += games;
        self.moves += tally.moves;
        self.seconds += begin.elapsed().as_secs_f64();
        self.extend_curve(&tally);
        Ok(tally)
    }

    /// Gives weights never touched what can be guessed about them.
    fn inherit(&self) {
        let Recipe { tuples, inherit, .. } = &self.recipe;
        if *inherit || tuples.stages().count() > 1 {
            inherit::inherit(&self.table, tuples, *inherit);
        }
    }

    /// A new point when the games since the last are a fiftieth of all, and at least 1,000.
    fn extend_curve(&mut self, tally: &Tally) {
        self.recent = std::mem::take(&mut self.recent).plus(tally);
        if self.recent.games >= (self.games / 50).max(1_000) {
            let tally = std::mem::take(&mut self.recent);
            let Learner { games, moves, seconds, .. } = *self;
            self.curve.push(Point { games, moves, seconds, tally });
        }
    }

    /// Everything but the recipe and the table, as lines.
    fn state_text(&self) -> String {
        let Learner { games, moves, seconds, recent, .. } = self;
        let recent = Point { games: *games, moves: *moves, seconds: *seconds, tally: recent.clone() };
        let mut text = format!("games {recent}\n");
        self.curve.iter().for_each(|point| text.push_str(&format!("point {point}\n")));
        text
    }

    fn read_state(&mut self, lines: &[&str]) -> Result<(), String> {
        for line in lines {
            let parsed = line.split_once(' ').and_then(|(name, rest)| Some((name, Point::parse(rest)?)));
            match parsed {
                Some(("games", Point { games, moves, seconds, tally })) => {
                    (self.games, self.moves, self.seconds, self.recent) = (games, moves, seconds, tally);
                }
                Some(("point", point)) => self.curve.push(point),
                _ => return Err(format!("`{line}` is not understood")),
            }
        }
        Ok(())
    }

    fn round_on<B: Indexed>(&self, empty: B, round: &Round<'_>, threads: usize) -> Tally {
        let work = || Worker::new(&self.recipe, &self.table, round, empty).play();
        if threads == 1 {
            return work();
        }
        let tallies = rayon::broadcast(|_| work());
        tallies.iter().fold(Tally::default(), Tally::plus)
    }
}

/// The exponent of the smallest tile that is not reached in the first games already: 2048 on 4x4.
const fn first_large(shape: Shape) -> usize {
    shape.cells() / 2 + 3
}
