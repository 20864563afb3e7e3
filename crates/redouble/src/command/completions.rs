//! `redouble completions`: what a shell needs to complete our commands.

use std::io::{self, Write as _};

use clap_complete::Shell;

use crate::{ExitCode, cli};

/// Print the completion script of a shell.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The generator panics where it cannot write, and a reader may have seen enough.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "redouble", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
