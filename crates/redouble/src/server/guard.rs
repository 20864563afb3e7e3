//! Who may ask: the page itself and local programs, nobody else's page.
//!
//! A browser lets any site send requests to this machine. Three checks keep them out: `Host` must be a name of this
//! server (against names that an attacker points to this machine), `Origin` and `Sec-Fetch-Site` must be our own
//! (against posts from other sites), and bodies must be JSON (which other sites cannot send without asking first).
//! Against other users of the same machine there is a secret, if the server was started with one.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use redouble_api::Refusal;

use super::token::Token;

/// Where the programs of the playground run.
const SANDBOX: &str = "/sandbox.html";

/// What the page may do: no inline script or style, nothing from elsewhere, no frame around it, and in it only our own.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                           connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; \
                           form-action 'none'; frame-ancestors 'none'";

/// What the frame of the playground may do: its one script, by its hash, and workers that it makes itself. It has an origin of
/// its own wherever it is opened, and no network. Workers inherit all of this.
const SANDBOX_POLICY: &str = "default-src 'none'; script-src 'sha256-xKTykeMhRWMuW0d/T3QrFumudElBB9QmYi9OzhsYoRk='; \
                              worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'; \
                              frame-ancestors 'self'; sandbox allow-scripts";

/// Headers of every answer.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// What requests are checked against.
#[derive(Clone)]
pub(crate) struct Guard {
    /// The address that is served; `Host` must name it.
    pub(crate) address: SocketAddr,
    /// The secret that is asked for, if there is one.
    pub(crate) token: Option<Token>,
}

/// Lets a request through or refuses it, and adds the headers to the answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let policy = if request.uri().path() == SANDBOX { SANDBOX_POLICY } else { PAGE_POLICY };
    let is_file = !request.uri().path().starts_with("/api/");
    let mut response = match guard.check(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(answer)) => answer,
        Err(refusal) => refusal.into_response(),
    };
    // Files of the page are asked for again, too, but are the same for everybody.
    if !is_file || !response.status().is_success() {
        response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS.into_iter().chain([("content-security-policy", policy)]) {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

impl Guard {
    /// Whether a request may be answered; sometimes the guard has the answer itself.
    fn check(&self, request: &Request) -> Result<Option<Response>, Refusal> {
        self.check_site(request)?;
        let Some(token) = &self.token else { return Ok(None) };
        match token.welcome(request) {
            Some(welcome) => Ok(Some(welcome)),
            None => token.check(request).map(|()| None),
        }
    }

    /// Whether the request comes from the page itself or from a local program.
    fn check_site(&self, request: &Request) -> Result<(), Refusal> {
        let forbid = |message: &str| Err(Refusal::new(StatusCode::FORBIDDEN, message));
        let headers = request.headers();
        let host = text(headers, &HOST);
        if !host.is_some_and(|host| knows(self.address, host)) {
            return forbid("this server is not known by that name: open it by its address");
        }
        let own = |origin: &str| origin.strip_prefix("http://") == host;
        if headers.contains_key(ORIGIN) && !text(headers, &ORIGIN).is_some_and(own) {
            return forbid("requests from other sites are refused");
        }
        let site = text(headers, &HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
        let is_navigation = request.method() == Method::GET && request.uri().path() == "/";
        if !matches!(site, "same-origin" | "none") && !is_navigation {
            return forbid("requests from other sites are refused");
        }
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
        let is_json = text(headers, &CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
        if changes && !is_json {
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send application/json"));
        }
        Ok(())
    }
}

/// Whether `host` names the server at this address: an address, or `localhost`. Names can be made to point anywhere.
fn knows(served: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let known = match address.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || !served.ip().is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    known && port == Some(served.port())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    // Two headers of one name: nobody can say which one counts.
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_localhost_are_names_of_the_server() {
        let local = "127.0.0.1:2048".parse().unwrap();
        for host in ["127.0.0.1:2048", "localhost:2048", "LOCALHOST:2048", "[::1]:2048"] {
            assert!(knows(local, host), "{host}");
        }
        for host in [
            "evil.example:2048",
            "127.0.0.1",
            "127.0.0.1:80",
            "192.168.1.5:2048",
            "",
            ":2048",
            "[::1]",
            "a:b:c",
        ] {
            assert!(!knows(local, host), "{host}");
        }
        let open = "0.0.0.0:80".parse().unwrap();
        assert!(knows(open, "192.168.1.5") && knows(open, "192.168.1.5:80") && !knows(open, "evil.example"));
    }
}
