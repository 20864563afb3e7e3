//! Answers that come bit by bit: server-sent events from a job.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use redouble_core::{Progress, Watch};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::App;
use crate::jobs::{Job, Switch, Waiting, attempt};
use crate::line::Urgency;
use crate::refusal::Refusal;
use redouble_kernels::clock::Instant;

/// How often the page hears how far something is.
pub(crate) const PERIOD: Duration = Duration::from_millis(150);
/// A reader that has so many events to read hears of no further progress.
const BEHIND: usize = 16;

/// Where a job puts its events.
pub(crate) struct Events<'a> {
    /// Never waits: a thread of the pool must not wait for a reader. Once nobody listens, the job is stopped.
    sender: mpsc::UnboundedSender<String>,
    unread: Arc<AtomicUsize>,
    job: &'a Job,
    /// When progress was told last.
    told: Mutex<Instant>,
}

impl<'a> Events<'a> {
    /// Sends an event.
    pub(crate) fn send(&self, event: &impl Serialize) {
        let json = serde_json::to_string(event).expect("events are plain data");
        self.unread.fetch_add(1, Ordering::Relaxed);
        // An event that nobody reads is no loss.
        let _ = self.sender.send(format!("data: {json}\n\n"));
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
    pub(crate) fn job(&self) -> &'a Job {
        self.job
    }

    /// Tells progress as events.
    pub(crate) fn telling<E: Serialize, F: Fn(Progress) -> E + Sync>(&self, event: F) -> Telling<'_, F> {
        Telling { events: self, event }
    }
}

/// A [`Watch`] that makes events of progress.
pub(crate) struct Telling<'a, F> {
    events: &'a Events<'a>,
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
    /// An answer that is written by `work`, a job that ends when nobody listens. What it refuses is its last event,
    /// `{"error": …}`.
    ///
    /// # Errors
    /// If there is too much work.
    pub(crate) fn stream(
        &self,
        urgency: Urgency,
        work: impl FnOnce(&Events<'_>) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<Response, Refusal> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (switch, unread) = (Switch::default(), Arc::new(AtomicUsize::new(0)));
        let reading = (receiver, Arc::clone(&unread), Waiting::new(&self.jobs, &switch));
        self.jobs.start(urgency, &switch, move |job| {
            let events = Events { sender, unread, job, told: Mutex::new(Instant::now()) };
            if let Err(refusal) = attempt(|| work(&events)) {
                events.send(&json!({ "error": refusal.to_string() }));
            }
        })?;
        Ok(response(stream::unfold(reading, async |(mut receiver, unread, waiting)| {
            let event: String = receiver.recv().await?;
            unread.fetch_sub(1, Ordering::Relaxed);
            Some((event, (receiver, unread, waiting)))
        })))
    }
}

/// A stream of events as an answer.
pub(crate) fn response(events: impl Stream<Item = String> + Send + 'static) -> Response {
    use futures_util::StreamExt as _;
    let headers = [(CONTENT_TYPE, "text/event-stream")];
    (headers, Body::from_stream(events.map(Ok::<String, Infallible>))).into_response()
}
