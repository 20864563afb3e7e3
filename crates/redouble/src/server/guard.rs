//! Who may ask: the page itself and local programs, nobody else's page.
//!
//! A browser lets any site send requests to this machine. Three checks keep them out: `Host` must be a name of this
//! server (against names that an attacker points to this machine), `Origin` and `Sec-Fetch-Site` must be our own
//! (against posts from other sites), and bodies must be JSON (which other sites cannot send without asking first).

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use redouble_api::Refusal;

/// Headers of every answer. No inline script or style, nothing from elsewhere, no frame around the page.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// The address that is served, against which `Host` is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard(pub(crate) SocketAddr);

/// Lets a request through or refuses it, and adds the headers to the answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

impl Guard {
    fn check(self, request: &Request) -> Result<(), Refusal> {
        let forbid = |message: &str| Err(Refusal::new(StatusCode::FORBIDDEN, message));
        let headers = request.headers();
        let host = text(headers, &HOST);
        if !host.is_some_and(|host| self.knows(host)) {
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

    /// Whether `host` names this server: an address, or `localhost`. Names can be made to point anywhere.
    fn knows(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let known = match address.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.0.ip().is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        known && port == Some(self.0.port())
    }
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
        let local = Guard("127.0.0.1:2048".parse().unwrap());
        for host in ["127.0.0.1:2048", "localhost:2048", "LOCALHOST:2048", "[::1]:2048"] {
            assert!(local.knows(host), "{host}");
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
            assert!(!local.knows(host), "{host}");
        }
        let open = Guard("0.0.0.0:80".parse().unwrap());
        assert!(open.knows("192.168.1.5") && open.knows("192.168.1.5:80") && !open.knows("evil.example"));
    }
}
