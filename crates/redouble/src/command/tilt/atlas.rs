//! `redouble tilt atlas`: all diagrams in a box.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use comfy_table::{CellAlignment, Table, presets};
use redouble_api::view::AtlasReport;
use redouble_core::{Progress, Watch as _};
use redouble_tilt::{Atlas, Entry, Summary, order_bound};

use super::input;
use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// Survey all diagrams in a box: cycle types, largest orders, single cycles
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Columns of the box
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=1000))]
    width: u32,
    /// Rows of the box
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    height: u32,
    /// Write a line for each diagram; an interrupted run is taken up where it stopped
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Diagrams between two writes to the file and two steps of the progress bar.
const BATCH: usize = 1 << 14;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut atlas = Atlas::new(args.width, args.height);
    let Ok(total) = u64::try_from(atlas.total()) else {
        return Err(input::usage("--width, --height", format!("{} diagrams are too many", atlas.total())));
    };
    let bar = Bar::new();
    let mut summary = Summary::default();
    let mut lines =
        args.out.as_deref().map(|path| Lines::open(path, &mut atlas, &mut summary)).transpose()?;
    loop {
        bar.progress(Progress::of("surveying", summary.shapes, total, "diagrams"));
        let entries = atlas.next_entries(BATCH);
        if entries.is_empty() {
            break;
        }
        entries.iter().for_each(|entry| summary.add(entry));
        lines.as_mut().map_or(Ok(()), |lines| lines.write(&entries))?;
    }
    drop(bar);
    lines.map_or(Ok(()), Lines::finish)?;
    if args.json {
        print_json(&AtlasReport::new(args.width, args.height, &summary))?;
    } else {
        print_summary(args, &summary)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The lines written so far, beside the name they get when all are there.
struct Lines {
    partial: PathBuf,
    path: PathBuf,
    file: BufWriter<File>,
}

impl Lines {
    /// Takes up an interrupted run: reads back whole lines, drops a torn one, and goes on after the last.
    fn open(path: &Path, atlas: &mut Atlas, summary: &mut Summary) -> anyhow::Result<Self> {
        let partial = path.with_added_extension("partial");
        let context = || format!("--out: {}", partial.display());
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&partial);
        let file = file.with_context(context)?;
        // Free again when the file is closed.
        file.try_lock().ok().with_context(|| format!("{}: another process is writing it", context()))?;
        let kept = resume(&file, atlas, summary).with_context(context)?;
        file.set_len(kept).with_context(context)?;
        let mut lines = Self { partial, path: path.to_owned(), file: BufWriter::new(file) };
        std::io::Seek::seek(&mut lines.file, std::io::SeekFrom::Start(kept))?;
        if kept == 0 {
            writeln!(lines.file, "{}", Entry::HEADER)?;
        }
        Ok(lines)
    }

    fn write(&mut self, entries: &[Entry]) -> anyhow::Result<()> {
        let written = entries.iter().try_for_each(|entry| writeln!(self.file, "{entry}"));
        written.and_then(|()| self.file.flush()).with_context(|| format!("--out: {}", self.partial.display()))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.write(&[])?;
        redouble_files::sync(&self.partial)?;
        Ok(redouble_files::rename(&self.partial, &self.path)?)
    }
}

/// Takes in the lines of an earlier run and says how many bytes of them stay.
fn resume(file: &File, atlas: &mut Atlas, summary: &mut Summary) -> anyhow::Result<u64> {
    let (mut reader, mut line, mut kept) = (BufReader::new(file), String::new(), 0);
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        let text = line.trim_end();
        if kept > 0 {
            let shape = Entry::shape_of_line(text).filter(|shape| atlas.resume_after(shape));
            let entry = Entry::of(shape.with_context(|| format!("a line of another atlas: {text}"))?);
            anyhow::ensure!(entry.to_string() == text, "a damaged line: {text}");
            summary.add(&entry);
        } else {
            anyhow::ensure!(text == Entry::HEADER, "not an atlas: {text}");
        }
        kept += line.len() as u64;
        line.clear();
    }
    Ok(kept)
}

fn print_summary(args: &Args, summary: &Summary) -> anyhow::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "tiles",
        "diagrams",
        "single cycle",
        "largest order",
        "bound",
    ]);
    for (tiles, row) in (0..).zip(&summary.by_tiles).filter(|(_, row)| row.shapes > 0) {
        let bound = order_bound(tiles);
        let cells = [&tiles as &dyn ToString, &row.shapes, &row.single_cycle, &row.largest_order, &bound];
        table.add_row(cells.map(ToString::to_string));
    }
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    let mut out = stdout().lock();
    writeln!(out, "{table}")?;
    let (shapes, single, even) = (summary.shapes, summary.single_cycle, summary.single_cycle_even_tiles);
    writeln!(out, "{shapes} diagrams in a box of {} x {}", args.width, args.height)?;
    writeln!(out, "{single} with a single cycle, {even} of them with an even number of tiles")?;
    if let Some(largest) = &summary.largest {
        writeln!(out, "largest order {} on rows {}", largest.order, largest.shape)?;
    }
    Ok(())
}
