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
    Tilt(command::tilt::Args),
    Course(command::course::Args),
    Bench(command::bench::Args),
    Completions(command::completions::Args),
    Man(command::man::Args),
}
