//! `redouble solve`: perfect play, exactly.

mod explain;
mod game;
mod policy;
mod query;
mod regret;
mod report;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use redouble_kernels::Cpu;
use redouble_players::Catalog;
use redouble_states::{SolveOptions, solve, solve_into};

use self::game::ProblemArgs;
use self::report::SolveReport;
use crate::output::print_json;
use crate::progress::Bar;

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
    /// How many threads; the values do not depend on it
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
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
            None => self.threads.into(),
            Some(Command::Query(args)) => args.threads.into(),
            Some(Command::Policy(args)) => args.threads.into(),
            Some(Command::Regret(args)) => args.threads.unwrap_or(0),
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

fn solve_game(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let problem = args.problem.problem()?;
    game::check_exact(args.exact, &problem)?;
    let options = SolveOptions { cpu, keep: false, ..SolveOptions::default() };
    let (bar, start) = (Bar::new(), Instant::now());
    let solution = match &args.store {
        Some(store) => solve_into(store, &problem, cpu, &bar),
        None => solve(&problem, &options, &bar),
    }?;
    drop(bar);
    let report = SolveReport::new(&solution, args.exact, start.elapsed().as_secs_f64())?;
    if args.json {
        print_json(&report)?;
    } else {
        report.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
