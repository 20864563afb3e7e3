//! `redouble states bound`.

use std::io::{self, Write};

use redouble_core::{Shape, Tile};
use redouble_states::Bounds;
use serde::Serialize;

use crate::ExitCode;
use crate::output::{UsageError, print_json};

/// Bound the number of states by combinatorics alone, not folded by symmetry, one win state included.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The tile that ends the game, 8 to 65536
    #[arg(long, value_name = "TILE", default_value = "2048")]
    goal: Tile,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct BoundReport {
    board: String,
    goal: u64,
    baseline: String,
    layered: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = report(args)?;
    if args.json {
        print_json(&report)?;
    } else {
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "baseline            {}", report.baseline)?;
        writeln!(stdout, "layer reachability  {}", report.layered)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn report(args: &Args) -> anyhow::Result<BoundReport> {
    if !(3..=16).contains(&args.goal.exponent()) {
        return Err(
            UsageError(format!("the goal {}: bounds are for goals from 8 to 65536", args.goal)).into()
        );
    }
    let bounds = Bounds::new(args.board, args.goal);
    Ok(BoundReport {
        board: args.board.to_string(),
        goal: args.goal.value(),
        baseline: bounds.baseline.to_string(),
        layered: bounds.layered.to_string(),
    })
}
