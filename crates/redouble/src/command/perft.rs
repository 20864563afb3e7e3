//! `redouble perft`: counts by depth.

use std::io::{self, Write};

use redouble_api::view::PerftReport;
use redouble_core::{HalfPly, Packed, Shape, Stopped, Watch, perft, perft_from, with_packed};

use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// Count move paths and distinct boards per half-ply from the empty board (spawn, spawn, move, spawn, …).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shape of the board, 2x2 to 8x8
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// How many half-plies
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=30))]
    plies: u8,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let counts = counts(args, &Bar::new())?;
    if args.json {
        print_json(&PerftReport::new(args.board, &counts))?;
    } else {
        print_text(&counts)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn counts(args: &Args, watch: &dyn Watch) -> Result<Vec<HalfPly>, Stopped> {
    let half_plies = usize::from(args.plies);
    let packed = with_packed!(args.board, R, C => perft_from(Packed::<R, C>::EMPTY, half_plies, watch));
    packed.unwrap_or_else(|| perft(args.board, half_plies, watch))
}

pub(crate) fn report(args: &Args, watch: &dyn Watch) -> anyhow::Result<PerftReport> {
    Ok(PerftReport::new(args.board, &counts(args, watch)?))
}

fn print_text(counts: &[HalfPly]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{:>3}  {:<5}  {:>20}  {:>12}", "#", "", "paths", "distinct")?;
    for (index, count) in counts.iter().enumerate() {
        let kind = if index < 2 || index % 2 == 1 { "spawn" } else { "move" };
        writeln!(stdout, "{:>3}  {kind:<5}  {:>20}  {:>12}", index + 1, count.paths, count.distinct)?;
    }
    Ok(())
}
