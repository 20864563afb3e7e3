//! `redouble tilt make`: the paper's constructions.

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::{ConstructionError, Drawing, Pattern, rings, single_cycle};
use serde_json::json;

use super::input;
use crate::output::print_json;

/// Print one of the paper's constructions as a board
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    construction: Construction,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Construction {
    /// C_n: rings of 7k + 3 tiles that turn past each other
    Rings {
        /// The side of the board, even
        #[arg(long, value_name = "N")]
        size: u64,
    },
    /// C_mn: all tiles on one cycle
    SingleCycle {
        /// The width of the board, at least 2; an odd one gets an empty column
        #[arg(long, value_name = "M")]
        width: u64,
        /// The height of the board, at least 2; an odd one gets an empty row
        #[arg(long, value_name = "N")]
        height: u64,
    },
}

impl Construction {
    fn make(&self) -> anyhow::Result<Pattern> {
        match *self {
            Self::Rings { size } => rings(size).map_err(|error| input::usage("--size", error)),
            Self::SingleCycle { width, height } => single_cycle(width, height).map_err(|error| {
                let name = match error {
                    ConstructionError::TooSmall { width: 2.., .. } => "--height",
                    _ => "--width",
                };
                input::usage(name, error)
            }),
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pattern = args.construction.make()?;
    let (size, tiles) = (pattern.size(), pattern.tiles());
    let board = Drawing::new(pattern, Vec::new()).to_string();
    if args.json {
        print_json(
            &json!({ "board": board, "width": size.width(), "height": size.height(), "tiles": tiles }),
        )?;
    } else {
        writeln!(stdout(), "{}", board.replace('/', "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
