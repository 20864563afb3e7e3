//! `redouble states export`.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod raw;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use redouble_states::Store;

use crate::output::UsageError;

/// Write the states of a store for other programs, layer by layer, sorted by their 64-bit form.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// csv: tile sum, hexadecimal board, board; u64: eight bytes a state, little-endian; parquet: tile sum and 64-bit board
    #[arg(long, value_enum)]
    format: Format,
    /// Only the layer with this tile sum
    #[arg(long, value_name = "SUM")]
    layer: Option<u64>,
    /// Where to; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Csv,
    U64,
    Parquet,
}

type Output = BufWriter<Box<dyn Write + Send>>;

/// A format being written.
trait Exporter {
    /// Writes the states of one layer, sorted.
    fn layer(&mut self, store: &Store, sum: u64, boards: &[u64]) -> anyhow::Result<()>;

    /// Writes what comes last.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

impl Format {
    fn exporter(self, out: Output) -> anyhow::Result<Box<dyn Exporter>> {
        Ok(match self {
            Format::Csv => Box::new(csv::Csv::new(out)?),
            Format::U64 => Box::new(raw::Raw(out)),
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(parquet::Parquet::new(out)?),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => {
                let what =
                    "--format parquet: this program was built without it (cargo build --features parquet)";
                return Err(UsageError(what.to_owned()).into());
            }
        })
    }
}

/// A file that has its name only when it is whole.
struct Target<'a> {
    path: &'a Path,
    partial: PathBuf,
}

impl<'a> Target<'a> {
    fn new(path: &'a Path) -> Target<'a> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".tmp");
        Target { path, partial: partial.into() }
    }

    fn create(&self) -> anyhow::Result<File> {
        File::create(&self.partial).with_context(|| format!("--out: {}", self.partial.display()))
    }

    fn keep(&self) -> anyhow::Result<()> {
        let keep = || {
            File::open(&self.partial)?.sync_all()?;
            std::fs::rename(&self.partial, self.path)
        };
        keep().with_context(|| format!("--out: {}", self.path.display()))
    }
}

impl Drop for Target<'_> {
    /// What was not kept is of no use.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.partial);
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let sums: Vec<u64> = store.sums().filter(|sum| args.layer.is_none_or(|layer| layer == *sum)).collect();
    if let (Some(layer), true) = (args.layer, sums.is_empty()) {
        let all: Vec<u64> = store.sums().collect();
        let (first, last) = (all.first().unwrap_or(&0), all.last().unwrap_or(&0));
        let what = format!("--layer {layer}: the store has the even tile sums from {first} to {last}");
        return Err(UsageError(what).into());
    }
    let target = args.out.as_deref().map(Target::new);
    let out: Box<dyn Write + Send> = match &target {
        Some(target) => Box::new(target.create()?),
        None => Box::new(io::stdout()),
    };
    let mut exporter = args.format.exporter(BufWriter::with_capacity(1 << 16, out))?;
    for sum in sums {
        let mut boards = store.boards(sum)?.collect::<Result<Vec<u64>, _>>()?;
        boards.sort_unstable();
        exporter.layer(&store, sum, &boards)?;
    }
    exporter.finish()?;
    target.as_ref().map_or(Ok(()), Target::keep)?;
    Ok(ExitCode::SUCCESS)
}
