//! Programs that hang, flood, fork, crash or refuse to end: each is told what it did, within the bounds, and nothing of it is left.

#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use redouble_course::assignment::Assignment;
use redouble_course::check::{CheckOptions, CheckReport, Kind};
use redouble_course::run::{Program, RunError};

fn program(script: &str) -> Program {
    Program { command: ["sh", "-c", script].map(str::to_owned).to_vec(), directory: None }
}

/// With much time: what is not about time must not depend on how busy the machine is.
fn checked(script: &str) -> CheckReport {
    checked_within(60, script)
}

fn checked_within(seconds: u64, script: &str) -> CheckReport {
    let time = Some(Duration::from_secs(seconds));
    let options = CheckOptions { time, memory: 100 << 20, ..CheckOptions::default() };
    Assignment::find("over").unwrap().check(&program(script), &options, &()).unwrap()
}

fn kind(script: &str) -> Kind {
    checked(script).failure.expect("a failure").kind
}

/// What becomes of a program that does not end within a second.
fn kind_of_endless(script: &str) -> Kind {
    checked_within(1, script).failure.expect("a failure").kind
}

#[test]
fn silence_is_named() {
    assert_eq!(kind("cat > /dev/null"), Kind::TooFewLines);
    assert_eq!(kind("exit 0"), Kind::TooFewLines, "it reads nothing");
    assert_eq!(kind_of_endless("sleep 600"), Kind::Time);
}

#[test]
fn crashes_are_named_with_the_last_lines_of_standard_error() {
    let report = checked("echo oops >&2; exit 3");
    let failure = report.failure.unwrap();
    assert_eq!((failure.kind, failure.stderr.as_str()), (Kind::Crash, "oops"));
    let late = checked("while read line; do echo no; done; exit 3").failure.unwrap();
    assert_eq!(late.kind, Kind::Crash);
    assert!(late.why.unwrap().contains("notice that the input has ended"));
}

#[test]
fn a_million_lines_at_once_are_too_many_and_endless_output_is_stopped() {
    assert_eq!(kind("yes no | head -n 1000000"), Kind::TooManyLines);
    assert_eq!(kind("yes no"), Kind::Output);
    assert_eq!(kind("cat /dev/zero"), Kind::Output, "one line without an end");
}

#[test]
fn memory_is_bounded_by_what_is_resident() {
    // `tail` keeps the last lines until the end, and there is only one.
    let hog = "(head -c 400000000 /dev/zero; sleep 600) | tail -n 1 > /dev/null";
    assert_eq!(kind(hog), Kind::Memory);
    assert_eq!(kind(&format!("setsid sh -c '{hog}'")), Kind::Memory, "what left the group counts too");
}

#[test]
fn who_ignores_requests_to_end_is_ended() {
    assert_eq!(kind_of_endless("trap '' TERM INT HUP; while :; do sleep 1; done"), Kind::Time);
}

/// Children in the background, in another session, and without a parent: all carry the mark.
#[test]
fn nothing_that_was_started_survives() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().join("survivor").display().to_string();
    let script = format!(
        "cp /bin/sleep {name}; {name} 600 & setsid {name} 600 & (setsid {name} 600 &) ; while read line; do echo no; done"
    );
    assert_eq!(kind(&script), Kind::WrongAnswer);
    assert_eq!(running(Path::new(&name)), 0);
}

/// Neither the group nor the mark tells of this one: it was seen.
#[test]
fn who_forgets_the_mark_does_not_survive_either() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().join("survivor").display().to_string();
    let script = format!("cp /bin/sleep {name}; setsid env -i {name} 600 & sleep 600");
    assert_eq!(kind_of_endless(&script), Kind::Time);
    assert_eq!(running(Path::new(&name)), 0);
}

/// How many processes run this file.
fn running(file: &Path) -> usize {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter(|entry| std::fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == file)).count()
}

#[test]
fn a_player_leaves_nothing_behind_either() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().join("survivor").display().to_string();
    let script = format!(
        "cp /bin/sleep {name} 2>/dev/null; setsid {name} 600 & echo ready; read line; read line; read line; echo nonsense"
    );
    let options = CheckOptions { time: Some(Duration::from_secs(1)), ..CheckOptions::default() };
    let report = Assignment::find("p-mcts").unwrap().check(&program(&script), &options, &()).unwrap();
    assert_eq!(report.failure.unwrap().kind, Kind::NotAnAnswer);
    assert_eq!(running(Path::new(&name)), 0);
}

#[test]
fn a_command_that_does_not_exist_is_no_failure_of_the_program() {
    for id in ["over", "x-table", "p-mcts"] {
        let program = Program { command: vec!["no-such-program".to_owned()], directory: None };
        let error = Assignment::find(id).unwrap().check(&program, &CheckOptions::default(), &()).unwrap_err();
        assert!(matches!(error, RunError::Start { .. }), "{id}");
    }
}

#[test]
fn debug_output_is_recognised() {
    let report = checked("while read line; do echo no; echo debug; done");
    let failure = report.failure.unwrap();
    assert_eq!(failure.kind, Kind::NotAnAnswer);
    assert!(failure.why.unwrap().contains("standard error"));
}
