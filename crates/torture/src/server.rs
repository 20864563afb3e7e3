//! The server under torture: its address, its memory, and whether it still answers a person.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::program::wait;

/// How long a person waits for an answer before it counts as none.
const PATIENCE: Duration = Duration::from_secs(10);
/// The arguments that start it.
pub(crate) const SERVE: [&str; 5] = ["serve", "--addr", "127.0.0.1:0", "--data", "served"];

/// The server, which ends with this value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open, so that the server can go on writing messages.
    _messages: BufReader<ChildStderr>,
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
        Ok(Server { child, address, _messages: reader })
    }

    /// A request of a program that means well.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        request(self.address, method, path, body)
    }

    /// A connection that waits a person's time for answers.
    pub(crate) fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Sends a request on a connection of its own and reads the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> std::io::Result<String> {
        let mut stream = self.connect()?;
        stream.write_all(&self.request(method, path, body))?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Whether a game is started and a tile slid for a person who waits a few seconds.
    pub(crate) fn answers(&self) -> Result<(), String> {
        let id = self.started("/api/games", "{\"from\":\"2,2,./.,.,./.,.,.\"}")?;
        let path = format!("/api/games/{id}/move");
        let acted = self.asked("POST", &path, "{\"direction\":\"left\"}")?;
        let removed = self.asked("DELETE", path.trim_end_matches("/move"), "");
        if acted.contains("\"changed\":true") { removed.map(drop) } else { Err(acted) }
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
        match wait(&mut self.child, patience) {
            Ok(Some(status)) if status.success() => Ok(begun.elapsed()),
            Ok(Some(status)) => Err(format!("it ended with {status}")),
            Ok(None) => Err(format!("it had not ended after {patience:?}")),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = wait(&mut self.child, Duration::ZERO);
    }
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
