//! What a round of games amounts to.

/// The counts of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Moves of all games.
    pub moves: u64,
    /// Games that began with two tiles; the following is about these.
    pub fresh: u64,
    /// The sum of their scores.
    pub score: u64,
    /// How many ended with this largest tile, by exponent.
    pub largest: [u64; 32],
    /// Whether a value was no longer a number, or beyond what any score can be.
    pub diverged: bool,
}

impl Tally {
    /// Both together.
    #[must_use]
    pub fn plus(mut self, other: &Tally) -> Tally {
        self.games += other.games;
        self.moves += other.moves;
        self.fresh += other.fresh;
        self.score += other.score;
        self.largest.iter_mut().zip(other.largest).for_each(|(count, more)| *count += more);
        self.diverged |= other.diverged;
        self
    }

    /// The mean score of the fresh games.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.score as f64 / self.fresh.max(1) as f64
    }

    /// The part of the fresh games that reached this tile, given by exponent.
    #[must_use]
    pub fn reached(&self, exponent: usize) -> f64 {
        self.largest[exponent..].iter().sum::<u64>() as f64 / self.fresh.max(1) as f64
    }
}
