//! Games, many at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rayon::prelude::*;
use redouble_core::{Grid, Random, Record, Rules};
use redouble_players::{Budget, Player, SpecError};

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

impl Experiment {
    /// Checks that every player can be built.
    ///
    /// # Errors
    /// The first spec that cannot.
    pub fn check(&self) -> Result<(), SpecError> {
        self.entrants.iter().try_for_each(|entrant| entrant.build(self.rules).map(drop))
    }

    /// All games, game by game, so that an interrupted experiment has about equally many of each player.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> + '_ {
        (0..self.games)
            .flat_map(|game| (0..self.entrants.len()).map(move |entrant| Pairing { entrant, game }))
    }

    /// Plays one game.
    ///
    /// # Panics
    /// If the player of the pairing cannot be built: see [`Experiment::check`].
    #[must_use]
    pub fn play(&self, pairing: Pairing, parallel: bool) -> Played {
        let mut player = self.entrants[pairing.entrant].build(self.rules).expect("a checked experiment");
        let played = self.play_with(&mut *player, pairing, &Budget { parallel, ..Budget::default() });
        played.expect("a game that nobody stops")
    }

    /// `None` if the budget's `stop` was set before the game ended.
    fn play_with(&self, player: &mut dyn Player, pairing: Pairing, budget: &Budget<'_>) -> Option<Played> {
        let is_stopped = || budget.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let seed = Random::game_seed(self.seed, pairing.game);
        let mut game = Track::new(self.rules, seed);
        let start = Instant::now();
        let (mut nodes, mut forfeit) = (0, None);
        player.begin(seed);
        while !game.is_over() {
            let decided = player.decide(game.position(), budget).and_then(|decision| {
                nodes += decision.nodes;
                let illegal =
                    || redouble_players::Forfeit { reason: format!("illegal move {}", decision.choice) };
                game.play(decision.choice).ok_or_else(illegal)
            });
            if is_stopped() {
                return None;
            }
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
        Some(Played { outcome, record })
    }

    /// Plays these games on the threads of the current pool and hands each to `done`, in whatever order they end.
    ///
    /// # Errors
    /// What `done` returns: the games not yet begun are then not played.
    pub fn run<E: Send>(
        &self,
        pairings: &[Pairing],
        done: impl FnMut(Played) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        self.run_until(None, pairings, done)
    }

    /// Like [`run`](Experiment::run), but ends soon after somebody sets `stop`; games that have not ended are dropped.
    ///
    /// # Errors
    /// What `done` returns.
    pub fn run_until<E: Send>(
        &self,
        stop: Option<&AtomicBool>,
        pairings: &[Pairing],
        done: impl FnMut(Played) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        // With fewer games than threads the threads share the work within a move.
        let parallel = pairings.len() < rayon::current_num_threads();
        let done = Mutex::new(done);
        let players: Vec<Mutex<Vec<Box<dyn Player>>>> =
            self.entrants.iter().map(|_| Mutex::new(Vec::new())).collect();
        pairings.par_iter().with_max_len(1).try_for_each(|&pairing| {
            let idle = &players[pairing.entrant];
            let kept = idle.lock().expect("no player panics").pop();
            let mut player = kept.unwrap_or_else(|| {
                self.entrants[pairing.entrant].build(self.rules).expect("a checked experiment")
            });
            let played =
                self.play_with(&mut *player, pairing, &Budget { parallel, stop, ..Budget::default() });
            idle.lock().expect("no player panics").push(player);
            played.map_or(Ok(()), |played| (done.lock().expect("no observer panics"))(played))
        })
    }
}
