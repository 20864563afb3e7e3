//! The 2048 laboratory: one program to play, analyse, compete, count and solve.
//!
//! Every command goes the same way: arguments (`command/*.rs`) become options of a library, the library works, and
//! the result is rendered as text or JSON. Results go to standard output, everything else to standard error.
//!
//! [`run`] is the whole program; `python -m redouble` calls it as well as `main.rs` does. It decides what the process shares,
//! so it is called once.

#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "the binary is where messages are printed")]

mod adviser;
mod boards;
mod cli;
mod command;
mod exit_code;
mod help;
mod host;
mod interrupt;
mod number;
mod output;
mod plain;
mod plot;
mod progress;
mod request;
mod saved;
mod server;
mod shipped;
mod table;
mod terminal;
mod threads;

use std::ffi::OsString;

use redouble_kernels::{Cpu, ParseCpuError};

pub use exit_code::ExitCode;
use output::UsageError;
pub use request::{Request, RequestError};
pub use shipped::{catalog, named_or};

/// The environment variable that says which instructions to use; the best that the machine has if it is not set.
const CPU_VARIABLE: &str = "REDOUBLE_CPU";

/// Runs the program with these arguments, of which the first is its name.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match cli::parse(&arguments) {
        Ok(cli) => cli,
        // Help that was asked for is no mistake.
        Err(error) => {
            let _ = error.print();
            return if error.exit_code() == 0 { ExitCode::SUCCESS } else { ExitCode::USAGE };
        }
    };
    let command = cli.command.unwrap_or(cli::Command::Serve(cli.serve));
    match run_command(command, arguments.get(1..).unwrap_or_default()) {
        Ok(code) => code,
        Err(error) => output::report(&error),
    }
}

/// Decides what the whole process shares, instructions, threads and who builds players, and runs the command.
fn run_command(command: cli::Command, arguments: &[OsString]) -> anyhow::Result<ExitCode> {
    let cpu = cpu()?;
    rayon::ThreadPoolBuilder::new().num_threads(command.threads()).build_global()?;
    command::run(command, arguments, cpu, shipped::catalog(cpu))
}

/// The instructions to use: those that the environment names, or the best that the machine has.
///
/// # Errors
/// If the environment names others than there are.
pub fn cpu() -> anyhow::Result<Cpu> {
    let Some(name) = std::env::var_os(CPU_VARIABLE) else { return Ok(Cpu::detect()) };
    let refused = |error: ParseCpuError| UsageError(format!("{CPU_VARIABLE}: {error}")).into();
    name.to_string_lossy().parse().map_err(refused)
}
