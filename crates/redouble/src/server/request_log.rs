//! `--log`: one line a request, on standard error.

use std::io::Write as _;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

/// How many lines may wait to be written; further ones are left out.
const MOST_WAITING: usize = 1024;
/// The longest path that is written.
const MAX_PATH: usize = 200;

/// Where the lines go. A reader that is slow, or gone, holds up no request.
#[derive(Clone)]
pub(crate) struct RequestLog(SyncSender<String>);

impl RequestLog {
    pub(crate) fn new() -> RequestLog {
        let (sender, lines) = sync_channel::<String>(MOST_WAITING);
        thread::spawn(move || lines.iter().for_each(|line| drop(writeln!(std::io::stderr(), "{line}"))));
        RequestLog(sender)
    }
}

/// Answers a request and writes its line: when, what was asked, the status, and how long the answer took to begin.
/// What follows `?`, headers and bodies are left out: they may hold secrets and games.
pub(crate) async fn log(State(log): State<RequestLog>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path());
    let path: String = path.chars().take(MAX_PATH).collect();
    let begun = Instant::now();
    let response = next.run(request).await;
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
    let line = format!("{now:.3} {method} {path} {} {milliseconds:.1} ms", response.status().as_u16());
    let _ = log.0.try_send(line);
    response
}
