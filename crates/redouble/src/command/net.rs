//! `redouble net`: network files.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use redouble_kernels::Cpu;
use redouble_players::{Learner, Network};
use serde::Serialize;

use crate::ExitCode;
use crate::number::finite;
use crate::output::{UsageError, print_json};

/// Look at network files, check them, and make them from checkpoints.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say what a network is and how it was trained
    Info {
        /// The network file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Check that a network file is whole; exits with 1 if not
    Verify {
        /// The network file
        file: PathBuf,
    },
    /// Make a network file from a checkpoint (.training) or from another network file
    Convert {
        /// The checkpoint or network file
        from: PathBuf,
        /// The network file
        to: PathBuf,
        /// Weights become multiples of this
        #[arg(long, value_name = "STEP", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4_096))]
        step: u16,
        /// Leave out weights of a checkpoint about which little was learned: their errors sum up to less than this
        #[arg(long, value_name = "ERRORS", default_value_t = 0.0, value_parser = finite::<f32>)]
        prune: f32,
    },
}

#[derive(Serialize)]
struct Info {
    board: String,
    net: String,
    stages: String,
    weights: usize,
    known_weights: usize,
    step: u16,
    bytes: usize,
    load_seconds: f64,
    about: Vec<String>,
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Info { file, json } => info(file, *json, cpu)?,
        Command::Verify { file } => {
            let (network, _) = read(file, cpu)?;
            writeln!(
                io::stdout(),
                "{}: whole, {} on {}",
                file.display(),
                network.tuples(),
                network.tuples().shape()
            )?;
        }
        Command::Convert { from, to, step, prune } => convert((from, to), *step, *prune, cpu)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path, cpu: Cpu) -> anyhow::Result<(Network, usize)> {
    let bytes = fs::read(file).with_context(|| format!("{}", file.display()))?;
    let network = Network::from_bytes(&bytes, cpu).with_context(|| format!("{}", file.display()))?;
    Ok((network, bytes.len()))
}

fn info(file: &Path, json: bool, cpu: Cpu) -> anyhow::Result<()> {
    let begin = Instant::now();
    let (network, bytes) = read(file, cpu)?;
    let info = Info {
        load_seconds: begin.elapsed().as_secs_f64(),
        board: network.tuples().shape().to_string(),
        net: network.tuples().to_string(),
        stages: network.tuples().stages().to_string(),
        weights: network.tuples().weights(),
        known_weights: network.count_known(),
        step: network.step(),
        bytes,
        about: network.about().lines().map(str::to_owned).collect(),
    };
    if json {
        return print_json(&info);
    }
    let mut stdout = io::stdout().lock();
    let Info { board, net, stages, weights, known_weights, step, bytes, about, .. } = info;
    writeln!(
        stdout,
        "board    {board}\nnet      {net}\nweights  {known_weights} of {weights} known, multiples of {step}"
    )?;
    if !stages.is_empty() {
        writeln!(stdout, "stages   from {stages}")?;
    }
    writeln!(stdout, "size     {bytes} bytes")?;
    about.iter().try_for_each(|line| writeln!(stdout, "{line}"))?;
    Ok(())
}

fn convert((from, to): (&Path, &Path), step: u16, prune: f32, cpu: Cpu) -> anyhow::Result<()> {
    let named = || format!("{}", from.display());
    let network = if from.extension().is_some_and(|extension| extension == "training") {
        Learner::load(from, cpu).with_context(named)?.network_of_settled(step, prune)?
    } else {
        if prune != 0.0 {
            let problem = "only a checkpoint (.training) remembers errors";
            bail!(UsageError(format!("--prune: {problem}, {} does not", from.display())));
        }
        read(from, cpu)?.0.with_step(step)?
    };
    write(to, &network)
}

/// Writes a network file, whole or not at all.
pub(crate) fn write(path: &Path, network: &Network) -> anyhow::Result<()> {
    Ok(redouble_files::write(path, &network.to_bytes())?)
}
