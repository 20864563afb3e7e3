//! `redouble train`: a network learns by playing.

mod curve;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use redouble_core::{FourChance, Progress, Shape, Tile, Watch};
use redouble_files::{Lock, LockError};
use redouble_kernels::Cpu;
use redouble_players::{
    AdoptError, Learner, Network, ParseStagesError, Recipe, Rule, Stages, Starts, Tuples,
};
use serde::Serialize;

use crate::ExitCode;
use crate::interrupt::Interrupt;
use crate::number::finite;
use crate::output::{UsageError, available_memory_bytes, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Train an n-tuple network by temporal differences.
///
/// Plays games with the network as it is and corrects the value of each board by what came after. Besides FILE writes
/// FILE.training at every checkpoint and at Ctrl-C, from which --resume goes on, and the learning curve as FILE.csv and
/// FILE.svg (the extension of FILE is replaced). FILE.training.lock keeps a second training on the same FILE away.
///
/// One thread (--threads 1) gives the same network every time; several share one table without locks.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The tuples: a name (4x5, 5x4, 4x6, 5x6, 6x6, 7x6, 8x6, 2x7, 3x7) or cells like 012345,456789
    #[arg(long, value_name = "TUPLES", default_value = "4x6")]
    net: String,
    /// Milestones at which later stages with their own weights begin, like 16384 or 16384,16384+8192
    #[arg(long, value_name = "TILES")]
    stages: Option<String>,
    /// Begin with the weights of this network (.net) or checkpoint (.training)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "optimism"])]
    from: Option<PathBuf>,
    /// The shape of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Games to play in all, restarted ones included [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Minutes to train in all, instead of a number of games
    #[arg(long, value_name = "M", conflicts_with = "games", value_parser = finite::<f64>)]
    minutes: Option<f64>,
    /// How much what happened later counts beside the next value, 0 to 1
    #[arg(long, value_name = "L", default_value_t = 0.5, value_parser = finite::<f32>)]
    lambda: f32,
    /// Temporal coherence with this rate
    #[arg(long, value_name = "B", default_value_t = 1.0, value_parser = finite::<f32>)]
    beta: f32,
    /// Plain temporal differences with this rate, instead of --beta
    #[arg(long, value_name = "A", conflicts_with = "beta", value_parser = finite::<f32>)]
    alpha: Option<f32>,
    /// What every board is worth before anything is learned
    #[arg(long, value_name = "V", default_value_t = 0.0, value_parser = finite::<f32>)]
    optimism: f32,
    /// How far the value that all boards with about the same sum of tiles have in common follows an error; 0 for none
    #[arg(long, value_name = "RATE", default_value_t = 0.01, value_parser = finite::<f32>)]
    levels: f32,
    /// Leave weights never touched at 0, instead of taking them from the same tuple with its large tiles halved
    #[arg(long)]
    no_inherit: bool,
    /// After a game, begin the next in its middle, until one is shorter than 10 moves
    #[arg(long)]
    restart: bool,
    /// Begin games in turn with two tiles and where earlier games reached each later stage; without --stages, where they
    /// first had each of their largest tiles
    #[arg(long, conflicts_with = "restart")]
    carousel: bool,
    /// In every second game, play boards with this tile like their image with smaller tiles, so that what comes after them
    /// is seen; no such games if not given
    #[arg(long, value_name = "TILE", value_parser = guide_tile)]
    guide: Option<Tile>,
    /// The seed of all games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// The network file [default: the name of the network with .net]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Weights in the network file are multiples of this
    #[arg(long, value_name = "STEP", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    step: u16,
    /// Leave weights out of the network file about which little was learned: their errors sum up to less than this
    #[arg(long, value_name = "ERRORS", default_value_t = 0.0, value_parser = finite::<f32>)]
    prune: f32,
    /// Minutes between checkpoints; the first ones come sooner
    #[arg(long, value_name = "M", default_value_t = 5.0, value_parser = finite::<f64>)]
    checkpoint: f64,
    /// Go on from the checkpoint of FILE; without one, begin
    #[arg(long)]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a training came to.
#[derive(Serialize)]
pub(crate) struct TrainReport {
    network: String,
    bytes: u64,
    games: u64,
    moves: u64,
    seconds: f64,
    recent_mean: f64,
}

impl Args {
    fn recipe(&self) -> Result<Recipe, UsageError> {
        let tuples =
            Tuples::parse(&self.net, self.board).map_err(|error| UsageError(format!("--net: {error}")))?;
        let tuples = match &self.stages {
            Some(text) => staged(&tuples, text).map_err(|error| UsageError(format!("--stages: {error}")))?,
            None => tuples,
        };
        let within = |name: &str, value: f32, low: f32, high: f32| match (low..=high).contains(&value) {
            true => Ok(value),
            false => Err(UsageError(format!("--{name}: write a number from {low} to {high}"))),
        };
        let rule = match self.alpha {
            Some(alpha) => Rule::Plain { alpha: within("alpha", alpha, 0.0, 10.0)? },
            None => Rule::Coherence { beta: within("beta", self.beta, 0.0, 10.0)? },
        };
        let starts = match (self.restart, self.carousel) {
            (true, _) => Starts::Middle,
            (_, true) => Starts::Carousel,
            _ => Starts::Fresh,
        };
        let (lambda, optimism) =
            (within("lambda", self.lambda, 0.0, 1.0)?, within("optimism", self.optimism, 0.0, 1e7)?);
        let from = self.from.as_deref().and_then(Path::file_name);
        let from = from.map(|name| name.to_string_lossy().into_owned());
        Ok(Recipe {
            tuples,
            from,
            four_chance: self.p4,
            rule,
            lambda,
            optimism,
            starts,
            levels: within("levels", self.levels, 0.0, 1.0)?,
            inherit: !self.no_inherit,
            guide: self.guide.map(Tile::exponent),
            seed: self.seed,
        })
    }

    fn out(&self) -> PathBuf {
        let name = if self.net.contains(',') { "network" } else { &self.net };
        self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.net")))
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let (bar, stop) = (Bar::new(), Interrupt::or_end_at_the_second()?);
    let report = report(args, cpu, &Shown { bar: &bar, say: &|line| bar.say(line), stop: &stop })?;
    drop(bar);
    if args.json {
        print_json(&report)?;
    } else {
        let TrainReport { network, bytes, games, moves, .. } = report;
        eprintln!("{network}: {bytes} bytes, {games} games, {moves} moves");
    }
    Ok(ExitCode::SUCCESS)
}

/// Who is told how a training goes, and can stop it.
pub(crate) struct Shown<'a> {
    /// Hears of the progress.
    pub(crate) bar: &'a dyn Watch,
    /// Gets a line about the games since the last.
    pub(crate) say: &'a (dyn Fn(&str) + Sync),
    /// Is asked between rounds.
    pub(crate) stop: &'a dyn Watch,
}

/// Trains and writes the network, its checkpoint and the learning curve.
pub(crate) fn report(args: &Args, cpu: Cpu, shown: &Shown<'_>) -> anyhow::Result<TrainReport> {
    let (recipe, out) = (args.recipe()?, args.out());
    let checkpoint = out.with_extension("training");
    let _lock = lock(&out, &checkpoint)?;
    ask_for_memory(&recipe)?;
    let mut learner = if args.resume && checkpoint.exists() {
        resume(&recipe, &checkpoint, cpu)?
    } else {
        if args.resume {
            eprintln!("there is no checkpoint {}: nothing to go on from, beginning", checkpoint.display());
        }
        let learner = begin(recipe, args, cpu)?;
        set_aside(&checkpoint)?;
        learner
    };
    train(args, &mut learner, &checkpoint, shown)?;
    super::net::write(&out, &learner.network_of_settled(args.step, args.prune)?)?;
    curve::write(&out, learner.curve())?;
    reported(&learner, &out)
}

/// Two trainings on one file would lose what one of them learned.
fn lock(out: &Path, checkpoint: &Path) -> anyhow::Result<Lock> {
    Lock::exclusive(&checkpoint.with_added_extension("lock")).map_err(|error| match error {
        LockError::Busy(_) => {
            anyhow!(
                "{}: another training is writing it: wait for its end or use another --out",
                out.display()
            )
        }
        LockError::Io(error) => error.into(),
    })
}

fn guide_tile(text: &str) -> Result<Tile, String> {
    let tile = text.parse::<Tile>().ok().filter(|tile| (8..=15).contains(&tile.exponent()));
    tile.ok_or_else(|| "write a tile from 256 to 32768".to_owned())
}

fn staged(tuples: &Tuples, text: &str) -> Result<Tuples, String> {
    let stages: Stages = text.parse().map_err(|error: ParseStagesError| error.to_string())?;
    tuples.with_stages(stages).map_err(|error| error.to_string())
}

/// A learner that knows nothing, or the weights of the file.
fn begin(recipe: Recipe, args: &Args, cpu: Cpu) -> anyhow::Result<Learner> {
    let Some(from) = &args.from else { return Ok(Learner::new(recipe, cpu)?) };
    let named = || format!("--from {}", from.display());
    let learner = if from.extension().is_some_and(|extension| extension == "training") {
        let earlier = Learner::load(from, cpu).with_context(named)?;
        Learner::with_weights_learned_by(recipe, &earlier)
    } else {
        let bytes = fs::read(from).with_context(named)?;
        Learner::with_weights_of(recipe, &Network::from_bytes(&bytes, cpu).with_context(named)?)
    };
    learner.map_err(|error| match error {
        AdoptError::Io(_) => error.into(),
        _ => UsageError(format!("{}: {error}", named())).into(),
    })
}

/// Says how much memory is needed, and stops if there is less.
fn ask_for_memory(recipe: &Recipe) -> anyhow::Result<()> {
    let (needed, megabytes) = (recipe.memory(), |bytes: u64| bytes.div_ceil(1 << 20));
    eprintln!(
        "{} has {} weights: training takes {} MiB",
        recipe.tuples,
        recipe.tuples.weights(),
        megabytes(needed)
    );
    match available_memory_bytes() {
        Some(available) if available < needed => {
            bail!(
                "not enough memory: {} MiB are needed, {} are free",
                megabytes(needed),
                megabytes(available)
            )
        }
        _ => Ok(()),
    }
}

/// Keeps the checkpoint of an earlier training under another name.
fn set_aside(checkpoint: &Path) -> anyhow::Result<()> {
    if checkpoint.exists() {
        let aside = checkpoint.with_extension("training.old");
        redouble_files::rename(checkpoint, &aside)?;
        eprintln!("{} is of an earlier training and kept as {}", checkpoint.display(), aside.display());
    }
    Ok(())
}

fn resume(recipe: &Recipe, checkpoint: &Path, cpu: Cpu) -> anyhow::Result<Learner> {
    let learner = Learner::load(checkpoint, cpu).with_context(|| format!("{}", checkpoint.display()))?;
    // What it began with, only it knows.
    let recipe = &Recipe { from: learner.recipe().from.clone(), ..recipe.clone() };
    let (there, here) = (learner.recipe().to_string(), recipe.to_string());
    let different: Vec<&str> =
        there.lines().filter(|line| !here.lines().any(|other| other == *line)).collect();
    if learner.recipe() != recipe {
        let different = different.join(", ");
        bail!(UsageError(format!("--resume: {} is of a training with {different}", checkpoint.display())));
    }
    eprintln!("going on after {} games", learner.games());
    Ok(learner)
}

/// After so long the first checkpoint is written.
const FIRST_CHECKPOINT: Duration = Duration::from_secs(5);

fn train(args: &Args, learner: &mut Learner, checkpoint: &Path, shown: &Shown<'_>) -> anyhow::Result<()> {
    let limit = args.games.unwrap_or(if args.minutes.is_some() { u64::MAX } else { 1_000_000 });
    let seconds = args.minutes.map_or(f64::INFINITY, |minutes| minutes * 60.0);
    let training =
        Training { bar: shown.bar, limit, seconds, before: learner.seconds(), begin: Instant::now() };
    let interval = Duration::try_from_secs_f64(60.0 * args.checkpoint.max(0.0)).unwrap_or(Duration::MAX);
    let (begin, mut last_saved) = (Instant::now(), Instant::now());
    while learner.games() < limit && learner.seconds() < seconds {
        let points = learner.curve().len();
        let tally = learner.round(limit - learner.games(), &training)?;
        if tally.diverged {
            let kept = if checkpoint.exists() { "; the last checkpoint is kept" } else { "" };
            bail!("the values diverge after {} games: use a smaller rate{kept}", learner.games());
        }
        learner.curve()[points..].iter().for_each(|point| (shown.say)(&curve::line(point)));
        // Soon at first, then when half as much again was learned, at last in the interval asked for.
        if last_saved.elapsed() >= interval.min(FIRST_CHECKPOINT.max((last_saved - begin) / 2)) {
            learner.save(checkpoint)?;
            last_saved = Instant::now();
        }
        // Between rounds: what a stopped round learned is not counted.
        if shown.stop.is_stopped() {
            learner.save(checkpoint)?;
            let (games, checkpoint) = (learner.games(), checkpoint.display());
            bail!(
                "stopped after {games} games, which are in {checkpoint}: the same command with --resume goes on"
            );
        }
    }
    Ok(learner.save(checkpoint)?)
}

/// A training that is watched: games or seconds, whichever limits it, say how far it is.
struct Training<'a> {
    bar: &'a dyn Watch,
    limit: u64,
    seconds: f64,
    /// How long earlier runs of it took.
    before: f64,
    begin: Instant,
}

impl Watch for Training<'_> {
    fn progress(&self, progress: Progress) {
        let of_games = progress.done as f64 / self.limit as f64;
        let of_time = (self.before + self.begin.elapsed().as_secs_f64()) / self.seconds;
        self.bar.progress(Progress { share: Some(of_games.max(of_time)), ..progress });
    }
}

fn reported(learner: &Learner, out: &Path) -> anyhow::Result<TrainReport> {
    Ok(TrainReport {
        network: out.display().to_string(),
        bytes: fs::metadata(out)?.len(),
        games: learner.games(),
        moves: learner.moves(),
        seconds: learner.seconds(),
        recent_mean: learner.curve().last().map_or(0.0, |point| point.tally.mean()),
    })
}
