//! The command line.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{command, help};

/// The 2048 laboratory: play, get hints, run tournaments, train, count and solve.
///
/// Without a command the page is served, as by `redouble serve`.
#[derive(Parser)]
#[command(version, infer_subcommands = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What `redouble serve` takes.
    #[command(flatten)]
    pub(crate) serve: command::serve::Args,
}

/// One variant a command; its arguments and its work are in the module of its name.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(command::serve::Args),
    Play(command::play::Args),
    Move(command::move_tiles::Args),
    Perft(command::perft::Args),
    Players(command::players::Args),
    Hint(command::hint::Args),
    Review(command::review::Args),
    Arena(command::arena::Args),
    Compare(command::compare::Args),
    Tune(command::tune::Args),
    Train(command::train::Args),
    Net(command::net::Args),
    States(command::states::Args),
    Solve(command::solve::Args),
    Tables(command::tables::Args),
    Tilt(command::tilt::Args),
    Course(command::course::Args),
    Bench(command::bench::Args),
    Completions(command::completions::Args),
    Man(command::man::Args),
    Doctor(command::doctor::Args),
}

/// Everything that can be typed, with short forms and examples.
pub(crate) fn command() -> clap::Command {
    help::complete(Cli::command())
}

/// What was typed, the name of the program first.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command().try_get_matches_from(arguments)?)
}

impl Command {
    /// How many threads compute; 0 for as many as the machine has.
    pub(crate) fn threads(&self) -> usize {
        match self {
            // One less than the machine has, so that the page never waits for a player.
            Command::Serve(_) => std::thread::available_parallelism().map_or(1, usize::from).max(2) - 1,
            Command::Arena(args) => args.threads.number(),
            Command::Compare(args) => args.threads.number(),
            Command::Tune(args) => args.threads.number(),
            Command::Train(args) => args.threads.number(),
            Command::States(args) => args.threads(),
            Command::Solve(args) => args.threads(),
            Command::Course(args) => args.threads(),
            Command::Tables(args) => args.threads.unwrap_or(0),
            _ => 0,
        }
    }
}
