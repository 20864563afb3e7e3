//! `redouble move`: one slide.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use redouble_api::view::SlideReport;
use redouble_core::{Board, Direction};
use serde::Serialize;

use crate::ExitCode;
use crate::boards::{self, Entry};
use crate::output::{UsageError, print_json};

/// Slide a board in one direction, without a spawn.
///
/// With --batch slides many: one line each, as CSV or with --json as JSON Lines. Lines may name their own direction
/// (behind the board, as column or as member `direction`).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board, in any of the forms below; `-` reads it from standard input
    #[arg(value_name = "BOARD", required_unless_present = "batch", value_parser = boards::argument)]
    board: Option<Board>,
    /// up, right, down or left
    #[arg(value_name = "DIRECTION", required_unless_present = "batch")]
    direction: Option<Direction>,
    /// Read many boards from a file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// Where to slide boards of --batch whose line names no direction
    #[arg(long, value_name = "DIRECTION", requires = "batch")]
    to: Option<Direction>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.batch {
        return slide_all(args, file);
    }
    let outcome = report(args)?;
    if args.json {
        print_json(&outcome)?;
    } else {
        print_text(&outcome)?;
    }
    Ok(if outcome.changed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(crate) fn report(args: &Args) -> anyhow::Result<SlideReport> {
    let slide = args.board.zip(args.direction).map(|(board, direction)| SlideReport::new(board, direction));
    Ok(slide.ok_or_else(|| UsageError("a board and a direction are needed".to_owned()))?)
}

/// One of many slides.
#[derive(Serialize)]
struct Slid {
    from: String,
    direction: &'static str,
    #[serde(flatten)]
    slide: SlideReport,
}

fn slide_all(args: &Args, file: &Path) -> anyhow::Result<ExitCode> {
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    if !args.json {
        writeln!(stdout, "from,direction,board,changed,gained,over")?;
    }
    for (number, Entry { board, direction }) in (1..).zip(boards::batch(file)?) {
        let unnamed =
            || UsageError(format!("{}: board {number}: name a direction with --to", file.display()));
        let direction = direction.or(args.to).ok_or_else(unnamed)?;
        let slide = SlideReport::new(board, direction);
        let slid = Slid { from: board.to_string(), direction: direction.name(), slide };
        match args.json {
            true => writeln!(stdout, "{}", serde_json::to_string(&slid)?)?,
            false => {
                let Slid { from, direction, slide: SlideReport { board, changed, gained, over, .. } } = slid;
                writeln!(stdout, "\"{from}\",{direction},\"{board}\",{changed},{gained},{over}")?;
            }
        }
    }
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
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
