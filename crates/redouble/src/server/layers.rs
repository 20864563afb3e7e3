//! What lies between the network and the requests: who may ask, bounds on bodies, the files of the page.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use redouble_api::{App, Refusal};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use super::assets;
use super::guard::{Guard, guard};

/// The largest body: a record of the longest game, with room to spare.
const MAX_BODY: usize = 1 << 20;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The whole server, without a network.
pub(crate) fn router(app: Arc<App>, checks: Guard) -> Router {
    redouble_api::router(app)
        .fallback(assets::file)
        .layer(from_fn_with_state(checks, guard))
        .layer(RequestBodyLimitLayer::new(MAX_BODY))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIME))
        .layer(CatchPanicLayer::custom(|_| broken()))
}

fn broken() -> Response {
    let message = "something is broken in the server; the games are safe, please report it";
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
}
