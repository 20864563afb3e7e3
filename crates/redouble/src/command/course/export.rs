//! `redouble course export`

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_course::assignment::Assignment;
use redouble_course::export::{ExportError, ExportOptions, Exported, Format, export};
use redouble_course::texts;

use crate::ExitCode;
use crate::output::UsageError;

/// Write the exercises as packages for other systems.
///
/// classroom50: OUT/ID with a template repository and tests; gradescope: OUT/ID.zip; kattis: OUT/NAME, problem packages of
/// version legacy; exercism: OUT/exercises/ID, canonical data; prairielearn: OUT/questions/ID. The same seed gives the
/// same bytes. A directory that is not empty is refused.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The system: classroom50, gradescope, kattis, exercism or prairielearn
    #[arg(long, value_name = "SYSTEM")]
    to: String,
    /// Where to write the packages
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Export this exercise; may be repeated [default: all]
    #[arg(long, value_name = "ID")]
    exercise: Vec<String>,
    /// The seed of the cases
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A `redouble` for the grader's machine, to be put into packages that call it
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let names = Format::ALL.map(Format::name);
    let name = texts::lookup("system", &args.to, &names)
        .map_err(|error| UsageError(format!("{error} (there are {})", names.join(", "))))?;
    let format = Format::ALL.into_iter().find(|format| format.name() == name).expect("a known name");
    let chosen: Result<Vec<_>, _> = args.exercise.iter().map(|id| super::assignment(id)).collect();
    let chosen = chosen?;
    let options = ExportOptions {
        format,
        out: args.out.clone(),
        assignments: if chosen.is_empty() { Assignment::all().collect() } else { chosen },
        seed: args.seed,
        binary: args.binary.clone(),
    };
    let exported = export(&options).map_err(|error| match error {
        ExportError::Exists(_) => UsageError(error.to_string()).into(),
        error => anyhow::Error::from(error),
    })?;
    print_text(args, &exported)?;
    Ok(ExitCode::SUCCESS)
}

fn print_text(args: &Args, exported: &Exported) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{} packages in {}: {}",
        exported.packages.len(),
        args.out.display(),
        exported.packages.join(" ")
    )?;
    for (id, why) in &exported.left_out {
        writeln!(stdout, "left out: {id}: {why}")?;
    }
    for note in &exported.notes {
        writeln!(stdout, "note: {note}")?;
    }
    Ok(())
}
