//! The 2048 laboratory: one program to play, analyse, compete, count and solve.
//!
//! Every command goes the same way: arguments (`command/*.rs`) become options of a library, the library works, and
//! the result is rendered as text or JSON. Results go to standard output, everything else to standard error.

#![forbid(unsafe_code)]
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
mod shipped;
mod terminal;

use std::process::ExitCode;

use clap::Parser as _;
use redouble_kernels::{Cpu, ParseCpuError};

use output::UsageError;

/// The environment variable that says which instructions to use; the best that the machine has if it is not set.
const CPU_VARIABLE: &str = "REDOUBLE_CPU";

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let command = cli.command.unwrap_or(cli::Command::Serve(command::serve::Args::default()));
    match run(command) {
        Ok(code) => code,
        Err(error) => output::report(&error),
    }
}

/// Decides what the whole process shares, instructions, threads and who builds players, and runs the command.
fn run(command: cli::Command) -> anyhow::Result<ExitCode> {
    let cpu = cpu()?;
    rayon::ThreadPoolBuilder::new().num_threads(command.threads()).build_global()?;
    command::run(command, cpu, shipped::catalog(cpu))
}

fn cpu() -> anyhow::Result<Cpu> {
    let Some(name) = std::env::var_os(CPU_VARIABLE) else { return Ok(Cpu::detect()) };
    let refused = |error: ParseCpuError| UsageError(format!("{CPU_VARIABLE}: {error}")).into();
    name.to_string_lossy().parse().map_err(refused)
}
