//! Tables of endings and stage tests, from the command line.

use std::path::Path;
use std::process::{Command, Output};

fn redouble(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.env("REDOUBLE_DATA", data).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const SMALL: [&str; 4] = ["--layout", "1234/8765", "--tile", "16,32"];

#[test]
fn tables_are_built_listed_and_verified_and_damage_is_named() {
    let data = tempfile::tempdir().unwrap();
    let build = [&["tables", "build", "--json"], &SMALL[..]].concat();
    let built = json(&redouble(data.path(), &build));
    assert_eq!(built[1]["tile"], 32);
    assert_eq!(built[1]["free_cells"], 8);
    // What is there is not built again.
    let again = redouble(data.path(), &build);
    assert_eq!(json(&again), built);
    assert_eq!(text(&again.stderr), "");
    assert_eq!(json(&redouble(data.path(), &["tables", "info", "--json"])), built);
    let verify = ["tables", "verify", "--json"];
    assert_eq!(json(&redouble(data.path(), &verify))[0]["damaged"], serde_json::json!([]));

    let file = data.path().join("tables/1234-8765-....-....-16.ending");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[5_000] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let damaged = redouble(data.path(), &["tables", "verify"]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(text(&damaged.stdout).contains("damaged: the layers of tile sum 30"), "{damaged:?}");

    bytes[8] = 7;
    std::fs::write(&file, &bytes).unwrap();
    let old = redouble(data.path(), &["tables", "info"]);
    assert_eq!(old.status.code(), Some(1));
    assert!(text(&old.stderr).contains("version 7"), "{old:?}");
    // Players do without it, and say so.
    let warned = redouble(data.path(), &["arena", "random", "--games", "1", "--json"]);
    assert!(warned.status.success() && text(&warned.stderr).contains("16.ending"), "{warned:?}");
    // Building replaces it.
    assert_eq!(json(&redouble(data.path(), &build)), built);
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| {
        let output = redouble(data.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        text(&output.stderr).to_owned()
    };
    assert!(refused(&["tables", "build", "--layout", "12"]).contains("layout"));
    assert!(refused(&["tables", "build", "--layout", "1..."]).contains("free cells"));
    assert!(refused(&["tables", "build", "--tile", "4096"]).contains("from 8 to 1024"));
    assert!(refused(&["tables", "build", "--tile", "300"]).contains("300"));
    let none = redouble(data.path(), &["tables", "distil", "--out", "x"]);
    assert!(!none.status.success() && text(&none.stderr).contains("snake-256.ending"), "{none:?}");
}

#[test]
fn stage_tests_tell_rates_and_name_bad_lines() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("positions.txt");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "64,32,16,8/.,.,2,./.,.,.,./.,.,.,.\n".repeat(30)).unwrap();
    let test = |players: &[&str], until: &str| {
        let arguments = ["arena", "--from", path, "--until", until, "--seed", "77", "--json"];
        redouble(data.path(), &[&arguments, players].concat())
    };
    let report = json(&test(&["greedy", "expectimax:depth=2"], "512"));
    assert_eq!((&report["positions"], &report["until"]), (&30.into(), &512.into()));
    let rate = |player: usize| report["players"][player]["rate"].as_f64().unwrap();
    assert!(rate(0) < rate(1), "{report}");
    let first = &report["players"][1];
    assert!(first["low"].as_f64() < first["rate"].as_f64() && first["stages"].is_array());

    let refused = |until: &str| {
        let output = test(&["greedy"], until);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        text(&output.stderr).to_owned()
    };
    assert!(refused("64").contains("line 1: there is a 64 already"));
    std::fs::write(&file, "2,2,.,./.,.,.,./.,.,.,./.,.,.,.\n2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2\n").unwrap();
    assert!(refused("64").contains("line 2: the game is over"));
}
