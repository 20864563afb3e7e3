//! Kills, damages, floods and starves the program `redouble`, and prints one table of what was tried, survived and lost.
//!
//! `cargo run --release -p redouble-torture` takes about half an hour on two cores: a thousand kills, a million requests, a
//! hundred thousand command lines. It is no part of the test command: what it tries is random and takes long. Everything
//! happens in a temporary directory and on the loopback interface.
#![forbid(unsafe_code)]

mod program;
mod score;
mod server;
mod trials;
mod workers;

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use clap::Parser;
use serde_json::json;

use crate::program::Program;
use crate::trials::{Effort, TRIALS, Trial};

/// Kill, damage, flood and starve `redouble`, and count what survives.
#[derive(Parser)]
struct Args {
    /// The program to torture
    #[arg(long, value_name = "FILE", default_value = "target/release/redouble")]
    program: PathBuf,
    /// How much of everything, relative to a thousand kills and a million requests
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    scale: f64,
    /// How many runs of the program at the same time [default: four for each core]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Begin nothing more in a trial after so many minutes; the table has what was tried until then
    #[arg(long, value_name = "M")]
    minutes: Option<u32>,
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
    let unknown = args.trials.iter().find(|name| TRIALS.iter().all(|trial| trial.name != **name));
    let names = TRIALS.map(|trial| trial.name).join(", ");
    ensure!(unknown.is_none(), "there is no such trial: write some of {names}");
    let workers = args.workers.unwrap_or_else(|| 4 * cores());
    let time = args.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
    let chosen = |trial: &&Trial| args.trials.is_empty() || args.trials.iter().any(|name| name == trial.name);
    let (mut rows, mut lost) = (Vec::new(), 0);
    print(&format!(
        "{:<14} {:>9} {:>9} {:>6} {:>6}  what is tried",
        "trial", "tried", "survived", "lost", "s"
    ))?;
    for trial in TRIALS.iter().filter(chosen) {
        let begun = Instant::now();
        let scratch = tempfile::tempdir()?;
        let program = Program::new(path.clone(), scratch.path().to_owned());
        let end = time.map(|time| begun + time);
        let effort = Effort { scale: args.scale, workers: workers.max(1), seed: args.seed, end };
        let score = (trial.run)(&program, &effort).with_context(|| format!("trial {}", trial.name))?;
        let (total, seconds) = (score.total(), begun.elapsed().as_secs_f64());
        print(&format!(
            "{:<14} {:>9} {:>9} {:>6} {seconds:>6.0}  {}",
            trial.name,
            total.tried,
            total.survived,
            total.lost(),
            trial.sentence
        ))?;
        score.losses.iter().try_for_each(|loss| print(&format!("    lost: {loss}")))?;
        lost += total.lost();
        rows.push(score.json(trial.name, seconds));
    }
    if let Some(file) = args.json {
        let command: Vec<String> = std::env::args().skip(1).collect();
        let table = json!({
            "what": "What was tried on the program, what it survived and what was lost",
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

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What the figures are of.
fn machine() -> serde_json::Value {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    json!({ "processor": name.map(|(_, name)| name.trim()), "cores": cores(), "system": std::env::consts::OS })
}

fn print(line: &str) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
