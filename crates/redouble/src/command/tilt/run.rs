//! `redouble tilt run`: the board after any number of tilts.

use std::io::{Write, stdout};

use redouble_api::view::TiltedReport;
use redouble_tilt::{Labelled, Tilts, run as run_tilts};

use super::input;
use crate::ExitCode;
use crate::output::print_json;

/// Show the board after tilts, as many as you like
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board; any letters and digits may stand for tiles
    board: String,
    /// The tilts, such as NESW or "SW(NESW)^1000000N"
    tilts: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (after, tilts) = tilted(args)?;
    if args.json {
        print_json(&TiltedReport::new(after, &tilts))?;
    } else {
        writeln!(stdout(), "{}", after.replace('/', "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tilted(args: &Args) -> anyhow::Result<(String, Tilts)> {
    let board: Labelled = input::board("BOARD", &args.board)?;
    let tilts: Tilts = args.tilts.parse().map_err(|error| input::usage("TILTS", error))?;
    Ok((board.moved(run_tilts(board.configuration(), &tilts)).to_string(), tilts))
}

pub(super) fn report(args: &Args) -> anyhow::Result<TiltedReport> {
    let (after, tilts) = tilted(args)?;
    Ok(TiltedReport::new(after, &tilts))
}
