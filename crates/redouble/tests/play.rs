//! The game as a process: saved at every move, back after kill -9, refused where it must be.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn redouble(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.arg("play").arg("--plain").args(arguments).env("REDOUBLE_DATA", data);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Player {
    fn start(data: &Path, arguments: &[&str]) -> Player {
        let mut child = redouble(data, arguments).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut player = Player { child, input, output };
        player.read_until("Score");
        player
    }

    /// Sends a line and returns the answer up to the line that starts with `last`.
    fn say(&mut self, line: &str, last: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.read_until(last)
    }

    fn read_until(&mut self, last: &str) -> String {
        let mut text = String::new();
        loop {
            let begin = text.len();
            assert!(self.output.read_line(&mut text).unwrap() > 0, "the game ended after {text:?}");
            if text[begin..].starts_with(last) {
                return text;
            }
        }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Runs to the end with this input: exit code, standard output, standard error.
fn run(data: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = redouble(data, arguments).spawn().unwrap();
    // A program that refuses to start does not read; that is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let data = tempfile::tempdir().unwrap();
    let mut first = Player::start(data.path(), &["--seed", "1"]);
    for direction in ["left", "up", "right", "left", "up"] {
        first.say(direction, "Score");
    }
    first.say("undo", "Score");
    let before = first.say("record", "score=");
    first.kill();
    let mut second = Player::start(data.path(), &["--seed", "1"]);
    assert_eq!(second.say("record", "score="), before);
    second.say("redo", "Score");
    second.kill();
}

#[test]
fn two_processes_do_not_share_a_game() {
    let data = tempfile::tempdir().unwrap();
    let first = Player::start(data.path(), &[]);
    let (code, _, error) = run(data.path(), &[], "left\n");
    assert_eq!(code, 1);
    assert!(error.contains("another redouble has these games open"), "{error}");
    // Another board is in the same log; nothing saved is nobody's.
    assert_eq!(run(data.path(), &["--board", "3x3"], "quit\n").0, 1);
    assert_eq!(run(data.path(), &["--board", "3x3", "--no-save"], "quit\n").0, 0);
    first.kill();
    assert_eq!(run(data.path(), &[], "quit\n").0, 0);
}

#[test]
fn other_settings_do_not_throw_a_saved_game_away() {
    let data = tempfile::tempdir().unwrap();
    run(data.path(), &["--seed", "1", "--p4", "0"], "left\nup\n");
    // Without settings the saved game goes on, with its own.
    let (_, output, _) = run(data.path(), &[], "record\n");
    assert!(output.contains("p4=0 goal=2048 seed=1"), "{output}");
    let (code, _, error) = run(data.path(), &["--seed", "2"], "");
    assert_eq!(code, 2);
    assert!(error.contains("add --new"), "{error}");
    assert_eq!(run(data.path(), &["--seed", "2", "--new"], "quit\n").0, 0);
    // The first game is in the history, beside the second.
    let games: Vec<(String, u64)> = server(data.path(), |page| {
        let games = page.get("/api/games");
        let games = games.as_array().unwrap().iter().map(|game| game["id"].to_string());
        let seed = |id: &String| page.get(&format!("/api/games/{id}"))["seed"].as_u64().unwrap();
        games.map(|id| (id.clone(), seed(&id))).collect()
    });
    assert!(
        games.iter().any(|(_, seed)| *seed == 1) && games.iter().any(|(_, seed)| *seed == 2),
        "{games:?}"
    );
}

#[test]
fn a_damaged_database_is_named_and_kept() {
    let data = tempfile::tempdir().unwrap();
    run(data.path(), &["--seed", "1"], "left\nup\n");
    let path = data.path().join("redouble.db");
    let whole = std::fs::read(&path).unwrap();
    for damaged in [&whole[..whole.len() / 2], b"", b"\0\x01"] {
        std::fs::write(&path, damaged).unwrap();
        for arguments in [&[][..], &["--new"]] {
            let (code, _, error) = run(data.path(), arguments, "left\n");
            assert_eq!(code, 1, "{error}");
            assert!(error.contains("redouble.db cannot be used and is left as it is"), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), *damaged);
        }
    }
    std::fs::write(&path, &whole).unwrap();
    assert!(run(data.path(), &[], "record\n").1.contains("seed=1"));
}

#[test]
fn a_damaged_journal_of_an_earlier_version_is_named_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let text = include_str!("journal/page/store.journal");
    let path = data.path().join("page/store.journal");
    std::fs::create_dir(data.path().join("page")).unwrap();
    for damaged in [
        &text.replacen("seed=5", "seed=6", 1),
        &text.replacen("redouble-store 1", "redouble-store 9", 1),
        "\u{0}\u{1}",
    ] {
        std::fs::write(&path, damaged).unwrap();
        let (code, _, error) = run(data.path(), &[], "left\n");
        assert_eq!(code, 1, "{error}");
        assert!(error.contains("store.journal cannot be taken over and is left as it is"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), *damaged);
    }
    std::fs::write(&path, text).unwrap();
    assert!(run(data.path(), &[], "record\n").1.contains("seed=5"));
}

#[test]
fn what_a_killed_server_answered_is_in_the_database() {
    let data = tempfile::tempdir().unwrap();
    for round in 1..=3 {
        let page = Page::start(data.path());
        let id = page.ask("POST /api/games", &format!("{{\"seed\":{round}}}"))["id"].as_u64().unwrap();
        let path = format!("POST /api/games/{id}/move");
        let mut answered = page.get("/api/games/current");
        for direction in ["left", "up", "right", "down", "left", "up"].into_iter().cycle().take(7 * round) {
            answered = page.ask(&path, &format!("{{\"direction\":\"{direction}\"}}"))["game"].clone();
        }
        // kill -9
        drop(page);
        let (store, contents) = redouble_store::read_only(data.path()).unwrap().unwrap();
        assert_eq!(contents.games.len(), round);
        let row = contents.games.iter().find(|row| row.id == id).unwrap();
        assert_eq!(row.summary.board.to_string(), answered["board"].as_str().unwrap());
        assert_eq!(row.summary.moves as u64, answered["moves"].as_u64().unwrap());
        assert_eq!(store.record(id).unwrap().unwrap().plies.len(), row.summary.moves);
    }
}

/// The game of version 0.1.0 is a file of its own, which is read once and never written.
#[test]
fn a_damaged_saved_game_of_the_first_version_is_named_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let (_, output, _) = run(data.path(), &["--no-save", "--seed", "1"], "left\nup\nrecord\n");
    let text = &output[output.find("redouble-game").unwrap()..];
    std::fs::create_dir(data.path().join("play")).unwrap();
    let path = data.path().join("play/4x4.game");
    for damaged in [&text[..text.len() / 2], &text.replacen("moves=l", "moves=r", 1), "", "\u{0}\u{1}"] {
        std::fs::write(&path, damaged).unwrap();
        let (code, _, error) = run(data.path(), &[], "left\n");
        assert_eq!(code, 1, "{error}");
        assert!(error.contains("4x4.game is damaged"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), *damaged);
        assert_eq!(run(data.path(), &["--new"], "quit\n").0, 0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), *damaged);
    }
    std::fs::write(&path, text).unwrap();
    let (code, output, _) = run(data.path(), &[], "record\n");
    assert!(code == 0 && output.contains(text.trim()), "{output}");
    assert_eq!(std::fs::read_to_string(data.path().join("play/taken-over/4x4.game")).unwrap(), *text);
}

/// A server of the page.
struct Page {
    child: Child,
    address: String,
}

impl Page {
    fn start(data: &Path) -> Page {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        Page { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned() }
    }

    fn ask(&self, request: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{request} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    fn get(&self, path: &str) -> Value {
        self.ask(&format!("GET {path}"), "")
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server of this directory answers; it is killed afterwards.
fn server<T>(data: &Path, ask: impl FnOnce(&Page) -> T) -> T {
    ask(&Page::start(data))
}

#[test]
fn a_game_goes_from_the_terminal_to_the_page_and_back() {
    let data = tempfile::tempdir().unwrap();
    let mut terminal = Player::start(data.path(), &["--seed", "1"]);
    for line in ["left", "up", "right", "undo"] {
        terminal.say(line, "Score");
    }
    terminal.kill();
    let moves = server(data.path(), |page| {
        let game = page.get("/api/games/current");
        assert_eq!(
            (&game["seed"], &game["moves"], &game["undos"]),
            (&1.into(), &2.into(), &1.into()),
            "{game}"
        );
        let id = &game["id"];
        page.ask(&format!("POST /api/games/{id}/redo"), "{}");
        for direction in ["left", "up", "right", "down"] {
            page.ask(&format!("POST /api/games/{id}/move"), &format!("{{\"direction\":\"{direction}\"}}"));
        }
        page.get("/api/games/current")["moves"].as_u64().unwrap()
    });
    assert!(moves > 3, "{moves}");
    let mut terminal = Player::start(data.path(), &[]);
    let record = terminal.say("record", "score=");
    assert!(record.contains("seed=1") && record.contains("undos=1"), "{record}");
    terminal.say("undo", "Score");
    terminal.kill();
    let left = server(data.path(), |page| page.get("/api/games/current")["moves"].as_u64().unwrap());
    assert_eq!(left, moves - 1);
}

#[test]
fn the_terminal_and_the_page_do_not_play_at_the_same_time() {
    let data = tempfile::tempdir().unwrap();
    server(data.path(), |_| {
        let (code, _, error) = run(data.path(), &[], "left\n");
        assert!(code == 1 && error.contains("another redouble has these games open"), "{error}");
    });
    let terminal = Player::start(data.path(), &[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    let served =
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data.path()).output().unwrap();
    let error = String::from_utf8_lossy(&served.stderr);
    assert!(!served.status.success() && error.contains("another redouble has these games open"), "{error}");
    terminal.kill();
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("not-a-directory");
    std::fs::write(&file, "").unwrap();
    let (code, _, error) = run(&file, &[], "left\n");
    assert_eq!(code, 1);
    assert!(error.contains("not-a-directory"), "{error}");
}

#[test]
fn tiles_beyond_65536_merge_and_are_recorded() {
    let data = tempfile::tempdir().unwrap();
    let board = "65536,65536,.,./.,.,.,./.,.,.,./.,.,.,.";
    let (code, output, _) = run(data.path(), &["--from", board, "--seed", "1"], "left\nrecord\n");
    assert_eq!(code, 0);
    assert!(output.contains("Left, 131072 points."), "{output}");
    assert!(output.contains(&format!("start={board}")) && output.contains("score=131072"), "{output}");
}

#[test]
fn nonsense_gets_an_answer_not_a_crash() {
    let data = tempfile::tempdir().unwrap();
    let nonsense = format!("{}\n\u{7f}\nundo\nredo\n\nupp\nquit\n", "x".repeat(5_000));
    let (code, output, _) = run(data.path(), &["--seed", "1"], &nonsense);
    assert_eq!(code, 0);
    assert!(
        output.contains("There is nothing to undo.") && output.contains("There is nothing to redo."),
        "{output}"
    );
}

#[test]
fn completions_and_manual_are_there() {
    let output = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_redouble")).args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(output(&["completions", "bash"]).contains("perft"));
    assert!(output(&["man"]).contains("2048 laboratory"));
    let directory = tempfile::tempdir().unwrap();
    output(&["man", "--out", directory.path().to_str().unwrap()]);
    assert!(directory.path().join("redouble-play.1").exists());
}

#[test]
fn the_bench_signature_is_that_of_the_rules() {
    let bench =
        Command::new(env!("CARGO_BIN_EXE_redouble")).args(["bench", "--games", "1000"]).output().unwrap();
    let text = String::from_utf8(bench.stdout).unwrap();
    let signature = text.lines().next().unwrap();
    assert_eq!(signature, include_str!("data/bench-signature.txt").trim_end());
}
