//! The web server: the page, the games, the players and the lab, on one local address.
//!
//! Here is the transport alone: connections, who may ask, time-outs, the files of the page. What is asked is
//! answered by `redouble_api`.

mod assets;
mod bodies;
mod connections;
mod guard;
mod layers;
mod listen;
mod request_log;
mod timed;
mod token;

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use redouble_api::App;
use redouble_players::Catalog;
use redouble_store::Durability;
use tokio::runtime::Handle;

use crate::host::Machine;
use crate::saved;
use guard::Guard;
use request_log::RequestLog;
use token::Token;

/// How long open answers and work may go on after Ctrl-C.
const GRACE: Duration = Duration::from_millis(1500);

/// What to serve, and where.
pub(crate) struct Options {
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
    /// Whether to open the page in a browser.
    pub(crate) open: bool,
    /// Whether to ask for a secret.
    pub(crate) token: bool,
    /// Whether to write a line for every request.
    pub(crate) log: bool,
}

/// Serves until Ctrl-C.
pub(crate) fn run(options: &Options, catalog: Catalog) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(options, catalog));
    // Whoever still thinks was told to stop; nobody waits for it.
    runtime.shutdown_background();
    served
}

async fn serve(options: &Options, catalog: Catalog) -> anyhow::Result<()> {
    let listener = listen::bind(options.address).await?;
    let mut games = saved::open(&options.data, Durability::EverySync)?;
    if let Err(error) = saved::take_over(&mut games, &options.data) {
        eprintln!("not taken over: {error:#}");
    }
    // Requests name networks from a list, never by their path.
    let catalog = catalog.with_networks_of(networks_directory(&options.data));
    let app = Arc::new(App::new(games, catalog, Box::new(Machine(Handle::current()))));
    // Port 0 asks the system for a free one.
    let address = listener.local_addr()?;
    let token = options.token.then(|| Token::new(address.port())).transpose()?;
    announce(address, token.as_ref(), options.open);
    let syncing = tokio::spawn(keep_synced(Arc::clone(&app)));
    let requests = options.log.then(RequestLog::new);
    let router = layers::router(Arc::clone(&app), Guard { address, token }, requests);
    let connections = listen::serve(listener, router, listen::stopped()).await;
    tokio::spawn(async {
        listen::stopped().await;
        // Asked twice: what experiments have played is not kept.
        std::process::exit(1);
    });
    app.stop();
    let ended = async { tokio::join!(connections.shutdown(), app.ended()) };
    let _ = tokio::time::timeout(GRACE, ended).await;
    syncing.abort();
    app.sync().context("the last changes may not be on the disk")
}

/// Where networks are that requests can name, in a data directory.
fn networks_directory(data: &Path) -> PathBuf {
    data.join("networks")
}

/// Says where the page is.
fn announce(address: SocketAddr, token: Option<&Token>, open: bool) {
    if !address.ip().is_loopback() {
        let who = if token.is_some() { "Whoever reaches it with the secret" } else { "Whoever reaches it" };
        eprintln!(
            "warning: {address} can be reached from other machines. {who} can play, change and remove your games and \
             use this machine's processor; nothing is encrypted."
        );
    }
    let url = format!("http://{address}{}", token.map_or(String::new(), Token::query));
    eprintln!("2048 is at {url} (Ctrl-C stops)");
    if open && let Err(error) = open::that_detached(&url) {
        eprintln!("no browser could be opened: {error}");
    }
}

/// Once a second, what was written goes to the disk, and what could not be written is tried again. The app tells the
/// page what fails.
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
