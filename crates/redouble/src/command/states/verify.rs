//! `redouble states verify`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use redouble_states::{Store, verify};
use serde::Serialize;

use crate::output::print_json;
use crate::progress::Bar;

/// Read a whole store again: checksums, counts, and a sample of states against the rules.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(value_name = "DIR")]
    store: PathBuf,
    /// How many states of each layer to check against the rules
    #[arg(long, value_name = "N", default_value_t = 4)]
    sample: u64,
    /// How many threads
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VerifyReport {
    store: String,
    game: String,
    complete: bool,
    layers: u64,
    states: u64,
    sampled: u64,
    bytes: u64,
    bits_per_state: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let verified = verify(&args.store, args.sample, &Bar::new())?;
    let report = VerifyReport {
        store: args.store.display().to_string(),
        game: store.variant().to_string(),
        complete: store.is_complete(),
        layers: verified.layers,
        states: verified.states,
        sampled: verified.sampled,
        bytes: store.bytes(),
        bits_per_state: 8.0 * store.bytes() as f64 / store.states().max(1) as f64,
    };
    if args.json {
        print_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut stdout = io::stdout().lock();
    let complete = if report.complete { "complete" } else { "not complete yet" };
    writeln!(stdout, "{}: {}, {complete}", report.store, report.game)?;
    writeln!(
        stdout,
        "{} layers, {} states in {} bytes ({:.3} bits a state), {} checked against the rules: all right",
        report.layers, report.states, report.bytes, report.bits_per_state, report.sampled
    )?;
    Ok(ExitCode::SUCCESS)
}
