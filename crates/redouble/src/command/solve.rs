//! `redouble solve`: perfect play, exactly.

mod explain;
mod game;
mod policy;
mod query;
mod regret;
mod report;
mod verify;

use std::path::PathBuf;
use std::time::Instant;

use redouble_core::Watch;
use redouble_kernels::Cpu;
use redouble_players::Catalog;
use redouble_states::{SolveOptions, solve, solve_into};

use self::game::ProblemArgs;
use self::report::SolveReport;
use crate::ExitCode;
use crate::output::{no_json, print_json, to_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Compute the best value of every position, for one or several objectives.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Keep states and values in this directory; work that was stopped goes on from there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Compute exact fractions as well, on boards of up to 6 cells
    #[arg(long)]
    exact: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Query(query::Args),
    Policy(policy::Args),
    Verify(verify::Args),
    Explain(explain::Args),
    Regret(regret::Args),
}

impl Args {
    /// How many threads compute; 0 for as many as the machine has.
    pub(crate) fn threads(&self) -> usize {
        match &self.command {
            None => self.threads.number(),
            Some(Command::Query(args)) => args.threads.number(),
            Some(Command::Policy(args)) => args.threads.number(),
            Some(Command::Regret(args)) => args.threads.number(),
            Some(Command::Verify(_) | Command::Explain(_)) => 0,
        }
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    match &args.command {
        None => solve_game(args, cpu),
        Some(Command::Query(args)) => query::run(args, cpu),
        Some(Command::Policy(args)) => policy::run(args, cpu),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Explain(args)) => explain::run(args, catalog),
        Some(Command::Regret(args)) => regret::run(args, catalog),
    }
}

fn report(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<SolveReport> {
    let problem = args.problem.problem()?;
    game::check_exact(args.exact, &problem)?;
    let options = SolveOptions { cpu, keep: false, ..SolveOptions::default() };
    let start = Instant::now();
    let solution = match &args.store {
        Some(store) => solve_into(store, &problem, cpu, watch),
        None => solve(&problem, &options, watch),
    }?;
    SolveReport::new(&solution, args.exact, start.elapsed().as_secs_f64())
}

/// What a solution or an answer about a board says with `--json`.
pub(crate) fn json(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<String> {
    match &args.command {
        None => to_json(&report(args, cpu, watch)?),
        Some(Command::Query(args)) => to_json(&query::report(args, cpu, watch)?),
        Some(Command::Policy(args)) => to_json(&policy::report(args, cpu, watch)?),
        Some(_) => Err(no_json()),
    }
}

fn solve_game(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let report = report(args, cpu, &Bar::new())?;
    if args.json {
        print_json(&report)?;
    } else {
        report.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
