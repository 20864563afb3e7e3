//! Answers that come bit by bit: server-sent events from a job.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use redouble_core::{Progress, Watch};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::App;
use crate::jobs::Job;
use redouble_kernels::clock::Instant;

/// How often the page hears how far something is.
pub(crate) const PERIOD: Duration = Duration::from_millis(150);
/// A reader that has so many events to read hears of no further progress.
const BEHIND: usize = 16;

/// Where a job puts its events.
pub(crate) struct Events {
    /// Never waits: a thread of the pool must not wait for a reader.
    sender: mpsc::UnboundedSender<String>,
    unread: Arc<AtomicUsize>,
    job: Job,
    /// When progress was told last.
    told: Mutex<Instant>,
}

impl Events {
    /// Sends an event.
    pub(crate) fn send(&self, event: &impl Serialize) {
        let json = serde_json::to_string(event).expect("events are plain data");
        self.unread.fetch_add(1, Ordering::Relaxed);
        if self.sender.send(format!("data: {json}\n\n")).is_err() {
            self.job.stop();
        }
    }

    /// Sends an event if one is due: now and then, and only to a reader that keeps up.
    pub(crate) fn send_if_due<E: Serialize>(&self, event: impl FnOnce() -> E) {
        let Ok(mut told) = self.told.try_lock() else { return };
        if told.elapsed() >= PERIOD && self.unread.load(Ordering::Relaxed) < BEHIND {
            *told = Instant::now();
            self.send(&event());
        }
    }

    /// The job: stopped as soon as nobody listens any more.
    pub(crate) fn job(&self) -> &Job {
        &self.job
    }

    /// Tells progress as events.
    pub(crate) fn telling<E: Serialize, F: Fn(Progress) -> E + Sync>(&self, event: F) -> Telling<'_, F> {
        Telling { events: self, event }
    }
}

/// A [`Watch`] that makes events of progress.
pub(crate) struct Telling<'a, F> {
    events: &'a Events,
    event: F,
}

impl<E: Serialize, F: Fn(Progress) -> E + Sync> Watch for Telling<'_, F> {
    fn progress(&self, progress: Progress) {
        self.events.send_if_due(|| (self.event)(progress));
    }

    fn is_stopped(&self) -> bool {
        self.events.job.is_stopped()
    }
}

impl App {
    /// An answer that is written by `work`, a job that ends when nobody listens.
    pub(crate) fn stream(&self, work: impl FnOnce(&Events) + Send + 'static) -> Response {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (job, unread) = (Job::default(), Arc::new(AtomicUsize::new(0)));
        let reading = (receiver, Arc::clone(&unread), job.waiting());
        let events = Events { sender, unread, job, told: Mutex::new(Instant::now()) };
        self.host.run(Box::new(move || work(&events)));
        response(stream::unfold(reading, async |(mut receiver, unread, waiting)| {
            let event: String = receiver.recv().await?;
            unread.fetch_sub(1, Ordering::Relaxed);
            Some((event, (receiver, unread, waiting)))
        }))
    }
}

/// A stream of events as an answer.
pub(crate) fn response(events: impl Stream<Item = String> + Send + 'static) -> Response {
    use futures_util::StreamExt as _;
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(events.map(Ok::<String, Infallible>))).into_response()
}
