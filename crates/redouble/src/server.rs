//! The web server: the page, the games, the players and the lab, on one local address.
//!
//! Only Rust knows the rules. The page sends a direction and gets back what moved where; everything that is kept
//! goes through [`games`], everything that takes long through a bounded number of threads.

mod analysis_api;
mod arena_api;
mod assets;
mod count_api;
mod events;
mod game_api;
mod games;
mod guard;
mod input;
mod journal;
mod listen;
mod refusal;
mod review_api;
mod router;
mod runs;
mod solve_api;
mod think;
mod tilt_api;
mod view;

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::Semaphore;

use games::Games;

/// How long work may go on after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// What to serve, and where.
pub(crate) struct Options {
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
    /// Whether to open the page in a browser.
    pub(crate) open: bool,
}

/// What all requests share.
pub(crate) struct App {
    games: Mutex<Games>,
    pub(crate) thinkers: Arc<think::Thinkers>,
    pub(crate) running: runs::Running,
    /// How many more games may be counted at the same time.
    pub(crate) counting: Arc<Semaphore>,
    pub(crate) solved: solve_api::Solved,
}

impl App {
    /// Opens the data directory.
    fn open(data: &std::path::Path) -> anyhow::Result<App> {
        let (games, torn) = Games::open(data)?;
        if let Some(torn) = torn {
            eprintln!("the last stop was not clean: {torn}");
        }
        let thinkers = Arc::new(think::Thinkers::new());
        let counting = Arc::new(Semaphore::new(count_api::MAX_COUNTS));
        Ok(App {
            games: Mutex::new(games),
            thinkers,
            running: runs::Running::default(),
            counting,
            solved: solve_api::Solved::default(),
        })
    }

    /// The games, for a moment: no one waits for anything while holding them.
    pub(crate) fn games(&self) -> MutexGuard<'_, Games> {
        // A panic elsewhere leaves whole games behind: each change is one call.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves until Ctrl-C.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(options));
    // Whoever still thinks is told to stop when its request is dropped; nobody waits for it.
    runtime.shutdown_timeout(GRACE);
    served
}

async fn serve(options: &Options) -> anyhow::Result<()> {
    let listener = listen::bind(options.address).await?;
    let app = Arc::new(App::open(&options.data)?);
    // Port 0 asks the system for a free one.
    let address = listener.local_addr()?;
    announce(address, options.open);
    let syncing = tokio::spawn(keep_synced(Arc::clone(&app)));
    let router = router::router(Arc::clone(&app), guard::Guard(address));
    listen::serve(listener, router, || app.running.stop_all()).await?;
    // What the experiments have played so far is kept, if that takes no time.
    let _ = tokio::time::timeout(GRACE, app.running.ended()).await;
    syncing.abort();
    sync(&app).context("the last changes may not be on the disk")
}

/// Says where the page is.
fn announce(address: SocketAddr, open: bool) {
    if !address.ip().is_loopback() {
        eprintln!(
            "warning: {address} can be reached from other machines. Whoever reaches it can play, change and remove \
             your games and use this machine's processor; nothing is encrypted."
        );
    }
    let url = format!("http://{address}");
    eprintln!("2048 is at {url} (Ctrl-C stops)");
    if open && let Err(error) = open::that_detached(&url) {
        eprintln!("no browser could be opened: {error}");
    }
}

/// Once a second, what was written goes to the disk, and what could not be written is tried again.
async fn keep_synced(app: Arc<App>) {
    let mut seconds = tokio::time::interval(Duration::from_secs(1));
    loop {
        seconds.tick().await;
        let app = Arc::clone(&app);
        let _ = tokio::task::spawn_blocking(move || {
            app.games().retry();
            sync(&app)
        })
        .await;
    }
}

fn sync(app: &App) -> std::io::Result<()> {
    let handle = app.games().handle()?;
    handle.sync_data()
}
