//! Files that version 0.1.0 wrote are still read, and what is continued goes on from them.
//!
//! `v0.1.0/` has one small file of every kind. None is ever written again: a later version reads it, takes it over, or
//! refuses it with a sentence that names it, and then the test says so.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A copy that a test may change.
fn old_files() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/v0.1.0"), directory.path());
    directory
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target: PathBuf = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// What the program prints; it must succeed.
fn redouble(directory: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.current_dir(directory).args(arguments).env("REDOUBLE_DATA", directory.join("saved"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(directory: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&redouble(directory, arguments, "")).unwrap()
}

#[test]
fn results_are_verified_and_continued() {
    let directory = old_files();
    let verified = json(directory.path(), &["arena", "--verify", "results", "--sample", "8", "--json"]);
    assert_eq!(verified["different"].as_array().map(Vec::len), Some(0), "{verified}");
    let arguments = ["arena", "random", "greedy", "--games", "6", "--seed", "3", "--json"];
    let continued = json(directory.path(), &[&arguments[..], &["--out", "results"]].concat());
    let played_anew = json(directory.path(), &arguments);
    for player in 0..2 {
        assert_eq!(continued["players"][player]["mean"], played_anew["players"][player]["mean"]);
    }
}

#[test]
fn stores_are_verified_and_continued() {
    let directory = old_files();
    for store in ["store-2x2", "store-4x4"] {
        let verified = json(directory.path(), &["states", "verify", store, "--json"]);
        assert_eq!(verified["complete"], true, "{verified}");
    }
    let arguments = ["states", "count", "--board", "2x2", "--goal", "16", "--json"];
    let stored = json(directory.path(), &[&arguments[..], &["--store", "store-2x2"]].concat());
    let counted_anew = json(directory.path(), &arguments);
    assert_eq!(stored["layers"], counted_anew["layers"]);
    assert_eq!(stored["states"], 35);
}

#[test]
fn values_are_verified_and_answer_questions() {
    let directory = old_files();
    redouble(directory.path(), &["solve", "verify", "values-2x2"], "");
    let question = ["solve", "query", "2,4/4,8", "--json"];
    let stored = json(directory.path(), &[&question[..], &["--store", "values-2x2"]].concat());
    let anew = ["--goal", "16", "--maximize", "score,win"];
    let solved_anew = json(directory.path(), &[&question[..], &anew].concat());
    assert_eq!(stored["moves"], solved_anew["moves"]);
}

#[test]
fn a_policy_is_written_the_same() {
    let directory = old_files();
    let arguments = ["solve", "policy", "--board", "2x2", "--goal", "16", "--out", "again.rdp"];
    redouble(directory.path(), &arguments, "");
    let [old, again] =
        ["policy-2x2.rdp", "again.rdp"].map(|name| fs::read(directory.path().join(name)).unwrap());
    assert_eq!(old, again);
}

#[test]
fn networks_play_and_checkpoints_are_continued() {
    let directory = old_files();
    redouble(directory.path(), &["net", "verify", "network-2x2.net"], "");
    let players = ["random", "ntuple:net=network-2x2.net"];
    let arguments = ["arena", players[0], players[1], "--board", "2x2", "--games", "2000", "--json"];
    let report = json(directory.path(), &arguments);
    let [random, trained] = [0, 1].map(|player| report["players"][player]["mean"].as_f64().unwrap());
    assert!(trained > random, "{report}");
    let train =
        ["train", "--board", "2x2", "--net", "012,23", "--seed", "1", "--threads", "1", "--games", "300"];
    redouble(directory.path(), &[&train[..], &["--out", "network-2x2.net", "--resume"]].concat(), "");
    redouble(directory.path(), &[&train[..], &["--out", "again.net"]].concat(), "");
    let [continued, anew] =
        ["network-2x2.net", "again.net"].map(|name| fs::read(directory.path().join(name)).unwrap());
    assert_eq!(continued, anew);
}

#[test]
fn saved_games_of_the_terminal_are_continued() {
    let directory = old_files();
    for (board, end) in [("4x4", "Score 4, 3 moves"), ("3x3", "Score 8, 5 moves")] {
        let text = redouble(directory.path(), &["play", "--plain", "--board", board], "q\n");
        assert!(text.contains(end), "{board}: {text}");
    }
}

/// The server of a data directory; it ends with the value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        Server { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned() }
    }

    fn get(&self, path: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        let json = body.find(['{', '[']).map(|start| body[start..].trim_end_matches(['\r', '\n', '0']));
        serde_json::from_str(json.unwrap_or_default()).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `journal/` has what came after version 0.1.0 and before the database: marks, and seeds that somebody chose.
#[test]
fn the_journal_before_the_database_is_taken_over_once_and_kept() {
    let directory = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journal"), directory.path());
    let journal = fs::read(directory.path().join("page/store.journal")).unwrap();
    for round in 0..3 {
        let server = Server::start(directory.path());
        let game = server.get("/api/games/1");
        assert_eq!(game["board"], ".,.,.,8/.,.,2,2/.,.,.,./.,.,.,2");
        assert_eq!((&game["moves"], &game["undos"], &game["redoable"]), (&5.into(), &1.into(), &1.into()));
        assert_eq!(game["marks"], serde_json::json!(["seed", "undo"]));
        assert_eq!(server.get("/api/games/4")["marks"], serde_json::json!(["set-up"]));
        assert_eq!(server.get("/api/games/current")["id"], 1);
        assert_eq!(server.get("/api/arena")[0]["id"], 3);
        let (_, contents) = redouble_store::read_only(directory.path()).unwrap().unwrap();
        assert_eq!((contents.games.len(), contents.results.len()), (3, 1));
        drop(server);
        let aside = directory.path().join("page/taken-over/store.journal");
        assert_eq!(fs::read(&aside).unwrap(), journal, "round {round}");
        assert!(!directory.path().join("page/store.journal").exists());
        if round == 0 {
            // As if the process had been killed before it put the file aside.
            fs::rename(&aside, directory.path().join("page/store.journal")).unwrap();
        }
    }
}

#[test]
fn the_journal_of_the_page_is_taken_over() {
    let directory = old_files();
    let server = Server::start(&directory.path().join("page"));
    let game = server.get("/api/games/1");
    assert_eq!(game["board"], ".,.,.,./2,.,.,./.,.,.,./4,2,.,2");
    assert_eq!((&game["score"], &game["moves"], &game["redoable"]), (&4.into(), &3.into(), &1.into()));
    let other = server.get("/api/games/2");
    assert_eq!((&other["rows"], &other["columns"], &other["score"]), (&3.into(), &5.into(), &52.into()));
    assert!(server.get("/api/games/3").get("error").is_some(), "game 3 was deleted");
    assert_eq!(server.get("/api/games/current")["id"], 1);
    let runs = server.get("/api/arena");
    assert_eq!((&runs[0]["id"], &runs[0]["played"]), (&4.into(), &6.into()), "{runs}");
}
