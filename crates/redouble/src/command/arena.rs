//! `redouble arena`: many games of many players.

mod export;
mod report;
mod stage;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use redouble_api::view::ArenaReport;
use redouble_core::{FourChance, Rules, Shape, Tile};
use redouble_lab::{Entrant, Experiment, Outcome, Pairing, Played, Results, verify};
use redouble_players::Catalog;

use crate::output::{UsageError, print_json};
use crate::progress::Bar;

/// Play many games of one or more players and report their statistics.
///
/// Game i of every player starts from the same seed and depends on --seed and i alone, whatever the threads.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players: see `redouble players`
    #[arg(value_name = "SPEC", required_unless_present = "verify")]
    players: Vec<Entrant>,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed of the experiment
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Keep results there and go on with what is there already; also writes tables, plots and a manifest
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the record of every game in the directory of --out
    #[arg(long, requires = "out")]
    keep_games: bool,
    /// Play a sample of the games in this directory again and compare them bit for bit
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "out"])]
    verify: Option<PathBuf>,
    /// Play from the positions of this file, one board a line, instead of whole games
    #[arg(long, value_name = "FILE", requires = "until", conflicts_with_all = ["games", "out", "verify"])]
    from: Option<PathBuf>,
    /// Until this tile is made: reports how often it is
    #[arg(long, value_name = "TILE", requires = "from")]
    until: Option<Tile>,
    /// How many games to play again with --verify
    #[arg(long, value_name = "N", default_value_t = 20, requires = "verify")]
    sample: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(directory) = &args.verify {
        return run_verify(args, directory, catalog);
    }
    let rules = Rules { four_chance: args.p4, ..Rules::on(args.board) };
    if let Some((file, until)) = args.from.as_ref().zip(args.until) {
        return stage::run(args, file, until, rules, catalog);
    }
    let experiment = Experiment { entrants: args.players.clone(), games: args.games, seed: args.seed, rules };
    experiment.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    let outcomes = play(args, &experiment, catalog)?;
    let report = ArenaReport::new(&experiment, &outcomes);
    if let Some(directory) = &args.out {
        export::write(directory, &experiment, &report, &outcomes)
            .with_context(|| format!("{}", directory.display()))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        report::print(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All outcomes of the experiment, sorted: those kept from before and those played now.
fn play(args: &Args, experiment: &Experiment, catalog: &Catalog) -> anyhow::Result<Vec<Outcome>> {
    let lineup = experiment.line_up(catalog, &Bar::new())?;
    let (mut results, mut outcomes) = open(args, experiment)?;
    let done: std::collections::HashSet<Pairing> = outcomes.iter().map(|outcome| outcome.pairing).collect();
    let left: Vec<Pairing> = experiment.pairings().filter(|pairing| !done.contains(pairing)).collect();
    let keep = |played: Played| {
        if let Some(results) = &mut results {
            results.append(&played).context("the results could not be written; what is there is kept")?;
        }
        outcomes.push(played.outcome);
        Ok::<(), anyhow::Error>(())
    };
    lineup.run(&left, keep, &Bar::new())?;
    // A directory may hold more games than asked for now.
    outcomes.retain(|outcome| outcome.pairing.game < experiment.games);
    outcomes.sort_by_key(|outcome| outcome.pairing);
    Ok(outcomes)
}

fn open(args: &Args, experiment: &Experiment) -> anyhow::Result<(Option<Results>, Vec<Outcome>)> {
    let Some(directory) = &args.out else { return Ok((None, Vec::new())) };
    let (results, found) = Results::open(directory, experiment, args.keep_games)?;
    if found.cut_off {
        eprintln!("the last line of {} was cut off; its game is played again", directory.display());
    }
    if !found.outcomes.is_empty() {
        eprintln!("going on: {} games are there already", found.outcomes.len());
    }
    Ok((Some(results), found.outcomes))
}

fn run_verify(args: &Args, directory: &std::path::Path, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let found = Results::read(directory)?;
    let verified = verify(&found, args.sample, catalog, &Bar::new())?;
    report::print_verification(&found, &verified, args.json)?;
    Ok(if verified.different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
