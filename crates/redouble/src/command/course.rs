//! `redouble course`: programming exercises on 2048.

mod check;
mod list;
mod show;
mod start;
mod stop;

use std::process::ExitCode;

use redouble_course::exercise::Exercise;
use redouble_course::{exercises, texts};

use crate::output::UsageError;

/// Programming exercises on 2048: hand them out and check programs in any language.
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Start(start::Args),
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Start(args) => start::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// The name of an exercise, experiment or project.
fn known(id: &str) -> Result<&'static str, UsageError> {
    texts::lookup("exercise", id, &texts::ORDER).map_err(|error| UsageError(error.to_string()))
}

/// An exercise that is judged case by case.
fn exercise(id: &str) -> Option<&'static Exercise> {
    exercises::ALL.iter().copied().find(|exercise| exercise.id == id)
}
