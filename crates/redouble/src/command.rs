//! The commands: one module each, with its arguments, its work and its rendering.

pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod course;
pub(crate) mod doctor;
pub(crate) mod hint;
pub(crate) mod man;
pub(crate) mod move_tiles;
pub(crate) mod net;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod states;
pub(crate) mod tables;
pub(crate) mod tilt;
pub(crate) mod train;
pub(crate) mod tune;

use std::ffi::OsString;

use redouble_kernels::Cpu;
use redouble_players::Catalog;

use crate::ExitCode;
use crate::cli::Command;

/// Runs a command with these instructions and players; the code says 0 for yes, 1 for no. The arguments are those that the
/// command was read from.
pub(crate) fn run(
    command: Command,
    arguments: &[OsString],
    cpu: Cpu,
    catalog: Catalog,
) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(args) => serve::run(&args, catalog),
        Command::Play(args) => play::run(&args, &catalog),
        Command::Move(args) => move_tiles::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Players(args) => players::run(&args, &catalog),
        Command::Hint(args) => hint::run(&args, &catalog),
        Command::Review(args) => review::run(&args, &catalog),
        Command::Arena(args) => arena::run(&args, arguments, &catalog),
        Command::Compare(args) => compare::run(&args, &catalog),
        Command::Tilt(args) => tilt::run(&args),
        Command::Net(args) => net::run(&args, cpu),
        Command::Train(args) => train::run(&args, cpu),
        Command::Tune(args) => tune::run(&args, &catalog),
        Command::States(args) => states::run(&args, cpu),
        Command::Tables(args) => tables::run(&args, &catalog),
        Command::Solve(args) => solve::run(&args, cpu, &catalog),
        Command::Course(args) => course::run(&args),
        Command::Doctor(args) => doctor::run(&args, cpu, &catalog),
    }
}
