//! The server as a process: many connections, signals, the secret and the log.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

struct Served {
    child: Child,
    messages: BufReader<ChildStderr>,
    /// What was printed behind `http://`.
    url: String,
}

impl Served {
    fn start(data: &Path, arguments: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data).args(arguments);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        messages.read_line(&mut line).unwrap();
        let url = line.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        Served { child, messages, url }
    }

    fn address(&self) -> &str {
        self.url.split('/').next().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// The answer to a request; `rest` is headers and a body.
    fn ask(&self, request: &str, rest: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "{request} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{rest}", self.address())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn signal(&self, name: &str) {
        let killed = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// As many connections as the server has room for are in the middle of a request: others are answered, and Ctrl-C and
/// SIGTERM end the server.
#[test]
fn a_thousand_busy_connections_lock_nobody_out_and_keep_no_server_alive() {
    for signal in ["-TERM", "-INT"] {
        let data = tempfile::tempdir().unwrap();
        let mut served = Served::start(data.path(), &[]);
        let busy = |_| {
            let mut stream = served.connect();
            let head =
                "POST /api/games HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n";
            write!(stream, "{head}host: {}\r\n\r\n{{", served.address()).unwrap();
            stream
        };
        let busy: Vec<TcpStream> = (0..1024).map(busy).collect();
        let body = "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
        let answer = served.ask("POST /api/games", body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        served.signal(signal);
        assert!(served.child.wait().unwrap().success(), "{signal}");
        drop(busy);
    }
}

#[test]
fn the_log_has_a_line_a_request_and_no_secret() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(data.path(), &["--log", "--token"]);
    let (_, secret) = served.url.split_once("/?token=").unwrap();
    let secret = secret.to_owned();
    assert_eq!(secret.len(), 32);
    assert!(served.ask("GET /api/games", "\r\n").starts_with("HTTP/1.1 401"));
    let welcome = served.ask(&format!("GET /?token={secret}"), "\r\n");
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let games = served.ask("GET /api/games?anything=1", &format!("cookie: {cookie}\r\n\r\n"));
    assert!(games.starts_with("HTTP/1.1 200"), "{games}");
    let mut log = String::new();
    for _ in 0..3 {
        served.messages.read_line(&mut log).unwrap();
    }
    let words = |line: &str| line.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" ");
    let asked: Vec<String> = log.lines().map(words).collect();
    assert_eq!(asked, ["GET /api/games 401", "GET / 303", "GET /api/games 200"]);
    assert!(!log.contains(&secret), "{log}");
}
