//! `redouble solve policy`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use redouble_core::Watch;
use redouble_kernels::Cpu;
use redouble_states::{Policy, Solution, SolveOptions, solve};
use serde::Serialize;

use super::game::ProblemArgs;
use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Write the best move of every state into a small file.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Take the values of this store; without it the board is solved now
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Where to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(super) struct PolicyReport {
    file: String,
    board: String,
    objective: String,
    states: u64,
    bytes: u64,
    bits_per_state: f64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let report = report(args, cpu, &Bar::new())?;
    if args.json {
        print_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let PolicyReport { file, board, objective, states, bytes, bits_per_state, seconds } = &report;
    writeln!(
        io::stdout().lock(),
        "{file}: {objective} on {board}, {states} states in {bytes} bytes, {bits_per_state:.3} bits a state, {seconds:.1} s"
    )?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn report(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<PolicyReport> {
    let problem = args.problem.problem()?;
    let [objective] = problem.objectives() else {
        return Err(UsageError("--maximize: a policy is for one objective".to_owned()).into());
    };
    let start = Instant::now();
    let options = SolveOptions { cpu, ..SolveOptions::default() };
    let solution = match &args.store {
        Some(store) => Solution::open(store)?,
        None => solve(&problem, &options, watch)?,
    };
    let solved = solution.problem();
    let column = solved.objectives().iter().position(|other| other == objective);
    let column = column.filter(|_| solved.variant() == problem.variant()).ok_or_else(|| {
        let found: Vec<String> = solved.objectives().iter().map(ToString::to_string).collect();
        anyhow::anyhow!("the store holds {} on {}", found.join(", "), solved.variant())
    })?;
    let (policy, bytes) = Policy::encode(&solution, column, cpu, watch)?;
    Policy::save(&args.out, &bytes)?;
    Ok(PolicyReport {
        file: args.out.display().to_string(),
        board: problem.variant().shape().to_string(),
        objective: objective.to_string(),
        states: policy.states(),
        bytes: policy.bytes(),
        bits_per_state: 8.0 * policy.bytes() as f64 / policy.states().max(1) as f64,
        seconds: start.elapsed().as_secs_f64(),
    })
}
