//! `redouble serve`: the page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use redouble_players::Catalog;

use crate::output::UsageError;
use crate::saved::default_directory;
use crate::server::{self, Options};

/// Serve the page on this machine. Nothing is loaded from a network, and nothing leaves the machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to serve on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_ADDRESS)]
    addr: SocketAddr,
    /// Where games are kept
    #[arg(long, value_name = "DIR", env = "REDOUBLE_DATA")]
    data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Allow an --addr that other machines can reach
    #[arg(long)]
    allow_remote: bool,
}

const DEFAULT_ADDRESS: &str = "127.0.0.1:2048";

impl Default for Args {
    /// What `redouble` without a command does.
    fn default() -> Args {
        let addr = DEFAULT_ADDRESS.parse().expect("an address");
        let data = std::env::var_os("REDOUBLE_DATA").map(PathBuf::from);
        Args { addr, data, open: false, allow_remote: false }
    }
}

pub(crate) fn run(args: &Args, catalog: Catalog) -> anyhow::Result<ExitCode> {
    if !args.addr.ip().is_loopback() && !args.allow_remote {
        return Err(UsageError(format!(
            "--addr {}: other machines could reach this address, and the page has no passwords; if that is meant, \
             add --allow-remote",
            args.addr
        ))
        .into());
    }
    let data = args.data.clone().map_or_else(default_directory, Ok)?;
    server::run(&Options { address: args.addr, data, open: args.open }, catalog)?;
    Ok(ExitCode::SUCCESS)
}
