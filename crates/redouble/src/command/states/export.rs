//! `redouble states export`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use redouble_states::Store;

/// Write the states of a store for other programs, layer by layer, sorted by their 64-bit form.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// csv: tile sum, hexadecimal board, board; u64: eight bytes a state, little-endian
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
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let out: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(File::create(path).with_context(|| format!("{}", path.display()))?),
        None => Box::new(io::stdout().lock()),
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    if matches!(args.format, Format::Csv) {
        writeln!(out, "sum,hex,board")?;
    }
    let sums: Vec<u64> = store.sums().filter(|sum| args.layer.is_none_or(|layer| layer == *sum)).collect();
    for sum in sums {
        let mut boards = store.boards(sum)?.collect::<Result<Vec<u64>, _>>()?;
        boards.sort_unstable();
        match args.format {
            Format::U64 => boards.iter().try_for_each(|bits| out.write_all(&bits.to_le_bytes()))?,
            Format::Csv => write_csv(&store, sum, &boards, &mut out)?,
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_csv(store: &Store, sum: u64, boards: &[u64], out: &mut impl Write) -> io::Result<()> {
    for &bits in boards {
        let board = store.unpacked(bits);
        let hex = board.to_hex().unwrap_or_default();
        writeln!(out, "{sum},{hex},\"{board}\"")?;
    }
    Ok(())
}
