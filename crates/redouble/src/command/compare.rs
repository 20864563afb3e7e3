//! `redouble compare`: which of two players is stronger.

use std::io::{self, Write};
use std::process::ExitCode;

use redouble_api::view::CompareReport;
use redouble_core::{Rules, Shape, Tile};
use redouble_lab::{Comparison, Entrant, Experiment, Measure, Test, compare};
use redouble_players::Catalog;

use crate::output::{UsageError, print_json};
use crate::progress::Bar;

/// Play two players against the same games until it is known which one is stronger.
///
/// A sequential test: it stops as soon as the difference is known to be there, or to be smaller than --delta.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first player
    #[arg(value_name = "SPEC")]
    first: Entrant,
    /// The second player
    #[arg(value_name = "SPEC")]
    second: Entrant,
    /// Compare the rate of reaching this tile instead of the mean score
    #[arg(long, value_name = "TILE")]
    tile: Option<Tile>,
    /// The difference that must not be missed [default: a tenth of the standard deviation; 0.05 for a tile]
    #[arg(long, value_name = "D")]
    delta: Option<f64>,
    /// The probability of a wrong answer
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    error: f64,
    /// Stop undecided after so many games of each
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// How many threads [default: all]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let (experiment, test) = (experiment(args, catalog)?, test(args)?);
    let found = compare(&experiment, test, catalog, &Bar::new())?;
    let answer = answer(args, &found);
    if args.json {
        print_json(&answer)?;
    } else {
        print_text(&answer)?;
    }
    Ok(if answer.decided { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn experiment(args: &Args, catalog: &Catalog) -> anyhow::Result<Experiment> {
    let entrants = vec![args.first.clone(), args.second.clone()];
    let experiment =
        Experiment { entrants, games: args.games, seed: args.seed, rules: Rules::on(args.board) };
    experiment.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    Ok(experiment)
}

fn test(args: &Args) -> Result<Test, UsageError> {
    if !(0.000_001..=0.4).contains(&args.error) {
        return Err(UsageError(format!("--error {}: write a probability from 0.000001 to 0.4", args.error)));
    }
    if args.delta.is_some_and(|delta| !(delta.is_finite() && delta > 0.0)) {
        return Err(UsageError("--delta: write a positive number".to_owned()));
    }
    let measure = args.tile.map_or(Measure::Score, |tile| Measure::Tile(tile.value()));
    let delta = args.delta.or(args.tile.map(|_| 0.05));
    Ok(Test { measure, delta, error: args.error })
}

fn answer(args: &Args, found: &Comparison) -> CompareReport {
    let players = [args.first.to_string(), args.second.to_string()];
    let measure = args.tile.map_or("mean score".to_owned(), |tile| format!("rate of {tile}"));
    CompareReport::new(players, measure, args.error, found)
}

fn print_text(answer: &CompareReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let [first, second] = &answer.players;
    let precision = if answer.measure == "mean score" { 1 } else { 4 };
    let number = |value: f64| format!("{value:.precision$}");
    let delta = number(answer.delta);
    let sentence = match answer.verdict {
        "first is stronger" => format!("{first} is stronger than {second}"),
        "second is stronger" => format!("{second} is stronger than {first}"),
        "alike" => format!("{first} and {second} differ by less than {delta}"),
        _ => format!("undecided: neither is known to be stronger by {delta}"),
    };
    writeln!(stdout, "{sentence}")?;
    let (means, difference) = (answer.means.map(number), number(answer.difference));
    let [low, high] = answer.ci95.map(number);
    writeln!(stdout, "{}: {} and {}", answer.measure, means[0], means[1])?;
    writeln!(stdout, "difference {difference}, 95 % bootstrap interval {low} to {high}")?;
    let (games, error) = (answer.games, 100.0 * answer.error);
    match answer.decided {
        true => writeln!(
            stdout,
            "stopped after {games} games of each: for differences of {delta} or 0 it is wrong in at most {error} % of cases"
        ),
        false => writeln!(stdout, "stopped after {games} games of each, the most that were allowed"),
    }
}
