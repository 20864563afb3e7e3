//! The commands: one module each, with its arguments, its work and its rendering.

pub(crate) mod move_tiles;
pub(crate) mod perft;
pub(crate) mod states;

use std::process::ExitCode;

use crate::cli::Command;

/// Runs a command; the code says 0 for yes, 1 for no.
pub(crate) fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Move(args) => move_tiles::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::States(args) => states::run(&args),
    }
}
