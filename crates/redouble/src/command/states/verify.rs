//! `redouble states verify`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::{Tile, Watch};
use redouble_kernels::Cpu;
use redouble_states::{
    DeepOptions, DeeplyVerified, KnownGroup, LeftOut, Options, Store, compare, recount, verify, verify_deeply,
};
use serde::Serialize;

use super::known;
use crate::ExitCode;
use crate::output::{available_memory_bytes, print_json};
use crate::progress::Bar;
use crate::threads::Threads;

/// Read a whole store again: checksums, counts, and a sample of states against the rules.
///
/// With --deep (4x4, engine row, all layers kept): on ten layers a million boards that a slide to the left could leave, each of which must be in the store
/// if and only if some state slides to it; a thousand boards followed back to a start; and boards with equal halves upside down.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(value_name = "DIR")]
    store: PathBuf,
    /// How many states of each layer to check against the rules
    #[arg(long, value_name = "N", default_value_t = 4)]
    sample: u64,
    /// Check that layers follow from one another, board by board
    #[arg(long)]
    deep: bool,
    /// How many boards --deep draws on each of ten layers
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "deep")]
    boards: u64,
    /// How many boards --deep follows back to a start
    #[arg(long, value_name = "N", default_value_t = 1_000, requires = "deep")]
    chains: u64,
    /// The seed of what --deep draws
    #[arg(long, value_name = "N", default_value_t = 1, requires = "deep")]
    seed: u64,
    /// Compare with the counts in this file, made by `states count --json` or by others; with --deep also those that leave out
    /// states that are lost in one move
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Count the layers with these tile sums again from the two before them, and compare every byte
    #[arg(long, value_name = "SUM", value_delimiter = ',')]
    recount: Vec<u64>,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct VerifyReport {
    store: String,
    game: String,
    complete: bool,
    layers: u64,
    states: u64,
    sampled: u64,
    bytes: u64,
    bits_per_state: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    deep: Option<DeepReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    against: Vec<AgainstReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recounted: Vec<u64>,
}

#[derive(Serialize)]
struct DeepReport {
    layers: u64,
    drawn: Vec<DrawnReport>,
    chains: u64,
    slides: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost_in_one: Vec<LostReport>,
}

#[derive(Serialize)]
struct DrawnReport {
    sum: u64,
    there: u64,
    absent: u64,
}

#[derive(Serialize)]
struct LostReport {
    sum: u64,
    max: u64,
    states: u64,
}

#[derive(Serialize)]
struct AgainstReport {
    file: String,
    equal: u64,
    bounded: u64,
    beyond: u64,
}

impl From<&DeeplyVerified> for DeepReport {
    fn from(found: &DeeplyVerified) -> DeepReport {
        let drawn = |drawn: &redouble_states::DrawnBoards| DrawnReport {
            sum: drawn.sum,
            there: drawn.there,
            absent: drawn.absent,
        };
        let lost = |(&(sum, max), &states): (&(u64, u8), &u64)| LostReport {
            sum,
            max: Tile::new(max).map_or(0, Tile::value),
            states,
        };
        DeepReport {
            layers: found.layers,
            drawn: found.drawn.iter().map(drawn).collect(),
            chains: found.chains,
            slides: found.slides,
            lost_in_one: found.lost_in_one.iter().map(lost).collect(),
        }
    }
}

/// What the deep check does: for groups that leave out states, it counts those.
fn deep_options(args: &Args, store: &Store, known: &[Vec<KnownGroup>]) -> DeepOptions {
    let is_needed = |group: &&KnownGroup| {
        let is_there = store.sums().any(|sum| sum == group.sum);
        let exponent = group.tile.exponent();
        group.left_out != LeftOut::None && is_there && exponent <= store.variant().max_exponent()
    };
    let groups = known.iter().flatten().filter(is_needed);
    let lost_in_one = groups.map(|group| (group.sum, group.tile.exponent())).collect();
    DeepOptions {
        boards: args.boards,
        chains: args.chains,
        seed: args.seed,
        lost_in_one,
        ..DeepOptions::default()
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let report = report(args, cpu, &Bar::new())?;
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn report(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<VerifyReport> {
    let store = Store::open(&args.store)?;
    let known = args.against.iter().map(|path| known::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let verified = verify(&args.store, args.sample, watch)?;
    let deep_options = deep_options(args, &store, &known);
    let deep = args.deep.then(|| verify_deeply(&args.store, &deep_options, watch)).transpose()?;
    let against = against(args, &store, &known, deep.as_ref())?;
    for &sum in &args.recount {
        let options = Options { cpu, memory: available_memory_bytes(), ..Options::default() };
        recount(&args.store, sum, &options, watch)?;
    }
    Ok(VerifyReport {
        store: args.store.display().to_string(),
        game: store.variant().to_string(),
        complete: store.is_complete(),
        layers: verified.layers,
        states: verified.states,
        sampled: verified.sampled,
        bytes: store.bytes(),
        bits_per_state: 8.0 * store.bytes() as f64 / store.states().max(1) as f64,
        deep: deep.as_ref().map(DeepReport::from),
        against,
        recounted: args.recount.clone(),
    })
}

/// Compares with every file.
fn against(
    args: &Args,
    store: &Store,
    known: &[Vec<KnownGroup>],
    deep: Option<&DeeplyVerified>,
) -> anyhow::Result<Vec<AgainstReport>> {
    let (census, none) = (store.census()?, BTreeMap::new());
    let lost_in_one = deep.map_or(&none, |deep| &deep.lost_in_one);
    let one = |(path, groups): (&PathBuf, &Vec<KnownGroup>)| {
        let file = path.display().to_string();
        let compared = compare(&census, store.variant(), groups, lost_in_one)
            .map_err(|error| anyhow::anyhow!("{file}: {error}"))?;
        let redouble_states::ComparedGroups { equal, bounded, beyond } = compared;
        Ok(AgainstReport { file, equal, bounded, beyond })
    };
    args.against.iter().zip(known).map(one).collect()
}

fn print_text(report: &VerifyReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let complete = if report.complete { "complete" } else { "not complete yet" };
    writeln!(stdout, "{}: {}, {complete}", report.store, report.game)?;
    writeln!(
        stdout,
        "{} layers, {} states in {} bytes ({:.3} bits a state), {} checked against the rules: all right",
        report.layers, report.states, report.bytes, report.bits_per_state, report.sampled
    )?;
    if let Some(deep) = &report.deep {
        print_deep(&mut stdout, deep)?;
    }
    for AgainstReport { file, equal, bounded, beyond } in &report.against {
        write!(stdout, "{file}: {equal} groups are the same")?;
        if *bounded > 0 {
            write!(stdout, ", {bounded} within bounds (--deep counts what was left out)")?;
        }
        writeln!(
            stdout,
            "{}",
            if *beyond > 0 { format!(", {beyond} not in the store") } else { String::new() }
        )?;
    }
    for sum in &report.recounted {
        writeln!(stdout, "tile sum {sum} counted again: the same counts and bytes")?;
    }
    Ok(())
}

fn print_deep(out: &mut impl Write, deep: &DeepReport) -> io::Result<()> {
    for DrawnReport { sum, there, absent } in &deep.drawn {
        writeln!(
            out,
            "tile sum {sum}: {there} boards are there and follow from states, {absent} are not and follow from none"
        )?;
    }
    let DeepReport { chains, slides, layers, .. } = deep;
    writeln!(out, "{chains} boards followed back to a start, {slides} slides in all")?;
    writeln!(out, "{layers} layers are the same upside down")?;
    if !deep.lost_in_one.is_empty() {
        let states: u64 = deep.lost_in_one.iter().map(|group| group.states).sum();
        writeln!(out, "{states} states of {} groups are lost in one move", deep.lost_in_one.len())?;
    }
    Ok(())
}
