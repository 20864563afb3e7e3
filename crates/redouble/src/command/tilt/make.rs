//! `redouble tilt make`: the paper's constructions.

use std::io::{Write, stdout};

use redouble_api::view::ConstructionReport;
use redouble_tilt::{ConstructionError, Pattern, rings, single_cycle};

use super::input;
use crate::ExitCode;
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

pub(super) fn report(args: &Args) -> anyhow::Result<ConstructionReport> {
    Ok(ConstructionReport::new(args.construction.make()?))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let made = report(args)?;
    if args.json {
        print_json(&made)?;
    } else {
        writeln!(stdout(), "{}", made.board.replace('/', "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
