//! `redouble review`: what each move of a game gave away.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use redouble_api::view::{MoveReport, ReviewReport, Reviewed};
use redouble_core::{Record, Watch};
use redouble_lab::{Entrant, Mark, Review, evaluation_plot};
use redouble_players::{Budget, Catalog};

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::plot;
use crate::progress::Bar;
use crate::shipped::named_or;

/// Mark every move of a recorded game by what it gave away.
///
/// Losses are measured in empty cells' worth of the reviewing player, or in hundredths of a game's worth if that is
/// `optimal`, which knows exactly: perfect 0, good below 0.25, inaccuracy below 1,
/// mistake below 3, blunder from 3 on. The accuracy is the mean of 100·e^(−loss) over moves that were not forced.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Who reviews: see `redouble players` [default: ntuple:depth=2 where there is a network for the board,
    /// expectimax:depth=3 elsewhere]
    #[arg(long, value_name = "SPEC")]
    player: Option<Entrant>,
    /// How many of the worst moves to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    worst: usize,
    /// Write a plot of the evaluation over the game, as SVG and PNG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let (report, unit_name) = report(args, catalog, &Bar::new())?;
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report, unit_name)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The review, and what its unit is called.
pub(crate) fn report(
    args: &Args,
    catalog: &Catalog,
    watch: &dyn Watch,
) -> anyhow::Result<(ReviewReport, &'static str)> {
    let name = || format!("{}", args.file.display());
    let text = fs::read_to_string(&args.file).with_context(name)?;
    let record: Record = text.parse().with_context(name)?;
    let defaults = ["ntuple:depth=2", "expectimax:depth=3"];
    let reviewer = named_or(args.player.as_ref(), catalog, record.rules.shape, defaults);
    let player = reviewer.build(catalog, record.rules, watch);
    let mut player = player.map_err(|error| UsageError(format!("--player: {error}")))?;
    let budget = Budget { parallel: true, watch, ..Budget::default() };
    let review = Review::new(&record, &mut *player, &budget, |_| ())?;
    if let Some(path) = &args.plot {
        plot::save(path, &evaluation_plot(&review))?;
    }
    let reviewed = Reviewed { player: reviewer.to_string(), unit: player.unit(), score: record.score };
    Ok((ReviewReport::new(reviewed, &review, args.worst), player.unit_name()))
}

fn print_text(report: &ReviewReport, unit_name: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let moves = report.moves.len();
    writeln!(stdout, "{moves} moves, score {}, accuracy {:.1} %", report.score, report.accuracy)?;
    for mark in Mark::ALL {
        writeln!(stdout, "  {:<11} {:>6}", mark.name(), report.counts[mark.name()])?;
    }
    for &number in &report.worst {
        let MoveReport { board, played, best, loss, mark, .. } = &report.moves[number - 1];
        writeln!(stdout, "\nmove {number}: {mark}, {played} instead of {best}, {loss:.2} {unit_name}")?;
        for row in board.split('/') {
            let cells: Vec<String> = row.split(',').map(|cell| format!("{cell:>6}")).collect();
            writeln!(stdout, "{}", cells.concat())?;
        }
    }
    writeln!(stdout, "\nreviewed by {}", report.player)
}
