//! `redouble serve`: the page.

use std::net::SocketAddr;
use std::path::PathBuf;

use redouble_players::Catalog;

use crate::ExitCode;
use crate::output::UsageError;
use crate::saved::default_directory;
use crate::server::{self, Options};

/// Serve the page on this machine. Nothing is loaded from a network, and nothing leaves the machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to serve on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_ADDRESS)]
    addr: SocketAddr,
    /// Where games are kept [default: the data directory of the user]
    #[arg(long, value_name = "DIR", env = "REDOUBLE_DATA")]
    data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Allow an --addr that other machines can reach
    #[arg(long)]
    allow_remote: bool,
    /// Ask for a secret, printed in the address: for machines with other users
    #[arg(long)]
    token: bool,
    /// Write a line for every request to standard error: the time, method, path, status and duration
    #[arg(long)]
    log: bool,
}

const DEFAULT_ADDRESS: &str = "127.0.0.1:2048";

pub(crate) fn run(args: &Args, catalog: Catalog) -> anyhow::Result<ExitCode> {
    if !args.addr.ip().is_loopback() && !args.allow_remote {
        return Err(UsageError(format!(
            "--addr {}: other machines could reach this address; if that is meant, add --allow-remote, and --token so \
             that only those use it who know the secret",
            args.addr
        ))
        .into());
    }
    let data = args.data.clone().map_or_else(default_directory, Ok)?;
    let options = Options { address: args.addr, data, open: args.open, token: args.token, log: args.log };
    server::run(&options, catalog)?;
    Ok(ExitCode::SUCCESS)
}
