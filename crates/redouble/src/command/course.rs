//! `redouble course`: programming exercises on 2048.

mod calibrate;
mod check;
mod conformance;
mod export;
mod grade;
mod list;
mod show;
mod start;

use redouble_course::assignment::Assignment;
use redouble_course::texts;

use crate::ExitCode;
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
    Grade(grade::Args),
    Export(export::Args),
    Conformance(conformance::Args),
    Calibrate(calibrate::Args),
}

impl Args {
    /// How many threads compute; 0 for as many as the machine has.
    pub(crate) fn threads(&self) -> usize {
        match &self.command {
            Command::Grade(args) => args.threads.unwrap_or(0),
            Command::Calibrate(args) => args.threads.unwrap_or(0),
            _ => 0,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Start(args) => start::run(args),
        Command::Check(args) => check::run(args),
        Command::Grade(args) => grade::run(args),
        Command::Export(args) => export::run(args),
        Command::Conformance(args) => conformance::run(args),
        Command::Calibrate(args) => calibrate::run(args),
    }
}

/// The name of an exercise, experiment or project.
fn known(id: &str) -> Result<&'static str, UsageError> {
    texts::lookup("exercise", id, &texts::ORDER).map_err(|error| UsageError(error.to_string()))
}

/// An exercise, experiment or project that can be checked.
fn assignment(id: &str) -> Result<Assignment, UsageError> {
    Ok(Assignment::find(known(id)?).expect("everything in the course can be checked"))
}
