//! `redouble tilt run`: the board after any number of tilts.

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::{Labelled, Tilts, run as run_tilts};
use serde_json::json;

use super::{input, render};
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
    let board: Labelled = input::board("BOARD", &args.board)?;
    let tilts: Tilts = args.tilts.parse().map_err(|error| input::usage("TILTS", error))?;
    let after = board.moved(run_tilts(board.configuration(), &tilts)).to_string();
    if args.json {
        print_json(&json!({ "board": after, "length": render::number(&tilts.len()) }))?;
    } else {
        writeln!(stdout(), "{}", after.replace('/', "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
