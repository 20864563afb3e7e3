//! Games, many at a time.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use redouble_core::{Grid, Progress, Random, Record, Rules, Stopped, Watch};
use redouble_kernels::clock::Instant;
use redouble_players::{Budget, BuildError, Catalog, Forfeit, Player};

use crate::Entrant;
use crate::track::Track;

/// Who plays how many games, by which rules, from which seed. Everything that a result depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The players, each of which plays all games.
    pub entrants: Vec<Entrant>,
    /// The number of games of each.
    pub games: u64,
    /// The seed: game `i` depends on it and on `i` alone.
    pub seed: u64,
    /// The rules.
    pub rules: Rules,
}

/// One game of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The player, by its place in [`Experiment::entrants`].
    pub entrant: usize,
    /// The game, from 0.
    pub game: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Which game.
    pub pairing: Pairing,
    /// The score.
    pub score: u64,
    /// The number of moves.
    pub moves: u64,
    /// The face value of the largest tile.
    pub max_tile: u64,
    /// The boards that the player looked at.
    pub nodes: u64,
    /// The time the player took, in nanoseconds. The only field that is not the same when the game is played again.
    pub nanoseconds: u64,
    /// The CRC-32 of the game's record: bit for bit the same game or not.
    pub digest: u32,
    /// Why the player gave up, if it did.
    pub forfeit: Option<String>,
}

impl Outcome {
    /// Whether the game is one of an experiment's, however many games that has.
    pub(crate) fn is_of(&self, experiment: &Experiment) -> bool {
        self.pairing.entrant < experiment.entrants.len()
    }

    /// Whether another playing of the game went the same way.
    #[must_use]
    pub fn is_same_game(&self, other: &Outcome) -> bool {
        let key = |outcome: &Outcome| (outcome.pairing, outcome.score, outcome.moves, outcome.digest);
        key(self) == key(other)
    }
}

/// A game that was played: its outcome and its record.
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Every move.
    pub record: Record,
}

/// Why the games of an experiment were not all played.
#[derive(Debug)]
pub enum ExperimentError {
    /// A player cannot be built.
    Build(BuildError),
    /// The watch said so. Games that had ended were handed over.
    Stopped,
    /// A player gave up every game that it played: what the games say is nothing about its strength.
    GaveUp {
        /// The player, as text.
        player: String,
        /// How many games.
        games: usize,
        /// Why; one of the reasons if there are several.
        reason: String,
    },
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Build(error) => error.fmt(f),
            ExperimentError::Stopped => Stopped.fmt(f),
            ExperimentError::GaveUp { player, games, reason } => {
                write!(f, "{player} gave up every one of its {games} games: {reason}")
            }
        }
    }
}

impl std::error::Error for ExperimentError {}

impl From<BuildError> for ExperimentError {
    fn from(error: BuildError) -> ExperimentError {
        match error {
            BuildError::Stopped => ExperimentError::Stopped,
            error => ExperimentError::Build(error),
        }
    }
}

impl From<Stopped> for ExperimentError {
    fn from(_: Stopped) -> ExperimentError {
        ExperimentError::Stopped
    }
}

impl Experiment {
    /// Says, without long work, whether the players could be built: see [`Catalog::check`].
    ///
    /// # Errors
    /// Of the first player that could not.
    pub fn check(&self, catalog: &Catalog) -> Result<(), BuildError> {
        self.entrants.iter().try_for_each(|entrant| entrant.check(catalog, self.rules))
    }

    /// All games, game by game, so that an interrupted experiment has about equally many of each player.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> + '_ {
        (0..self.games)
            .flat_map(|game| (0..self.entrants.len()).map(move |entrant| Pairing { entrant, game }))
    }

    /// Builds the players. This can take long: see [`Catalog::build`].
    ///
    /// # Errors
    /// If one cannot be built, or the watch stops it.
    pub fn line_up<'a>(
        &'a self,
        catalog: &'a Catalog,
        watch: &dyn Watch,
    ) -> Result<Lineup<'a>, ExperimentError> {
        let build = |entrant: &Entrant| entrant.build(catalog, self.rules, watch);
        let idle = self.entrants.iter().map(|entrant| Ok(Mutex::new(vec![build(entrant)?])));
        Ok(Lineup { experiment: self, catalog, idle: idle.collect::<Result<_, BuildError>>()? })
    }
}

/// The players of an experiment, ready to play.
pub struct Lineup<'a> {
    experiment: &'a Experiment,
    catalog: &'a Catalog,
    /// For each entrant the players that play no game now. The first was built with the line-up; as many more as
    /// play at a time are built when they are needed, and share networks and solutions with the first.
    idle: Vec<Mutex<Vec<Box<dyn Player>>>>,
}

impl Lineup<'_> {
    /// Plays these games on the threads of the current pool and hands each to `done`, in whatever order they end.
    ///
    /// # Errors
    /// What `done` returns, and [`ExperimentError::Stopped`]: games that have not ended are then dropped, and those not
    /// yet begun not played.
    pub fn run<E: Send + From<ExperimentError>>(
        &self,
        pairings: &[Pairing],
        mut done: impl FnMut(Played) -> Result<(), E> + Send,
        watch: &dyn Watch,
    ) -> Result<(), E> {
        let (total, mut ended) = (pairings.len() as u64, 0);
        watch.progress(Progress::of("playing", 0, total, "games"));
        let tell = |played| {
            done(played)?;
            ended += 1;
            watch.progress(Progress::of("playing", ended, total, "games"));
            Ok(())
        };
        self.play_all(pairings, tell, watch)
    }

    /// Like [`run`](Lineup::run), for those who report the progress of more than these games: the watch can only stop.
    pub(crate) fn play_all<E: Send + From<ExperimentError>>(
        &self,
        pairings: &[Pairing],
        done: impl FnMut(Played) -> Result<(), E> + Send,
        watch: &dyn Watch,
    ) -> Result<(), E> {
        // With fewer games than threads the threads share the work within a move.
        let parallel = pairings.len() < rayon::current_num_threads();
        let budget = Budget { parallel, watch, ..Budget::default() };
        let done = Mutex::new(done);
        pairings.par_iter().with_max_len(1).try_for_each(|&pairing| {
            let played = self.play(pairing, &budget)?;
            (done.lock().unwrap_or_else(PoisonError::into_inner))(played)
        })
    }

    /// Plays one game.
    fn play(&self, pairing: Pairing, budget: &Budget<'_>) -> Result<Played, ExperimentError> {
        budget.watch.check()?;
        let idle = &self.idle[pairing.entrant];
        let kept = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let build = || {
            let entrant = &self.experiment.entrants[pairing.entrant];
            entrant.build(self.catalog, self.experiment.rules, budget.watch)
        };
        let mut player = kept.map_or_else(build, Ok)?;
        let played = self.experiment.play_with(&mut *player, pairing, budget);
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(player);
        Ok(played?)
    }
}

impl Experiment {
    fn play_with(
        &self,
        player: &mut dyn Player,
        pairing: Pairing,
        budget: &Budget<'_>,
    ) -> Result<Played, Stopped> {
        let seed = Random::game_seed(self.seed, pairing.game);
        let mut game = Track::new(self.rules, seed);
        let start = Instant::now();
        let (mut nodes, mut forfeit) = (0, None);
        player.begin(seed);
        while !game.is_over() {
            let decided = player.decide(game.position(), budget).and_then(|decision| {
                nodes += decision.nodes;
                let illegal = || Forfeit { reason: format!("illegal move {}", decision.choice) };
                game.play(decision.choice).ok_or_else(illegal)
            });
            // A decision that was stopped is not the player's own.
            budget.watch.check()?;
            if let Err(gives_up) = decided {
                forfeit = Some(gives_up.reason);
                break;
            }
        }
        player.end(game.score());
        let nanoseconds = start.elapsed().as_nanos() as u64;
        let max_tile = game.position().board().max_tile().map_or(0, redouble_core::Tile::value);
        let record = game.record();
        let outcome = Outcome {
            pairing,
            score: record.score,
            moves: record.plies.len() as u64,
            max_tile,
            nodes,
            nanoseconds,
            digest: redouble_core::crc32(record.to_string().as_bytes()),
            forfeit,
        };
        Ok(Played { outcome, record })
    }
}
