//! `redouble course check`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use redouble_core::{Shape, Watch};
use redouble_course::assignment::Assignment;
use redouble_course::check::{CheckOptions, CheckReport, Reveal, does_not_compile};
use redouble_course::exercise::Selection;
use redouble_course::input::Input;
use redouble_course::prepare::{PrepareError, Prepared, Scratch, prepare};
use redouble_course::run::{Program, RunError};
use redouble_course::{junit, report};

use crate::ExitCode;
use crate::interrupt::Interrupt;
use crate::output::{UsageError, print_json};

/// Check a program: its answers are judged, and the smallest case that breaks it is shown.
///
/// The program is started once. It reads cases from standard input, one a line, and prints one line for each.
/// Exit code 0: passed; 1: not passed; 2: it could not be checked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The exercise
    #[arg(value_name = "ID")]
    id: String,
    /// A program: .py, .java and .js are run, .c and .rs are compiled first; or tables of an experiment: .csv
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The command that starts the program
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// The seed of the cases
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// About how many cases; of a project, how many games [default: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    cases: Option<u32>,
    /// This case only
    #[arg(long, value_name = "CASE")]
    case: Option<String>,
    /// The shapes of boards
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', default_value = "4x4")]
    shapes: Vec<Shape>,
    /// How many seconds all cases together may take; of a project, one answer
    /// [default: 10; monte-carlo 120, spawn and sampling 60, x-table and x-time 600]
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// How much memory, for example 500M
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    memory: u64,
    /// How much is told: full, answer (no hints), none (exams: no right answers either)
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = reveal)]
    reveal: Reveal,
    /// Which hint a failure shows
    #[arg(long, value_name = "N", default_value_t = 1)]
    hint: usize,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Do not search for a smaller case
    #[arg(long)]
    no_shrink: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn reveal(text: &str) -> Result<Reveal, String> {
    match text {
        "full" => Ok(Reveal::Full),
        "answer" => Ok(Reveal::Answer),
        "none" => Ok(Reveal::None),
        _ => Err("write full, answer or none".to_owned()),
    }
}

fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err("write a number with K, M or G, for example 500M".to_owned()),
    };
    let number: u64 =
        digits.parse().map_err(|_| "write a number with K, M or G, for example 500M".to_owned())?;
    number.checked_mul(factor).filter(|&bytes| bytes > 0).ok_or_else(|| "not so much".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let assignment = super::assignment(&args.id)?;
    let options = options(assignment, args)?;
    let interrupt = Interrupt::new()?;
    let report = match prepared(args, &interrupt)? {
        Prepared::Ready(program, _scratch) => {
            let checked = assignment.check(&program, &options, &interrupt);
            checked.map_err(|error| not_started(&error))?
        }
        Prepared::Refused(text) => does_not_compile(assignment.id(), args.seed, &text),
    };
    render(args, &report)?;
    Ok(if report.passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn not_started(error: &RunError) -> anyhow::Error {
    match error {
        RunError::Start { .. } => UsageError(error.to_string()).into(),
        RunError::Stopped(stopped) => (*stopped).into(),
    }
}

fn prepared(args: &Args, watch: &dyn Watch) -> anyhow::Result<Prepared> {
    match (&args.file, args.command.is_empty()) {
        (Some(_), false) => Err(UsageError("a FILE or a command after `--`, not both".to_owned()).into()),
        (None, true) => {
            let example = format!("redouble course check {} -- python3 FILE", args.id);
            Err(UsageError(format!(
                "no program: write a FILE, or a command after `--`, for example {example}"
            ))
            .into())
        }
        (None, false) => {
            Ok(Prepared::Ready(Program { command: args.command.clone(), directory: None }, None))
        }
        (Some(file), true) => prepare(file, Scratch::new()?, watch).map_err(|error| match error {
            PrepareError::Run(error) => not_started(&error),
            error => UsageError(error.to_string()).into(),
        }),
    }
}

fn options(assignment: Assignment, args: &Args) -> Result<CheckOptions, UsageError> {
    let only = match (assignment, args.case.as_deref()) {
        (Assignment::Exercise(exercise), case) => {
            case.map(|case| Input::parse(exercise.input, case)).transpose()
        }
        (_, None) => Ok(None),
        (_, Some(_)) => {
            return Err(UsageError(format!("--case: `{}` has no single cases", assignment.id())));
        }
    };
    if args.time.is_some_and(|time| !(0.01..=86_400.0).contains(&time)) {
        return Err(UsageError("--time: write seconds from 0.01 to 86400".to_owned()));
    }
    Ok(CheckOptions {
        selection: Selection {
            seed: args.seed,
            cases: args.cases.map(|cases| cases as usize),
            shapes: args.shapes.clone(),
        },
        only: only.map_err(|error| UsageError(error.to_string()))?,
        time: args.time.map(Duration::from_secs_f64),
        memory: args.memory,
        shrink: !args.no_shrink,
        reveal: args.reveal,
        hint: args.hint,
    })
}

fn render(args: &Args, report: &CheckReport) -> anyhow::Result<()> {
    if let Some(path) = &args.junit {
        let text = junit::of_check(report);
        redouble_files::write(path, text.as_bytes())?;
    }
    if args.json {
        return print_json(report);
    }
    let program = match &args.file {
        Some(file) => file.display().to_string(),
        None => format!("-- {}", args.command.join(" ")),
    };
    let again = format!("redouble course check {} {{case}} {program}", report.exercise);
    Ok(io::stdout().lock().write_all(report::text(report, &again).as_bytes())?)
}
