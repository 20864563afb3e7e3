//! `redouble solve` as a person calls it.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn redouble(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redouble")).args(args).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = redouble(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn truth() -> Value {
    serde_json::from_str(include_str!("../../states/tests/data/solve.json")).unwrap()
}

fn near(found: &Value, expected: &Value) {
    let (found, expected) = (found.as_f64().unwrap(), expected.as_f64().unwrap());
    assert!((found - expected).abs() <= 1e-11 * expected.abs().max(1.0), "{found} is not {expected}");
}

/// The digits of the source as a board.
fn board(digits: &str, columns: usize) -> String {
    let cell = |digit: &u8| match digit {
        b'0' => ".".to_owned(),
        digit => (1u32 << (digit - b'0')).to_string(),
    };
    let rows = digits.as_bytes().chunks(columns);
    rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",")).collect::<Vec<_>>().join("/")
}

#[test]
fn values_equal_independent_exact_ones() {
    for (shape, columns) in [("2x2", 2), ("2x3", 3)] {
        let truth = &truth()["values"][shape];
        let report = json(&["solve", "--board", shape, "--maximize", "score,win,moves", "--json"]);
        assert_eq!(
            (&report["board"], &report["goal"], &report["objective"]),
            (&shape.into(), &Value::Null, &"score".into())
        );
        near(&report["value"], &truth["optimal_expected_score"]);
        let of = |name: &str| {
            let all = report["objectives"].as_array().unwrap();
            all.iter().find(|entry| entry["objective"] == name).unwrap().clone()
        };
        near(&of("moves")["value"], &truth["optimal_expected_moves"]);
        let starts = report["start_states"].as_array().unwrap();
        for (goal, probability) in truth["optimal_win_probability"].as_object().unwrap() {
            near(&of(&format!("win-{goal}"))["value"], probability);
        }
        for expected in truth["start_states"].as_array().unwrap() {
            let text = board(expected["board"].as_str().unwrap(), columns);
            let start = starts.iter().find(|start| start["board"] == text.as_str()).unwrap();
            near(&start["probability"], &expected["probability"]);
            near(&start["value"], &expected["expected_score"]);
        }
        assert_eq!(report["layers"][0]["sum"], 4);
    }
    let win = json(&["solve", "--board", "2x2", "--goal", "16", "--maximize", "win", "--exact", "--json"]);
    assert_eq!((&win["objective"], &win["fraction"]), (&"win-16".into(), &"770009003/800000000".into()));
    near(&win["value"], &Value::from(0.962_511_253_75));
    let guarantee = json(&["solve", "--board", "2x2", "--maximize", "guarantee", "--json"]);
    assert_eq!(guarantee["objective"], "guaranteed-score");
    assert_eq!(guarantee["objectives"][1]["objective"], "guaranteed-tile");
}

/// Every action value of 2x2, in one batch.
#[test]
fn answers_equal_independent_exact_values() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boards.txt");
    let truth = truth();
    let known = truth["action_values"]["2x2"].as_array().unwrap();
    let boards: Vec<String> = known.iter().map(|entry| board(entry["board"].as_str().unwrap(), 2)).collect();
    std::fs::write(&file, boards.join("\n")).unwrap();
    let args = ["solve", "query", "--maximize", "score,win", "--json", "--batch", file.to_str().unwrap()];
    let output = redouble(&args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert_eq!(answers.len(), 110);
    for (expected, answer) in known.iter().zip(&answers) {
        assert_eq!(answer["reachable"], true);
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(moves.len(), expected["q"].as_object().unwrap().len());
        for (letter, value) in expected["q"].as_object().unwrap() {
            let first = letter.to_lowercase();
            let entry =
                moves.iter().find(|entry| entry["direction"].as_str().unwrap().starts_with(&first)).unwrap();
            assert_eq!(entry["gain"], value["gain"]);
            near(&entry["value"], &value["score"]);
            for goal in [8, 16, 32] {
                near(&entry["values"][format!("win-{goal}")], &value[format!("p{goal}")]);
            }
        }
        assert_eq!(answer["best"].is_null(), moves.is_empty());
    }
}

#[test]
fn boards_that_are_not_reachable_end_with_code_1() {
    let output = redouble(&["solve", "query", "16,16/16,2", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["reachable"], false);
    assert_eq!(answer["moves"][0]["gain"], 32);
}

#[test]
fn bad_arguments_end_with_code_2() {
    for args in [
        &["solve", "--board", "2x2", "--goal", "64"][..],
        &["solve", "--board", "2x2", "--goal", "16", "--goals", "32", "--maximize", "win"],
        &["solve", "--board", "2x2", "--goals", "seven", "--maximize", "win"],
        &["solve", "--board", "5x5", "--goal", "8"],
        &["solve", "--board", "4x4", "--goal", "64"],
        &["solve", "--board", "4x4"],
        &["solve", "--board", "3x3", "--exact"],
        &["solve", "--board", "2x2", "--maximize", "fun"],
        &["solve", "query", "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", "--goal", "16"],
        &["solve", "explain", "--board", "4x4"],
        &["arena", "optimal", "--games", "1", "--board", "4x4"],
        &["arena", "optimal:maximize=win", "--games", "1", "--board", "2x2"],
        &["arena", "optimal:board=2x3", "--games", "1", "--board", "2x2"],
        &["arena", "optimal", "--games", "1", "--board", "2x2", "--p4", "0.5"],
    ] {
        let output = redouble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for args in [
        &["solve", "verify", "/nonexistent/store"][..],
        &["solve", "query", "2,2/.,.", "--store", "/nonexistent"],
    ] {
        assert_eq!(redouble(args).status.code(), Some(1), "{args:?}");
    }
}

fn values(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory.join("values")).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn killed_and_resumed_with_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    let command = |store: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        command.args([
            "solve",
            "--board",
            "3x3",
            "--goal",
            "64",
            "--maximize",
            "score,win",
            "--json",
            "--store",
        ]);
        command.arg(store).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(command(&whole).status().unwrap().success());
    for wait in [150, 300, 450, 600] {
        let mut child = command(&killed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(command(&killed).status().unwrap().success());
    assert!(values(&whole) == values(&killed), "other bytes");
    let verified = json(&["solve", "verify", killed.to_str().unwrap(), "--sample", "2", "--json"]);
    assert_eq!(verified["objectives"], serde_json::json!(["score", "win-64"]));
    let answer =
        json(&["solve", "query", "2,2,./.,4,./.,.,.", "--store", killed.to_str().unwrap(), "--json"]);
    assert_eq!(answer["reachable"], true);
}

/// The mean score of perfect play lies around the exact value, and nobody's lies above it.
#[test]
fn optimal_scores_what_it_should_and_nobody_more() {
    let args = ["arena", "optimal:board=2x3,maximize=score", "expectimax:depth=3", "greedy", "random"];
    let more = ["--board", "2x3", "--games", "4000", "--json"];
    let report = json(&[&args[..], &more].concat());
    let exact = truth()["values"]["2x3"]["optimal_expected_score"].as_f64().unwrap();
    let players = report["players"].as_array().unwrap();
    let interval = |player: &Value| [0, 1].map(|end| player["ci95"][end].as_f64().unwrap());
    let [low, high] = interval(&players[0]);
    assert!((low..=high).contains(&exact), "{low} to {high}");
    for player in players {
        assert!(interval(player)[0] < exact, "{player}");
    }
}

#[test]
fn regret_rules_policy_and_review() {
    let directory = tempfile::tempdir().unwrap();
    let plot = directory.path().join("regret.svg");
    let regret = json(&[
        "solve",
        "regret",
        "optimal",
        "expectimax:depth=2",
        "random",
        "--board",
        "2x2,2x3",
        "--games",
        "50",
        "--json",
        "--plot",
        plot.to_str().unwrap(),
    ]);
    let losses: Vec<f64> = regret["boards"][1]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["loss_per_game"].as_f64().unwrap())
        .collect();
    assert!(losses[0] < 1e-6 && losses[0] < losses[1] && losses[1] < losses[2], "{losses:?}");
    assert!(std::fs::read_to_string(&plot).unwrap().contains("2x3"));
    let explained = json(&["solve", "explain", "--board", "2x2", "--rules", "3", "--games", "100", "--json"]);
    assert!(explained["agreement"].as_f64().unwrap() > 0.5);
    assert!(explained["rules"].as_array().unwrap().len() <= 3);
    let file = directory.path().join("2x3.policy");
    let policy = json(&["solve", "policy", "--board", "2x3", "--out", file.to_str().unwrap(), "--json"]);
    assert_eq!(policy["bytes"].as_u64().unwrap(), std::fs::metadata(&file).unwrap().len());
    let games = directory.path().join("games");
    json(&[
        "arena",
        "random",
        "--board",
        "2x3",
        "--games",
        "1",
        "--out",
        games.to_str().unwrap(),
        "--keep-games",
        "--json",
    ]);
    let kept = std::fs::read_to_string(games.join("games.txt")).unwrap();
    let record = directory.path().join("game.record");
    // Before the record of a game stand the numbers of player and game.
    std::fs::write(&record, kept.lines().next().unwrap().splitn(3, ' ').last().unwrap()).unwrap();
    let review = json(&["review", record.to_str().unwrap(), "--player", "optimal", "--json"]);
    assert!(review["unit"] == "points to come" && review["accuracy"].as_f64().unwrap() < 100.0);
}
