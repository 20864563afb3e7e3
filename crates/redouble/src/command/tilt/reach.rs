//! `redouble tilt reach`: can one board become another?

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::{Labelled, shortest_passage};
use serde_json::json;

use super::{input, render};
use crate::output::print_json;

/// Find the shortest tilts from one board to another, or say that there are none (exit code 1)
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board to start from; tiles with the same letter or number may stand for each other
    #[arg(value_name = "A")]
    from: String,
    /// The board to reach, with the same tiles
    #[arg(value_name = "B")]
    to: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let from: Labelled = input::board("A", &args.from)?;
    let to: Labelled = input::board("B", &args.to)?;
    let passage = shortest_passage(&from, &to).map_err(|error| input::usage("B", error))?;
    match (&passage, args.json) {
        (Some(passage), true) => print_json(&json!({
            "reachable": true,
            "length": render::number(&passage.length),
            "tilts": render::tilts(&passage.tilts),
        }))?,
        (Some(passage), false) => {
            let tilts = render::tilts_text(&passage.tilts);
            let colon = if tilts.is_empty() { "" } else { ": " };
            writeln!(stdout(), "{} tilts{colon}{tilts}", passage.length)?;
        }
        (None, true) => print_json(&json!({ "reachable": false }))?,
        (None, false) => writeln!(stdout(), "never: no tilts lead from A to B")?,
    }
    Ok(if passage.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
