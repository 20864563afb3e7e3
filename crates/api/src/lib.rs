//! The requests of the page, without a network: games in play, hints, reviews, experiments, counts and solutions.
//!
//! [`router`] answers requests about an [`App`]; how they arrive is not its business. Everything that is serialised,
//! here and by `--json` on the command line, is defined in [`view`]. The page plays by the same
//! rules and tells what it did (`change`): Rust checks every move and new tile. What is kept goes through `games`; what takes long is a job, which a
//! [`Host`] runs: this crate has no transport, clock or threads of its own.

#![forbid(unsafe_code)]

mod analysis_api;
mod arena_api;
mod change;
mod change_api;
mod count_api;
mod course_api;
mod event;
mod events;
mod game_api;
mod games;
pub mod import;
mod index;
mod input;
mod jobs;
mod journal;
mod line;
mod log;
mod logged;
mod marks;
mod refusal;
mod review_api;
mod router;
mod runs;
mod session;
mod solve_api;
mod store;
mod think;
mod tilt_api;
mod tree;
mod tree_api;
pub mod view;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redouble_players::Catalog;

pub use change::Change;
pub use event::{GameEvent, ParseEventError, ParseResultKindError, ResultKind};
pub use games::{Games, GamesError};
pub use jobs::Host;
pub use journal::Journal;
pub use log::{Log, NoLog};
pub use marks::{HUMAN, Mark, Marks, ParseMarkError};
pub use refusal::Refusal;
pub use router::router;
pub use session::{Acted, Action, Session};
pub use store::{Contents, Entry, GameRow, GameSummary, MAX_TOLD, ResultRow, Store, StoreError, Syncing};
pub use tree::{Misfit, ParseTreeError, Tree};

/// What all requests share.
pub struct App {
    jobs: Arc<jobs::Jobs>,
    /// Who builds players.
    catalog: Catalog,
    games: Mutex<Games>,
    idle: think::IdlePlayers,
    running: runs::Running,
    kept_views: runs::KeptViews,
    solved: solve_api::Solved,
}

impl App {
    /// Answers about these games, with players from the catalog and threads of the host.
    #[must_use]
    pub fn new(games: Games, catalog: Catalog, host: Box<dyn Host>) -> App {
        App {
            jobs: Arc::new(jobs::Jobs::new(host)),
            catalog,
            games: Mutex::new(games),
            idle: think::IdlePlayers::default(),
            running: runs::Running::default(),
            kept_views: runs::KeptViews::default(),
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

    /// Sends what was written to the disk; if that fails, the next answers say so.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&self) -> Result<(), StoreError> {
        // Slow disks hold up nobody: the games are free meanwhile.
        let syncing = self.games().syncing();
        let synced = syncing();
        self.games().synced(&synced);
        synced
    }

    /// Stops all work, and accepts no more.
    pub fn stop(&self) {
        self.jobs.close();
    }

    /// Waits until no work is left: what experiments have played is then kept.
    pub async fn ended(&self) {
        self.jobs.all_ended().await;
    }
}
