//! Hostile requests beside 200 clients who play: the server answers them all the while, and its memory does not grow.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use redouble_core::Random;

use super::Effort;
use crate::program::Program;
use crate::score::Score;
use crate::server::{SERVE, Server, request};

const PATHS: [&str; 20] = [
    "/",
    "/api/games",
    "/api/games/current",
    "/api/games/1/move",
    "/api/games/99999999999999999999/move",
    "/api/games/1/auto",
    "/api/hint",
    "/api/board",
    "/api/turn",
    "/api/replay",
    "/api/review",
    "/api/arena",
    "/api/states/count",
    "/api/states/graph",
    "/api/states/origin",
    "/api/solve",
    "/api/solve/move",
    "/api/tilt/meet",
    "/../../etc/passwd",
    "/%00",
];
const BODIES: [&str; 20] = [
    "",
    "{}",
    "[]",
    "null",
    "{\"board\":",
    "{\"board\":\"2,2/2,2\"}",
    "{\"board\":1e999}",
    "{\"board\":\"3x3\"}",
    "{\"shape\":\"3x3\"}",
    "{\"direction\":\"left\"}",
    "{\"board\":\"x./.x\"}",
    "{\"board\":\"x....x/......\",\"width\":24,\"height\":24}",
    "{\"board\":\"1024,512,2,./.,.,.,./.,.,.,./.,.,.,4\"}",
    "{\"player\":\"ntuple:net=/dev/zero\",\"board\":\"2,2,.,./.,.,.,./.,.,.,./.,.,.,.\"}",
    "{\"player\":\"ntuple:net=fifo.net\",\"board\":\"2,2,.,./.,.,.,./.,.,.,./.,.,.,.\"}",
    "{\"player\":\"external:command=touch owned\",\"board\":\"2,2/2,2\"}",
    "{\"player\":\"optimal\",\"board\":\"2,2,./.,.,./.,.,.\"}",
    "{\"player\":\"greedy:eval=empty*-1e308+score*1e308\",\"board\":\"2,2,4/8,16,32\"}",
    "{\"players\":[\"random\",\"greedy\"],\"games\":50,\"seed\":1}",
    "\u{1f600}",
];
/// Those who mean ill, at the same time.
const ATTACKERS: u32 = 8;
/// Those who play.
const CLIENTS: u32 = 200;
/// Between two looks at whether the server still answers.
const INTERVAL: u32 = 500;
/// What the server may take more after all requests than after the first of them: games and results are kept.
const GROWTH: u64 = 192 << 20;

pub(crate) fn run(program: &Program, effort: &mut Effort, score: &mut Score) -> anyhow::Result<()> {
    let fifo = program.scratch().join("fifo.net");
    std::process::Command::new("mkfifo").arg(&fifo).status()?;
    let server = Server::start(program.command(&SERVE))?;
    freezing(&server, score).map_err(anyhow::Error::msg)?;
    let attempts = effort.attempts(1_000_000);
    let seed = effort.random.next_u64();
    let early = Mutex::new(None);
    let scores = Mutex::new(Score::default());
    let (sent, is_over) = (AtomicU32::new(0), AtomicBool::new(false));
    let attack = |attacker: u64| {
        let mut random = Random::for_game(seed, attacker);
        loop {
            let number = sent.fetch_add(1, Ordering::Relaxed);
            if number >= attempts {
                break;
            }
            // Refusing to go on talking is an answer; whether the server is well is asked now and then.
            exchange(server.address, &random_request(server.address, &mut random));
            let outcome = if number % INTERVAL == 0 { server.answers() } else { Ok(()) };
            count(&scores, outcome.map_err(|loss| format!("after {number} requests: {loss}")));
            if number == attempts / 10 {
                *lock(&early) = server.memory();
            }
        }
    };
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (server, scores, is_over) = (&server, &scores, &is_over);
            scope.spawn(move || play(server, client, is_over, scores));
        }
        let attack = &attack;
        let attackers: Vec<_> =
            (0..ATTACKERS).map(|number| scope.spawn(move || attack(number.into()))).collect();
        attackers.into_iter().for_each(|attacker| drop(attacker.join()));
        is_over.store(true, Ordering::Relaxed);
    });
    score.add(scores.into_inner().unwrap_or_default());
    score.count(server.answers());
    let (early, late) = (lock(&early).unwrap_or(0), server.memory().unwrap_or(u64::MAX));
    let flat = late <= early.saturating_add(GROWTH);
    score.count(if flat { Ok(()) } else { Err(format!("memory grew from {early} to {late} bytes")) });
    let owned = program.scratch().join("owned").exists();
    score.count(if owned { Err("a request started a program".to_owned()) } else { Ok(()) });
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn count(scores: &Mutex<Score>, outcome: Result<(), String>) {
    lock(scores).count(outcome);
}

/// Work of a minute that nobody waits for, and then a slide.
fn freezing(server: &Server, score: &mut Score) -> Result<(), String> {
    let game = server.started("/api/games", "{\"board\":\"3x3\",\"seed\":1}")?;
    server.asked("POST", &format!("/api/games/{game}/auto"), "{\"player\":\"greedy\"}")?;
    let record = server.asked("GET", &format!("/api/games/{game}/record"), "")?;
    let record = record.split("\r\n\r\n").nth(1).unwrap_or_default().trim().replace('\n', " ");
    for player in ["optimal", "optimal:maximize=moves"] {
        let review = format!("{{\"record\":\"{record}\",\"player\":\"{player}\"}}");
        exchange(server.address, &request(server.address, "POST", "/api/review", &review));
        let hint = format!("{{\"board\":\"2,2,./.,.,./.,.,.\",\"player\":\"{player}\"}}");
        exchange(server.address, &request(server.address, "POST", "/api/hint", &hint));
    }
    let players = "[\"optimal\",\"optimal:maximize=moves\"]";
    let arena = format!("{{\"players\":{players},\"games\":2,\"seed\":1,\"board\":\"3x3\"}}");
    let arena = server.started("/api/arena", &arena)?;
    score.count(server.answers().map_err(|loss| format!("after the freezing requests: {loss}")));
    let hint = "{\"board\":\"2,2,4,8/.,.,.,./.,.,.,./.,.,.,.\",\"player\":\"expectimax:depth=2\"}";
    score.count(server.asked("POST", "/api/hint", hint).map(drop));
    server.asked("DELETE", &format!("/api/arena/{arena}"), "").map(drop)
}

/// One of many people who slide now and then, and ask for hints.
fn play(server: &Server, client: u32, is_over: &AtomicBool, scores: &Mutex<Score>) {
    let hint = "{\"board\":\"2,4,./.,2,./.,.,.\",\"player\":\"greedy\"}";
    for turn in client.. {
        // Many people, each of whom thinks before a move.
        for _ in 0..20 {
            if is_over.load(Ordering::Relaxed) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let outcome =
            if turn % 4 == 0 { hinted(server.ask("POST", "/api/hint", hint)) } else { server.answers() };
        count(scores, outcome.map_err(|loss| format!("client {client}: {loss}")));
    }
}

/// A hint, or the word that too many are asked for at once.
fn hinted(answer: std::io::Result<String>) -> Result<(), String> {
    let answer = answer.map_err(|error| format!("/api/hint: {error}"))?;
    let status = answer.split(' ').nth(1).unwrap_or("no answer");
    if ["200", "429"].contains(&status) { Ok(()) } else { Err(format!("/api/hint: {status}")) }
}

/// Sends bytes and reads what comes back within a short time.
fn exchange(address: SocketAddr, bytes: &[u8]) {
    let exchange = || -> std::io::Result<usize> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_millis(20)))?;
        stream.set_write_timeout(Some(Duration::from_millis(200)))?;
        stream.write_all(bytes)?;
        stream.read(&mut [0; 4096])
    };
    let _ = exchange();
}

fn random_request(address: SocketAddr, random: &mut Random) -> Vec<u8> {
    if random.below(10) == 0 {
        return (0..random.below(300)).map(|_| random.below(256) as u8).collect();
    }
    let mut pick = |things: &[&'static str]| things[random.below(things.len() as u32) as usize];
    let (method, path, body) =
        (pick(&["GET", "POST", "POST", "DELETE", "PUT", "get", "\0"]), pick(&PATHS), pick(&BODIES));
    let close = pick(&["Connection: close\r\n", ""]);
    let host = if random.below(5) == 0 { "evil.example".to_owned() } else { address.to_string() };
    let length = if random.below(8) == 0 { 10_000_000 } else { body.len() };
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    format!("{head}{close}Content-Length: {length}\r\n\r\n{body}").into_bytes()
}
