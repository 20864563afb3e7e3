//! Games that are killed between and during moves: after the next start the game has every move that was answered, and at most the
//! one that was not yet.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use redouble_core::{Direction, Game, Random, Rules};

use crate::program::{Patience, Program, wait};
use crate::score::{Outcome, Score};
use crate::server::Server;

/// How often each game is killed.
const KILLS: u32 = 10;
/// How long nothing is killed that has only just begun, in milliseconds, and how long afterwards.
const MOMENT: u32 = 60;

/// A game as it must be: with the moves that were answered, and the one that was asked for after them.
struct Truth {
    game: Game,
    asked: Option<Direction>,
}

impl Truth {
    fn new(seed: u64) -> Truth {
        Truth { game: Game::new(Rules::default(), seed), asked: None }
    }

    /// A move that will be legal; games of random moves last long enough.
    fn ask(&mut self, random: &mut Random) -> Option<Direction> {
        let legal = self.game.position().legal();
        self.asked =
            (!legal.is_empty()).then(|| legal.nth(random.below(legal.len() as u32) as usize)).flatten();
        self.asked
    }

    fn answered(&mut self) {
        if let Some(direction) = self.asked.take() {
            self.game.play(direction);
        }
    }

    /// Takes over what is there after a kill.
    fn meet(&mut self, describe: impl Fn(&Game) -> String, found: &str) -> Outcome {
        if describe(&self.game) == found {
            self.asked = None;
            return Ok(());
        }
        let before = describe(&self.game);
        self.answered();
        let now = describe(&self.game);
        if now == found { Ok(()) } else { Err(format!("{found} instead of {before} or {now}")) }
    }
}

/// `play --plain`, asked line by line.
pub(super) fn in_the_terminal(
    program: &Program,
    random: &mut Random,
    score: &mut Score,
) -> anyhow::Result<()> {
    let seed = u64::from(random.below(1 << 30));
    let mut truth = Truth::new(seed);
    let text = seed.to_string();
    let board = |game: &Game| game.position().board().to_string();
    for _ in 0..=KILLS {
        let mut command = program.command(&["play", "--plain", "--seed", &text, "--data", "terminal"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut input = child.stdin.take().context("a pipe")?;
        let mut output = BufReader::new(child.stdout.take().context("a pipe")?);
        let shown = next_board(&mut output)?;
        score.count("play", truth.meet(board, &shown));
        for _ in 0..random.below(20) {
            let Some(direction) = truth.ask(random) else { break };
            tell(&mut input, direction)?;
            let shown = next_board(&mut output)?;
            score.count("moves in the terminal", truth.meet(board, &shown));
        }
        // One more move, killed before, while or after it is made.
        if let Some(direction) = truth.ask(random) {
            tell(&mut input, direction)?;
        }
        thread::sleep(Duration::from_micros(random.below(3_000).into()));
        wait(&mut child, Patience::to_end(Duration::ZERO))?;
    }
    Ok(())
}

fn tell(input: &mut ChildStdin, direction: Direction) -> std::io::Result<()> {
    writeln!(input, "{direction}")?;
    input.flush()
}

/// The next board that is printed, as text with commas.
fn next_board(output: &mut BufReader<ChildStdout>) -> anyhow::Result<String> {
    let mut rows: Vec<String> = Vec::new();
    loop {
        let mut line = String::new();
        anyhow::ensure!(output.read_line(&mut line)? > 0, "the game ended without a kill");
        if line.starts_with("Score ") {
            return Ok(rows[rows.len().saturating_sub(4)..].join("/"));
        }
        rows.push(line.split_whitespace().collect::<Vec<_>>().join(","));
    }
}

/// The server, killed while a client plays; a finished experiment is still there, too.
pub(super) fn on_the_page(program: &Program, random: &mut Random, score: &mut Score) -> anyhow::Result<()> {
    let seed = u64::from(random.below(1 << 30));
    let mut truth = Truth::new(seed);
    let start = || Server::start(program.command(&["serve", "--addr", "127.0.0.1:0", "--data", "page"]));
    let server = start()?;
    let id = server.started("/api/games", &format!("{{\"seed\":{seed}}}")).map_err(anyhow::Error::msg)?;
    let arena = "{\"players\":[\"random\"],\"games\":20,\"seed\":1,\"board\":\"2x2\"}";
    let arena = server.started("/api/arena", arena).map_err(anyhow::Error::msg)?;
    server.asked("GET", &format!("/api/arena/{arena}/events"), "").map_err(anyhow::Error::msg)?;
    let games_of =
        |server: &Server| body(&server.asked("GET", &format!("/api/arena/{arena}/games.csv"), "")?);
    let played = games_of(&server).map_err(anyhow::Error::msg)?;
    drop(server);
    for _ in 0..KILLS {
        let server = start()?;
        let record =
            server.asked("GET", &format!("/api/games/{id}/record"), "").and_then(|answer| body(&answer));
        let kept = record.and_then(|found| truth.meet(|game| game.record().to_string(), found.trim()));
        let same = games_of(&server)
            .and_then(|found| if found == played { Ok(()) } else { Err("other results".to_owned()) });
        score.count("serve", kept.and(same));
        play_until_killed(server, &id, &mut truth, random);
    }
    Ok(())
}

/// Slides until the server is gone.
fn play_until_killed(server: Server, id: &str, truth: &mut Truth, random: &mut Random) {
    let (time, is_gone) =
        (Duration::from_millis((MOMENT + random.below(MOMENT)).into()), AtomicBool::new(false));
    let (address, path) = (server.address, format!("/api/games/{id}/move"));
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(time);
            drop(server);
            is_gone.store(true, Ordering::SeqCst);
        });
        while !is_gone.load(Ordering::SeqCst) {
            let Some(direction) = truth.ask(random) else { return };
            let answer =
                crate::server::ask(address, "POST", &path, &format!("{{\"direction\":\"{direction}\"}}"));
            if !answer.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200")) {
                return;
            }
            truth.answered();
        }
    });
}

/// What follows the headers.
fn body(answer: &str) -> Result<String, String> {
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    body.ok_or_else(|| "an answer without a body".to_owned())
}
