//! `redouble move`: one slide.

use std::io::{self, Write};
use std::process::ExitCode;

use redouble_core::{Board, Direction, Position};
use serde::Serialize;

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

/// The board after the slide; `legal` and `over` are about that board, before a tile appears.
#[derive(Serialize)]
struct Outcome {
    board: String,
    changed: bool,
    gained: u64,
    legal: Vec<&'static str>,
    over: bool,
}

impl Outcome {
    fn new(board: Board, direction: Direction) -> Outcome {
        let slide = Position::new(board).slide(direction);
        let after = slide.map_or(board, |slide| slide.after.board());
        let legal = Position::new(after).legal();
        Outcome {
            board: after.to_string(),
            changed: slide.is_some(),
            gained: slide.map_or(0, |slide| slide.gained),
            legal: legal.into_iter().map(Direction::name).collect(),
            over: legal.is_empty(),
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let outcome = Outcome::new(args.board, args.direction);
    if args.json {
        print_json(&outcome)?;
    } else {
        print_text(&outcome)?;
    }
    Ok(if outcome.changed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_text(outcome: &Outcome) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", outcome.board)?;
    match outcome.changed {
        true => writeln!(stdout, "gained {}", outcome.gained)?,
        false => writeln!(stdout, "nothing moves: not a legal move")?,
    }
    let legal = if outcome.over { "none, the game is over".to_owned() } else { outcome.legal.join(" ") };
    writeln!(stdout, "legal  {legal}")
}
