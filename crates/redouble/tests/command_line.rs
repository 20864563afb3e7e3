//! The command line says what is true, reads boards in one way, and fits the terminal.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.current_dir(directory).env("REDOUBLE_DATA", directory.join("data")).env_remove("COLUMNS");
    command.args(arguments).stdin(Stdio::null());
    command
}

fn redouble(directory: &Path, arguments: &[&str]) -> Output {
    command(directory, arguments).output().unwrap()
}

fn with_input(directory: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = command(directory, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code and what was said on standard error.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().unwrap();
    let output = redouble(directory.path(), arguments);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn the_same_arena_is_the_same_bytes_and_a_cut_or_altered_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let arena = ["arena", "random", "greedy:ties=random", "--games", "12", "--seed", "3", "--keep-games"];
    for (out, threads) in [("one", "1"), ("three", "3")] {
        let output =
            redouble(directory.path(), &[&arena[..], &["--out", out, "--threads", threads]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    for name in ["results.txt", "games.txt", "games.csv"] {
        assert_eq!(read(&format!("one/{name}")), read(&format!("three/{name}")), "{name}");
    }
    let verify = || redouble(directory.path(), &["arena", "--verify", "one"]);
    assert_eq!(text(&verify().stdout), "20 of 20 games played again are the same, of 24 recorded\n");
    let whole = read("one/results.txt");
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    let altered = whole.replacen("\n0 0 ", "\n0 0 4", 1);
    for damaged in [&whole[..last], &whole[..whole.len() - 1], &whole[..last - 1], &altered] {
        fs::write(directory.path().join("one/results.txt"), damaged).unwrap();
        let output = verify();
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("results.txt"), "{}", text(&output.stderr));
    }
}

/// Ctrl-C shows what was played, and keeps it.
#[cfg(unix)]
#[test]
fn an_interrupted_arena_shows_the_table_so_far_and_keeps_the_games() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["arena", "random", "--games", "3000000", "--out", "r"];
    let mut child = command(directory.path(), &arguments);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = directory.path().join("r/journal.txt");
    while fs::metadata(&journal).map_or(0, |found| found.len()) < 2_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(shown.contains("mean ± 95 %") && shown.contains("random"), "{shown}");
    assert!(said.contains("of 3000000 games: the same command goes on"), "{said}");
    assert!(!journal.exists());
    let verified = redouble(directory.path(), &["arena", "--verify", "r"]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    let output = redouble(directory.path(), &["arena", "random", "--games", "5", "--out", "r"]);
    assert!(text(&output.stderr).contains("going on: "), "{}", text(&output.stderr));
}

#[test]
fn no_line_of_a_table_is_wider_than_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [
        &["arena", "random", "greedy", "expectimax:depth=2", "--games", "10"][..],
        &["solve", "query", "2,4,8/2,.,.", "--maximize", "win,score", "--goals", "all"],
        &["solve", "regret", "random", "greedy", "--board", "2x2", "--games", "5"],
        &["players"],
        &["compare", "greedy", "random", "--games", "40"],
    ] {
        for width in [80, 132] {
            let output =
                command(directory.path(), arguments).env("COLUMNS", width.to_string()).output().unwrap();
            let shown = text(&output.stdout);
            let widest = shown.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= width, "{arguments:?}: {widest} columns\n{shown}");
        }
    }
}

#[test]
fn figures_name_the_evaluation() {
    let directory = tempfile::tempdir().unwrap();
    let output = redouble(directory.path(), &["arena", "greedy", "--games", "3", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["players"][0]["spec"], "greedy");
    assert_eq!(report["players"][0]["name"], "greedy:eval=line-ends");
    let shown = text(&redouble(directory.path(), &["arena", "greedy", "--games", "3"]).stdout);
    assert!(shown.contains("greedy:eval=line-ends"), "{shown}");
}

#[test]
fn boards_are_read_in_one_way_everywhere() {
    let directory = tempfile::tempdir().unwrap();
    let shown = |arguments: &[&str], input: &str| {
        let output = with_input(directory.path(), arguments, input);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let forms = ["2,2/4,.", "2 2 / 4 .", "2 2\n4 .\n", "[[2,2],[4,0]]", "2 2 4 0", "0x1120"];
    for (arguments, direction) in
        [(&["move"][..], Some("left")), (&["hint", "--player", "greedy"], None), (&["solve", "query"], None)]
    {
        let asked =
            |board: &str, input: &str| shown(&[arguments, &[board], direction.as_slice()].concat(), input);
        let first = asked(forms[0], "");
        for form in forms {
            assert_eq!(asked(form, ""), first, "{arguments:?} {form:?}");
            assert_eq!(asked("-", form), first, "{arguments:?} {form:?}");
        }
    }
    let plain = ["play", "--plain", "--no-save", "--seed", "1"];
    let begun = |board: &str| shown(&[&plain[..], &["--from", board]].concat(), "");
    assert_eq!(begun("[[2,2],[4,0]]"), begun("2,2/4,."));
}

#[test]
fn what_the_line_mode_prints_is_a_board() {
    let directory = tempfile::tempdir().unwrap();
    let played = redouble(directory.path(), &["play", "--plain", "--no-save", "--seed", "7"]);
    let played = text(&played.stdout);
    let board: Vec<&str> = played.lines().skip(1).take(4).collect();
    let output = with_input(directory.path(), &["hint", "-", "--player", "greedy"], &board.join("\n"));
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn many_boards_are_slid_and_valued() {
    let directory = tempfile::tempdir().unwrap();
    let many = "{\"board\": [[2,2],[4,0]], \"direction\": \"left\"}\n2,2/4,. up\n2 2 / 4 .\n";
    let output = with_input(directory.path(), &["move", "--batch", "-", "--to", "right"], many);
    assert_eq!(
        text(&output.stdout),
        "from,direction,board,changed,gained,over\n\
         \"2,2/4,.\",left,\"4,./4,.\",true,4,false\n\
         \"2,2/4,.\",up,\"2,2/4,.\",false,0,false\n\
         \"2,2/4,.\",right,\".,4/.,4\",true,4,false\n"
    );
    let output = with_input(directory.path(), &["move", "--batch", "-", "--json"], "2,2/4,. left\n");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["from"], &line["board"]), (&"2,2/4,.".into(), &"4,./4,.".into()));
    let output = with_input(directory.path(), &["move", "--batch", "-"], "2,2/4,.\n");
    assert_eq!(output.status.code(), Some(2));
    fs::write(directory.path().join("boards.csv"), "id,board\n1,\"2,2/4,.\"\n2,\"2,4/4,2\"\n").unwrap();
    let output = redouble(directory.path(), &["hint", "--batch", "boards.csv", "--player", "greedy"]);
    let shown = text(&output.stdout);
    assert!(shown.starts_with("board,best,up,right,down,left\n\"2,2/4,.\","), "{shown}");
    assert!(shown.ends_with("\"2,4/4,2\",,,,,\n"), "{shown}");
    fs::write(directory.path().join("bad.txt"), "2,2/4,.\n2,2/4,3\n").unwrap();
    let output = redouble(directory.path(), &["hint", "--batch", "bad.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("bad.txt: line 2: row 2, column 2: `3`"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn names_that_are_nearly_right_are_guessed() {
    for (arguments, meant) in [
        (&["arena", "expectimx"][..], "did you mean `expectimax`?"),
        (&["arena", "externl:command=x"], "did you mean `external`?"),
        (&["arena", "expectimax:dept=3"], "did you mean `depth`?"),
        (&["hint", "2,4/.,2", "--player", "greedy:eval=emty"], "did you mean `empty`?"),
        (&["tune", "--eval", "cornr"], "did you mean `corner`?"),
        (&["move", "2,4/.,2", "lfet"], "did you mean `left`?"),
    ] {
        let (code, said) = refused(arguments);
        assert!(code == Some(2) && said.contains(meant), "{arguments:?}: {said}");
    }
    let (_, said) = refused(&["move", "2,4/.,2", "sideways"]);
    assert!(!said.contains("did you mean"), "{said}");
}

#[test]
fn what_is_too_large_to_solve_is_told_with_the_right_limit() {
    let (code, said) = refused(&["solve", "--board", "4x4"]);
    assert!(
        code == Some(2) && said.contains("4x4 is too large to solve without a goal: give one of up to 32\n"),
        "{said}"
    );
    let (code, said) = refused(&["solve", "--board", "4x4", "--goal", "64"]);
    assert!(code == Some(2) && said.contains("a goal of up to 32 are solved"), "{said}");
    let (code, said) = refused(&["solve", "--board", "3x4"]);
    assert!(code == Some(2) && said.contains("on 3x4 games with a goal of up to "), "{said}");
    let goal = said.rsplit("up to ").next().unwrap().split(' ').next().unwrap();
    let double = (2 * goal.parse::<u64>().unwrap()).to_string();
    let (code, said) = refused(&["solve", "--board", "3x4", "--goal", &double]);
    assert!(code == Some(2) && said.contains(&format!("up to {goal} ")), "{said}");
}

#[test]
fn a_query_lists_all_directions_and_goals_in_their_order() {
    let directory = tempfile::tempdir().unwrap();
    let query = ["solve", "query", "2,4/.,2", "--maximize", "win"];
    let shown = text(&redouble(directory.path(), &query).stdout);
    let places = ["win-8", "win-16", "win-32"].map(|name| shown.find(name).unwrap());
    assert!(places.is_sorted(), "{shown}");
    let illegal = shown.lines().filter(|line| line.contains("not legal")).count();
    assert_eq!(illegal, 2, "{shown}");
    let json: serde_json::Value =
        serde_json::from_slice(&redouble(directory.path(), &[&query[..], &["--json"]].concat()).stdout)
            .unwrap();
    assert_eq!(json["illegal"], serde_json::json!(["up", "right"]));
    assert_eq!(json["moves"].as_array().unwrap().len(), 2);
}

/// A player can take seconds to build.
#[test]
fn nobody_is_asked_about_a_finished_game() {
    let directory = tempfile::tempdir().unwrap();
    let output = redouble(directory.path(), &["hint", "2,4/4,2", "--player", "external:command=touch asked"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "no move is left: the game is over\n");
    assert!(!directory.path().join("asked").exists());
}

#[test]
fn the_example_program_plays_from_any_directory() {
    let directory = tempfile::tempdir().unwrap();
    let example = redouble(directory.path(), &["players", "--example"]);
    fs::write(directory.path().join("corner.py"), &example.stdout).unwrap();
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let program = "external:ms=60000,command=python3 corner.py";
    let output = redouble(directory.path(), &["arena", program, "--games", "1", "--board", "2x2", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["players"][0]["forfeits"], serde_json::json!({}), "{report}");
}

#[test]
fn the_line_mode_gives_hints_and_plays_on() {
    let directory = tempfile::tempdir().unwrap();
    let play = ["play", "--plain", "--no-save", "--seed", "1", "--player", "greedy"];
    let shown = text(&with_input(directory.path(), &play, "hint\nauto\nauto\nhnt\n").stdout);
    assert!(shown.contains("greedy says "), "{shown}");
    assert!(shown.contains(", 2 moves,"), "{shown}");
    assert!(shown.contains("did you mean `hint`?"), "{shown}");
    let (code, said) = refused(&["play", "--plain", "--no-save", "--player", "greedy:eval=none"]);
    assert!(code == Some(2) && said.contains("--player"), "{said}");
}

#[test]
fn the_doctor_changes_nothing_and_says_what_is_there() {
    let directory = tempfile::tempdir().unwrap();
    let output = redouble(directory.path(), &["doctor"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    assert!(!directory.path().join("data").exists(), "nothing was made");
    let played = with_input(directory.path(), &["play", "--plain", "--seed", "1"], "left\nup\n");
    assert!(played.status.success());
    let output = redouble(directory.path(), &["doctor", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert!(report["kernels"].is_string() && report["commit"].is_string());
    let files = report["data"]["files"].as_array().unwrap();
    assert!(!files.is_empty() && files.iter().all(|file| file["state"].is_string()), "{report}");
    assert_eq!(report["data"]["problems"], serde_json::json!([]));
}
