//! `redouble review`: what each move of a game gave away.

mod calibrate;

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
/// What a move gives away is measured as a share of the points to come, where the reviewing player counts points: below 0.05 %
/// it is as good as the best; inaccuracies, mistakes and blunders are what a strong player does in one move of 50, 200 and
/// 1,000. The accuracy is 0 for random play and 100 for the reviewer's own moves. docs/coach.md says more.
#[derive(clap::Args)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct Args {
    /// A game record
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
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
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(clap::Subcommand)]
enum Action {
    Calibrate(calibrate::Args),
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(Action::Calibrate(action)) = &args.action {
        return calibrate::run(action, args.json, catalog);
    }
    let report = report(args, catalog, &Bar::new())?;
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The review of a recorded game.
pub(crate) fn report(args: &Args, catalog: &Catalog, watch: &dyn Watch) -> anyhow::Result<ReviewReport> {
    let Some(file) = &args.file else { return Err(UsageError("a game record is needed".to_owned()).into()) };
    let name = || format!("{}", file.display());
    let text = fs::read_to_string(file).with_context(name)?;
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
    let (player, counts_points) = (reviewer.to_string(), player.counts_points());
    let reviewed = Reviewed { player, counts_points, score: record.score };
    Ok(ReviewReport::new(reviewed, &review, args.worst))
}

fn print_text(report: &ReviewReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let moves = report.moves.len();
    writeln!(stdout, "{moves} moves, score {}, accuracy {:.0} (0 is chance)", report.score, report.accuracy)?;
    writeln!(stdout, "moves gave away {:.1} %, tiles brought {:+.1} %", report.loss, report.luck)?;
    for mark in Mark::ALL {
        writeln!(stdout, "  {:<11} {:>6}", mark.name(), report.counts[mark.name()])?;
    }
    for &number in &report.worst {
        let MoveReport { board, played, best, loss, mark, .. } = &report.moves[number - 1];
        writeln!(
            stdout,
            "\nmove {number}: {mark}, {played} instead of {best}, {loss:.1} % of {}",
            report.unit
        )?;
        for row in board.split('/') {
            let cells: Vec<String> = row.split(',').map(|cell| format!("{cell:>6}")).collect();
            writeln!(stdout, "{}", cells.concat())?;
        }
    }
    writeln!(stdout, "\nreviewed by {}", report.player)
}
