//! `redouble course list`

use std::io::{self, Write};

use redouble_course::texts::{self, Entry};

use crate::ExitCode;
use crate::output::print_json;

/// List the exercises, experiments and projects.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let entries = texts::entries();
    if args.json {
        print_json(&entries)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_text(&entries)?;
    Ok(ExitCode::SUCCESS)
}

fn print_text(entries: &[Entry]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{:<13} {:<28} {:<7} {:<28} {:>7} {:>6}",
        "id", "title", "level", "topic", "minutes", "points"
    )?;
    for Entry { id, title, level, topic, minutes, points, .. } in entries {
        writeln!(stdout, "{id:<13} {title:<28} {level:<7} {topic:<28} {minutes:>7} {points:>6}")?;
    }
    Ok(())
}
