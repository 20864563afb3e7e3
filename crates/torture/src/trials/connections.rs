//! Slow clients, a thousand connections, few descriptors: others are served meanwhile, and the server can be stopped.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::Effort;
use crate::program::Program;
use crate::score::Score;
use crate::server::{SERVE, Server};

/// As many as the server accepts at a time.
const MANY: usize = 1024;
/// How long a client may drip before the server must have ended it.
const DRIPPING: Duration = Duration::from_secs(20);
/// How soon a server ends that was told to, in seconds.
const ENDING: f64 = 3.0;
/// What bodies in small pieces may cost, for 64 connections with 16 KiB each.
const GROWTH: u64 = 48 << 20;

/// The beginning of a request whose body does not come.
const HALF: &str = "POST /api/games HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let (mut score, mut times) = (Score::default(), Vec::new());
    let server = Server::start(program.command(&SERVE))?;
    pieces(&server, &mut score);
    dripping(&server, &mut score);
    drop(server);
    for _ in 0..effort.attempts(10) {
        let crowded = ["serve", "--addr", "127.0.0.1:0", "--data", "crowded"];
        times.extend(crowd(Server::start(program.command(&crowded))?, MANY, &mut score));
    }
    for descriptors in ["ulimit -n 40", "ulimit -n 100", "ulimit -n 300"] {
        crowd(Server::start(program.limited(descriptors, &SERVE_FEW))?, 500, &mut score);
    }
    score.figure("seconds from SIGTERM to the end with 1,024 connections", times);
    Ok(score)
}

const SERVE_FEW: [&str; 5] = ["serve", "--addr", "127.0.0.1:0", "--data", "few"];

/// Connections that are in the middle of a request; the server may have closed some of them again.
fn half_sent(server: &Server, count: usize) -> Vec<TcpStream> {
    let half = HALF.replace("HOST", &server.address.to_string());
    let open = |_| {
        let mut stream = server.connect().ok()?;
        stream.write_all(half.as_bytes()).ok()?;
        Some(stream)
    };
    (0..count).filter_map(open).collect()
}

/// Everybody else is answered, and the server ends when it is told to; after how many seconds.
fn crowd(server: Server, connections: usize, score: &mut Score) -> Option<f64> {
    let open = half_sent(&server, connections);
    for _ in 0..5 {
        let answered = server.answers().map(drop);
        score.count("answers", answered.map_err(|loss| format!("beside {connections} connections: {loss}")));
    }
    let seconds = server.terminate(Duration::from_secs(30)).map(|time| time.as_secs_f64());
    let outcome = seconds
        .clone()
        .and_then(|seconds| if seconds <= ENDING { Ok(()) } else { Err(format!("it took {seconds:.1} s")) });
    score.count("SIGTERM", outcome.map_err(|loss| format!("with {connections} connections: {loss}")));
    drop(open);
    seconds.ok()
}

/// Bodies that arrive a byte at a time cost no more memory than others.
fn pieces(server: &Server, score: &mut Score) {
    let before = server.memory().unwrap_or(0);
    let mut open = half_sent(server, 64);
    let begun = Instant::now();
    for _ in 0..16 << 10 {
        if begun.elapsed() > Duration::from_secs(8) {
            break;
        }
        open.iter_mut().for_each(|stream| drop(stream.write_all(b" ")));
    }
    let after = server.memory().unwrap_or(u64::MAX);
    let flat = after <= before + GROWTH;
    score.count("bodies in pieces", if flat { Ok(()) } else { Err(format!("{before} to {after} bytes")) });
}

/// Headers and bodies of a byte a second are not waited for, and answers that nobody reads neither.
fn dripping(server: &Server, score: &mut Score) {
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ", server.address);
    let body = HALF.replace("HOST", &server.address.to_string());
    let drip = |begin: &str| -> Result<(), String> {
        let mut stream = server.connect().map_err(|error| error.to_string())?;
        let _ = stream.set_read_timeout(Some(Duration::from_millis(1)));
        let _ = stream.write_all(begin.as_bytes());
        let end = Instant::now() + DRIPPING;
        while Instant::now() < end {
            let is_closed = stream.write_all(b"x").is_err() || matches!(stream.read(&mut [0; 512]), Ok(0));
            if is_closed {
                return Ok(());
            }
            thread::sleep(Duration::from_secs(1));
        }
        Err(format!("still open after {DRIPPING:?}: {}", begin.lines().next().unwrap_or_default()))
    };
    let outcomes: Vec<Result<(), String>> = thread::scope(|scope| {
        let begins = [&head, &body, &head, &body];
        let dripping: Vec<_> = begins.map(|begin| scope.spawn(|| drip(begin))).into_iter().collect();
        score.count("answers", server.answers().map(drop));
        dripping.into_iter().map(|drip| drip.join().unwrap_or_else(|_| Err("a panic".to_owned()))).collect()
    });
    outcomes.into_iter().for_each(|outcome| score.count("dripping", outcome));
}
