//! `redouble arena`: many games of many players.

mod export;
mod report;
mod stage;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use redouble_api::view::ArenaReport;
use redouble_core::{FourChance, Rules, Shape, Tile, Watch};
use redouble_lab::{
    Ending, Entrant, Experiment, ExperimentError, Outcome, Pairing, Played, Results, Standing, verify,
};
use redouble_players::Catalog;

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Play many games of one or more players and report their statistics.
///
/// Game i of every player starts from the same seed and depends on --seed and i alone, whatever the threads.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players: see `redouble players`
    #[arg(value_name = "SPEC", required_unless_present = "verify")]
    pub(crate) players: Vec<Entrant>,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed of the experiment
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Keep results there and go on with what is there already; also writes tables, plots and a manifest
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
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

pub(crate) fn run(args: &Args, arguments: &[OsString], catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(directory) = &args.verify {
        return run_verify(args, directory, catalog);
    }
    if let Some((file, until)) = args.from.as_ref().zip(args.until) {
        return stage::run(args, file, until, rules(args), catalog);
    }
    let bar = Bar::interruptible()?;
    let (report, Games { outcomes, stopped }) = report(args, args.players.clone(), arguments, catalog, &bar)?;
    drop(bar);
    if args.json {
        print_json(&report)?;
    } else {
        report::print(&report)?;
    }
    let experiment = experiment(args, args.players.clone());
    if stopped {
        let (played, all) = (outcomes.len(), experiment.games * experiment.entrants.len() as u64);
        let keep = match &args.out {
            Some(_) => "the same command goes on",
            None => "with --out DIR the games are kept, and the same command goes on",
        };
        bail!("stopped after {played} of {all} games: {keep}");
    }
    Standing::all(&experiment, &outcomes).iter().try_for_each(Standing::check)?;
    Ok(ExitCode::SUCCESS)
}

fn rules(args: &Args) -> Rules {
    Rules { four_chance: args.p4, ..Rules::on(args.board) }
}

fn experiment(args: &Args, entrants: Vec<Entrant>) -> Experiment {
    Experiment { entrants, games: args.games, seed: args.seed, rules: rules(args) }
}

/// What was played, as far as it went.
pub(crate) struct Games {
    pub(crate) outcomes: Vec<Outcome>,
    /// Whether its watch ended it before its end.
    pub(crate) stopped: bool,
}

/// The figures and the games of these players; writes what an arena leaves in its directory.
pub(crate) fn report(
    args: &Args,
    entrants: Vec<Entrant>,
    arguments: &[OsString],
    catalog: &Catalog,
    watch: &dyn Watch,
) -> anyhow::Result<(ArenaReport, Games)> {
    let experiment = experiment(args, entrants);
    experiment.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    let games = play(args, &experiment, catalog, watch)?;
    let report = ArenaReport::new(&experiment, &games.outcomes);
    if let Some(directory) = &args.out {
        export::write(directory, arguments, &experiment, &report, &games.outcomes)
            .with_context(|| format!("{}", directory.display()))?;
    }
    Ok((report, games))
}

/// The games of the experiment, sorted: those kept from before and those played now.
fn play(args: &Args, experiment: &Experiment, catalog: &Catalog, watch: &dyn Watch) -> anyhow::Result<Games> {
    let lineup = experiment.line_up(catalog, watch)?;
    let (mut results, mut outcomes) = open(args, experiment)?;
    let done: HashSet<Pairing> = outcomes.iter().map(|outcome| outcome.pairing).collect();
    let left: Vec<Pairing> = experiment.pairings().filter(|pairing| !done.contains(pairing)).collect();
    let keep = |played: Played| {
        if let Some(results) = &mut results {
            results.append(&played).context("the results could not be written; what is there is kept")?;
        }
        outcomes.push(played.outcome);
        Ok::<(), anyhow::Error>(())
    };
    let ended = lineup.run(&left, keep, watch);
    let stopped =
        matches!(&ended, Err(error) if matches!(error.downcast_ref(), Some(ExperimentError::Stopped)));
    if !stopped {
        ended?;
    }
    if let Some(results) = results {
        results.finish(experiment, &outcomes)?;
    }
    // A directory may hold more games than asked for now.
    outcomes.retain(|outcome| outcome.pairing.game < experiment.games);
    outcomes.sort_by_key(|outcome| outcome.pairing);
    Ok(Games { outcomes, stopped })
}

fn open(args: &Args, experiment: &Experiment) -> anyhow::Result<(Option<Results>, Vec<Outcome>)> {
    let Some(directory) = &args.out else { return Ok((None, Vec::new())) };
    let (results, found) = Results::open(directory, experiment, args.keep_games)?;
    if found.ending == Ending::CutOff {
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
    let good = verified.different.is_empty() && found.ending != Ending::CutOff;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
