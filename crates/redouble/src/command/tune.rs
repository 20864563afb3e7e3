//! `redouble tune`: better weights for an evaluation.

use std::io::{self, Write};

use redouble_api::view::{GenerationReport, TuneReport};
use redouble_core::Rules;
use redouble_lab::{Entrant, TuneOptions, Tuning};
use redouble_players::{BuildError, Catalog, Evaluation};

use crate::ExitCode;
use crate::number::finite;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Look for better weights of an evaluation by play (cross-entropy method).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player, without eval=
    #[arg(long, value_name = "SPEC", default_value = "expectimax:depth=2")]
    player: String,
    /// The terms and the weights to start from
    #[arg(long, value_name = "EVAL", default_value = "strong")]
    eval: Evaluation,
    /// Candidates of a generation
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(2..=1000))]
    candidates: u16,
    /// How many of them shape the next generation
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    elite: u16,
    /// Games of each candidate in a generation
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// How many generations
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    generations: u16,
    /// How far the first candidates are from the start, in logarithms
    #[arg(long, value_name = "D", default_value_t = 0.7, value_parser = finite::<f64>)]
    spread: f64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let (mut tuning, mut generations) = (Tuning::new(options(args, catalog)?), Vec::new());
    let bar = Bar::new();
    while let Some(generation) = tuning.next_generation(catalog, &bar)? {
        generations.push(GenerationReport::from(generation));
    }
    drop(bar);
    let (player, start) = (args.player.clone(), args.eval.to_string());
    let eval = generations.last().map_or_else(|| start.clone(), |last: &GenerationReport| last.eval.clone());
    let tuned = TuneReport { player, start, eval, generations };
    if args.json {
        print_json(&tuned)?;
    } else {
        print_text(&tuned)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn options(args: &Args, catalog: &Catalog) -> Result<TuneOptions, UsageError> {
    let separator = if args.player.contains(':') { ',' } else { ':' };
    let entrant = format!("{}{separator}eval={}", args.player, args.eval).parse::<Entrant>();
    let entrant = entrant.map_err(BuildError::Spec);
    let checked = entrant.and_then(|entrant| entrant.check(catalog, Rules::default()));
    checked.map_err(|error| UsageError(format!("--player: {error}")))?;
    if !(args.spread > 0.0 && args.spread < 10.0) {
        return Err(UsageError(format!("--spread {}: write a number above 0 and below 10", args.spread)));
    }
    if args.eval.terms().iter().any(|(_, weight)| *weight == 0.0) {
        return Err(UsageError("--eval: a weight of 0 stays 0; leave the term out".to_owned()));
    }
    Ok(TuneOptions {
        player: args.player.clone(),
        terms: args.eval.terms().to_vec(),
        candidates: usize::from(args.candidates),
        elite: usize::from(args.elite),
        games: args.games,
        generations: usize::from(args.generations),
        spread: args.spread,
        seed: args.seed,
    })
}

fn print_text(tuned: &TuneReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for (index, GenerationReport { elite_mean, mean, .. }) in tuned.generations.iter().enumerate() {
        writeln!(stdout, "generation {:>3}: mean {mean:>9.0}, best {elite_mean:>9.0}", index + 1)?;
    }
    writeln!(stdout, "{}", tuned.eval)
}
