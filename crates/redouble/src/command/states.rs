//! `redouble states`: every reachable position, counted, stored, found and drawn.

mod bound;
mod count;
mod export;
mod find;
mod game;
mod graph;
mod moves;
mod plot;
mod sample;
mod verify;

use std::process::ExitCode;

use redouble_kernels::Cpu;

/// Count every reachable state, store the layers, find and draw them.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Count(count::Args),
    Bound(bound::Args),
    Graph(graph::Args),
    Plot(plot::Args),
    Verify(verify::Args),
    Find(find::Args),
    Sample(sample::Args),
    Export(export::Args),
    Moves(moves::Args),
}

impl Args {
    /// How many threads compute; 0 for as many as the machine has.
    pub(crate) fn threads(&self) -> usize {
        match &self.command {
            Command::Count(args) => args.threads.into(),
            Command::Verify(args) => args.threads.into(),
            _ => 0,
        }
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Count(args) => count::run(args, cpu),
        Command::Bound(args) => bound::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Plot(args) => plot::run(args, cpu),
        Command::Verify(args) => verify::run(args),
        Command::Find(args) => find::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Export(args) => export::run(args),
        Command::Moves(args) => moves::run(args),
    }
}
