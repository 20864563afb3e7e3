//! Auto-play: a decision is played on the position it was made for, or not at all.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::FutureExt;
use redouble_api::{App, Games, Host};
use redouble_players::Catalog;
use serde_json::{Value, json};
use tower::ServiceExt;

/// The requests, once there is an app that answers them.
static REQUESTS: OnceLock<Router> = OnceLock::new();

/// Somebody makes a move in another window whenever a player begins to think.
struct OtherWindow;

impl Host for OtherWindow {
    fn run(&self, work: Box<dyn FnOnce() + Send>) {
        assert_eq!(post("/api/games/1/move", &json!({ "direction": "left" }))["changed"], json!(true));
        work();
    }

    fn cores(&self) -> usize {
        1
    }

    fn random(&self) -> u64 {
        1
    }
}

fn post(path: &str, body: &Value) -> Value {
    let request = Request::post(path).header("content-type", "application/json");
    let request = request.body(Body::from(body.to_string())).unwrap();
    let router = REQUESTS.get().expect("the app is there").clone();
    let response = router.oneshot(request).now_or_never().expect("an answer at once").unwrap();
    let body = to_bytes(response.into_body(), 1 << 20).now_or_never().expect("all of it").unwrap();
    serde_json::from_slice(&body).unwrap()
}

#[test]
fn a_decision_about_a_position_that_is_gone_is_not_played() {
    let app = App::new(Games::unsaved(), Catalog::default(), Box::new(OtherWindow));
    REQUESTS.get_or_init(|| redouble_api::router(Arc::new(app)));
    post("/api/games", &json!({ "from": "2,2,4,8/.,.,.,./.,.,.,./.,.,.,.", "seed": 1 }));
    let acted = post("/api/games/1/auto?moves=0", &json!({ "player": "greedy" }));
    assert_eq!((&acted["changed"], &acted["stale"]), (&json!(false), &json!(true)), "{acted}");
    assert_eq!((&acted["game"]["moves"], &acted["hint"]), (&json!(1), &Value::Null), "{acted}");
}
