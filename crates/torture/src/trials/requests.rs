//! Hostile requests beside 200 clients who play: the server answers them all the while, nothing in it breaks, and its memory does
//! not grow.

mod hostile;

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::Effort;
use crate::program::Program;
use crate::score::{Outcome, Score};
use crate::server::{Answer, SERVE, Server, exchange, request};

/// Those who play.
const CLIENTS: u32 = 200;
/// Between two looks at whether the server still answers.
const INTERVAL: u32 = 500;
/// What the server may take more after all requests than after a tenth of them: games and results are kept.
const GROWTH: u64 = 64 << 20;
/// How long those who mean ill wait for an answer.
const HASTE: Duration = Duration::from_millis(500);

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let fifo = program.scratch().join("fifo.net");
    std::process::Command::new("mkfifo").arg(&fifo).status()?;
    let server = Server::start(program.command(&SERVE))?;
    let mut score = Score::default();
    freezing(&server, &mut score).map_err(anyhow::Error::msg)?;
    for _ in 0..3 {
        server.started("/api/games", "{}").map_err(anyhow::Error::msg)?;
    }
    let flood = Flood {
        server: &server,
        effort,
        attempts: effort.attempts(1_000_000),
        sent: AtomicU32::new(0),
        is_over: AtomicBool::new(false),
        scores: Mutex::new(Score::default()),
        memory: Mutex::new(Vec::new()),
        slides: Mutex::new(Vec::new()),
    };
    thread::scope(|scope| {
        let flood = &flood;
        (0..CLIENTS).for_each(|client| drop(scope.spawn(move || flood.play(client))));
        let attackers: Vec<_> =
            (0..effort.workers).map(|number| scope.spawn(move || flood.attack(number as u64))).collect();
        attackers.into_iter().for_each(|attacker| drop(attacker.join()));
        flood.is_over.store(true, Ordering::Relaxed);
    });
    let Flood { scores, memory, slides, .. } = flood;
    score.add(scores.into_inner().unwrap_or_default());
    score.count("afterwards", server.answers().map(drop));
    judge_memory(&memory.into_inner().unwrap_or_default(), &mut score);
    tell_slides(slides.into_inner().unwrap_or_default(), &mut score);
    let owned = program.scratch().join("owned").exists();
    score.count("afterwards", if owned { Err("a request started a program".to_owned()) } else { Ok(()) });
    let panics = server.panics();
    score.count("afterwards", if panics.is_empty() { Ok(()) } else { Err(panics.join("; ")) });
    let ended = server.terminate(Duration::from_secs(30));
    score.count("afterwards", ended.map(drop));
    Ok(score)
}

/// What all threads of the flood share.
struct Flood<'a> {
    server: &'a Server,
    effort: &'a Effort,
    attempts: u32,
    sent: AtomicU32,
    is_over: AtomicBool,
    scores: Mutex<Score>,
    /// Resident bytes, ten times on the way.
    memory: Mutex<Vec<u64>>,
    /// How long slides of clients took, in milliseconds.
    slides: Mutex<Vec<f64>>,
}

impl Flood<'_> {
    fn attack(&self, attacker: u64) {
        let (mut random, address) = (self.effort.random(attacker), self.server.address);
        let mut connection = None;
        loop {
            let number = self.sent.fetch_add(1, Ordering::Relaxed);
            if number >= self.attempts || self.effort.is_over() {
                return;
            }
            let bytes = hostile::request(address, &mut random);
            self.count("hostile", self.send(&mut connection, address, &bytes));
            if number.is_multiple_of(INTERVAL) {
                let outcome = self.server.answers().map(drop);
                self.count("between", outcome.map_err(|loss| format!("after {number} requests: {loss}")));
            }
            if number.is_multiple_of(self.attempts.div_ceil(10)) {
                lock(&self.memory).extend(self.server.memory());
            }
        }
    }

    /// Sends bytes on the connection that there is, or on a new one. Refusing to go on talking is an answer; that something is
    /// broken is none.
    fn send(&self, connection: &mut Option<TcpStream>, address: SocketAddr, bytes: &[u8]) -> Outcome {
        let open = || TcpStream::connect(address).ok();
        let Some(mut stream) = connection.take().or_else(open) else {
            return Err("no connection".to_owned());
        };
        match exchange(&mut stream, bytes, HASTE) {
            Answer::Whole(status) if [500, 502, 504].contains(&status) => {
                Err(format!("{status} for {}", String::from_utf8_lossy(bytes)))
            }
            Answer::Whole(_) => {
                *connection = Some(stream);
                Ok(())
            }
            // The connection is closed here, which ends what was begun for it.
            Answer::Begun | Answer::Closed => Ok(()),
        }
    }

    /// One of many people who slide now and then, and ask for hints.
    fn play(&self, client: u32) {
        let hint = "{\"board\":\"2,4,./.,2,./.,.,.\",\"player\":\"greedy\"}";
        for turn in client.. {
            // Many people, each of whom thinks before a move.
            for _ in 0..20 {
                if self.is_over.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(Duration::from_millis(100));
            }
            let outcome = if turn.is_multiple_of(4) {
                hinted(self.server.ask("POST", "/api/hint", hint))
            } else {
                self.server.answers().map(|time| lock(&self.slides).push(time.as_secs_f64() * 1e3))
            };
            self.count("clients", outcome.map_err(|loss| format!("client {client}: {loss}")));
        }
    }

    fn count(&self, part: &str, outcome: Outcome) {
        lock(&self.scores).count(part, outcome);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn judge_memory(memory: &[u64], score: &mut Score) {
    score.figure("resident bytes after each tenth of the requests", json!(memory));
    // Where the time was over before, nothing is said about it.
    let [_, early, .., late] = *memory else { return };
    let is_flat = late <= early.saturating_add(GROWTH);
    score
        .count("memory", if is_flat { Ok(()) } else { Err(format!("it grew from {early} to {late} bytes")) });
}

fn tell_slides(mut slides: Vec<f64>, score: &mut Score) {
    slides.sort_by(f64::total_cmp);
    let rank =
        |share: f64| slides.get(((slides.len() as f64 * share) as usize).min(slides.len().saturating_sub(1)));
    for (name, share) in [("median", 0.5), ("99th percentile", 0.99)] {
        score.figure(&format!("milliseconds of a client's slide, {name}"), json!(rank(share)));
    }
}

/// Work of a minute that nobody waits for, and then a slide.
fn freezing(server: &Server, score: &mut Score) -> Result<(), String> {
    let game = server.started("/api/games", "{\"board\":\"3x3\",\"seed\":1}")?;
    server.asked("POST", &format!("/api/games/{game}/auto"), "{\"player\":\"greedy\"}")?;
    let record = server.asked("GET", &format!("/api/games/{game}/record"), "")?;
    let record = record.split("\r\n\r\n").nth(1).unwrap_or_default().trim().replace('\n', " ");
    let leave = |path: &str, body: &str| {
        if let Ok(mut stream) = TcpStream::connect(server.address) {
            let bytes = request(server.address, "POST", path, body);
            exchange(&mut stream, &bytes, Duration::from_millis(20));
        }
    };
    for player in ["optimal", "optimal:maximize=moves"] {
        leave("/api/review", &format!("{{\"record\":\"{record}\",\"player\":\"{player}\"}}"));
        leave("/api/hint", &format!("{{\"board\":\"2,2,./.,.,./.,.,.\",\"player\":\"{player}\"}}"));
    }
    let players = "[\"optimal\",\"optimal:maximize=moves\"]";
    let arena = format!("{{\"players\":{players},\"games\":2,\"seed\":1,\"board\":\"3x3\"}}");
    let arena = server.started("/api/arena", &arena)?;
    score.count("after freezing requests", server.answers().map(drop));
    let hint = "{\"board\":\"2,2,4,8/.,.,.,./.,.,.,./.,.,.,.\",\"player\":\"expectimax:depth=2\"}";
    score.count("after freezing requests", server.asked("POST", "/api/hint", hint).map(drop));
    server.asked("DELETE", &format!("/api/arena/{arena}"), "").map(drop)
}

/// A hint, or the word that too many are asked for at once.
fn hinted(answer: std::io::Result<String>) -> Outcome {
    let answer = answer.map_err(|error| format!("/api/hint: {error}"))?;
    let status = answer.split(' ').nth(1).unwrap_or("no answer");
    if ["200", "429"].contains(&status) { Ok(()) } else { Err(format!("/api/hint: {status}")) }
}
