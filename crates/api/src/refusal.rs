//! Requests that are not answered, and why.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::games::GamesError;
use crate::store::StoreError;

/// A status and a sentence for the person at the page; sent as `{"error": …}`.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    message: String,
}

impl Refusal {
    /// A refusal with its own status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }

    /// Something in the request cannot be used.
    pub(crate) fn bad(problem: impl std::fmt::Display) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, problem.to_string())
    }

    /// What is asked for is not there.
    pub fn not_found(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// A bound is reached.
    pub(crate) fn full(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// Nothing is wrong with the request, but it is not answered now.
    pub fn unavailable(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Something panicked.
    #[must_use]
    pub fn broken() -> Refusal {
        let message = "something is broken in the server; the games are safe, please report it";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl From<GamesError> for Refusal {
    fn from(error: GamesError) -> Refusal {
        match error {
            GamesError::NoGame(_) => Refusal::not_found(error.to_string()),
            GamesError::TooLong | GamesError::Full => Refusal::full(error.to_string()),
            GamesError::BadWord(_) => Refusal::bad(error),
            GamesError::Damaged { .. } => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}
