//! Experiments of the arena: those that run, and those that are kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redouble_core::{Rules, Shape};
use redouble_lab::{Entrant, Experiment, ExperimentError, Outcome, Pairing, Played};
use redouble_players::Catalog;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};

use crate::App;
use crate::events::PERIOD;
use crate::jobs::Job;
use crate::refusal::Refusal;
use crate::think::player;
use crate::view::{ArenaReport, RunState, RunView};
use redouble_kernels::clock::Instant;

/// The most players of an experiment, and games of all of them.
const MAX_PLAYERS: usize = 8;
const MAX_GAMES: u64 = 50_000;
/// The most experiments that run at a time, and that are kept.
const MAX_RUNNING: usize = 2;
const MAX_KEPT: usize = 200;
/// About how long an experiment keeps the pool of threads before others have a turn.
const TURN: Duration = Duration::from_millis(250);

/// What an experiment is made of.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArenaSetup {
    players: Vec<String>,
    games: u64,
    seed: u64,
    board: Option<String>,
}

impl ArenaSetup {
    /// The experiment, if it stays within the bounds. Nobody is built yet.
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

/// An experiment with its games so far, as the journal has it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ArenaRun {
    pub(crate) setup: ArenaSetup,
    state: RunState,
    seconds: f64,
    outcomes: Vec<KeptOutcome>,
}

/// An outcome in short: entrant, game, score, moves, largest tile, nodes, nanoseconds, digest, and why the player gave
/// up, if it did.
#[derive(Clone, Serialize, Deserialize)]
struct KeptOutcome(
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

impl From<Outcome> for KeptOutcome {
    fn from(outcome: Outcome) -> KeptOutcome {
        let Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit } = outcome;
        KeptOutcome(
            pairing.entrant,
            pairing.game,
            score,
            moves,
            max_tile,
            nodes,
            nanoseconds,
            digest,
            forfeit,
        )
    }
}

impl From<KeptOutcome> for Outcome {
    fn from(kept: KeptOutcome) -> Outcome {
        let KeptOutcome(entrant, game, score, moves, max_tile, nodes, nanoseconds, digest, forfeit) = kept;
        let pairing = Pairing { entrant, game };
        Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit }
    }
}

impl ArenaRun {
    /// The games, as the lab knows them.
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        self.outcomes.iter().cloned().map(Outcome::from).collect()
    }

    /// Statistics, curves and state, for the page.
    pub(crate) fn view(&self, id: u64, experiment: &Experiment) -> RunView {
        let outcomes = self.outcomes();
        RunView {
            id,
            state: self.state,
            seconds: self.seconds,
            played: self.outcomes.len(),
            total: self.setup.games * self.setup.players.len() as u64,
            specs: self.setup.players.clone(),
            report: ArenaReport::new(experiment, &outcomes),
            curves: RunView::curves(experiment.entrants.len(), &outcomes),
        }
    }
}

/// The experiments that run.
#[derive(Default)]
pub(crate) struct Running {
    runs: Mutex<BTreeMap<u64, Arc<ActiveRun>>>,
    /// Told whenever one ends.
    ended: Notify,
}

/// An experiment that runs: who follows it hears `progress`.
pub(crate) struct ActiveRun {
    job: Job,
    pub(crate) progress: watch::Sender<Arc<RunView>>,
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<ActiveRun>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, id: u64) -> Option<Arc<ActiveRun>> {
        self.lock().get(&id).cloned()
    }

    /// What runs, as it stands.
    pub(crate) fn views(&self) -> Vec<Arc<RunView>> {
        self.lock().values().map(|active| Arc::clone(&active.progress.borrow())).collect()
    }

    /// Ends an experiment; what it has played is kept.
    pub(crate) fn stop(&self, id: u64) -> bool {
        self.get(id).is_some_and(|active| active.job.stop())
    }

    /// Ends all of them, because the server ends.
    pub(crate) fn stop_all(&self) {
        self.lock().values().for_each(|active| {
            active.job.stop();
        });
    }

    /// Waits until nothing runs any more.
    pub(crate) async fn all_ended(&self) {
        loop {
            let ended = self.ended.notified();
            if self.lock().is_empty() {
                return;
            }
            ended.await;
        }
    }

    /// Adds an experiment, if there is room.
    fn begin(&self, id: u64, active: &Arc<ActiveRun>) -> Result<(), Refusal> {
        let mut running = self.lock();
        if running.len() >= MAX_RUNNING {
            return Err(Refusal::full(format!(
                "{MAX_RUNNING} experiments run already: wait for one, or stop it"
            )));
        }
        running.insert(id, Arc::clone(active));
        Ok(())
    }

    fn end(&self, id: u64) {
        self.lock().remove(&id);
        self.ended.notify_waiters();
    }
}

/// Starts an experiment and gives its number.
///
/// # Errors
/// If it cannot be played, or too much is going on.
pub(crate) fn start(app: &Arc<App>, setup: ArenaSetup) -> Result<u64, Refusal> {
    let experiment = setup.experiment()?;
    experiment.check(&app.catalog).map_err(Refusal::bad)?;
    if app.games().runs().len() >= MAX_KEPT {
        return Err(Refusal::full(format!("{MAX_KEPT} results are kept: remove some that you do not need")));
    }
    let id = app.games().take_number();
    let run = ArenaRun { setup, state: RunState::Running, seconds: 0.0, outcomes: Vec::new() };
    let progress = watch::Sender::new(Arc::new(run.view(id, &experiment)));
    let active = Arc::new(ActiveRun { job: Job::default(), progress });
    app.running.begin(id, &active)?;
    let running = Arc::clone(app);
    app.host.run(Box::new(move || {
        let tell = |run: &ArenaRun| drop(active.progress.send_replace(Arc::new(run.view(id, &experiment))));
        let run = Playing { run, start: Instant::now(), told: None, tell: &tell };
        let run = run.play(&experiment, &running.catalog, &active.job);
        finish(&running, &run, id);
        tell(&run);
    }));
    Ok(id)
}

/// An experiment while its games are played.
struct Playing<'a> {
    run: ArenaRun,
    start: Instant,
    /// When those who follow were told; the first game is told at once, since the next may take long.
    told: Option<Instant>,
    tell: &'a (dyn Fn(&ArenaRun) + Sync),
}

impl Playing<'_> {
    fn play(mut self, experiment: &Experiment, catalog: &Catalog, job: &Job) -> ArenaRun {
        let ended = self.play_in_turns(experiment, catalog, job);
        let mut run = self.run;
        // Games end in any order; kept ones are in order, so that the same experiment is the same text.
        run.outcomes.sort_by_key(|kept| (kept.1, kept.0));
        run.state = if ended.is_ok() { RunState::Done } else { RunState::Stopped };
        run
    }

    /// A turn at a time: between two turns other work has the threads of the pool.
    fn play_in_turns(
        &mut self,
        experiment: &Experiment,
        catalog: &Catalog,
        job: &Job,
    ) -> Result<(), ExperimentError> {
        let lineup = experiment.line_up(catalog, job)?;
        let pairings: Vec<Pairing> = experiment.pairings().collect();
        let least = rayon::current_num_threads();
        let (mut left, mut size) = (&pairings[..], least);
        while !left.is_empty() {
            let (turn, later) = left.split_at(size.min(left.len()));
            let begun = Instant::now();
            lineup.run::<ExperimentError>(turn, |played| self.keep(played), job)?;
            left = later;
            size = if begun.elapsed() < TURN { size * 2 } else { (size / 2).max(least) };
        }
        Ok(())
    }

    fn keep(&mut self, played: Played) -> Result<(), ExperimentError> {
        self.run.outcomes.push(KeptOutcome::from(played.outcome));
        self.run.seconds = self.start.elapsed().as_secs_f64();
        if self.told.is_none_or(|told| told.elapsed() >= PERIOD) {
            self.told = Some(Instant::now());
            (self.tell)(&self.run);
        }
        Ok(())
    }
}

/// Keeps what was played, unless that is nothing.
fn finish(app: &App, run: &ArenaRun, id: u64) {
    if !run.outcomes.is_empty() {
        app.games().keep_run(id, serde_json::to_string(run).expect("a run is plain data"));
    }
    app.running.end(id);
}
