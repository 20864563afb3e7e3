//! The 2048 laboratory: one program to play, analyse, compete, count and solve.
//!
//! Every command goes the same way: arguments (`command/*.rs`) become options of a library, the library works, and
//! the result is rendered as text or JSON. Results go to standard output, everything else to standard error.

#![expect(clippy::print_stderr, reason = "the binary is where messages are printed")]

mod cli;
mod command;
mod host;
mod output;
mod plain;
mod plot;
mod progress;
mod saved;
mod server;
mod session;
mod shipped;
mod terminal;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    redouble_players::register_oracles(redouble_lab::find_oracle);
    let cli = cli::Cli::parse();
    shipped::register();
    let command = cli.command.unwrap_or(cli::Command::Serve(command::serve::Args::default()));
    match command::run(command) {
        Ok(code) => code,
        Err(error) => output::report(&error),
    }
}
