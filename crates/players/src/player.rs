//! What a player is: a position and a budget in, a decision out.

use std::fmt;
use std::time::Duration;

use redouble_core::{Direction, Directions, Position, Random, Slide, Spawn, Watch};
use redouble_kernels::clock::Instant;

/// Somebody who chooses moves.
///
/// A player may keep tables and random numbers from move to move. What it does in a game follows from the seed
/// given to [`begin`](Player::begin) and from the positions alone, unless its budget is measured in time.
///
/// ```
/// use redouble_core::{Position, Rules, board};
/// use redouble_players::{Budget, Catalog, Player, Spec};
///
/// let spec: Spec = "expectimax:depth=2".parse().unwrap();
/// let mut player = Catalog::default().build(&spec, Rules::default(), &()).unwrap();
/// player.begin(1);
/// let position = Position::new(board! { 512 512 4 2 / . . . . / . . . . / . . . . });
/// let decision = player.decide(position, &Budget::default()).unwrap();
/// assert!(position.legal().contains(decision.choice));
/// assert_eq!(decision.values.iter().count(), 3); // nothing can go up
/// ```
pub trait Player: Send {
    /// A new game begins; all randomness of the player in it comes from this seed.
    fn begin(&mut self, seed: u64);

    /// The choice in a position that has a legal move, and the value of every legal direction.
    ///
    /// # Errors
    /// If the player gives up the game: one that runs elsewhere can crash, hang or answer nonsense.
    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit>;

    /// What one empty cell is worth in this player's values.
    fn unit(&self) -> f64 {
        1.0
    }

    /// Whether values are points of score: those that the move gains and those still to come.
    fn counts_points(&self) -> bool {
        false
    }

    /// What is at stake where the best move is worth `best`: reviews measure what a move gives away as a share of it.
    ///
    /// Who counts points has the points to come at stake; who has another measure, so many empty cells that as many moves
    /// are mistakes to it.
    fn stake(&self, best: f64) -> f64 {
        if self.counts_points() { best.max(1.0) } else { CELLS_AT_STAKE * self.unit() }
    }

    /// What a slide is worth now that its tile has come, as [`decide`](Player::decide) saw it when it looked `depth` moves
    /// deep: the value of the slide is the mean of this over all tiles, so that what it differs by is luck.
    ///
    /// `None` if the player did not look at the board after the tile.
    fn worth_with_tile(&mut self, slide: &Slide, spawn: Spawn, depth: u32) -> Option<f64> {
        let _ = (slide, spawn, depth);
        None
    }

    /// The game is over, or given up, with this score. Players that run elsewhere want to know.
    fn end(&mut self, score: u64) {
        let _ = score;
    }
}

/// How many empty cells' worth is at stake for players that do not count points: with it `expectimax:depth=3` finds about as
/// many mistakes in games of weak players as the network does (`redouble review calibrate`).
const CELLS_AT_STAKE: f64 = 300.0;

/// What a player may spend on one decision, beyond what its own parameters say.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The time for the decision; `None` leaves it to the player's parameters.
    pub time: Option<Duration>,
    /// Whether the work of one decision may be spread over the threads of the current pool.
    pub parallel: bool,
    /// Says when the answer is no longer wanted: the player then decides as soon as it can, on less than it would
    /// have known. Who stops a decision does not use it.
    pub watch: &'a dyn Watch,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { time: None, parallel: false, watch: &() }
    }
}

/// The random numbers of a player in the game with this seed: others than those of the game.
#[must_use]
pub const fn player_random(seed: u64) -> Random {
    Random::new(seed ^ 0x706c_6179_6572_2121)
}

/// A budget that has begun to run.
#[derive(Clone, Copy)]
pub(crate) struct Clock<'a> {
    deadline: Option<Instant>,
    watch: &'a dyn Watch,
}

impl<'a> Clock<'a> {
    /// Starts the time of a budget; a player's own limit counts if it is shorter.
    pub(crate) fn start(budget: &Budget<'a>, own: Option<Duration>) -> Clock<'a> {
        let time = [budget.time, own].into_iter().flatten().min();
        Clock { deadline: time.map(|time| Instant::now() + time), watch: budget.watch }
    }

    /// Whether there is a limit at all.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_some()
    }

    /// Whether the time is over or the answer no longer wanted.
    pub(crate) fn is_over(&self) -> bool {
        self.watch.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// A legal direction.
    pub choice: Direction,
    /// The value of every legal direction, in the player's own measure; larger is better.
    pub values: Values,
    /// How many boards were looked at.
    pub nodes: u64,
    /// How many moves deep the player looked, 0 if it did not look ahead.
    pub depth: u32,
}

/// A value for each legal direction.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Values([Option<f64>; 4]);

impl Values {
    /// Two values that differ by less than this part of their size are a tie: rounding, not preference.
    const TIE: f64 = 1e-9;

    /// The value of one direction; `None` if it is not legal.
    #[must_use]
    pub const fn get(&self, direction: Direction) -> Option<f64> {
        self.0[direction as usize]
    }

    /// Sets the value of a direction.
    pub const fn set(&mut self, direction: Direction, value: f64) {
        self.0[direction as usize] = Some(value);
    }

    /// The legal directions with their values, in the directions' order.
    pub fn iter(&self) -> impl Iterator<Item = (Direction, f64)> + '_ {
        Direction::ALL.into_iter().filter_map(|direction| Some((direction, self.get(direction)?)))
    }

    /// All values and so much more.
    #[must_use]
    pub fn plus(&self, more: f64) -> Values {
        Values(self.0.map(|value| Some(value? + more)))
    }

    /// The largest value.
    #[must_use]
    pub fn max(&self) -> Option<f64> {
        self.iter().map(|(_, value)| value).reduce(f64::max)
    }

    /// The directions whose value is the largest, up to rounding.
    #[must_use]
    pub fn ties(&self) -> Directions {
        let Some(max) = self.max() else { return Directions::NONE };
        let tied = |value: f64| value == max || max - value <= Self::TIE * max.abs().max(1.0);
        self.iter().filter(|&(_, value)| tied(value)).map(|(direction, _)| direction).collect()
    }

    /// The best direction; of tied ones the first in the order up, right, down, left.
    #[must_use]
    pub fn best(&self) -> Option<Direction> {
        self.ties().nth(0)
    }
}

impl FromIterator<(Direction, f64)> for Values {
    fn from_iter<I: IntoIterator<Item = (Direction, f64)>>(pairs: I) -> Values {
        let mut values = Values::default();
        pairs.into_iter().for_each(|(direction, value)| values.set(direction, value));
        values
    }
}

/// Why a player gave up a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// In words, for example `no answer within 1000 ms`.
    pub reason: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Forfeit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_does_not_decide() {
        let values: Values =
            [(Direction::Up, 100.0), (Direction::Left, 100.0 + 1e-12), (Direction::Down, 99.0)]
                .into_iter()
                .collect();
        assert_eq!(values.best(), Some(Direction::Up));
        assert_eq!(values.ties().len(), 2);
        assert_eq!(Values::default().best(), None);
    }
}
