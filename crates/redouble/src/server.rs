//! The web server: the page, the games, the players and the lab, on one local address.
//!
//! Here is the transport alone: connections, who may ask, time-outs, the files of the page. What is asked is
//! answered by `redouble_api`.

mod assets;
mod guard;
mod layers;
mod listen;

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use redouble_api::App;
use redouble_players::Catalog;
use tokio::runtime::Handle;

use crate::host::Machine;
use crate::saved;

/// How long work may go on after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// What to serve, and where.
pub(crate) struct Options {
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
    /// Whether to open the page in a browser.
    pub(crate) open: bool,
}

/// Serves until Ctrl-C.
pub(crate) fn run(options: &Options, catalog: Catalog) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(options, catalog));
    // Whoever still thinks is told to stop when its request is dropped; nobody waits for it.
    runtime.shutdown_timeout(GRACE);
    served
}

async fn serve(options: &Options, catalog: Catalog) -> anyhow::Result<()> {
    let listener = listen::bind(options.address).await?;
    let mut games = saved::open(&options.data)?;
    if let Err(error) = saved::take_over(&mut games, &options.data) {
        eprintln!("not taken over: {error:#}");
    }
    let app = Arc::new(App::new(games, catalog, Box::new(Machine(Handle::current()))));
    // Port 0 asks the system for a free one.
    let address = listener.local_addr()?;
    announce(address, options.open);
    let syncing = tokio::spawn(keep_synced(Arc::clone(&app)));
    let router = layers::router(Arc::clone(&app), guard::Guard(address));
    listen::serve(listener, router, || app.stop_experiments()).await?;
    // What the experiments have played so far is kept, if that takes no time.
    let _ = tokio::time::timeout(GRACE, app.experiments_ended()).await;
    syncing.abort();
    app.sync().context("the last changes may not be on the disk")
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
            app.retry();
            app.sync()
        })
        .await;
    }
}
