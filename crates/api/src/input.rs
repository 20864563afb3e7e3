//! Bodies of requests: JSON whose faults are said in a sentence.

use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;

/// A JSON body. Like [`Json`], but a fault is answered as every other refusal is.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let body = Json::from_request(request, state).await;
        body.map(|Json(value)| Body(value)).map_err(|fault| Refusal::new(fault.status(), fault.body_text()))
    }
}
