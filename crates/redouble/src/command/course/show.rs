//! `redouble course show`

use std::io::{self, Write};

use redouble_course::texts::{self, Entry};
use serde::Serialize;

use crate::ExitCode;
use crate::output::print_json;

/// Show the statement of an exercise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The exercise
    #[arg(value_name = "ID")]
    id: String,
    /// Show hint N and those before it as well
    #[arg(long, value_name = "N", default_value_t = 0)]
    hint: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    entry: Entry,
    statement: &'static str,
    hints: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let id = super::known(&args.id)?;
    let mut hints = texts::hints(id);
    hints.truncate(args.hint);
    if args.json {
        let entry = texts::entry(id).expect("a known exercise");
        print_json(&Shown { entry, statement: texts::statement(id), hints })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut stdout = io::stdout().lock();
    write!(stdout, "{}", texts::statement(id))?;
    for (number, hint) in hints.iter().enumerate() {
        writeln!(stdout, "\nHint {}: {hint}", number + 1)?;
    }
    Ok(ExitCode::SUCCESS)
}
