//! Kills, damages, floods and starves the program `redouble`, and prints one table of what was tried, survived and lost.
//!
//! `cargo run --release -p redouble-torture` takes about ten minutes on two cores. It is no part of the test command:
//! what it tries is random and takes long. Everything happens in a temporary directory and on the loopback interface.
#![forbid(unsafe_code)]

mod program;
mod score;
mod server;
mod trials;

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use redouble_core::Random;
use serde_json::json;

use crate::program::Program;
use crate::score::Score;
use crate::trials::{TRIALS, Trial};

/// Kill, damage, flood and starve `redouble`, and count what survives.
#[derive(Parser)]
struct Args {
    /// The program to torture
    #[arg(long, value_name = "FILE", default_value = "target/release/redouble")]
    program: PathBuf,
    /// How much of everything, relative to a run of about ten minutes
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    scale: f64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Also write the table, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only these trials
    #[arg(value_name = "TRIAL")]
    trials: Vec<String>,
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let path = args.program.canonicalize().with_context(|| {
        format!("--program: {}: build it with cargo build --release", args.program.display())
    })?;
    let chosen = |trial: &&Trial| args.trials.is_empty() || args.trials.iter().any(|name| name == trial.name);
    let mut rows = Vec::new();
    print(&format!("{:<16} {:>9} {:>9} {:>6}  what is tried", "trial", "tried", "survived", "lost"))?;
    for trial in TRIALS.iter().filter(chosen) {
        let scratch = tempfile::tempdir()?;
        let program = Program::new(path.clone(), scratch.path().to_owned());
        let mut score = Score::default();
        let mut effort = trials::Effort { scale: args.scale, random: Random::new(args.seed) };
        (trial.run)(&program, &mut effort, &mut score).with_context(|| format!("trial {}", trial.name))?;
        let Score { tried, survived, .. } = score;
        let lost = tried - survived;
        print(&format!("{:<16} {tried:>9} {survived:>9} {lost:>6}  {}", trial.name, trial.sentence))?;
        score.losses.iter().try_for_each(|loss| print(&format!("    lost: {loss}")))?;
        rows.push(json!({
            "trial": trial.name, "tried": tried, "survived": survived, "lost": lost, "losses": score.losses,
        }));
    }
    let lost = rows.iter().filter_map(|row| row["lost"].as_u64()).sum::<u64>();
    if let Some(file) = args.json {
        let command: Vec<String> = std::env::args().skip(1).collect();
        let table = json!({
            "command": format!("redouble-torture {}", command.join(" ")),
            "machine": machine(),
            "seed": args.seed,
            "scale": args.scale,
            "trials": rows,
        });
        fs::write(&file, format!("{table:#}\n")).with_context(|| format!("--json: {}", file.display()))?;
    }
    Ok(if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the figures are of.
fn machine() -> serde_json::Value {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    json!({ "processor": name.map(|(_, name)| name.trim()), "cores": cores, "system": std::env::consts::OS })
}

fn print(line: &str) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
