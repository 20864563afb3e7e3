//! The secret that `--token` asks for: printed in the address, then kept by the browser in a cookie.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use redouble_api::Refusal;

/// A secret that only those know who have seen the address.
#[derive(Clone)]
pub(crate) struct Token {
    secret: Arc<str>,
    /// The name of the cookie. Browsers send cookies to all ports of a host, so it has the port in it.
    cookie: Arc<str>,
}

impl Token {
    /// A new secret for the server on this port.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub(crate) fn new(port: u16) -> anyhow::Result<Token> {
        let secret = format!("{:016x}{:016x}", crate::host::random()?, crate::host::random()?);
        Ok(Token { secret: secret.into(), cookie: format!("redouble-{port}").into() })
    }

    /// What is added to the address of the page.
    pub(crate) fn query(&self) -> String {
        format!("/?token={}", self.secret)
    }

    /// The answer to whoever opens the address with the secret: the page, and the cookie.
    pub(crate) fn welcome(&self, request: &Request) -> Option<Response> {
        let given = request.uri().query()?.strip_prefix("token=")?;
        let is_page = request.method() == Method::GET && request.uri().path() == "/";
        (is_page && self.is(given)).then(|| {
            let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.secret);
            (StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]).into_response()
        })
    }

    /// Lets a request with the cookie through.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let cookies = request.headers().get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let is_known = pairs.any(|(name, value)| name == &*self.cookie && self.is(value));
        let message = "this server asks for a secret: open the address that it printed when it started";
        is_known.then_some(()).ok_or_else(|| Refusal::new(StatusCode::UNAUTHORIZED, message))
    }

    /// Compares all bytes: the time says nothing about how many are right.
    fn is(&self, given: &str) -> bool {
        let pairs = self.secret.bytes().zip(given.bytes());
        given.len() == self.secret.len() && pairs.fold(0, |different, (a, b)| different | (a ^ b)) == 0
    }
}
