//! Players that think for the page: a few at a time, only as long as somebody waits for the answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redouble_core::{Position, Rules, Watch};
use redouble_players::{Budget, Decision, Player, Spec};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::App;
use crate::refusal::Refusal;
use redouble_kernels::clock::Instant;

/// The longest a player may think about one move.
const MAX_TIME: Duration = Duration::from_secs(10);
/// How many questions may wait for a free thread.
const MAX_WAITING: usize = 16;
/// How many players are kept ready, with their tables.
const MAX_IDLE: usize = 8;
/// The longest text of a player.
const MAX_SPEC: usize = 200;

/// How many may think, and the players that are ready.
pub(crate) struct Thinkers {
    room: Arc<Semaphore>,
    waiting: AtomicUsize,
    idle: Mutex<Vec<IdlePlayer>>,
}

struct IdlePlayer {
    spec: String,
    rules: Rules,
    player: Box<dyn Player>,
}

/// A decision, and the time it took.
pub(crate) struct Thought {
    pub(crate) decision: Decision,
    pub(crate) time: Duration,
}

impl Thinkers {
    /// Room for so many at a time.
    pub(crate) fn new(threads: usize) -> Thinkers {
        let room = Arc::new(Semaphore::new(threads.max(1)));
        Thinkers { room, waiting: AtomicUsize::new(0), idle: Mutex::new(Vec::new()) }
    }

    /// Waits for room.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) async fn room(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        struct InLine<'a>(&'a AtomicUsize);
        impl Drop for InLine<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _in_line = InLine(&self.waiting);
        if before >= MAX_WAITING {
            return Err(Refusal::full("too many questions at once: the players are busy"));
        }
        Ok(Arc::clone(&self.room).acquire_owned().await.expect("the semaphore is never closed"))
    }

    /// A player that is ready.
    fn ready(&self, spec: &Spec, rules: Rules) -> Option<Box<dyn Player>> {
        let text = spec.to_string();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|idle| idle.spec == text && idle.rules == rules)?;
        Some(idle.remove(place).player)
    }

    /// Keeps a player for the next question.
    pub(crate) fn put_back(&self, spec: &Spec, rules: Rules, player: Box<dyn Player>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
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
        watch: &dyn Watch,
    ) -> Result<Box<dyn Player>, Refusal> {
        let ready = self.thinkers.ready(spec, rules);
        ready.map_or_else(|| self.catalog.build(spec, rules, watch).map_err(Refusal::bad), Ok)
    }

    /// What a player decides in a position that has a move.
    ///
    /// # Errors
    /// If there is no such player for these rules, or it gives up.
    pub(crate) async fn decide(
        self: &Arc<Self>,
        spec: &Spec,
        rules: Rules,
        position: Position,
    ) -> Result<Thought, Refusal> {
        let permit = self.thinkers.room().await?;
        let (app, spec) = (Arc::clone(self), spec.clone());
        self.job(move |job| {
            let _permit = permit;
            let mut player = app.take_player(&spec, rules, job)?;
            player.begin(0);
            let budget = Budget { time: Some(MAX_TIME), parallel: false, watch: job };
            let start = Instant::now();
            let decided = player.decide(position, &budget).map_err(Refusal::bad);
            let time = start.elapsed();
            app.thinkers.put_back(&spec, rules, player);
            decided.map(|decision| Thought { decision, time })
        })
        .await
    }
}

/// The player that a text describes. Only players of ours: a request never starts a program.
pub(crate) fn player(text: &str) -> Result<Spec, Refusal> {
    if text.len() > MAX_SPEC {
        return Err(Refusal::bad(format!("`player`: more than {MAX_SPEC} characters")));
    }
    text.parse().map_err(Refusal::bad)
}
