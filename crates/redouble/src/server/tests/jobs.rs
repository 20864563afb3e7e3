//! One budget of cores: whatever is being computed, a slide and a hint are answered.
//!
//! Players `optimal` of these tests ask oracles that block, so that what is asserted follows from the mechanism and
//! not from the time that something takes.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use redouble_core::{Direction, Position, Rules, Watch};
use redouble_players::{Catalog, Oracle, OracleError, Oracles, UnknownPosition, Values, Wish};

use super::*;

/// How an oracle behaves.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Finding one takes until nobody wants it any more.
    Endless,
    /// Every look takes until the test says so.
    Slow,
    /// Finding one panics.
    Panics,
}

/// Oracles that do not answer, and what happened to them.
struct Stubborn {
    manner: Manner,
    found: AtomicUsize,
    given_up: AtomicUsize,
    looks: AtomicUsize,
    is_open: AtomicBool,
}

#[derive(Clone)]
struct Shared(Arc<Stubborn>);

impl Oracles for Shared {
    fn check(&self, _: &Wish, _: Rules) -> Result<(), OracleError> {
        Ok(())
    }

    fn find(&self, _: &Wish, _: Rules, watch: &dyn Watch) -> Result<Arc<dyn Oracle>, OracleError> {
        assert!(self.0.manner != Manner::Panics, "a panic on purpose");
        self.0.found.fetch_add(1, Ordering::SeqCst);
        if self.0.manner == Manner::Slow {
            return Ok(Arc::new(self.clone()));
        }
        while !watch.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        self.0.given_up.fetch_add(1, Ordering::SeqCst);
        Err(OracleError::Stopped)
    }
}

impl Oracle for Shared {
    fn look(&self, position: Position) -> Result<(Direction, Values), UnknownPosition> {
        self.0.looks.fetch_add(1, Ordering::SeqCst);
        while !self.0.is_open.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
        let values: Values = position.legal().into_iter().map(|direction| (direction, 1.0)).collect();
        Ok((values.best().unwrap(), values))
    }

    fn unit(&self) -> f64 {
        1.0
    }
}

fn stubborn(manner: Manner) -> (Served, Arc<App>, Arc<Stubborn>) {
    let oracles = Arc::new(Stubborn {
        manner,
        found: AtomicUsize::new(0),
        given_up: AtomicUsize::new(0),
        looks: AtomicUsize::new(0),
        is_open: AtomicBool::new(false),
    });
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::default().with_oracles(Shared(Arc::clone(&oracles)));
    let games = crate::saved::open(data.path(), redouble_store::Durability::EverySync).unwrap();
    let app = Arc::new(App::new(games, catalog, Box::new(Machine(Handle::current()))));
    let router = layers::router(Arc::clone(&app), open_guard(), None);
    (Served { router, _data: data }, app, oracles)
}

/// Waits for something that happens sooner or later.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn request(path: &str, body: &Value) -> Request<Body> {
    let request = Request::post(path).header("host", HOST).header("content-type", "application/json");
    request.body(Body::from(body.to_string())).unwrap()
}

/// A slide in a game of its own, and a hint.
async fn assert_serves(served: &Served) {
    let (_, game) = served.post("/api/games", &json!({ "from": "2,2,./.,.,./.,.,." })).await;
    let path = format!("/api/games/{}/move", game["id"]);
    assert_eq!(served.post(&path, &json!({ "direction": "left" })).await.1["changed"], json!(true));
    for coach in [false, true] {
        let hint = json!({ "board": "2,2,4,8/.,.,.,./.,.,.,./.,.,.,.", "player": "greedy", "coach": coach });
        let (status, answer) = served.post("/api/hint", &hint).await;
        assert!(status.is_success() && answer["best"].is_string(), "{answer}");
    }
    assert!(served.get("/api/arena").await.0.is_success());
    assert!(served.post("/api/tilt/meet", &json!({ "board": "x../..x/..." })).await.0.is_success());
}

const OPTIMAL_HINT: &str = "{\"board\":\"2,2,./.,.,./.,.,.\",\"player\":\"optimal\"}";

fn optimal_hint() -> Value {
    serde_json::from_str(OPTIMAL_HINT).unwrap()
}

/// The record of a game of some moves.
async fn record(served: &Served, board: &str) -> String {
    let (_, game) = served.post("/api/games", &json!({ "board": board, "seed": 1 })).await;
    for direction in ["left", "up", "right", "down", "left", "up"] {
        served.post(&format!("/api/games/{}/move", game["id"]), &json!({ "direction": direction })).await;
    }
    String::from_utf8(served.get(&format!("/api/games/{}/record", game["id"])).await.1).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_and_an_experiment_that_solve_their_game_hold_up_nobody() {
    let (served, _, oracles) = stubborn(Manner::Endless);
    let record = record(&served, "3x3").await;
    let review = request("/api/review", &json!({ "record": record, "player": "optimal" }));
    let review = served.router.clone().oneshot(review).await.unwrap();
    until(|| oracles.found.load(Ordering::SeqCst) == 1).await;
    let players = ["optimal", "optimal:maximize=moves"];
    let setup = json!({ "players": players, "games": 2, "seed": 1, "board": "3x3" });
    let (status, arena) = served.post("/api/arena", &setup).await;
    assert!(status.is_success(), "{arena}");
    assert_serves(&served).await;
    assert_eq!(oracles.given_up.load(Ordering::SeqCst), 0, "one is still being found");
    drop(review);
    // Nobody listens to the review: it ends, and the experiment is next.
    until(|| oracles.given_up.load(Ordering::SeqCst) == 1 && oracles.found.load(Ordering::SeqCst) == 2).await;
    assert_serves(&served).await;
    assert_eq!(oracles.given_up.load(Ordering::SeqCst), 1, "one is still being found");
    let path = format!("/api/arena/{}", arena["id"]);
    let stop = Request::delete(&path).header("host", HOST).header("content-type", "application/json");
    assert!(served.send(stop.body(Body::empty()).unwrap()).await.0.is_success());
    until(|| oracles.given_up.load(Ordering::SeqCst) == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_that_nobody_waits_for_end_and_those_that_solve_come_one_by_one() {
    let (served, _, oracles) = stubborn(Manner::Endless);
    let ask = || tokio::spawn(served.router.clone().oneshot(request("/api/hint", &optimal_hint())));
    let asked: Vec<_> = (0..10).map(|_| ask()).collect();
    until(|| oracles.found.load(Ordering::SeqCst) == 1).await;
    assert_serves(&served).await;
    assert_eq!(oracles.found.load(Ordering::SeqCst), 1, "the others wait for the threads of the pool");
    asked.iter().for_each(tokio::task::JoinHandle::abort);
    until(|| oracles.given_up.load(Ordering::SeqCst) == oracles.found.load(Ordering::SeqCst)).await;
    assert_serves(&served).await;
}

/// On a real connection: the client closes it, and the work for it ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_is_noticed() {
    let (_served, app, oracles) = stubborn(Manner::Endless);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = layers::router(app, guard::Guard { address, token: None }, None);
    tokio::spawn(async move { listen::serve(listener, router, std::future::pending()).await });
    for asked in 1..=3 {
        let mut stream = TcpStream::connect(address).unwrap();
        let length = OPTIMAL_HINT.len();
        write!(
            stream,
            "POST /api/hint HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{OPTIMAL_HINT}"
        )
        .unwrap();
        until(|| oracles.found.load(Ordering::SeqCst) == asked).await;
        drop(stream);
        until(|| oracles.given_up.load(Ordering::SeqCst) == asked).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_let_hints_pass() {
    let (served, _, oracles) = stubborn(Manner::Slow);
    let record = record(&served, "8x8").await;
    let mut reviews = Vec::new();
    for background in [false, true] {
        for _ in 0..8 {
            let body = json!({ "record": record, "player": "optimal", "background": background });
            reviews.push(served.router.clone().oneshot(request("/api/review", &body)).await.unwrap());
        }
    }
    let cores = thread::available_parallelism().unwrap().get().max(2);
    until(|| oracles.looks.load(Ordering::SeqCst) == cores.min(16)).await;
    assert_serves(&served).await;
    assert_eq!(oracles.looks.load(Ordering::SeqCst), cores.min(16), "no review has gone on");
    oracles.is_open.store(true, Ordering::SeqCst);
    for review in reviews {
        let events = to_bytes(review.into_body(), 1 << 20).await.unwrap().to_vec();
        assert!(last_event(events)["done"]["accuracy"].is_number());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_frees_its_place_and_is_told() {
    let (served, _, _) = stubborn(Manner::Panics);
    let record = record(&served, "3x3").await;
    // More than may wait at a time.
    for _ in 0..70 {
        let (status, answer) = served.post("/api/hint", &optimal_hint()).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(answer["error"].as_str().unwrap().contains("something is broken"), "{answer}");
    }
    for _ in 0..20 {
        let review = request("/api/review", &json!({ "record": record, "player": "optimal" }));
        let last = last_event(served.send(review).await.1);
        assert!(last["error"].as_str().unwrap().contains("something is broken"), "{last}");
    }
    for _ in 0..6 {
        let setup = json!({ "players": ["optimal"], "games": 2, "seed": 1, "board": "3x3" });
        let (status, started) = served.post("/api/arena", &setup).await;
        assert!(status.is_success(), "{started}");
        let (status, events) = served.get(&format!("/api/arena/{}/events", started["id"])).await;
        if status.is_success() {
            let last = last_event(events);
            assert_eq!(last["state"], json!("stopped"));
            assert!(last["error"].as_str().unwrap().contains("something is broken"), "{last}");
        }
    }
    assert_serves(&served).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_that_waits_is_stopped_at_once() {
    let (served, app, oracles) = stubborn(Manner::Endless);
    let setup = json!({ "players": ["optimal"], "games": 1, "seed": 1, "board": "3x3" });
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(served.post("/api/arena", &setup).await.1["id"].as_u64().unwrap());
    }
    assert_eq!(served.post("/api/arena", &setup).await.0, StatusCode::TOO_MANY_REQUESTS);
    until(|| oracles.found.load(Ordering::SeqCst) == 1).await;
    let stop = async |id: u64| {
        let request = Request::delete(format!("/api/arena/{id}")).header("host", HOST);
        let request = request.header("content-type", "application/json");
        served.send(request.body(Body::empty()).unwrap()).await.0
    };
    assert!(stop(ids[3]).await.is_success());
    let (_, list) = served.get("/api/arena").await;
    let list: Vec<Value> = serde_json::from_slice(&list).unwrap();
    assert_eq!(list.iter().map(|run| run["id"].as_u64().unwrap()).collect::<Vec<_>>(), ids[..3]);
    assert!(served.post("/api/arena", &setup).await.0.is_success(), "its place is free");
    // The others would keep the threads of this test busy for ever.
    app.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_ends_all_work() {
    let (served, app, oracles) = stubborn(Manner::Endless);
    let setup = json!({ "players": ["optimal"], "games": 1, "seed": 1, "board": "3x3" });
    served.post("/api/arena", &setup).await;
    let hints: Vec<_> = (0..3)
        .map(|_| tokio::spawn(served.router.clone().oneshot(request("/api/hint", &optimal_hint()))))
        .collect();
    until(|| oracles.found.load(Ordering::SeqCst) == 1).await;
    app.stop();
    app.ended().await;
    assert_eq!(oracles.given_up.load(Ordering::SeqCst), oracles.found.load(Ordering::SeqCst));
    for hint in hints {
        assert!(!hint.await.unwrap().unwrap().status().is_success());
    }
    assert_eq!(served.post("/api/hint", &optimal_hint()).await.0, StatusCode::SERVICE_UNAVAILABLE);
}
