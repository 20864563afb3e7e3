//! `redouble train` as a user runs it: the same every time, and going on after it was killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn redouble(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redouble")).current_dir(directory).args(arguments).output().unwrap()
}

fn train(directory: &Path, more: &[&str]) -> Output {
    let arguments = ["train", "--net", "0123,0145", "--seed", "5", "--restart", "--out", "net.net"];
    redouble(directory, &[&arguments, more].concat())
}

#[test]
fn training_is_the_same_every_time_and_goes_on_where_it_was() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    assert!(train(first.path(), &["--games", "1500"]).status.success());
    assert!(train(second.path(), &["--games", "700"]).status.success());
    assert!(train(second.path(), &["--games", "1500", "--resume"]).status.success());
    let read = |directory: &tempfile::TempDir| fs::read(directory.path().join("net.net")).unwrap();
    assert_eq!(read(&first), read(&second));
    let csv = fs::read_to_string(first.path().join("net.csv")).unwrap();
    assert!(csv.starts_with("games,moves,seconds,fresh_games,mean") && csv.lines().count() > 1, "{csv}");
    assert!(fs::read_to_string(first.path().join("net.svg")).unwrap().starts_with("<svg"));
    let verify = redouble(first.path(), &["net", "verify", "net.net"]);
    assert_eq!(String::from_utf8(verify.stdout).unwrap(), "net.net: whole, 0123,0145 on 4x4\n");
}

#[test]
fn a_training_with_other_parameters_is_not_resumed() {
    let directory = tempfile::tempdir().unwrap();
    assert!(train(directory.path(), &["--games", "100"]).status.success());
    let refused = train(directory.path(), &["--games", "200", "--resume", "--lambda", "0.25"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("--resume: net.training is of a training with lambda 0.5"), "{message}");
    fs::write(directory.path().join("net.training"), "nothing").unwrap();
    let damaged = train(directory.path(), &["--games", "200", "--resume"]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(String::from_utf8(damaged.stderr).unwrap().contains("net.training"));
}

#[test]
fn the_trained_network_plays() {
    let directory = tempfile::tempdir().unwrap();
    assert!(train(directory.path(), &["--games", "3000"]).status.success());
    let arena = |player: &str| {
        let output = redouble(directory.path(), &["arena", player, "--games", "20", "--seed", "5", "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["players"][0]["mean"].as_f64().unwrap()
    };
    let (random, trained) = (arena("random"), arena("ntuple:net=net.net"));
    assert!(trained > 3.0 * random, "{random} {trained}");
    assert!(arena("ntuple:depth=2,net=net.net") > trained);
}
