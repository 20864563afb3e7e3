//! Bodies of requests: read as a whole before anybody answers, within bounds of time and memory.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use redouble_api::Refusal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest body: a record of the longest game, with room to spare.
const MOST: usize = 1 << 20;
/// The largest body with answers to an exercise: `queue` has a line of a million cells, `spawn` 60,000 boards.
const MOST_ANSWERS: usize = 8 << 20;
/// How long all of a body may take to arrive.
const TIME: Duration = Duration::from_secs(10);
/// What every body may have; of the rest, all bodies together may have [`ALL`].
const SMALL: usize = 16 << 10;
const ALL: usize = 64 << 20;

/// The memory that is left for large bodies.
#[derive(Clone)]
pub(crate) struct Bodies {
    left: Arc<Semaphore>,
    time: Duration,
}

impl Default for Bodies {
    fn default() -> Bodies {
        Bodies { left: Arc::new(Semaphore::new(ALL)), time: TIME }
    }
}

/// A body, and the memory that it has taken.
struct ReadBody {
    bytes: Vec<u8>,
    memory: Option<OwnedSemaphorePermit>,
}

/// Reads the body of a request, then lets it be answered.
pub(crate) async fn read(State(bodies): State<Bodies>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let most = if parts.uri.path().starts_with("/api/course/") { MOST_ANSWERS } else { MOST };
    let read = tokio::time::timeout(bodies.time, bodies.read(body, most)).await;
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive");
    match read.unwrap_or_else(|_| Err(late())) {
        Ok(ReadBody { bytes, memory }) => {
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            drop(memory);
            response
        }
        Err(refusal) => {
            let mut response = refusal.into_response();
            // What is left of the request is not read.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            response
        }
    }
}

impl Bodies {
    /// Copies what arrives: a piece of one byte would keep the whole buffer that it came in.
    async fn read(&self, mut body: Body, most: usize) -> Result<ReadBody, Refusal> {
        let mut read = ReadBody { bytes: Vec::new(), memory: None };
        if body.size_hint().lower() > most as u64 {
            return Err(too_large(most));
        }
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let cut_off = |_| Refusal::new(StatusCode::BAD_REQUEST, "the request is cut off");
            let Ok(data) = frame.map_err(cut_off)?.into_data() else { continue };
            if read.bytes.len() + data.len() > most {
                return Err(too_large(most));
            }
            self.take_memory(&mut read, data.len())?;
            read.bytes.extend_from_slice(&data);
        }
        Ok(read)
    }

    fn take_memory(&self, read: &mut ReadBody, more: usize) -> Result<(), Refusal> {
        let length = read.bytes.len() + more;
        let taken = read.memory.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = length.saturating_sub(SMALL + taken);
        if missing > 0 {
            let permit = Arc::clone(&self.left).try_acquire_many_owned(missing as u32);
            let permit =
                permit.map_err(|_| Refusal::unavailable("too many large requests at once: try again"))?;
            match &mut read.memory {
                Some(memory) => memory.merge(permit),
                none => *none = Some(permit),
            }
        }
        Ok(())
    }
}

fn too_large(most: usize) -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("requests have at most {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Bytes;
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use std::convert::Infallible;
    use std::task::{Context, Poll};
    use tower::ServiceExt as _;

    /// A body of so many pieces of one byte, with a pause before each.
    struct Drops(usize, tokio::time::Interval);

    impl axum::body::HttpBody for Drops {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
            if self.0 == 0 {
                return Poll::Ready(None);
            }
            self.1.poll_tick(context).map(|_| {
                self.0 -= 1;
                Some(Ok(hyper::body::Frame::data(Bytes::from_static(b"x"))))
            })
        }
    }

    /// The status and the length of what arrived.
    async fn arrived(pieces: usize, patience: Duration) -> (StatusCode, String) {
        let bodies = Bodies { time: patience, ..Bodies::default() };
        let router = Router::new()
            .route("/", post(async |body: Bytes| body.len().to_string()))
            .layer(from_fn_with_state(bodies, read));
        let body = Body::new(Drops(pieces, tokio::time::interval(Duration::from_millis(1))));
        let response = router.oneshot(Request::post("/").body(body).unwrap()).await.unwrap();
        let status = response.status();
        let text = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        (status, String::from_utf8(text.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_body_has_a_time_for_all_of_it_however_steadily_it_drips() {
        let (status, text) = arrived(usize::MAX, Duration::from_millis(100)).await;
        assert_eq!(status, StatusCode::REQUEST_TIMEOUT, "{text}");
        assert_eq!(arrived(5, Duration::from_secs(3600)).await, (StatusCode::OK, "5".to_owned()));
    }

    #[tokio::test]
    async fn memory_for_large_bodies_is_bounded_and_given_back() {
        let bodies = Bodies::default();
        let full = || bodies.read(Body::from(vec![b' '; MOST]), MOST);
        let mut read = Vec::new();
        while let Ok(body) = full().await {
            read.push(body);
        }
        assert_eq!(read.len(), ALL / (MOST - SMALL));
        assert_eq!(
            bodies.read(Body::from(vec![b' '; SMALL]), MOST).await.map(|read| read.bytes.len()).ok(),
            Some(SMALL)
        );
        drop(read.pop());
        assert!(full().await.is_ok());
        assert!(bodies.read(Body::from(vec![b' '; MOST + 1]), MOST).await.is_err());
    }
}
