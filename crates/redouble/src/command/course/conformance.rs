//! `redouble course conformance`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use redouble_course::conformance::{Judged, Outcome, Tally, files, judge, rules};
use redouble_course::run::{self, Bounds, End, Program, RunError};
use serde::Serialize;

use crate::ExitCode;
use crate::interrupt::Interrupt;
use crate::output::{UsageError, print_json};

/// Write the rules as cases that any implementation can run, or run an adapter against them.
///
/// Without a command: writes rules.json, random.json, an example adapter and pages to --out. With a command after `--`:
/// sends it every case as a line of JSON and judges its answers. Exit code 0: all passed or not applicable; 1: not.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to write the files [default: conformance]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The command that starts an adapter
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// How many seconds the adapter may take
    #[arg(long, value_name = "S", default_value_t = 120)]
    time: u64,
    /// Print the result of every case as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    passed: bool,
    kinds: BTreeMap<&'a str, Tally>,
    cases: &'a [Judged],
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.command.is_empty() {
        write(args.out.as_deref().unwrap_or(Path::new("conformance")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let judged = judged(args)?;
    let passed = judged.iter().all(|case| !matches!(case.outcome, Outcome::Failed(_)));
    if args.json {
        print_json(&Report { version: 1, passed, kinds: Tally::by_kind(&judged), cases: &judged })?;
    } else {
        print_text(&judged)?;
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write(out: &Path) -> anyhow::Result<()> {
    if out.is_file() || out.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        let error = format!("{} exists and is not an empty directory: nothing was written", out.display());
        return Err(UsageError(error).into());
    }
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let mut stdout = io::stdout().lock();
    for (name, text) in files() {
        let path = out.join(name);
        redouble_files::write(&path, text.as_bytes())?;
        writeln!(stdout, "{}", path.display())?;
    }
    Ok(())
}

fn judged(args: &Args) -> anyhow::Result<Vec<Judged>> {
    let rules = rules();
    let asked: String = rules.cases.iter().map(|case| case.asked() + "\n").collect();
    let program = Program { command: args.command.clone(), directory: None };
    let bounds = Bounds { time: Duration::from_secs(args.time), ..Bounds::default() };
    let ran =
        run::run(&program, asked.into_bytes(), &bounds, &Interrupt::new()?).map_err(|error| match error {
            RunError::Start { .. } => anyhow::Error::from(UsageError(error.to_string())),
            RunError::Stopped(stopped) => stopped.into(),
        })?;
    let ended = matches!(ran.end, End::Exited(status) if status.success());
    if !ended {
        eprintln!(
            "the adapter ended after {} of {} answers: {:?}",
            ran.lines.len(),
            rules.cases.len(),
            ran.end
        );
        eprint!("{}", ran.errors);
    }
    Ok(judge(&rules, &ran.lines))
}

fn print_text(judged: &[Judged]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{:<11} {:>6} {:>6} {:>14}", "kind", "passed", "failed", "not applicable")?;
    for (kind, Tally { passed, failed, not_applicable }) in Tally::by_kind(judged) {
        writeln!(stdout, "{kind:<11} {passed:>6} {failed:>6} {not_applicable:>14}")?;
    }
    for case in judged {
        let (word, why) = match &case.outcome {
            Outcome::Passed => continue,
            Outcome::Failed(why) => ("failed", why),
            Outcome::NotApplicable(why) => ("not applicable", why),
        };
        let catches =
            if case.catches.is_empty() { String::new() } else { format!(" ({})", case.catches.join(", ")) };
        writeln!(stdout, "{word}: {}: {why}{catches}", case.id)?;
    }
    Ok(())
}
