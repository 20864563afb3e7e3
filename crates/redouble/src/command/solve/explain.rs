//! `redouble solve explain`.

use std::io::{self, Write};

use redouble_core::{Rules, Shape};
use redouble_lab::{ExplainOptions, Explanation, explain};
use redouble_players::{Catalog, Maximize, Wish};
use serde::Serialize;

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::table::{terminal_width, wrapped};

/// Fit a short list of rules to perfect play, and say how often it agrees and how much it loses.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shape of the board, up to 9 cells
    #[arg(long, value_name = "ROWSxCOLS", default_value = "2x3")]
    board: Shape,
    /// The most rules
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=20))]
    rules: u16,
    /// The games to play by the rules
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// The seed of the positions and games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExplainReport {
    board: String,
    objective: &'static str,
    optimal: f64,
    rules: Vec<String>,
    positions: usize,
    games: usize,
    agreement: f64,
    mean: f64,
    loss_per_game: f64,
    ci95: [f64; 2],
    loss_share: f64,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let rules = Rules::on(args.board);
    let wish = Wish { maximize: Maximize::Score, goal: None, store: None };
    let oracle = catalog.oracles().find(&wish, rules, &Bar::new());
    let oracle = oracle.map_err(|problem| UsageError(format!("--board {}: {problem}", args.board)))?;
    let options = ExplainOptions { rules, seed: args.seed, most: usize::from(args.rules), games: args.games };
    let Explanation { list, cases, regret } = explain(&*oracle, &options, &Bar::new())?;
    let optimal = 100.0 * oracle.unit();
    let report = ExplainReport {
        board: args.board.to_string(),
        objective: "score",
        optimal,
        rules: list.rules.iter().map(ToString::to_string).collect(),
        positions: cases,
        games: regret.games,
        agreement: regret.perfect,
        mean: regret.score,
        loss_per_game: regret.per_game,
        ci95: [regret.interval.low, regret.interval.high],
        loss_share: regret.per_game / optimal,
    };
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(report: &ExplainReport) -> io::Result<()> {
    let (mut stdout, width) = (io::stdout().lock(), terminal_width());
    let turn = "Turn the board so that its largest corner tile is at the bottom left and the larger of that tile's \
                neighbours beside it. Then play the first of these that is legal:";
    writeln!(stdout, "{}", wrapped(turn, width, 0))?;
    let last =
        "otherwise the move that leaves most cells empty: of several the first of down, left, right, up";
    for (number, rule) in (1..).zip(report.rules.iter().map(String::as_str).chain([last])) {
        writeln!(stdout, "{}", wrapped(&format!("{number:>3}. {rule}"), width, 5))?;
    }
    let result = format!(
        "{} games by these rules: {:.1} % of the moves are perfect; mean score {:.1}, {:.2} % below the {:.2} of perfect play",
        report.games,
        100.0 * report.agreement,
        report.mean,
        100.0 * report.loss_share,
        report.optimal
    );
    writeln!(stdout, "\n{}", wrapped(&result, width, 0))
}
