//! `redouble course calibrate`

use std::io::{self, Write};

use redouble_course::calibrate::{Calibration, calibrate};
use redouble_course::exercise::Exercise;
use redouble_course::exercises;

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;

/// Check that chance is judged as promised: right programs, simulated, are checked many times.
///
/// A check fails a right program with probability at most one in a million. No program is started. Exit code 0: no check
/// failed; 1: one did.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The exercises [default: all with chance in them]
    #[arg(value_name = "ID")]
    exercises: Vec<String>,
    /// How many checks of each
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    checks: u64,
    /// The seed of the simulated programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all]
    #[arg(long, value_name = "T")]
    pub(super) threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut found = Vec::new();
    for exercise in chosen(args)? {
        found.push(calibrate(exercise, args.checks, args.seed, &Bar::new())?);
    }
    if args.json {
        print_json(&found)?;
    } else {
        found.iter().try_for_each(print_text)?;
    }
    let failed = found.iter().any(|calibration| calibration.failed > 0);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn chosen(args: &Args) -> anyhow::Result<Vec<&'static Exercise>> {
    let with_chance = || exercises::ALL.iter().copied().filter(|exercise| exercise.chance.is_some());
    if args.exercises.is_empty() {
        return Ok(with_chance().collect());
    }
    let find = |id: &String| {
        let id = super::known(id)?;
        let found = with_chance().find(|exercise| exercise.id == id);
        found.ok_or_else(|| UsageError(format!("`{id}` has no chance in it: every answer is right or wrong")))
    };
    Ok(args.exercises.iter().map(find).collect::<Result<_, UsageError>>()?)
}

fn print_text(calibration: &Calibration) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let Calibration { exercise, checks, failed, tests, smallest_p, threshold, tails } = calibration;
    writeln!(
        stdout,
        "{exercise}: {failed} of {checks} checks failed; {tests} tests a check, smallest p {smallest_p:.1e}, limit {threshold:.1e}"
    )?;
    for tail in tails {
        writeln!(stdout, "  p below {:.0e} in {:.1e} of all tests", tail.below, tail.share)?;
    }
    Ok(())
}
