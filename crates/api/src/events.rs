//! Answers that come bit by bit: server-sent events from a thread that works.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::think::StopOnDrop;

/// How many events may wait to be sent; the work waits for a slow reader.
const BUFFER: usize = 16;

/// Where the work puts its events.
pub(crate) struct Events {
    sender: mpsc::Sender<String>,
    stop: Arc<AtomicBool>,
}

impl Events {
    /// Sends an event; false if nobody listens any more.
    pub(crate) fn send(&self, event: &impl Serialize) -> bool {
        let json = serde_json::to_string(event).expect("events are plain data");
        self.sender.blocking_send(format!("data: {json}\n\n")).is_ok()
    }

    /// Set as soon as nobody listens any more.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

/// An answer that is written by `work`, on a thread where it holds nobody up.
pub(crate) fn stream_of(work: impl FnOnce(&Events) + Send + 'static) -> Response {
    let (sender, receiver) = mpsc::channel(BUFFER);
    let stop = Arc::new(AtomicBool::new(false));
    let events = Events { sender, stop: Arc::clone(&stop) };
    tokio::task::spawn_blocking(move || work(&events));
    let reading = (receiver, StopOnDrop(stop));
    let stream = stream::unfold(reading, async |(mut receiver, stop)| {
        let event = receiver.recv().await?;
        Some((Ok::<String, Infallible>(event), (receiver, stop)))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(stream)).into_response()
}
