//! `redouble states count`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use redouble_core::Tile;
use redouble_kernels::Cpu;
use redouble_states::{
    BoardCounts, Census, CountError, Engine, Groups, LayerCounts, Options, count, count_into,
};
use serde::Serialize;

use super::game::{GameArgs, parse_bytes};
use crate::output::{UsageError, available_memory_bytes, peak_rss_bytes, print_json};
use crate::progress::Bar;

/// Count states, losing boards and afterstates, per tile sum and largest tile.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Keep the layers in this directory; a count that was stopped goes on from there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// reference, sorted, bitmap, tensor or row; the fastest that fits if not given
    #[arg(long)]
    engine: Option<Engine>,
    /// How many threads the engines bitmap and tensor use
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
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

#[derive(Serialize)]
struct CountReport {
    board: String,
    goal: Option<u64>,
    engine: &'static str,
    threads: u16,
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

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let variant = args.game.variant()?;
    let best = if args.store.is_some() { Engine::best_storing } else { Engine::best_for };
    let engine = args.engine.unwrap_or_else(|| best(variant));
    let options = Options {
        engine: Some(engine),
        memory: args.memory.or_else(available_memory_bytes),
        unfolded: args.unfolded,
        cpu,
    };
    let (bar, start) = (Bar::new(), Instant::now());
    let census = match &args.store {
        Some(store) => count_into(store, variant, &options, &bar),
        None => count(variant, &options, &bar),
    };
    drop(bar);
    let census = census.map_err(|error| match error {
        CountError::Unsupported { .. } => anyhow::Error::from(UsageError(error.to_string())),
        _ => error.into(),
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let total = census.total();
    let report = CountReport {
        board: variant.shape().to_string(),
        goal: variant.goal().map(Tile::value),
        engine: engine.name(),
        threads: args.threads,
        states: total.states,
        losing: total.losing,
        afterstates: total.afterstates,
        unfolded: census.unfolded_total().filter(|_| args.unfolded).map(Counts::from),
        layers: census.layers.iter().map(CountedLayer::from).collect(),
        seconds,
        states_per_second: total.states as f64 / seconds,
        peak_rss_bytes: peak_rss_bytes(),
    };
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report, &census)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(report: &CountReport, census: &Census) -> io::Result<()> {
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
        census.layers.len(),
        report.seconds
    )?;
    if let Some(Counts { states, losing, afterstates }) = report.unfolded {
        writeln!(stdout, "{:>6}  {states:>14}  {losing:>12}  {afterstates:>14}  not folded", "")?;
    }
    Ok(())
}
