//! `redouble states count`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use redouble_core::{Tile, Watch};
use redouble_kernels::Cpu;
use redouble_states::{
    BoardCounts, Census, Count, CountError, Engine, Groups, Kept, LayerCounts, Options, StoreError, Variant,
};
use serde::Serialize;

use super::game::{GameArgs, parse_bytes};
use crate::ExitCode;
use crate::output::{UsageError, available_disk_bytes, available_memory_bytes, peak_rss_bytes, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Count states, losing boards and afterstates, per tile sum and largest tile.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Keep the layers in this directory; a count that was stopped goes on from there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Which layers the store keeps: all, or the last two, which are enough to go on (4x4 only)
    #[arg(long, value_name = "LAYERS", value_enum, requires = "store")]
    keep: Option<KeepArg>,
    /// reference, sorted, bitmap, tensor or row; the fastest that fits if not given
    #[arg(long)]
    engine: Option<Engine>,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// The most memory to use, for example 6G; what the system has left if not given
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Count every image of a board for itself as well
    #[arg(long)]
    unfolded: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum KeepArg {
    All,
    Last,
}

impl From<KeepArg> for Kept {
    fn from(keep: KeepArg) -> Kept {
        match keep {
            KeepArg::All => Kept::All,
            KeepArg::Last => Kept::Last,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct CountReport {
    board: String,
    goal: Option<u64>,
    engine: &'static str,
    threads: usize,
    states: u64,
    losing: u64,
    afterstates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfolded: Option<Counts>,
    layers: Vec<CountedLayer>,
    seconds: f64,
    states_per_second: f64,
    peak_rss_bytes: Option<u64>,
}

#[derive(Serialize)]
struct CountedLayer {
    sum: u64,
    #[serde(flatten)]
    counts: Counts,
    by_max: BTreeMap<u64, u64>,
    losing_by_max: BTreeMap<u64, u64>,
    afterstates_by_max: BTreeMap<u64, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfolded: Option<Counts>,
}

#[derive(Serialize)]
struct Counts {
    states: u64,
    losing: u64,
    afterstates: u64,
}

impl From<BoardCounts> for Counts {
    fn from(tally: BoardCounts) -> Counts {
        Counts { states: tally.states, losing: tally.losing, afterstates: tally.afterstates }
    }
}

impl From<&LayerCounts> for CountedLayer {
    fn from(layer: &LayerCounts) -> CountedLayer {
        let by = |count: fn(&BoardCounts) -> u64| {
            let groups = layer.folded.iter().map(|(tile, tally)| (tile.value(), count(&tally)));
            groups.filter(|(_, count)| *count > 0).collect()
        };
        CountedLayer {
            sum: layer.sum,
            counts: layer.folded.total().into(),
            by_max: by(|tally| tally.states),
            losing_by_max: by(|tally| tally.losing),
            afterstates_by_max: by(|tally| tally.afterstates),
            unfolded: layer.unfolded.as_ref().map(Groups::total).map(Counts::from),
        }
    }
}

/// What the count may use.
fn options(args: &Args, cpu: Cpu) -> Options {
    Options {
        engine: args.engine,
        memory: args.memory.or_else(available_memory_bytes),
        disk: args.store.as_deref().and_then(left_on_disk),
        unfolded: args.unfolded,
        kept: args.keep.map(Kept::from),
        cpu,
    }
}

/// What is left of the disk that a directory lies on, or will.
fn left_on_disk(directory: &Path) -> Option<u64> {
    let absolute = std::path::absolute(directory).ok()?;
    available_disk_bytes(absolute.ancestors().find(|directory| directory.is_dir())?)
}

/// What a count into a store will take, where that is known.
fn needs(engine: Engine, variant: Variant, kept: Kept) -> Option<String> {
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let (memory, disk) = (gigabytes(engine.memory(variant)?), gigabytes(engine.disk(variant, kept)?));
    Some(format!("{variant} by the engine {engine}: {memory:.2} GB of memory, about {disk:.2} GB of disk"))
}

/// The engine that counted, and what.
fn counted(
    args: &Args,
    options: &Options,
    say: &dyn Fn(&str),
    watch: &dyn Watch,
) -> anyhow::Result<(Engine, Census)> {
    let variant = args.game.variant()?;
    let count = match &args.store {
        Some(store) => Count::open(store, variant, options, watch),
        None => Count::new(variant, options),
    };
    let usage = |error: CountError| match error {
        CountError::Unsupported { .. }
        | CountError::Store(StoreError::NoLayout { .. } | StoreError::KeepsAll { .. }) => {
            anyhow::Error::from(UsageError(error.to_string()))
        }
        _ => error.into(),
    };
    let count = count.map_err(usage)?;
    let engine = count.engine();
    if args.store.is_some() {
        needs(engine, variant, options.kept.unwrap_or_default()).iter().for_each(|needs| say(needs));
    }
    Ok((engine, count.census(watch)?))
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let bar = Bar::new();
    let report = report(args, cpu, &|line| bar.say(line), &bar)?;
    drop(bar);
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is counted; what it will take is said before.
pub(crate) fn report(
    args: &Args,
    cpu: Cpu,
    say: &dyn Fn(&str),
    watch: &dyn Watch,
) -> anyhow::Result<CountReport> {
    let variant = args.game.variant()?;
    let start = Instant::now();
    let (engine, census) = counted(args, &options(args, cpu), say, watch)?;
    let seconds = start.elapsed().as_secs_f64();
    let total = census.total();
    Ok(CountReport {
        board: variant.shape().to_string(),
        goal: variant.goal().map(Tile::value),
        engine: engine.name(),
        threads: args.threads.number(),
        states: total.states,
        losing: total.losing,
        afterstates: total.afterstates,
        unfolded: census.unfolded_total().filter(|_| args.unfolded).map(Counts::from),
        layers: census.layers.iter().map(CountedLayer::from).collect(),
        seconds,
        states_per_second: total.states as f64 / seconds,
        peak_rss_bytes: peak_rss_bytes(),
    })
}

fn print_text(report: &CountReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{:>6}  {:>14}  {:>12}  {:>14}  by largest tile",
        "sum", "states", "losing", "afterstates"
    )?;
    for layer in &report.layers {
        let by_max: Vec<String> =
            layer.by_max.iter().map(|(tile, states)| format!("{tile}: {states}")).collect();
        let Counts { states, losing, afterstates } = layer.counts;
        writeln!(
            stdout,
            "{:>6}  {states:>14}  {losing:>12}  {afterstates:>14}  {}",
            layer.sum,
            by_max.join("  ")
        )?;
    }
    writeln!(
        stdout,
        "{:>6}  {:>14}  {:>12}  {:>14}  in {} layers, {:.2} s",
        "total",
        report.states,
        report.losing,
        report.afterstates,
        report.layers.len(),
        report.seconds
    )?;
    if let Some(Counts { states, losing, afterstates }) = report.unfolded {
        writeln!(stdout, "{:>6}  {states:>14}  {losing:>12}  {afterstates:>14}  not folded", "")?;
    }
    Ok(())
}
