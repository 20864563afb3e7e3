//! The command line.

use clap::{Parser, Subcommand};

use crate::command;

/// The 2048 laboratory: play, get hints, run tournaments, train, count and solve.
#[derive(Parser)]
#[command(version, infer_subcommands = true)]
pub(crate) struct Cli {
    /// Without a command the page is served.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
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
}

impl Command {
    /// How many threads compute; 0 for as many as the machine has.
    pub(crate) fn threads(&self) -> usize {
        match self {
            // One less than the machine has, so that the page never waits for a player.
            Command::Serve(_) => std::thread::available_parallelism().map_or(1, usize::from).max(2) - 1,
            Command::Arena(args) => args.threads.unwrap_or(0),
            Command::Compare(args) => args.threads.unwrap_or(0),
            Command::Tune(args) => args.threads.unwrap_or(0),
            Command::Train(args) => args.threads as usize,
            Command::States(args) => args.threads(),
            Command::Solve(args) => args.threads(),
            Command::Tables(args) => args.threads.unwrap_or(0),
            _ => 0,
        }
    }
}
