//! Experiments of the arena: those that run, and those that are kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redouble_core::{Rules, Shape, Watch};
use redouble_lab::{Entrant, Experiment, ExperimentError, Outcome, Pairing, Played};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::App;
use crate::event::ResultKind;
use crate::events::PERIOD;
use crate::jobs::{Job, Switch, attempt};
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::think::{SOLVES, player};
use crate::view::{ArenaReport, RunState, RunView};
use redouble_kernels::clock::Instant;

/// The most players of an experiment, and games of all of them.
const MAX_PLAYERS: usize = 8;
const MAX_GAMES: u64 = 50_000;
/// The most players of an experiment that solve the game first: each solution is some hundred megabytes.
const MAX_SOLVING: usize = 2;
/// The most results that are kept.
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
    /// The experiment, if it stays within the bounds. Nobody is built yet, and no file looked for.
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

/// An experiment with its games so far, as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ArenaRun {
    pub(crate) setup: ArenaSetup,
    state: RunState,
    seconds: f64,
    /// Why it could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
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
            error: self.error.clone(),
            played: self.outcomes.len(),
            total: self.setup.games * self.setup.players.len() as u64,
            specs: self.setup.players.clone(),
            report: ArenaReport::new(experiment, &outcomes),
            curves: RunView::curves(experiment.entrants.len(), &outcomes),
        }
    }
}

/// The experiments that run, or wait for their turn.
#[derive(Default)]
pub(crate) struct Running(Mutex<BTreeMap<u64, Arc<ActiveRun>>>);

/// An experiment that runs: who follows it hears `progress`.
pub(crate) struct ActiveRun {
    switch: Switch,
    pub(crate) progress: watch::Sender<Arc<RunView>>,
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<ActiveRun>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, id: u64) -> Option<Arc<ActiveRun>> {
        self.lock().get(&id).cloned()
    }

    /// What runs, as it stands.
    pub(crate) fn views(&self) -> Vec<Arc<RunView>> {
        self.lock().values().map(|active| Arc::clone(&active.progress.borrow())).collect()
    }
}

/// The views of results that are kept, each made once.
#[derive(Default)]
pub(crate) struct KeptViews(Mutex<BTreeMap<u64, Arc<RunView>>>);

impl KeptViews {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<RunView>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text of a result that is kept.
pub(crate) fn kept_run(app: &App, id: u64) -> Result<Option<String>, Refusal> {
    let games = app.games();
    let is_run = games.results().get(&id).is_some_and(|row| row.kind == ResultKind::Arena);
    Ok(if is_run { games.result(id)? } else { None })
}

/// Removes a result that is kept; false if there is none.
pub(crate) fn remove(app: &App, id: u64) -> bool {
    let mut games = app.games();
    let is_run = games.results().get(&id).is_some_and(|row| row.kind == ResultKind::Arena);
    is_run && games.remove_result(id)
}

/// The view of a result; `None` if there is no such result, or it cannot be read.
pub(crate) fn kept_view(app: &App, id: u64) -> Result<Option<Arc<RunView>>, Refusal> {
    // Without the lock on the games while a long result is read.
    if !app.games().results().contains_key(&id) {
        return Ok(None);
    }
    if let Some(view) = app.kept_views.lock().get(&id) {
        return Ok(Some(Arc::clone(view)));
    }
    let Some(text) = kept_run(app, id)? else { return Ok(None) };
    let Ok(run) = serde_json::from_str::<ArenaRun>(&text) else { return Ok(None) };
    let view = Arc::new(run.view(id, &run.setup.experiment()?));
    app.kept_views.lock().insert(id, Arc::clone(&view));
    Ok(Some(view))
}

/// The views of all results that are kept, the newest first.
pub(crate) fn kept_views(app: &App, watch: &dyn Watch) -> Result<Vec<Arc<RunView>>, Refusal> {
    let ids: Vec<u64> = app.games().results_of(ResultKind::Arena).collect();
    let mut views = Vec::with_capacity(ids.len());
    for &id in &ids {
        watch.check().map_err(Refusal::bad)?;
        // A result that this version cannot read is left out.
        views.extend(kept_view(app, id).ok().flatten());
    }
    app.kept_views.lock().retain(|id, _| ids.contains(id));
    Ok(views)
}

/// Stops an experiment; what it has played is kept. False if none with this number runs.
pub(crate) fn stop(app: &App, id: u64) -> bool {
    app.running.get(id).is_some_and(|active| app.jobs.stop(&active.switch))
}

/// Starts an experiment and gives its number.
///
/// # Errors
/// If it cannot be played, or too much is going on.
pub(crate) fn start(app: &Arc<App>, setup: ArenaSetup) -> Result<u64, Refusal> {
    let experiment = setup.experiment()?;
    let solving = |entrant: &&Entrant| matches!(entrant, Entrant::Known(spec) if spec.kind().name == SOLVES);
    if experiment.entrants.iter().filter(solving).count() > MAX_SOLVING {
        return Err(Refusal::bad(format!("`players`: at most {MAX_SOLVING} that solve the game first")));
    }
    experiment.check(&app.catalog).map_err(Refusal::bad)?;
    if app.games().results().len() >= MAX_KEPT {
        return Err(Refusal::full(format!("{MAX_KEPT} results are kept: remove some that you do not need")));
    }
    let id = app.games().take_number();
    let run = ArenaRun { setup, state: RunState::Running, seconds: 0.0, error: None, outcomes: Vec::new() };
    let progress = watch::Sender::new(Arc::new(run.view(id, &experiment)));
    let active = Arc::new(ActiveRun { switch: Switch::default(), progress });
    app.running.lock().insert(id, Arc::clone(&active));
    let switch = active.switch.clone();
    let mut playing = Playing { app: Arc::clone(app), id, experiment, run, active, start: None, told: None };
    app.jobs.start(Urgency::Experiment, &switch, move |job| playing.play(job))?;
    Ok(id)
}

/// An experiment from its start to its end. Dropped, it has ended, however that came about, and what was played is kept.
struct Playing {
    app: Arc<App>,
    id: u64,
    experiment: Experiment,
    run: ArenaRun,
    active: Arc<ActiveRun>,
    /// When its first turn began.
    start: Option<Instant>,
    /// When those who follow were told; the first game is told at once, since the next may take long.
    told: Option<Instant>,
}

impl Playing {
    fn play(&mut self, job: &Job) {
        self.start = Some(Instant::now());
        let ended = attempt(|| self.play_in_turns(job).map_err(Refusal::bad));
        self.run.state = if ended.is_ok() { RunState::Done } else { RunState::Stopped };
        self.run.error = ended.err().filter(|_| !job.is_stopped()).map(|refusal| refusal.to_string());
    }

    /// A turn at a time: between two turns more urgent work and other experiments have the threads of the pool.
    fn play_in_turns(&mut self, job: &Job) -> Result<(), ExperimentError> {
        let (app, experiment) = (Arc::clone(&self.app), self.experiment.clone());
        let lineup = experiment.line_up(&app.catalog, job)?;
        let pairings: Vec<Pairing> = experiment.pairings().collect();
        let least = rayon::current_num_threads();
        let (mut left, mut size) = (&pairings[..], least);
        while !left.is_empty() {
            let (turn, later) = left.split_at(size.min(left.len()));
            let begun = Instant::now();
            lineup.run::<ExperimentError>(turn, |played| self.keep(played), job)?;
            left = later;
            size = if begun.elapsed() < TURN { size * 2 } else { (size / 2).max(least) };
            job.give_way()?;
        }
        Ok(())
    }

    fn keep(&mut self, played: Played) -> Result<(), ExperimentError> {
        self.run.outcomes.push(KeptOutcome::from(played.outcome));
        self.run.seconds = self.start.map_or(0.0, |start| start.elapsed().as_secs_f64());
        if self.told.is_none_or(|told| told.elapsed() >= PERIOD) {
            self.told = Some(Instant::now());
            self.tell();
        }
        Ok(())
    }

    fn tell(&self) {
        self.active.progress.send_replace(Arc::new(self.run.view(self.id, &self.experiment)));
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        if self.run.state == RunState::Running {
            self.run.state = RunState::Stopped;
        }
        // Games end in any order; kept ones are in order, so that the same experiment is the same text.
        self.run.outcomes.sort_by_key(|kept| (kept.1, kept.0));
        // Kept before the end is told: whoever hears of it asks for the results at once.
        if !self.run.outcomes.is_empty() {
            let view = Arc::new(self.run.view(self.id, &self.experiment));
            self.app.kept_views.lock().insert(self.id, view);
            let json = serde_json::to_string(&self.run).expect("a run is plain data");
            self.app.games().keep_result(self.id, ResultKind::Arena, json);
        }
        self.tell();
        self.app.running.lock().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_game_comes_back_with_its_forfeit() {
        for forfeit in [None, Some("no answer within 1000 ms".to_owned())] {
            let pairing = Pairing { entrant: 1, game: 7 };
            let outcome = Outcome {
                pairing,
                score: 1,
                moves: 2,
                max_tile: 4,
                nodes: 3,
                nanoseconds: 5,
                digest: 6,
                forfeit,
            };
            let json = serde_json::to_string(&KeptOutcome::from(outcome.clone())).unwrap();
            assert_eq!(Outcome::from(serde_json::from_str::<KeptOutcome>(&json).unwrap()), outcome);
        }
    }
}
