//! `redouble train`: a network learns by playing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use redouble_core::{FourChance, Shape};
use redouble_players::{Learner, Point, Recipe, Rule, Starts, Tuples};

use crate::output::UsageError;
use crate::progress::bar;

/// Train an n-tuple network by temporal differences.
///
/// Plays games with the network as it is and corrects its values by what came after. Writes FILE.training at every
/// checkpoint, from which --resume goes on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The tuples: a name (4x5, 4x6, 5x6, 8x6, …) or cells like 012345,456789
    #[arg(long, value_name = "TUPLES", default_value = "4x6")]
    net: String,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Games to play, restarted ones included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Minutes to train, instead of a number of games
    #[arg(long, value_name = "M", conflicts_with = "games")]
    minutes: Option<f64>,
    /// How much later rewards count beside the next value
    #[arg(long, value_name = "L", default_value_t = 0.5)]
    lambda: f32,
    /// Temporal coherence with this rate
    #[arg(long, value_name = "B", default_value_t = 1.0)]
    beta: f32,
    /// Plain temporal differences with this rate, instead of --beta
    #[arg(long, value_name = "A", conflicts_with = "beta")]
    alpha: Option<f32>,
    /// After a game, begin the next in its middle, until one is shorter than 10 moves
    #[arg(long)]
    restart: bool,
    /// The seed of all games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads; one gives the same network every time
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// The network file; the checkpoint stands beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights in the network file are multiples of this
    #[arg(long, value_name = "STEP", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    step: u16,
    /// Minutes between checkpoints
    #[arg(long, value_name = "M", default_value_t = 5.0)]
    checkpoint: f64,
    /// Go on from the checkpoint of FILE
    #[arg(long)]
    resume: bool,
}

impl Args {
    fn recipe(&self) -> anyhow::Result<Recipe> {
        let tuples = Tuples::parse(&self.net, self.board).map_err(|error| UsageError(format!("--net: {error}")))?;
        Ok(Recipe {
            tuples,
            four_chance: self.p4,
            rule: self.alpha.map_or(Rule::Coherence { beta: self.beta }, |alpha| Rule::Plain { alpha }),
            lambda: self.lambda,
            starts: if self.restart { Starts::Middle } else { Starts::Fresh },
            seed: self.seed,
        })
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let checkpoint = args.out.with_extension("training");
    let recipe = args.recipe()?;
    let mut learner = if args.resume { resume(&recipe, &checkpoint)? } else { Learner::new(recipe)? };
    train(args, &mut learner, &checkpoint)?;
    super::net::write(&args.out, &learner.network(args.step)?)?;
    Ok(ExitCode::SUCCESS)
}

fn resume(recipe: &Recipe, checkpoint: &Path) -> anyhow::Result<Learner> {
    let learner = Learner::load(checkpoint).with_context(|| format!("{}", checkpoint.display()))?;
    if learner.recipe() != recipe {
        let (there, here) = (learner.recipe().to_string(), recipe.to_string());
        let lines = there.lines().zip(here.lines()).filter(|(there, here)| there != here);
        let lines: Vec<String> = lines.map(|(there, here)| format!("{there}, not {here}")).collect();
        bail!(UsageError(format!("{} is of another training: {}", checkpoint.display(), lines.join("; "))));
    }
    Ok(learner)
}

fn train(args: &Args, learner: &mut Learner, checkpoint: &Path) -> anyhow::Result<()> {
    let limit = args.games.unwrap_or(if args.minutes.is_some() { u64::MAX } else { 1_000_000 });
    let seconds = args.minutes.map_or(f64::INFINITY, |minutes| minutes * 60.0);
    let progress = bar(args.games.unwrap_or(0), "games");
    let mut last_saved = Instant::now();
    while learner.games() < limit && learner.seconds() < seconds {
        let points = learner.curve().len();
        let tally = learner.round(limit - learner.games(), args.threads);
        if tally.diverged {
            bail!("the values diverge after {} games; the last checkpoint is kept", learner.games());
        }
        learner.curve()[points..].iter().for_each(|point| say(&progress, point));
        progress.set_position(learner.games());
        if last_saved.elapsed() >= Duration::from_secs_f64(60.0 * args.checkpoint) {
            learner.save(checkpoint)?;
            last_saved = Instant::now();
        }
    }
    progress.finish_and_clear();
    learner.save(checkpoint)?;
    Ok(())
}

fn say(progress: &ProgressBar, point: &Point) {
    let tally = &point.tally;
    let rate = |exponent| 100.0 * tally.reached(exponent);
    let line = format!(
        "{:>9} games {:>7.1} M moves {:>7.0} s {:>6.3} M moves/s  mean {:>7.0}  2048 {:.1} %  8192 {:.1} %  16384 {:.1} %  32768 {:.1} %",
        point.games,
        point.moves as f64 / 1e6,
        point.seconds,
        point.moves as f64 / point.seconds / 1e6,
        tally.mean(),
        rate(11),
        rate(13),
        rate(14),
        rate(15),
    );
    if progress.is_hidden() { eprintln!("{line}") } else { progress.println(line) }
}
