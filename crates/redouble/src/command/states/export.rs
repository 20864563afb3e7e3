//! `redouble states export`.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod raw;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use redouble_files::Draft;
use redouble_states::Store;

use crate::ExitCode;
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

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let sums: Vec<u64> = store.sums().filter(|sum| args.layer.is_none_or(|layer| layer == *sum)).collect();
    if let (Some(layer), true) = (args.layer, sums.is_empty()) {
        let all: Vec<u64> = store.sums().collect();
        let (first, last) = (all.first().unwrap_or(&0), all.last().unwrap_or(&0));
        let what = format!("--layer {layer}: the store has the even tile sums from {first} to {last}");
        return Err(UsageError(what).into());
    }
    let mut draft = args.out.as_deref().map(Draft::create).transpose()?;
    let out: Box<dyn Write + Send> = match &mut draft {
        Some(draft) => Box::new(draft.handle()?),
        None => Box::new(io::stdout()),
    };
    let mut exporter = args.format.exporter(BufWriter::with_capacity(1 << 16, out))?;
    for sum in sums {
        let mut boards = store.boards(sum)?.collect::<Result<Vec<u64>, _>>()?;
        boards.sort_unstable();
        exporter.layer(&store, sum, &boards)?;
    }
    exporter.finish()?;
    draft.map_or(Ok(()), Draft::commit)?;
    Ok(ExitCode::SUCCESS)
}
