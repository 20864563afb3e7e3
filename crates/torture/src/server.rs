//! The server under torture: its address, its memory, and whether it still answers a person.

use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use redouble_core::{Game, Rules};
use serde_json::json;

use crate::program::{End, Patience, wait};

/// How long a person waits for an answer before it counts as none.
const PATIENCE: Duration = Duration::from_secs(30);
/// The arguments that start it.
pub(crate) const SERVE: [&str; 5] = ["serve", "--addr", "127.0.0.1:0", "--data", "served"];

/// The server, which ends with this value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The panics that it has told.
    panics: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> anyhow::Result<Server> {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let mut reader = BufReader::new(child.stderr.take().context("a pipe")?);
        let (mut line, mut address) = (String::new(), None);
        while address.is_none() && reader.read_line(&mut line)? > 0 {
            let found = line.split("http://").nth(1);
            address = found.and_then(|rest| rest.split(['/', ' ', '\n', '?']).next()?.parse().ok());
            line.clear();
        }
        let address = address.context("the server tells no address")?;
        let panics = Arc::default();
        let told = Arc::clone(&panics);
        thread::spawn(move || listen(reader, &told));
        Ok(Server { child, address, panics })
    }

    /// The panics so far, in its words.
    pub(crate) fn panics(&self) -> Vec<String> {
        self.panics.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A connection that waits a person's time for answers.
    pub(crate) fn connect(&self) -> std::io::Result<TcpStream> {
        connect(self.address)
    }

    /// Sends a request on a connection of its own and reads the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> std::io::Result<String> {
        ask(self.address, method, path, body)
    }

    /// How long a slide takes for a person who goes on with a game, makes a move and removes the game again. A game without
    /// a move would give way to the next one that is begun.
    pub(crate) fn answers(&self) -> Result<Duration, String> {
        let mut game = Game::new(Rules::default(), 1);
        let legal = game.position().legal().nth(0).ok_or("no legal move")?;
        game.play(legal);
        let next = game.position().legal().nth(0).ok_or("no legal move")?;
        let id = self.started("/api/games", &json!({ "import": game.record().to_string() }).to_string())?;
        let path = format!("/api/games/{id}/move");
        let begun = Instant::now();
        let acted = self.asked("POST", &path, &json!({ "direction": next.to_string() }).to_string())?;
        let time = begun.elapsed();
        let removed = self.asked("DELETE", path.trim_end_matches("/move"), "");
        if acted.contains("\"changed\":true") { removed.map(|_| time) } else { Err(acted) }
    }

    /// The number of what a request has started.
    pub(crate) fn started(&self, path: &str, body: &str) -> Result<String, String> {
        let answer = self.asked("POST", path, body)?;
        let id = answer.split("\"id\":").nth(1).and_then(|rest| rest.split([',', '}']).next());
        id.map(str::to_owned).ok_or_else(|| format!("{path}: an answer without a number"))
    }

    /// The answer to a request that should succeed.
    pub(crate) fn asked(&self, method: &str, path: &str, body: &str) -> Result<String, String> {
        let answer = self.ask(method, path, body).map_err(|error| format!("{path}: {error}"))?;
        let first = answer.lines().next().unwrap_or("an empty answer");
        if answer.starts_with("HTTP/1.1 200") { Ok(answer) } else { Err(format!("{path}: {first}")) }
    }

    /// Resident memory in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    }

    /// Asks it to stop, as the system does, and waits; how long that took.
    pub(crate) fn terminate(mut self, patience: Duration) -> Result<Duration, String> {
        let begun = Instant::now();
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        told.map_err(|error| error.to_string())?;
        match wait(&mut self.child, Patience::to_end(patience)) {
            Ok(End::Exited(status)) if status.success() => Ok(begun.elapsed()),
            Ok(End::Exited(status)) => Err(format!("it ended with {status}")),
            Ok(_) => Err(format!("it had not ended after {patience:?}")),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = wait(&mut self.child, Patience::to_end(Duration::ZERO));
    }
}

/// Reads messages to their end, so that the server can go on writing, and keeps those of panics.
fn listen(messages: BufReader<ChildStderr>, panics: &Mutex<Vec<String>>) {
    for line in messages.lines().map_while(Result::ok).filter(|line| line.contains("panicked at")) {
        panics.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// What comes back for a request.
pub(crate) enum Answer {
    /// An answer with this status, whole: the connection can be used again.
    Whole(u16),
    /// The beginning of an answer, or none within the time.
    Begun,
    /// The server does not go on talking.
    Closed,
}

/// Sends bytes and reads the answer, if it is all there within a short time.
pub(crate) fn exchange(stream: &mut TcpStream, bytes: &[u8], time: Duration) -> Answer {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(time));
    let _ = stream.set_write_timeout(Some(time));
    if stream.write_all(bytes).is_err() {
        return Answer::Closed;
    }
    let (mut answer, mut buffer) = (Vec::new(), [0; 16 << 10]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Answer::Closed,
            Ok(read) => answer.extend_from_slice(&buffer[..read]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Answer::Begun,
            Err(_) => return Answer::Closed,
        }
        match whole(&answer) {
            Some((status, length)) if answer.len() >= length => return Answer::Whole(status),
            _ => {}
        }
    }
}

/// The status and the length of an answer whose headers are there; events have no length.
fn whole(answer: &[u8]) -> Option<(u16, usize)> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length = length.map_or(Some(usize::MAX - end), |length| length.trim().parse().ok())?;
    Some((status, end + length))
}

/// A connection that waits a person's time for answers.
fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends a request on a connection of its own and reads the whole answer.
pub(crate) fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = connect(address)?;
    stream.write_all(&request(address, method, path, body))?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// A whole request as bytes; the server closes the connection after the answer.
pub(crate) fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
