//! The requests of the page, without a network: games in play, hints, reviews, experiments, counts and solutions.
//!
//! [`router`] answers requests about an [`App`]; how they arrive is not its business. Everything that is serialised,
//! here and by `--json` on the command line, is defined in [`view`]. Only Rust knows the rules: the page sends a
//! direction and gets back what moved where. What is kept goes through `games`, what takes long through a bounded
//! number of threads.

#![forbid(unsafe_code)]

mod analysis_api;
mod arena_api;
mod count_api;
mod events;
mod game_api;
mod games;
pub mod import;
mod input;
mod journal;
mod refusal;
mod review_api;
mod router;
mod runs;
mod seed;
mod solve_api;
mod think;
mod tilt_api;
pub mod view;

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redouble_players::Catalog;
use tokio::sync::Semaphore;

use games::Games;
pub use refusal::Refusal;
pub use router::router;
pub use seed::fresh_seed;

/// What all requests share.
pub struct App {
    games: Mutex<Games>,
    /// Who builds players.
    catalog: Arc<Catalog>,
    thinkers: Arc<think::Thinkers>,
    running: runs::Running,
    /// How many more games may be counted at the same time.
    counting: Arc<Semaphore>,
    solved: solve_api::Solved,
}

impl App {
    /// Opens the data directory; what was cut off by a crash is reported in words. Players come from the catalog.
    ///
    /// # Errors
    /// If the games there cannot be used.
    pub fn open(data: &Path, catalog: Catalog) -> anyhow::Result<(App, Option<String>)> {
        let (games, torn) = Games::open(data)?;
        let catalog = Arc::new(catalog);
        let app = App {
            games: Mutex::new(games),
            thinkers: Arc::new(think::Thinkers::new(Arc::clone(&catalog))),
            catalog,
            running: runs::Running::default(),
            counting: Arc::new(Semaphore::new(count_api::MAX_COUNTS)),
            solved: solve_api::Solved::default(),
        };
        Ok((app, torn))
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
        let handle = self.games().handle()?;
        handle.sync_data()
    }

    /// Ends all experiments.
    pub fn stop_experiments(&self) {
        self.running.stop_all();
    }

    /// Waits until no experiment runs any more.
    pub async fn experiments_ended(&self) {
        self.running.ended().await;
    }
}
