//! `redouble move`: one slide.

use std::io::{self, Write};
use std::process::ExitCode;

use redouble_api::view::SlideReport;
use redouble_core::{Board, Direction};

use crate::output::print_json;

/// Slide a board in one direction, without a spawn.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board: rows by `/`, cells by `,`, for example 2,4,.,./.,.,8,./.,.,.,./.,.,.,2; or 0x and digits
    #[arg(value_name = "BOARD")]
    board: Board,
    /// up, right, down or left
    #[arg(value_name = "DIRECTION")]
    direction: Direction,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let outcome = SlideReport::new(args.board, args.direction);
    if args.json {
        print_json(&outcome)?;
    } else {
        print_text(&outcome)?;
    }
    Ok(if outcome.changed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_text(outcome: &SlideReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", outcome.board)?;
    match outcome.changed {
        true => writeln!(stdout, "gained {}", outcome.gained)?,
        false => writeln!(stdout, "nothing moves: not a legal move")?,
    }
    let legal = if outcome.over { "none, the game is over".to_owned() } else { outcome.legal.join(" ") };
    writeln!(stdout, "legal  {legal}")
}
