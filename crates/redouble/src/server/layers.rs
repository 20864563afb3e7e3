//! What lies between the network and the requests: the log, who may ask, bounds on bodies, the files of the page.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse as _;
use redouble_api::{App, Refusal};
use tower_http::catch_panic::CatchPanicLayer;

use super::assets;
use super::bodies::{self, Bodies};
use super::guard::{Guard, guard};
use super::request_log::{RequestLog, log};

/// The whole server, without a network.
pub(crate) fn router(app: Arc<App>, checks: Guard, requests: Option<RequestLog>) -> Router {
    let router = redouble_api::router(app)
        .fallback(assets::file)
        .layer(from_fn_with_state(Bodies::default(), bodies::read))
        .layer(from_fn_with_state(checks, guard))
        .layer(CatchPanicLayer::custom(|_| Refusal::broken().into_response()));
    match requests {
        Some(requests) => router.layer(from_fn_with_state(requests, log)),
        None => router,
    }
}
