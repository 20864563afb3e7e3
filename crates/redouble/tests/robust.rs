//! Command lines that used to panic, lose something or say the wrong thing.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn redouble(directory: &Path, arguments: &[&str]) -> Output {
    command(directory, arguments).output().unwrap()
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.current_dir(directory).env_remove("REDOUBLE_DATA").args(arguments).stdin(Stdio::null());
    command
}

/// The exit code and what was said.
fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [&["completions", "bash"][..], &["man"], &["players"]] {
        let mut command = command(directory.path(), arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(said(&output), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [
        &["train", "--checkpoint", "inf"][..],
        &["train", "--minutes", "NaN"],
        &["train", "--beta", "inf"],
        &["tune", "--spread", "nan"],
        &["tune", "--eval", "empty*1e308", "--games", "2"],
        &["tune", "--eval", "empty*inf"],
        &["bench", "--games", "18446744073709551615"],
        &["compare", "random", "greedy", "--error", "NaN"],
        &["hint", "2,2/.,.", "--player", "greedy:eval=empty*-1e308+score*1e308"],
    ] {
        let (code, message) = said(&redouble(directory.path(), arguments));
        assert_eq!(code, Some(2), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn a_large_interval_between_checkpoints_is_one_that_never_ends() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["train", "--net", "0123", "--games", "2", "--checkpoint", "1e300", "--out", "n.net"];
    assert_eq!(redouble(directory.path(), &arguments).status.code(), Some(0));
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// The first training has the file to itself, and Ctrl-C keeps what it learned.
#[cfg(unix)]
#[test]
fn a_second_training_is_refused_and_an_interrupted_one_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["train", "--net", "0123,0145", "--out", "n.net", "--checkpoint", "1e300"];
    let mut first = command(directory.path(), &[&arguments[..], &["--games", "1000000000"]].concat());
    let mut first = first.stderr(Stdio::piped()).spawn().unwrap();
    let mut messages = BufReader::new(first.stderr.take().unwrap());
    let mut line = String::new();
    messages.read_line(&mut line).unwrap();
    assert!(line.contains("training takes"), "{line}");
    let (code, message) = said(&redouble(directory.path(), &arguments));
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("n.net: another training is writing it"), "{message}");
    interrupt(&first);
    let rest: Vec<String> = messages.lines().map(Result::unwrap).collect();
    assert_eq!(first.wait().unwrap().code(), Some(1), "{rest:?}");
    assert!(rest.last().unwrap().contains("with --resume goes on"), "{rest:?}");
    assert!(!directory.path().join("n.training.new").exists());
    let (code, message) =
        said(&redouble(directory.path(), &[&arguments[..], &["--games", "1", "--resume"]].concat()));
    assert_eq!(code, Some(0), "{message}");
    assert!(message.contains("going on after"), "{message}");
}

#[test]
fn a_saved_game_of_another_board_is_not_taken_over() {
    let directory = tempfile::tempdir().unwrap();
    let play = directory.path().join("data/play");
    fs::create_dir_all(&play).unwrap();
    let record = redouble_core::Game::new(redouble_core::Rules::default(), 1).record().to_string();
    fs::write(play.join("3x3.game"), &record).unwrap();
    let output = redouble(directory.path(), &["play", "--plain", "--board", "3x3", "--data", "data"]);
    let (code, message) = said(&output);
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("3x3.game is of a 4x4 board"), "{message}");
    assert_eq!(fs::read_to_string(play.join("3x3.game")).unwrap(), record);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_names_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| said(&redouble(directory.path(), arguments));
    assert_eq!(run(&["states", "count", "--board", "2x2", "--goal", "16", "--store", "store"]).0, Some(0));
    for arguments in [
        &["states", "export", "--store", "store", "--format", "csv", "--out", "/dev/full"][..],
        &["tilt", "draw", "o../oo./ooo", "--out", "/dev/full"],
    ] {
        let (code, message) = run(arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {message}");
        assert!(message.contains("/dev/full: "), "{arguments:?}: {message}");
    }
}

#[test]
fn the_page_is_served_without_a_command_with_the_same_arguments() {
    let directory = tempfile::tempdir().unwrap();
    let (code, message) =
        said(&redouble(directory.path(), &["--addr", "0.0.0.0:1", "--data", "d", "--open"]));
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("--allow-remote"), "{message}");
    let mut players = command(directory.path(), &["players"]);
    assert!(players.env("REDOUBLE_DATA", "d").output().unwrap().status.success());
    let help = String::from_utf8(redouble(directory.path(), &["--help"]).stdout).unwrap();
    assert!(help.starts_with("The 2048 laboratory"), "{help}");
    assert!(help.contains("Without a command the page is served"), "{help}");
}
