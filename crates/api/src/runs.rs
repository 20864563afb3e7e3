//! Experiments of the arena: those that run, and those that are kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use redouble_core::{Rules, Shape};
use redouble_lab::{Entrant, Experiment, ExperimentError, Outcome, Pairing, Played, survival};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::App;
use crate::refusal::Refusal;
use crate::think::player;
use crate::view::ArenaReport;

/// The most players of an experiment, and games of all of them.
const MAX_PLAYERS: usize = 8;
const MAX_GAMES: u64 = 50_000;
/// The most experiments that run at a time, and that are kept.
const MAX_RUNNING: usize = 2;
const MAX_KEPT: usize = 200;
/// How often the page hears how far an experiment is.
const PERIOD: Duration = Duration::from_millis(200);
/// Points of a curve of scores.
const CURVE: usize = 120;

/// What an experiment is made of.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    players: Vec<String>,
    games: u64,
    seed: u64,
    board: Option<String>,
}

impl Setup {
    /// The experiment, if it stays within the bounds.
    pub(crate) fn experiment(&self) -> Result<Experiment, Refusal> {
        if self.players.is_empty() || self.players.len() > MAX_PLAYERS {
            return Err(Refusal::bad(format!("`players`: choose 1 to {MAX_PLAYERS}")));
        }
        if self.games == 0 || self.games.saturating_mul(self.players.len() as u64) > MAX_GAMES {
            return Err(Refusal::bad(format!("`games`: from 1 to {MAX_GAMES} for all players together")));
        }
        let shape = self.board.as_deref().map_or(Ok(Shape::CLASSIC), str::parse).map_err(Refusal::bad)?;
        let known = |text: &String| player(text).map(Entrant::Known);
        let entrants = self.players.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        Ok(Experiment { entrants, games: self.games, seed: self.seed, rules: Rules::on(shape) })
    }
}

/// An experiment with its games so far.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) setup: Setup,
    state: State,
    seconds: f64,
    outcomes: Vec<Game>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Running,
    Done,
    Stopped,
}

/// An outcome in short: entrant, game, score, moves, largest tile, nodes, nanoseconds, digest, and why the player gave
/// up if it did.
#[derive(Clone, Serialize, Deserialize)]
struct Game(
    usize,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u32,
    #[serde(default, skip_serializing_if = "Option::is_none")] Option<String>,
);

impl From<&Outcome> for Game {
    fn from(o: &Outcome) -> Game {
        Game(
            o.pairing.entrant,
            o.pairing.game,
            o.score,
            o.moves,
            o.max_tile,
            o.nodes,
            o.nanoseconds,
            o.digest,
            o.forfeit.clone(),
        )
    }
}

impl From<Game> for Outcome {
    fn from(game: Game) -> Outcome {
        let Game(entrant, game, score, moves, max_tile, nodes, nanoseconds, digest, forfeit) = game;
        let pairing = Pairing { entrant, game };
        Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit }
    }
}

impl Run {
    /// The games, as the lab knows them.
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        self.outcomes.iter().cloned().map(Outcome::from).collect()
    }

    /// Statistics, curves and state, for the page.
    pub(crate) fn view(&self, id: u64, experiment: &Experiment) -> Value {
        let outcomes = self.outcomes();
        let report = ArenaReport::new(experiment, &outcomes);
        let curves: Vec<Vec<(u64, f64)>> =
            (0..experiment.entrants.len()).map(|entrant| curve(&outcomes, entrant)).collect();
        json!({
            "id": id,
            "state": self.state,
            "seconds": self.seconds,
            "played": self.outcomes.len(),
            "total": self.setup.games * self.setup.players.len() as u64,
            "specs": self.setup.players,
            "report": report,
            "curves": curves,
        })
    }
}

/// The part of an entrant's games that scored at least so much, at some places.
fn curve(outcomes: &[Outcome], entrant: usize) -> Vec<(u64, f64)> {
    let of = outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant);
    let mut scores: Vec<u64> = of.map(|outcome| outcome.score).collect();
    scores.sort_unstable();
    let share = |count: usize| count as f64 / scores.len() as f64;
    survival(&scores, CURVE).map(|(score, count)| (score, share(count))).collect()
}

/// The experiments that run.
#[derive(Default)]
pub(crate) struct Running(Mutex<BTreeMap<u64, Arc<Active>>>);

/// An experiment that runs: who follows it hears `progress`.
pub(crate) struct Active {
    stop: AtomicBool,
    pub(crate) progress: watch::Sender<Arc<Value>>,
}

impl Running {
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Active>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// What runs, as it stands.
    pub(crate) fn views(&self) -> Vec<Arc<Value>> {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().map(|active| Arc::clone(&active.progress.borrow())).collect()
    }

    /// Ends an experiment; what it has played is kept.
    pub(crate) fn stop(&self, id: u64) -> bool {
        self.get(id).is_some_and(|active| !active.stop.swap(true, Ordering::Relaxed))
    }

    /// Ends all of them, because the server ends.
    pub(crate) fn stop_all(&self) {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().for_each(|active| active.stop.store(true, Ordering::Relaxed));
    }

    /// Waits until nothing runs any more.
    pub(crate) async fn ended(&self) {
        while !self.views().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Starts an experiment on its own threads and gives its number.
///
/// # Errors
/// If it cannot be played, or too much is going on.
pub(crate) fn start(app: &Arc<App>, setup: Setup) -> Result<u64, Refusal> {
    let experiment = setup.experiment()?;
    experiment.check(&app.catalog).map_err(Refusal::bad)?;
    let id = app.games().take_number();
    let run = Run { setup, state: State::Running, seconds: 0.0, outcomes: Vec::new() };
    let mut running = app.running.0.lock().unwrap_or_else(PoisonError::into_inner);
    if running.len() >= MAX_RUNNING {
        return Err(Refusal::full(format!(
            "{MAX_RUNNING} experiments run already: wait for one, or stop it"
        )));
    }
    if app.games().runs().len() >= MAX_KEPT {
        return Err(Refusal::full(format!("{MAX_KEPT} results are kept: remove some that you do not need")));
    }
    let progress = watch::Sender::new(Arc::new(run.view(id, &experiment)));
    let active = Arc::new(Active { stop: AtomicBool::new(false), progress });
    running.insert(id, Arc::clone(&active));
    let app = Arc::clone(app);
    std::thread::spawn(move || {
        let run = play(&app, &experiment, run, id, &active);
        finish(&app, &experiment, &run, id, &active);
    });
    Ok(id)
}

fn play(app: &App, experiment: &Experiment, run: Run, id: u64, active: &Active) -> Run {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build().expect("a pool of threads");
    let pairings: Vec<Pairing> = experiment.pairings().collect();
    let (start, mut told) = (Instant::now(), Instant::now());
    let run = Mutex::new(run);
    let ended: Result<(), ExperimentError> = pool.install(|| {
        let keep = |played: Played| {
            let mut run = run.lock().unwrap_or_else(PoisonError::into_inner);
            run.outcomes.push(Game::from(&played.outcome));
            run.seconds = start.elapsed().as_secs_f64();
            if told.elapsed() >= PERIOD {
                active.progress.send_replace(Arc::new(run.view(id, experiment)));
                told = Instant::now();
            }
            Ok(())
        };
        experiment.line_up(&app.catalog, &active.stop)?.run(&pairings, keep, &active.stop)
    });
    let mut run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Games end in any order; kept ones are in order, so that the same experiment is the same text.
    run.outcomes.sort_by_key(|game| (game.1, game.0));
    run.state = if ended.is_ok() { State::Done } else { State::Stopped };
    run
}

/// Keeps what was played and tells those who follow.
fn finish(app: &App, experiment: &Experiment, run: &Run, id: u64, active: &Active) {
    if !run.outcomes.is_empty() {
        app.games().keep_run(id, serde_json::to_string(run).expect("a run is plain data"));
    }
    app.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    active.progress.send_replace(Arc::new(run.view(id, experiment)));
}
