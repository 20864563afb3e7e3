//! `redouble tilt reach`: can one board become another?

use std::io::{Write, stdout};

use redouble_api::view::{PassageReport, TiltsReport};
use redouble_tilt::{Labelled, Passage, shortest_passage};

use super::input;
use crate::ExitCode;
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
    let passage = passage(args)?;
    match &passage {
        _ if args.json => print_json(&PassageReport::new(passage.as_ref()))?,
        Some(passage) => {
            let tilts = TiltsReport::text(&passage.tilts);
            let colon = if tilts.is_empty() { "" } else { ": " };
            writeln!(stdout(), "{} tilts{colon}{tilts}", passage.length)?;
        }
        None => writeln!(stdout(), "never: no tilts lead from A to B")?,
    }
    Ok(if passage.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn passage(args: &Args) -> anyhow::Result<Option<Passage>> {
    let from: Labelled = input::board("A", &args.from)?;
    let to: Labelled = input::board("B", &args.to)?;
    shortest_passage(&from, &to).map_err(|error| input::usage("B", error))
}

pub(super) fn report(args: &Args) -> anyhow::Result<PassageReport> {
    Ok(PassageReport::new(passage(args)?.as_ref()))
}
