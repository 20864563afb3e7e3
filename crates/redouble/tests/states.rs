//! `redouble states` as a person calls it.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

fn redouble(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redouble")).arg("states").args(args).output().unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = redouble(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn counts_of_the_issue() {
    let report = json(&["count", "--board", "2x2", "--goal", "32", "--json"]);
    assert_eq!((&report["states"], &report["losing"]), (&57.into(), &18.into()));
    let layers = report["layers"].as_array().unwrap();
    assert_eq!(layers[0]["sum"], 4);
    assert_eq!(layers[0]["by_max"]["2"], 2);
    for key in ["board", "goal", "afterstates", "seconds", "states_per_second", "peak_rss_bytes"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    assert_eq!(json(&["count", "--board", "4x4", "--goal", "8", "--json"])["states"], 84_659);
    let unfolded = json(&["count", "--board", "2x3", "--unfolded", "--json"]);
    assert_eq!(unfolded["states"], 17_268);
    assert_eq!(unfolded["unfolded"]["afterstates"], 59_038);
}

#[test]
fn bounds_and_moves() {
    let report = json(&["bound", "--board", "4x4", "--goal", "2048", "--json"]);
    assert_eq!(report["baseline"], "44096709674720289");
    assert_eq!(report["layered"], "44096167159459777");
    let moves = json(&["moves", "--goal", "2048", "--json"])["expected_moves"].as_f64().unwrap();
    assert!((moves - 938.8).abs() < 0.05, "{moves}");
}

#[test]
fn bad_arguments_end_with_code_2() {
    for args in [
        &["count", "--board", "2x2", "--goal", "64"][..],
        &["count", "--board", "5x5", "--goal", "8"],
        &["count", "--board", "3x3", "--goal", "100"],
        &["count", "--board", "4x4"],
        &["count", "--board", "3x3", "--goal", "8", "--engine", "tensor"],
        &["graph", "--board", "2x2", "--goal", "32", "--out", "picture.jpeg"],
        &["graph", "--board", "4x4", "--goal", "16", "--out", "picture.svg"],
        &["bound", "--board", "4x4", "--goal", "4"],
    ] {
        let output = redouble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{args:?}");
    }
    let output = redouble(&["count", "--board", "4x4", "--goal", "64", "--memory", "1G"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1024 MiB are allowed"));
    let output = redouble(&["verify", "/nonexistent/store"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn killed_three_times_and_resumed_with_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    let count = |store: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        command.args(["states", "count", "--board", "3x3", "--goal", "128", "--json", "--store"]).arg(store);
        command
    };
    let expected = count(&whole).output().unwrap();
    assert!(expected.status.success());
    for milliseconds in [60, 150, 400] {
        let mut child = count(&killed).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let found = count(&killed).output().unwrap();
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let total = |output: &Output| -> serde_json::Value {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["layers"].clone()
    };
    assert_eq!(total(&found), total(&expected));
    let leftover = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
        files.into_iter().filter(|(name, _)| !name.ends_with(".tmp")).collect()
    };
    assert!(leftover(files(&killed)) == leftover(files(&whole)), "the stores differ");

    let store = killed.to_str().unwrap();
    assert_eq!(json(&["verify", store, "--json"])["complete"], true);
    let drawn = json(&["sample", "--store", store, "--count", "3", "--json"]);
    for state in drawn.as_array().unwrap() {
        let found = json(&["find", state["board"].as_str().unwrap(), "--store", store, "--json"]);
        assert_eq!(found["rank"], state["rank"]);
        assert_eq!(found["game"]["shortest"], true);
    }
    let exported = redouble(&["export", "--format", "u64", "--layer", "20", "--store", store]).stdout;
    let boards: Vec<u64> =
        exported.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect();
    assert!(boards.len() > 100 && boards.is_sorted());
}

#[test]
fn pictures_are_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (svg, dot, plot) = (path("graph.svg"), path("graph.dot"), path("plot.svg"));
    assert!(
        redouble(&["graph", "--board", "2x2", "--goal", "32", "--grouped", "--out", &svg]).status.success()
    );
    assert!(redouble(&["graph", "--board", "2x2", "--goal", "32", "--out", &dot]).status.success());
    assert!(redouble(&["plot", "--board", "2x3", "--goal", "32,64", "--out", &plot]).status.success());
    assert!(std::fs::read_to_string(svg).unwrap().contains("36 / 16"));
    assert!(std::fs::read_to_string(dot).unwrap().contains("n0 -> n"));
    assert!(std::fs::read_to_string(plot).unwrap().contains("2x3 to 64"));
}
