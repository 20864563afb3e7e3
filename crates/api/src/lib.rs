//! The requests of the page, without a network: games in play, hints, reviews, experiments, counts and solutions.
//!
//! [`router`] answers requests about an [`App`]; how they arrive is not its business. Everything that is serialised,
//! here and by `--json` on the command line, is defined in [`view`]. Only Rust knows the rules: the page sends a
//! direction and gets back what moved where. What is kept goes through `games`; what takes long is a job, which a
//! [`Host`] runs: this crate has no transport, clock or threads of its own.

#![forbid(unsafe_code)]

mod analysis_api;
mod arena_api;
mod count_api;
mod event;
mod events;
mod game_api;
mod games;
pub mod import;
mod input;
mod jobs;
mod journal;
mod log;
mod refusal;
mod review_api;
mod router;
mod runs;
mod session;
mod solve_api;
mod think;
mod tilt_api;
pub mod view;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redouble_players::Catalog;
use tokio::sync::Semaphore;

pub use games::{GameSummary, Games, GamesError, ListedGame};
pub use jobs::Host;
pub use log::{Log, Syncing};
pub use refusal::Refusal;
pub use router::router;
pub use session::{Acted, Action, Session};

/// What all requests share.
pub struct App {
    host: Box<dyn Host>,
    /// Who builds players.
    catalog: Catalog,
    games: Mutex<Games>,
    thinkers: think::Thinkers,
    running: runs::Running,
    /// How many more games may be counted at the same time.
    counting: Arc<Semaphore>,
    solved: solve_api::Solved,
}

impl App {
    /// Answers about these games, with players from the catalog and threads of the host.
    #[must_use]
    pub fn new(games: Games, catalog: Catalog, host: Box<dyn Host>) -> App {
        App {
            games: Mutex::new(games),
            thinkers: think::Thinkers::new(host.threads()),
            host,
            catalog,
            running: runs::Running::default(),
            counting: Arc::new(Semaphore::new(count_api::MAX_COUNTS)),
            solved: solve_api::Solved::default(),
        }
    }

    /// The games, for a moment: no one waits for anything while holding them.
    pub(crate) fn games(&self) -> MutexGuard<'_, Games> {
        // A panic elsewhere leaves whole games behind: each change is one call.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries again to write what could not be written.
    pub fn retry(&self) {
        self.games().retry();
    }

    /// Sends what was written to the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&self) -> io::Result<()> {
        let syncing = self.games().syncing()?;
        syncing()
    }

    /// Ends all experiments.
    pub fn stop_experiments(&self) {
        self.running.stop_all();
    }

    /// Waits until no experiment runs any more.
    pub async fn experiments_ended(&self) {
        self.running.all_ended().await;
    }
}
