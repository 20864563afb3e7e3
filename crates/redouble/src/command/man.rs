//! `redouble man`: the manual.

use std::io;
use std::path::PathBuf;

use anyhow::Context;

use crate::{ExitCode, cli};

/// Print the manual page, or write those of all commands into a directory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write redouble.1, redouble-play.1, … there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let command = cli::command();
    match &args.out {
        None => clap_mangen::Man::new(command).render(&mut io::stdout())?,
        Some(directory) => std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(command, directory))
            .with_context(|| format!("--out: cannot write manual pages into {}", directory.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}
