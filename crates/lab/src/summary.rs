//! What the games of a player amount to.

use std::collections::BTreeMap;

use crate::Entrant;
use crate::arena::{Experiment, ExperimentError, Outcome};
use crate::statistics::{Interval, mean, mean_interval, quantile, standard_deviation, wilson};

/// What the games of one entrant of an experiment amount to.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub entrant: Entrant,
    /// The statistics; `None` as long as no game has ended.
    pub summary: Option<GamesSummary>,
}

impl Standing {
    /// Of every entrant, in the experiment's order, whatever of its games was played.
    #[must_use]
    pub fn all(experiment: &Experiment, outcomes: &[Outcome]) -> Vec<Standing> {
        let of = |entrant: usize| -> Vec<&Outcome> {
            outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant).collect()
        };
        let entrants = experiment.entrants.iter().cloned().enumerate();
        entrants
            .map(|(place, entrant)| Standing { entrant, summary: GamesSummary::new(&of(place)) })
            .collect()
    }
}

impl Standing {
    /// Says no if this player gave up every game that it played.
    ///
    /// # Errors
    /// Then.
    pub fn check(&self) -> Result<(), ExperimentError> {
        let Some(GamesSummary { games, forfeits, .. }) = &self.summary else { return Ok(()) };
        match forfeits.keys().next() {
            Some(reason) if forfeits.values().sum::<usize>() == *games => Err(ExperimentError::GaveUp {
                player: self.entrant.to_string(),
                games: *games,
                reason: reason.clone(),
            }),
            _ => Ok(()),
        }
    }
}

/// The statistics of one player's games.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesSummary {
    /// The number of games.
    pub games: usize,
    /// The games that the player gave up, by reason.
    pub forfeits: BTreeMap<String, usize>,
    /// The mean score.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// Half of the scores are below.
    pub median: f64,
    /// The standard deviation of the scores.
    pub deviation: f64,
    /// A quarter of the scores are below the first, and above the second.
    pub quartiles: [f64; 2],
    /// The least and the greatest score.
    pub range: [f64; 2],
    /// The largest tile of all games.
    pub max_tile: u64,
    /// The median of the games' largest tiles.
    pub median_tile: u64,
    /// How often a tile was reached, by face value.
    pub reached: BTreeMap<u64, Rate>,
    /// Moves of all games.
    pub moves: u64,
    /// Boards looked at in all games.
    pub nodes: u64,
    /// The time of the player over all games, in seconds of one thread.
    pub seconds: f64,
}

/// How often something happened, with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// In how many games.
    pub count: usize,
    /// The part of all games.
    pub rate: f64,
    /// The 95 % interval.
    pub interval: Interval,
}

impl Rate {
    /// The rate of `count` in `trials`.
    #[must_use]
    pub fn new(count: usize, trials: usize) -> Rate {
        Rate { count, rate: count as f64 / trials.max(1) as f64, interval: wilson(count, trials) }
    }
}

impl GamesSummary {
    /// The summary of these games; `None` of no games.
    #[must_use]
    pub fn new(outcomes: &[&Outcome]) -> Option<GamesSummary> {
        let mut scores: Vec<f64> = outcomes.iter().map(|outcome| outcome.score as f64).collect();
        scores.sort_by(f64::total_cmp);
        let mut tiles: Vec<u64> = outcomes.iter().map(|outcome| outcome.max_tile).collect();
        tiles.sort_unstable();
        let mut forfeits = BTreeMap::new();
        for reason in outcomes.iter().filter_map(|outcome| outcome.forfeit.clone()) {
            *forfeits.entry(reason).or_insert(0) += 1;
        }
        Some(GamesSummary {
            games: outcomes.len(),
            forfeits,
            mean: mean(&scores),
            interval: mean_interval(&scores),
            median: quantile(scores.first().map(|_| &scores[..])?, 0.5),
            deviation: standard_deviation(&scores),
            quartiles: [quantile(&scores, 0.25), quantile(&scores, 0.75)],
            range: [*scores.first()?, *scores.last()?],
            max_tile: *tiles.last()?,
            // Of an even number of games the lower middle one: the median tile is a tile.
            median_tile: tiles[(tiles.len() - 1) / 2],
            reached: reached(&tiles),
            moves: outcomes.iter().map(|outcome| outcome.moves).sum(),
            nodes: outcomes.iter().map(|outcome| outcome.nodes).sum(),
            seconds: outcomes.iter().map(|outcome| outcome.nanoseconds).sum::<u64>() as f64 / 1e9,
        })
    }

    /// Moves in a second of one thread; not a number where no times are known.
    #[must_use]
    pub fn moves_per_second(&self) -> f64 {
        self.per_second(self.moves)
    }

    fn per_second(&self, count: u64) -> f64 {
        if self.seconds > 0.0 { count as f64 / self.seconds } else { f64::NAN }
    }

    /// Boards looked at in a second of one thread; not a number where no times are known.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.per_second(self.nodes)
    }

    /// Milliseconds of one thread for a move; not a number where no times are known.
    #[must_use]
    pub fn milliseconds_per_move(&self) -> f64 {
        if self.seconds > 0.0 { 1e3 * self.seconds / self.moves.max(1) as f64 } else { f64::NAN }
    }
}

/// How often each tile was reached: from the largest that every game reached to the largest of all.
fn reached(tiles: &[u64]) -> BTreeMap<u64, Rate> {
    let values = (1..64).map(|exponent| 1u64 << exponent);
    let wanted = values.filter(|value| (tiles[0]..=tiles[tiles.len() - 1]).contains(value));
    let count = |value: u64| tiles.iter().filter(|&&tile| tile >= value).count();
    wanted.map(|value| (value, Rate::new(count(value), tiles.len()))).collect()
}
