//! `redouble states moves`.

use std::io::{self, Write};

use redouble_core::{FourChance, Tile};
use redouble_states::expected_moves;
use serde::Serialize;

use crate::ExitCode;
use crate::output::{UsageError, print_json};

/// The expected moves to a tile if tiles always found each other (2048 in a bag): a lower bound for any board.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The tile to make, 8 to 65536
    #[arg(long, value_name = "TILE", default_value = "2048")]
    goal: Tile,
    /// How often a 4 appears
    #[arg(long, value_name = "P", default_value = "0.1")]
    p4: FourChance,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct MovesReport {
    goal: u64,
    p4: f64,
    expected_moves: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = report(args)?;
    if args.json {
        print_json(&report)?;
    } else {
        writeln!(io::stdout().lock(), "{:.3} moves to {} on average", report.expected_moves, args.goal)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn report(args: &Args) -> anyhow::Result<MovesReport> {
    if !(3..=16).contains(&args.goal.exponent()) {
        return Err(UsageError(format!("the goal {}: goals go from 8 to 65536", args.goal)).into());
    }
    let expected_moves = expected_moves(args.goal, args.p4);
    Ok(MovesReport { goal: args.goal.value(), p4: args.p4.probability(), expected_moves })
}
