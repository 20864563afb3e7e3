//! `redouble compare`: which of two players is stronger.

mod calibrate;

use std::io::{self, Write};

use redouble_api::view::{CompareReport, LeadReport};
use redouble_core::{Rules, Shape, Tile, Watch};
use redouble_lab::{Entrant, Experiment, Measure, Test, compare};
use redouble_players::Catalog;

use crate::ExitCode;
use crate::number::finite;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::table::{terminal_width, wrapped};
use crate::threads::Threads;

/// Play two players against the same games until it is known which one is stronger.
///
/// Both play the same games; who has the higher score in a game, or makes the tile alone, is ahead in it. The lead of a player
/// is the share of games in which it is ahead minus the share in which it is behind. The test stops as soon as the lead is known
/// to be positive, negative, or smaller than --delta.
#[derive(clap::Args)]
#[command(subcommand_negates_reqs = true, mut_arg("threads", |threads| threads.global(true)))]
pub(crate) struct Args {
    /// The two players
    #[arg(value_name = "SPEC", num_args = 2, required = true)]
    pub(crate) players: Vec<Entrant>,
    /// Who makes this tile is ahead, instead of who scores more
    #[arg(long, value_name = "TILE")]
    tile: Option<Tile>,
    /// The lead that must not be missed, between 0 and 1 [default: 0.1; 0.05 for a tile]
    #[arg(long, value_name = "D", value_parser = finite::<f64>)]
    delta: Option<f64>,
    /// The probability of a wrong answer
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = finite::<f64>, global = true)]
    error: f64,
    /// Stop undecided after so many games of each
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..), global = true)]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1, global = true)]
    seed: u64,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    #[command(flatten)]
    pub(crate) threads: Threads,
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
        check_error(args.error)?;
        return calibrate::run(action, args, catalog);
    }
    let answer = report(args, args.players.clone(), catalog, &Bar::new())?;
    if args.json {
        print_json(&answer)?;
    } else {
        print_text(&answer)?;
    }
    Ok(if answer.decided { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Who of these two is stronger.
pub(crate) fn report(
    args: &Args,
    entrants: Vec<Entrant>,
    catalog: &Catalog,
    watch: &dyn Watch,
) -> anyhow::Result<CompareReport> {
    check_error(args.error)?;
    let [first, second] = [&entrants[0], &entrants[1]].map(Entrant::to_string);
    let (experiment, test) = (experiment(args, entrants, catalog)?, test(args)?);
    let found = compare(&experiment, test, catalog, watch)?;
    Ok(CompareReport::new([first, second], test, &found))
}

fn experiment(args: &Args, entrants: Vec<Entrant>, catalog: &Catalog) -> anyhow::Result<Experiment> {
    let experiment =
        Experiment { entrants, games: args.games, seed: args.seed, rules: Rules::on(args.board) };
    experiment.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    Ok(experiment)
}

fn check_error(error: f64) -> Result<(), UsageError> {
    let usable = (0.000_001..=0.4).contains(&error);
    let message = || UsageError(format!("--error {error}: write a probability from 0.000001 to 0.4"));
    usable.then_some(()).ok_or_else(message)
}

fn test(args: &Args) -> Result<Test, UsageError> {
    let measure = args.tile.map_or(Measure::Score, |tile| Measure::Tile(tile.value()));
    let delta = args.delta.unwrap_or(measure.default_delta());
    if !(delta > 0.0 && delta < 1.0) {
        let what = "the lead is a share of the games, also for scores";
        return Err(UsageError(format!("--delta {delta}: {what}; write a number between 0 and 1")));
    }
    Ok(Test { measure, delta, error: args.error })
}

fn print_text(answer: &CompareReport) -> io::Result<()> {
    let (mut stdout, width) = (io::stdout().lock(), terminal_width());
    sentences(answer).iter().try_for_each(|sentence| writeln!(stdout, "{}", wrapped(sentence, width, 2)))
}

fn sentences(answer: &CompareReport) -> Vec<String> {
    let ([first, second], delta, lead) = (&answer.players, answer.delta, &answer.lead);
    let (confidence, error) = (100.0 * (1.0 - answer.error), 100.0 * answer.error);
    let (LeadReport { ahead, behind, level, mean, low, high }, games) = (lead, answer.games);
    let verdict = match answer.verdict {
        "first is stronger" => format!("{first} is stronger than {second}"),
        "second is stronger" => format!("{second} is stronger than {first}"),
        "alike" => format!("{first} and {second} are alike: neither leads by {delta}"),
        _ => format!("undecided: neither is known to be stronger, nor both to be alike within {delta}"),
    };
    let mut sentences = vec![
        verdict,
        format!("{}: ahead in {ahead} games, behind in {behind}, level in {level}", answer.measure),
        format!("lead {mean:.4}, at {confidence} % confidence {low:.4} to {high:.4}"),
        means(answer),
    ];
    for (player, forfeits) in answer.players.iter().zip(&answer.forfeits) {
        sentences.extend(
            forfeits.iter().map(|(reason, count)| format!("{player} gave up {count} games: {reason}")),
        );
    }
    sentences.push(match answer.decided {
        true => format!(
            "stopped after {games} games of each: an answer is wrong in at most {error} % of comparisons"
        ),
        false => format!("stopped after {games} games of each, the most that were allowed"),
    });
    sentences
}

fn means(answer: &CompareReport) -> String {
    let precision = if answer.measure == "score" { 1 } else { 4 };
    let number = |value: f64| format!("{value:.precision$}");
    let ([first, second], [low, high]) = (answer.means.map(number), answer.ci95.map(number));
    let difference = number(answer.difference);
    format!("means {first} and {second}, difference {difference} ({low} to {high} by bootstrap)")
}
