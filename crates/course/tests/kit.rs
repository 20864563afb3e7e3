//! Every starter fails, every solution passes, every wrong solution fails for its named reason.
//!
//! A language that the machine does not have is skipped, and that is said.

#![expect(clippy::print_stderr, reason = "a language that is skipped is named")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use rayon::prelude::*;

use redouble_course::assignment::Assignment;
use redouble_course::check::{CheckOptions, CheckReport};
use redouble_course::exercise::Selection;
use redouble_course::input::Input;
use redouble_course::prepare::{Prepared, Scratch, prepare};

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course").canonicalize().unwrap()
}

/// The files of a directory of an exercise, in all languages that the machine has.
fn programs(assignment: Assignment, directory: &str) -> Vec<PathBuf> {
    let root = course().join(assignment.id()).join(directory);
    let mut found = Vec::new();
    collect(&root, &mut found);
    found.sort();
    assert!(!found.is_empty(), "{} has programs", root.display());
    found.retain(|path| has_language(path));
    found
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() { collect(&path, found) } else { found.push(path) }
    }
}

fn has_language(path: &Path) -> bool {
    let tool = match path.extension().unwrap().to_str().unwrap() {
        "py" => "python3",
        "js" => "node",
        "java" => "java",
        "c" => "cc",
        "rs" => "rustc",
        other => panic!("{}: .{other}", path.display()),
    };
    let version = if tool == "java" { "-version" } else { "--version" };
    let found = Command::new(tool).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {} needs {tool}", path.display());
    }
    found
}

fn options(seed: u64) -> CheckOptions {
    CheckOptions { selection: Selection { seed, ..Selection::default() }, ..CheckOptions::default() }
}

fn checked(assignment: Assignment, path: &Path, options: &CheckOptions) -> CheckReport {
    let prepared = prepare(path, Scratch::new().unwrap(), &())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    match prepared {
        Prepared::Ready(program, _scratch) => assignment.check(&program, options, &()).unwrap(),
        Prepared::Refused(text) => panic!("{} does not compile:\n{text}", path.display()),
    }
}

/// `KIT=over,grid` checks these exercises only.
fn chosen() -> Vec<Assignment> {
    let only = env::var("KIT").unwrap_or_default();
    let only: Vec<&str> = only.split(',').filter(|id| !id.is_empty()).collect();
    Assignment::all().filter(|assignment| only.is_empty() || only.contains(&assignment.id())).collect()
}

fn all(directory: &str) -> Vec<(Assignment, PathBuf)> {
    chosen()
        .into_iter()
        .flat_map(|assignment| {
            programs(assignment, directory).into_iter().map(move |path| (assignment, path))
        })
        .collect()
}

/// Runs all programs of a kind, and tells of all that are not as they should be.
fn each(directory: &str, judge: fn(Assignment, &Path) -> Result<(), String>) {
    let judged = all(directory).into_par_iter().with_max_len(1).map(|(assignment, path)| {
        judge(assignment, &path).map_err(|error| format!("{}: {error}", path.display()))
    });
    let wrong: Vec<String> = judged.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of a project eight games, of which seven must be won; a compiled one plays all forty.
fn with_games(assignment: Assignment, path: &Path, options: CheckOptions) -> CheckOptions {
    let compiled = path.extension().is_some_and(|ending| ending == "c");
    if compiled || !matches!(assignment, Assignment::Project(_)) {
        return options;
    }
    CheckOptions { selection: Selection { cases: Some(8), ..options.selection }, ..options }
}

#[test]
fn every_solution_passes() {
    each("solution", |assignment, path| {
        // Chance is judged in process a thousand times; here each program runs once.
        let seed = 1 + path.as_os_str().len() as u64 % 3;
        let report = checked(assignment, path, &with_games(assignment, path, options(seed)));
        let full = report.points == report.max_points;
        if report.passed && full { Ok(()) } else { Err(format!("{report:#?}")) }
    });
}

#[test]
fn every_starter_runs_and_fails() {
    each("starter", |assignment, path| {
        let options = with_games(assignment, path, CheckOptions { shrink: false, ..options(1) });
        let failure = checked(assignment, path, &options).failure.ok_or("passes")?;
        // The starter of a table plays a hundred games, and a thousand are needed.
        let kinds: &[&str] = match assignment {
            Assignment::Experiment(_) => &["wrong-answer", "too-few-lines"],
            _ => &["wrong-answer", "chance", "law"],
        };
        if kinds.contains(&failure.kind.name()) { Ok(()) } else { Err(format!("{failure:#?}")) }
    });
}

#[test]
fn every_wrong_solution_fails_for_its_named_reason_in_the_smallest_case() {
    each("wrong", |assignment, path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let known = assignment.misconceptions();
        let (_, says) = known.iter().find(|(own, _)| *own == name).ok_or("is no misconception")?;
        let first = fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned();
        if !first.contains(&format!("{name}: {says}")) {
            return Err(format!("begins with {first}"));
        }
        // One of them holds its answers back, and is waited for.
        let time = matches!(assignment, Assignment::Project(_)).then(|| Duration::from_secs(10));
        let options = CheckOptions { time, ..options(1) };
        let failure = checked(assignment, path, &options).failure.ok_or("passes")?;
        if failure.misconception.as_deref() != Some(name) {
            return Err(format!("{failure:#?}"));
        }
        let Assignment::Exercise(exercise) = assignment else { return Ok(()) };
        let misconception = exercise.misconceptions.iter().find(|own| own.name == name).unwrap();
        let Ok(listed) = Input::parse(exercise.input, misconception.smallest) else { return Ok(()) };
        let case = Input::parse(exercise.input, &failure.case.ok_or("no case")?).unwrap();
        if case.size() <= listed.size() { Ok(()) } else { Err(format!("{case} is larger than {listed}")) }
    });
}

#[test]
fn every_misconception_has_a_wrong_solution() {
    for assignment in chosen() {
        let root = course().join(assignment.id()).join("wrong");
        for (name, _) in assignment.misconceptions() {
            let ends = ["py", "java", "c", "js", "rs"];
            let found = ends.iter().any(|end| root.join(format!("{name}.{end}")).is_file());
            assert!(found, "{}: {name}", assignment.id());
        }
    }
}
