//! Every starter fails, every solution passes, every wrong solution fails for its named reason.
//!
//! A language that the machine does not have is skipped, and that is said.

#![expect(clippy::print_stderr, reason = "a language that is skipped is named")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use rayon::prelude::*;

use redouble_course::check::{CheckOptions, CheckReport, check};
use redouble_course::exercise::{Exercise, Selection};
use redouble_course::exercises;
use redouble_course::input::Input;
use redouble_course::prepare::{Prepared, prepare};

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course").canonicalize().unwrap()
}

/// The files of a directory of an exercise, in all languages that the machine has.
fn programs(exercise: &Exercise, directory: &str) -> Vec<PathBuf> {
    let root = course().join(exercise.id).join(directory);
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

fn checked(exercise: &'static Exercise, path: &Path, options: &CheckOptions) -> CheckReport {
    let prepared = prepare(path, &()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    match prepared {
        Prepared::Ready(program, _scratch) => check(exercise, &program, options, &()).unwrap(),
        Prepared::Refused(text) => panic!("{} does not compile:\n{text}", path.display()),
    }
}

/// `KIT=over,grid` checks these exercises only.
fn chosen() -> Vec<&'static Exercise> {
    let only = env::var("KIT").unwrap_or_default();
    let only: Vec<&str> = only.split(',').filter(|id| !id.is_empty()).collect();
    exercises::ALL.iter().copied().filter(|exercise| only.is_empty() || only.contains(&exercise.id)).collect()
}

fn all(directory: &str) -> Vec<(&'static Exercise, PathBuf)> {
    chosen()
        .into_iter()
        .flat_map(|exercise| programs(exercise, directory).into_iter().map(move |path| (exercise, path)))
        .collect()
}

/// Runs all programs of a kind, and tells of all that are not as they should be.
fn each(directory: &str, judge: fn(&'static Exercise, &Path) -> Result<(), String>) {
    let judged = all(directory).into_par_iter().map(|(exercise, path)| {
        judge(exercise, &path).map_err(|error| format!("{}: {error}", path.display()))
    });
    let wrong: Vec<String> = judged.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_solution_passes() {
    each("solution", |exercise, path| {
        // Chance is judged in process a thousand times; here each program runs once.
        let seed = 1 + path.as_os_str().len() as u64 % 3;
        let report = checked(exercise, path, &options(seed));
        let full = (report.points - report.max_points).abs() < 0.01;
        if report.passed && full { Ok(()) } else { Err(format!("{:#?}", report.failure)) }
    });
}

#[test]
fn every_starter_runs_and_fails() {
    each("starter", |exercise, path| {
        let options = CheckOptions { shrink: false, ..options(1) };
        let failure = checked(exercise, path, &options).failure.ok_or("passes")?;
        let kinds = ["wrong-answer", "chance", "law"];
        if kinds.contains(&failure.kind.name()) { Ok(()) } else { Err(format!("{failure:#?}")) }
    });
}

#[test]
fn every_wrong_solution_fails_for_its_named_reason_in_the_smallest_case() {
    each("wrong", |exercise, path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let misconception = exercise.misconceptions.iter().find(|misconception| misconception.name == name);
        let misconception = misconception.ok_or("is no misconception")?;
        let first = fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned();
        if !first.contains(&format!("{name}: {}", misconception.says)) {
            return Err(format!("begins with {first}"));
        }
        let failure = checked(exercise, path, &options(1)).failure.ok_or("passes")?;
        if failure.misconception.as_deref() != Some(name) {
            return Err(format!("{failure:#?}"));
        }
        let Ok(listed) = Input::parse(exercise.input, misconception.smallest) else { return Ok(()) };
        let case = Input::parse(exercise.input, &failure.case.ok_or("no case")?).unwrap();
        if case.size() <= listed.size() { Ok(()) } else { Err(format!("{case} is larger than {listed}")) }
    });
}

#[test]
fn every_misconception_has_a_wrong_solution() {
    for exercise in chosen() {
        let root = course().join(exercise.id).join("wrong");
        for misconception in exercise.misconceptions {
            let ends = ["py", "java", "c", "js", "rs"];
            let found = ends.iter().any(|end| root.join(format!("{}.{end}", misconception.name)).is_file());
            assert!(found, "{}: {}", exercise.id, misconception.name);
        }
    }
}
