//! `redouble states`: every reachable position, counted, stored, found and drawn.

mod bound;
mod count;
mod export;
mod find;
mod game;
mod graph;
mod known;
mod moves;
mod plot;
mod sample;
mod verify;

use redouble_core::Watch;
use redouble_kernels::Cpu;

use crate::ExitCode;
use crate::output::{no_json, to_json};

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
            Command::Count(args) => args.threads.number(),
            Command::Verify(args) => args.threads.number(),
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
        Command::Verify(args) => verify::run(args, cpu),
        Command::Find(args) => find::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Export(args) => export::run(args),
        Command::Moves(args) => moves::run(args),
    }
}

/// What these commands say with `--json`.
pub(crate) fn json(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<String> {
    match &args.command {
        Command::Count(args) => to_json(&count::report(args, cpu, &|_| (), watch)?),
        Command::Bound(args) => to_json(&bound::report(args)?),
        Command::Verify(args) => to_json(&verify::report(args, cpu, watch)?),
        Command::Find(args) => to_json(&find::report(args)?),
        Command::Sample(args) => to_json(&sample::report(args)?),
        Command::Moves(args) => to_json(&moves::report(args)?),
        Command::Graph(args) => graph::run(args).map(|_| "null".to_owned()),
        Command::Export(args) => export::run(args).map(|_| "null".to_owned()),
        Command::Plot(_) => Err(no_json()),
    }
}
