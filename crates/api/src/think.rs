//! Players that think for the page: a few at a time, only as long as somebody waits for the answer.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use redouble_core::{Position, Rules, Watch};
use redouble_players::{Budget, Catalog, Decision, Player, Spec};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

/// The longest a player may think about one move.
const MAX_TIME: Duration = Duration::from_secs(10);
/// How many questions may wait for a free thread.
const MAX_WAITING: usize = 16;
/// How many players are kept ready, with their tables.
const MAX_IDLE: usize = 8;
/// The longest text of a player.
const MAX_SPEC: usize = 200;

/// The threads that think, and the players that are ready.
pub(crate) struct Thinkers {
    catalog: Arc<Catalog>,
    room: Arc<Semaphore>,
    waiting: AtomicUsize,
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    spec: String,
    rules: Rules,
    player: Box<dyn Player>,
}

/// A decision, and the time it took.
pub(crate) struct Thought {
    pub(crate) decision: Decision,
    pub(crate) time: Duration,
}

/// Tells the work behind it to stop as soon as nobody holds it: when the client goes away, its request is dropped.
pub(crate) struct StopOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Thinkers {
    /// One thread less than the machine has, so that the page never waits for a player.
    pub(crate) fn new(catalog: Arc<Catalog>) -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let room = Arc::new(Semaphore::new((cores - 1).max(1)));
        Thinkers { catalog, room, waiting: AtomicUsize::new(0), idle: Mutex::new(Vec::new()) }
    }

    /// Waits for a thread.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) async fn room(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= MAX_WAITING {
            return Err(Refusal::full("too many questions at once: the players are busy"));
        }
        Ok(Arc::clone(&self.room).acquire_owned().await.expect("the semaphore is never closed"))
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
        let permit = self.room().await?;
        let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
        let (thinkers, spec, flag) = (Arc::clone(self), spec.clone(), Arc::clone(&stop.0));
        let thinking = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let mut player = thinkers.take(&spec, rules, &*flag)?;
            player.begin(0);
            let budget = Budget { time: Some(MAX_TIME), parallel: false, watch: &*flag };
            let start = Instant::now();
            let decided = player.decide(position, &budget).map_err(Refusal::bad);
            let time = start.elapsed();
            thinkers.put_back(spec.to_string(), rules, player);
            decided.map(|decision| Thought { decision, time })
        });
        thinking.await.map_err(|_| Refusal::bad("the player broke down"))?
    }

    /// A player that is ready, or a new one: building it can take long.
    pub(crate) fn take(
        &self,
        spec: &Spec,
        rules: Rules,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Player>, Refusal> {
        let text = spec.to_string();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|idle| idle.spec == text && idle.rules == rules);
        if let Some(place) = place {
            return Ok(idle.remove(place).player);
        }
        drop(idle);
        self.catalog.build(spec, rules, watch).map_err(Refusal::bad)
    }

    /// Keeps a player for the next question.
    pub(crate) fn put_back(&self, spec: String, rules: Rules, player: Box<dyn Player>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(Idle { spec, rules, player });
        if idle.len() > MAX_IDLE {
            idle.remove(0);
        }
    }
}

/// The player that a text describes. Only players of ours: a request never starts a program.
pub(crate) fn player(text: &str) -> Result<Spec, Refusal> {
    if text.len() > MAX_SPEC {
        return Err(Refusal::bad(format!("`player`: more than {MAX_SPEC} characters")));
    }
    text.parse().map_err(Refusal::bad)
}
