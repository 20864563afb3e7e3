//! The command line.

use clap::{Parser, Subcommand};

use crate::command::{move_tiles, perft, states};

/// The 2048 laboratory: play, get hints, run tournaments, train, count and solve.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, infer_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One variant a command; its arguments and its work are in the module of its name.
#[derive(Subcommand)]
pub(crate) enum Command {
    Move(move_tiles::Args),
    Perft(perft::Args),
    States(states::Args),
}
