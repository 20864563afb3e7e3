//! `redouble tilt` as people call it: the ground truth, the constructions, bad input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs `redouble tilt` with a board on standard input.
fn tilt_with_input(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_redouble"))
        .arg("tilt")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that does not read its input may end before all of it is written.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn tilt(args: &[&str]) -> Output {
    tilt_with_input(args, "")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// A case of the truth as the text of a board.
fn drawing(case: &Value) -> String {
    let (width, height) = (number(&case["m"]), number(&case["n"]));
    let mut rows = vec![vec!['.'; width]; height];
    let tiles = case["tiles"].as_array().expect("a list");
    let marked = case["marked"].as_array().expect("a list");
    for (tile, square) in tiles.iter().enumerate() {
        let letter = if marked.iter().any(|mark| number(mark) == tile) { 'x' } else { 'o' };
        rows[height - 1 - number(&square[1])][number(&square[0])] = letter;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    rows.join("/")
}

#[test]
fn the_ground_truth() {
    let truth: Value = serde_json::from_str(include_str!("../../tilt/tests/data/tilt.json")).expect("JSON");
    for case in truth["cases"].as_array().expect("a list") {
        let board = drawing(case);
        let cycles = json(&tilt_with_input(&["cycles", "-", "--json"], &board));
        for key in ["cycle_type_vertical_first", "cycle_type_horizontal_first", "reachable"] {
            assert_eq!(cycles[key], case[key], "case {} {key}", case["id"]);
        }
        let output = tilt_with_input(&["adjacent", "-", "--json"], &board);
        if case["marked"].as_array().expect("a list").len() < 2 {
            assert_eq!(output.status.code(), Some(2), "case {}", case["id"]);
            continue;
        }
        let answer = json(&output);
        assert_eq!(answer["adjacent"], !case["shortest"].is_null(), "case {}", case["id"]);
        assert_eq!(answer["length"], case["shortest"], "case {}", case["id"]);
        assert_eq!(output.status.code(), Some(i32::from(case["shortest"].is_null())));
        if !case["shortest"].is_null() {
            check_tilts(&board, &answer);
        }
    }
}

/// The tilts of an answer, run on the board, bring two marked tiles to the squares it names.
fn check_tilts(board: &str, answer: &Value) {
    let tilts = match &answer["tilts"] {
        Value::String(letters) => letters.clone(),
        long => format!(
            "{}({})^{}{}",
            text_of(&long["prefix"]),
            text_of(&long["repeat"]),
            long["times"],
            text_of(&long["suffix"])
        ),
    };
    let after = json(&tilt_with_input(&["run", "-", &tilts, "--json"], board));
    assert_eq!(after["length"], answer["length"]);
    let rows: Vec<&str> = after["board"].as_str().expect("a board").split('/').collect();
    for square in answer["meeting"].as_array().expect("two squares") {
        let row = rows[rows.len() - 1 - number(&square[1])];
        assert_eq!(&row[number(&square[0])..=number(&square[0])], "x", "{board} {tilts}");
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("text")
}

#[test]
fn single_cycles_of_all_even_sizes() {
    for width in (2..=20).step_by(2) {
        for height in (2..=20).step_by(2) {
            let (w, h) = (width.to_string(), height.to_string());
            let board = text(&tilt(&["make", "single-cycle", "--width", &w, "--height", &h]));
            let cycles = json(&tilt_with_input(&["cycles", "-", "--json"], &board));
            let one = serde_json::json!([width * height - width - 1]);
            assert_eq!(cycles["cycle_type_vertical_first"], one, "{width}x{height}");
            assert_eq!(cycles["cycle_type_horizontal_first"], one, "{width}x{height}");
        }
    }
}

#[test]
fn the_atlas_of_8x8_interrupted_and_resumed() {
    let folder = std::env::temp_dir().join(format!("redouble-atlas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("atlas.csv");
    let out = path.to_str().expect("a name");
    let args = ["atlas", "--width", "8", "--height", "8", "--json", "--out", out];
    let whole = json(&tilt(&args));
    assert_eq!(whole["shapes"], 12_869);
    assert_eq!(whole["single_cycle"], 90);
    assert_eq!(whole["single_cycle_even_tiles"], 0);
    assert_eq!(whole["largest_order"], 11_781);
    let lines = std::fs::read_to_string(&path).expect("the atlas");
    assert_eq!(lines.lines().count(), 12_870);
    // A run that was killed in the middle of a line.
    std::fs::write(folder.join("atlas.csv.partial"), &lines[..lines.len() / 2]).expect("a partial atlas");
    assert_eq!(json(&tilt(&args)), whole);
    assert_eq!(std::fs::read_to_string(&path).expect("the atlas"), lines);
    std::fs::write(folder.join("atlas.csv.partial"), "rows\nnonsense\n").expect("a damaged atlas");
    assert_eq!(tilt(&args).status.code(), Some(1));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_endgame_and_its_two_1024s() {
    let board = "1024,2,4,2/8,.,.,16/.,.,.,4/2,4,8,1024";
    let answer = json(&tilt(&["adjacent", board, "--mark", "1024", "--json"]));
    assert_eq!(answer["adjacent"], true);
    let tilts = answer["tilts"].as_str().expect("a short sequence");
    let after = text(&tilt(&["run", board, tilts])).replace('\n', "/");
    let passage = json(&tilt(&["reach", board, after.trim_end_matches('/'), "--json"]));
    assert_eq!(passage["reachable"], true);
    assert_eq!(passage["length"], answer["length"]);
}

#[test]
fn no_is_exit_code_1() {
    assert_eq!(tilt(&["adjacent", "xoo/ooo/oox"]).status.code(), Some(1));
    assert_eq!(tilt(&["reach", "ab/cd", "ba/cd"]).status.code(), Some(1));
    assert_eq!(tilt(&["reach", "ab/..", "../ab"]).status.code(), Some(0));
}

#[test]
fn pictures_are_written() {
    let path = std::env::temp_dir().join(format!("redouble-draw-{}.svg", std::process::id()));
    let out = path.to_str().expect("a name");
    for extra in [&[][..], &["--numbers"], &["--tilts", "NESW", "--colour", "blocks"], &["--colour", "rings"]]
    {
        let args = [&["draw", "o../xo./ooo", "--out", out], extra].concat();
        assert_eq!(tilt(&args).status.code(), Some(0));
        let svg = std::fs::read_to_string(&path).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.matches("<rect").count() > 6);
    }
    std::fs::remove_file(&path).expect("the picture goes");
}

#[test]
fn bad_input_names_the_place() {
    for (args, words) in [
        (&["adjacent", "xo/x"][..], "BOARD: row 2 has 1 cells, but row 1 has 2"),
        (&["adjacent", "xo/x?"], "BOARD: row 2, column 2: \"?\" is not a cell"),
        (&["adjacent", "xo/oo"], "BOARD: 1 marked tiles: at least two are needed"),
        (&["cycles", ""], "BOARD: the board is empty"),
        (&["run", "xo", "NEX"], "TILTS: character 3: 'X' is not a tilt"),
        (&["reach", "ab", "ac"], "B: the boards have different tiles"),
        (&["reach", "ab", "a/b"], "B: the boards differ in size"),
        (&["make", "rings", "--size", "7"], "--size: the construction needs an even size"),
        (&["make", "single-cycle", "--width", "4294967296", "--height", "4294967296"], "too large"),
        (
            &["make", "single-cycle", "--width", "4", "--height", "1"],
            "--height: the construction needs sides",
        ),
        (&["atlas", "--width", "500", "--height", "500"], "diagrams are too many"),
        (&["draw", "xo", "--out", "x.svg", "--tilts", "(N)^99"], "--tilts: more than"),
    ] {
        let output = tilt(args);
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(words), "{args:?}: {message}");
    }
}
