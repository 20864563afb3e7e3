//! `redouble completions`: what a shell needs to complete our commands.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;

/// Print the completion script of a shell.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    clap_complete::generate(args.shell, &mut Cli::command(), "redouble", &mut io::stdout());
    Ok(ExitCode::SUCCESS)
}
