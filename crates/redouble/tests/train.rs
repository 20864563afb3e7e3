//! `redouble train` as a user runs it: the same every time, and going on after it was killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn redouble(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redouble")).current_dir(directory).args(arguments).output().unwrap()
}

fn train(directory: &Path, more: &[&str]) -> Output {
    let arguments =
        ["train", "--net", "0123,0145", "--seed", "5", "--threads", "1", "--restart", "--out", "net.net"];
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
fn stages_and_what_to_begin_with_are_named_when_wrong() {
    let directory = tempfile::tempdir().unwrap();
    assert!(train(directory.path(), &["--games", "100"]).status.success());
    fs::rename(directory.path().join("net.net"), directory.path().join("base.net")).unwrap();
    for (arguments, code, part) in [
        (["--stages", "16384,3"], 2, "--stages: `3` is no tile"),
        (["--stages", "16384,8192"], 2, "--stages: the milestone 8192 is not beyond 16384"),
        (["--from", "missing.net"], 1, "--from missing.net"),
        (["--net", "0123,0146"], 2, "the weights are those of 0123,0145 on 4x4, not of 0123,0146 on 4x4"),
    ] {
        let arguments = match arguments {
            ["--net", net] => vec!["train", "--net", net, "--games", "10", "--from", "base.net"],
            other => [vec!["train", "--net", "0123,0145", "--games", "10"], other.to_vec()].concat(),
        };
        let refused = redouble(directory.path(), &arguments);
        let message = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(code), "{message}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_staged_training_begins_with_a_network_and_goes_on() {
    let directories = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let staged = |directory: &tempfile::TempDir, more: &[&str]| {
        let arguments =
            ["train", "--net", "0123,0145", "--carousel", "--stages", "128,256+128", "--out", "late.net"];
        let output = redouble(directory.path(), &[&arguments[..], &["--threads", "1"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    for directory in &directories {
        assert!(train(directory.path(), &["--games", "1000"]).status.success());
    }
    staged(&directories[0], &["--games", "900", "--from", "net.training"]);
    staged(&directories[1], &["--games", "400", "--from", "net.training"]);
    staged(&directories[1], &["--games", "900", "--resume"]);
    let [unbroken, resumed] =
        directories.each_ref().map(|directory| fs::read(directory.path().join("late.net")));
    assert_eq!(unbroken.unwrap(), resumed.unwrap());
    let info = redouble(directories[0].path(), &["net", "info", "late.net"]);
    let info = String::from_utf8(info.stdout).unwrap();
    assert!(info.contains("stages   from 128,256+128") && info.contains("from net.training"), "{info}");
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
