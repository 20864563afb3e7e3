//! Players that think for the page.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redouble_core::{Position, Rules};
use redouble_players::{Budget, Decision, Player, Spec};

use crate::App;
use crate::jobs::Job;
use crate::line::Urgency;
use crate::refusal::Refusal;
use redouble_kernels::clock::Instant;

/// The longest a player may think about one move.
const MAX_TIME: Duration = Duration::from_secs(10);
/// How many players are kept ready, with their tables.
const MAX_IDLE: usize = 8;
/// The longest text of a player.
const MAX_SPEC: usize = 200;
/// The kind of player that solves its game on the whole pool before the first move.
pub(crate) const SOLVES: &str = "optimal";

/// The players that are ready.
#[derive(Default)]
pub(crate) struct IdlePlayers(Mutex<Vec<IdlePlayer>>);

struct IdlePlayer {
    spec: String,
    rules: Rules,
    player: Box<dyn Player>,
}

/// A decision, and the time it took.
pub(crate) struct Thought {
    pub(crate) decision: Decision,
    /// What is at stake: what moves give away is told as a share of it.
    pub(crate) stake: f64,
    /// Whether values are points of score.
    pub(crate) counts_points: bool,
    pub(crate) time: Duration,
}

/// Who thinks for whom, and for how long at most.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) urgency: Urgency,
    pub(crate) time: Duration,
}

impl Asked {
    /// As long as players may think at all.
    pub(crate) const fn patiently(urgency: Urgency) -> Asked {
        Asked { urgency, time: MAX_TIME }
    }

    /// So many milliseconds, if they are given.
    pub(crate) fn within(urgency: Urgency, milliseconds: Option<u64>) -> Asked {
        let time = milliseconds.map_or(MAX_TIME, Duration::from_millis).min(MAX_TIME);
        Asked { urgency, time }
    }
}

impl IdlePlayers {
    fn lock(&self) -> MutexGuard<'_, Vec<IdlePlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, spec: &Spec, rules: Rules) -> Option<Box<dyn Player>> {
        let text = spec.to_string();
        let mut idle = self.lock();
        let place = idle.iter().position(|idle| idle.spec == text && idle.rules == rules)?;
        Some(idle.remove(place).player)
    }

    /// Keeps a player for the next question.
    pub(crate) fn put_back(&self, spec: &Spec, rules: Rules, player: Box<dyn Player>) {
        // A solution is some hundred megabytes; who solves games keeps the last one.
        if spec.kind().name == SOLVES {
            return;
        }
        let mut idle = self.lock();
        idle.push(IdlePlayer { spec: spec.to_string(), rules, player });
        if idle.len() > MAX_IDLE {
            idle.remove(0);
        }
    }
}

impl App {
    /// A player that is ready, or a new one: building one can take long, so only jobs do.
    pub(crate) fn take_player(
        &self,
        spec: &Spec,
        rules: Rules,
        job: &Job,
    ) -> Result<Box<dyn Player>, Refusal> {
        if let Some(ready) = self.idle.take(spec, rules) {
            return Ok(ready);
        }
        let build = || self.catalog.build(spec, rules, job);
        let built =
            if spec.kind().name == SOLVES { job.in_pool(build).map_err(Refusal::bad)? } else { build() };
        built.map_err(Refusal::bad)
    }

    /// What a player decides in a position that has a move.
    ///
    /// # Errors
    /// If there is no such player for these rules, or it gives up.
    pub(crate) async fn decide(
        self: &Arc<Self>,
        asked: Asked,
        spec: &Spec,
        rules: Rules,
        position: Position,
    ) -> Result<Thought, Refusal> {
        let (app, spec) = (Arc::clone(self), spec.clone());
        self.job(asked.urgency, move |job| {
            let mut player = app.take_player(&spec, rules, job)?;
            player.begin(0);
            let budget = Budget { time: Some(asked.time), parallel: false, watch: job };
            let start = Instant::now();
            let decided = player.decide(position, &budget).map_err(Refusal::bad);
            let time = start.elapsed();
            let thought = decided.map(|decision| Thought {
                stake: player.stake(decision.values.max().unwrap_or(0.0)),
                counts_points: player.counts_points(),
                decision,
                time,
            });
            app.idle.put_back(&spec, rules, player);
            thought
        })
        .await
    }
}

/// The player that a text describes. Only players of ours, and no directories: a request starts no program, and the
/// catalog of a server knows networks by name alone.
pub(crate) fn player(text: &str) -> Result<Spec, Refusal> {
    if text.len() > MAX_SPEC {
        return Err(Refusal::bad(format!("`player`: more than {MAX_SPEC} characters")));
    }
    let spec: Spec = text.parse().map_err(Refusal::bad)?;
    if spec.value("store").is_some() {
        return Err(Refusal::bad("`store=`: the page names no directories; use the command line"));
    }
    Ok(spec)
}
