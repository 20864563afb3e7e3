//! A game that the network plays against chance, and learning from it.

use redouble_core::{Position, Random, Tile};
use redouble_kernels::{Changes, Gathered, SlideIndexes};

use super::first_large;
use super::lookahead::Lookahead;
use super::recipe::{Recipe, Starts};
use super::table::LearningTable;
use super::tally::Tally;
use crate::ntuple::downgraded;
use crate::{Indexed, Slides};

/// Plays one game after the other with the weights as they are, and changes them after each.
pub(super) struct SelfPlay<'a, B> {
    recipe: &'a Recipe,
    empty: B,
    random: Random,
    board: B,
    /// Every move made; of a game that began in the middle of another, also those before it.
    path: Vec<Move<B>>,
    /// Where in the path this game began: the move there was not made in it, but is learned from it.
    begin: usize,
    /// Of the last games: the first board after a slide at each stop of the carousel. Only filled for one.
    entries: [Option<B>; 32],
    /// The stop where the game began; 0 if that was the start.
    stop: usize,
    /// From this exponent on boards are played like their image with smaller tiles, in this game.
    guide: Option<u8>,
    slides: Slides<B>,
    /// The slides of the image of the board, and whether it is played like that: their values decide then.
    of_image: Slides<B>,
    is_image: bool,
    /// Where the weights of the slides that decide are.
    indexes: SlideIndexes,
    lookahead: Lookahead,
    gathered: Gathered,
    changes: Changes,
}

/// A move: the board after the slide and what it gained.
#[derive(Clone, Copy)]
struct Move<B> {
    after: B,
    gained: f32,
}

/// A game that goes on from the middle of another must have been at least so long for a further one.
const MIN_LENGTH: usize = 10;
/// No score is as large as this.
const BEYOND_ALL_SCORES: f32 = 1e9;

impl<'a, B: Indexed> SelfPlay<'a, B> {
    pub(super) fn new(recipe: &'a Recipe, table: &LearningTable, empty: B) -> SelfPlay<'a, B> {
        SelfPlay {
            recipe,
            empty,
            random: Random::new(0),
            board: empty,
            path: Vec::new(),
            begin: 0,
            entries: [None; 32],
            stop: 0,
            guide: None,
            slides: empty.slides_or_mirrors(),
            of_image: empty.slides_or_mirrors(),
            is_image: false,
            indexes: table.slide_indexes(),
            lookahead: Lookahead::new(table),
            gathered: Gathered::new(),
            changes: Changes::none(),
        }
    }

    /// Begins the game with this number.
    pub(super) fn begin(&mut self, game: u64) {
        self.random = Random::for_game(self.recipe.seed, game);
        self.guide = self.recipe.guide.filter(|_| game % 2 == 1);
        match self.recipe.starts {
            Starts::Middle if self.path.len() - self.begin >= MIN_LENGTH => self.begin_in_the_middle(),
            Starts::Carousel => self.begin_at_next_stop(),
            _ => self.begin_fresh(),
        }
    }

    fn begin_fresh(&mut self) {
        (self.begin, self.stop) = (0, 0);
        self.path.clear();
        let start = Position::start_on(self.empty, self.recipe.four_chance, &mut self.random);
        self.board = start.board();
    }

    fn begin_in_the_middle(&mut self) {
        self.begin += (self.path.len() - self.begin) / 2;
        self.path.truncate(self.begin + 1);
        self.spawn(self.path[self.begin].after);
    }

    /// The stop of the carousel at which a board is: its stage; without stages, its largest tile, as exponent.
    fn stop_of(&self, after: B) -> usize {
        let stages = self.recipe.tuples.stages();
        if stages.count() > 1 {
            return stages.of(after);
        }
        let exponent = usize::from(after.max_tile().map_or(0, Tile::exponent));
        if exponent < first_large(self.empty.shape()) { 0 } else { exponent }
    }

    /// Begins where a game first was at the next stop; after the last, with two tiles.
    fn begin_at_next_stop(&mut self) {
        match (self.stop + 1..32).find_map(|stop| Some((stop, self.entries[stop]?))) {
            Some((stop, after)) => {
                self.stop = stop;
                self.path.clear();
                self.path.push(Move { after, gained: 0.0 });
                self.begin = 0;
                self.spawn(after);
            }
            None => self.begin_fresh(),
        }
    }

    /// Keeps the boards where the game came to each stop; it passes them in order.
    fn keep_entries(&mut self) {
        let mut stop = self.stop;
        while let Some(entry) =
            self.path.get(self.path.partition_point(|made| self.stop_of(made.after) <= stop))
        {
            stop = self.stop_of(entry.after);
            self.entries[stop] = Some(entry.after);
        }
    }

    fn spawn(&mut self, after: B) {
        self.board = after.with_random_spawn(self.recipe.four_chance, &mut self.random);
    }

    /// Finds the legal moves and prefetches their weights; false if there is none.
    #[inline(always)]
    pub(super) fn prepare(&mut self, table: &LearningTable) -> bool {
        if self.board.is_at_its_limit() {
            return false;
        }
        self.slides = self.board.slides_or_mirrors();
        self.is_image = self.guide.is_some_and(|limit| self.look_at_image(limit));
        let looked_at = if self.is_image { &self.of_image } else { &self.slides };
        table.compute_slide_indexes(looked_at.boards, &mut self.indexes);
        table.prefetch_slides(&self.indexes, looked_at.legal);
        self.slides.legal != 0
    }

    /// Finds the slides of the board this one is played like; false if it is itself.
    #[inline(never)]
    fn look_at_image(&mut self, limit: u8) -> bool {
        let is_late = self.board.max_tile().is_some_and(|tile| tile.exponent() >= limit);
        if is_late {
            self.of_image = downgraded(self.board, limit).slides_or_mirrors();
        }
        is_late
    }

    /// Makes the best of the prepared moves, and a tile appears.
    #[inline(always)]
    pub(super) fn step(&mut self, table: &LearningTable) {
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        let looked_at = if self.is_image { &self.of_image } else { &self.slides };
        let sums = table.sums_of_slides(&self.indexes, looked_at.legal);
        for place in looked_at.places() {
            let value = looked_at.gained[place] as i64 as f32 + sums[place];
            if value > most {
                (best, most) = (place, value);
            }
        }
        let best = Move { after: self.slides.boards[best], gained: self.slides.gained[best] as i64 as f32 };
        self.path.push(best);
        self.spawn(best.after);
    }

    /// Learns from the finished game, by temporal differences from its end to its beginning.
    ///
    /// The target of the last board is 0; of every other, what the next move gained and a mixture of the next board's
    /// new value and its own target (backward TD(λ)).
    pub(super) fn learn(&mut self, table: &LearningTable, tally: &mut Tally) {
        self.count(tally);
        if self.recipe.starts == Starts::Carousel {
            self.keep_entries();
        }
        let (lambda, share) = (self.recipe.lambda, 1.0 / self.recipe.tuples.active() as f32);
        let SelfPlay { lookahead, gathered, changes, .. } = self;
        let path = &self.path[self.begin..];
        let board = |place: usize| path[place].after;
        lookahead.begin(table, path.len(), board);
        let (mut target, mut later_level) = (0.0, 0.0);
        for (place, &Move { after, gained }) in path.iter().enumerate().rev() {
            table.gather(lookahead.at(place), gathered);
            // Where no game has been yet, the level behind is the best guess.
            let level = table.level(after).unwrap_or(later_level);
            let value = level + gathered.sum();
            if place + 1 == path.len() && self.board.is_at_its_limit() {
                // The game did not end here, nobody knows what was to come.
                target = value;
            }
            tally.diverged |= value.is_nan() || value.abs() >= BEYOND_ALL_SCORES;
            let error = target - value;
            later_level = table.update_level(after, level, error);
            // Independent work that hides the latency of the sum.
            lookahead.advance(table, (place, path.len()), board);
            let value = level + table.scatter(lookahead.at(place), gathered, error * share, changes);
            target = gained + (1.0 - lambda) * value + lambda * target;
        }
        table.flush(changes);
    }

    fn count(&self, tally: &mut Tally) {
        tally.games += 1;
        tally.moves += (self.path.len() - self.begin) as u64;
        if self.begin == 0 && self.stop == 0 && self.guide.is_none() {
            tally.fresh += 1;
            tally.score += self.path.iter().map(|made| made.gained as u64).sum::<u64>();
            let largest = self.board.max_tile().map_or(0, Tile::exponent);
            tally.largest[usize::from(largest)] += 1;
        }
    }
}
