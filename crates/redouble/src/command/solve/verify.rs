//! `redouble solve verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_states::{Solution, verify_values};
use serde::Serialize;

use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// Read all values of a store again: checksums, counts, and a sample of each layer computed again, bit for bit.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(value_name = "DIR")]
    store: PathBuf,
    /// How many values of each layer to compute again
    #[arg(long, value_name = "N", default_value_t = 20)]
    sample: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VerifyValuesReport {
    store: String,
    game: String,
    objectives: Vec<String>,
    layers: u64,
    afterstates: u64,
    sampled: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let solution = Solution::open(&args.store)?;
    let verified = verify_values(&args.store, args.sample, &Bar::new())?;
    let report = VerifyValuesReport {
        store: args.store.display().to_string(),
        game: solution.problem().variant().to_string(),
        objectives: solution.problem().objectives().iter().map(ToString::to_string).collect(),
        layers: verified.layers,
        afterstates: verified.afterstates,
        sampled: verified.sampled,
    };
    if args.json {
        print_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let VerifyValuesReport { store, game, objectives, layers, afterstates, sampled } = &report;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{store}: {game}, {}", objectives.join(", "))?;
    writeln!(stdout, "{layers} layers, {afterstates} afterstates, {sampled} computed again: all right")?;
    Ok(ExitCode::SUCCESS)
}
