//! The server as a stranger sees it: wrong names, wrong origins, wrong bodies, and ten thousand hostile requests.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use redouble_core::Random;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tower::ServiceExt;

use super::{App, guard, layers, listen, token};
use crate::host::Machine;

mod count;
mod jobs;
mod solve;
mod tilt;

const HOST: &str = "127.0.0.1:2048";

struct Served {
    router: Router,
    _data: tempfile::TempDir,
}

fn opened(data: &Path) -> Arc<App> {
    let games = crate::saved::open(data, redouble_store::Durability::EverySync).unwrap();
    Arc::new(App::new(
        games,
        crate::shipped::catalog(redouble_kernels::Cpu::detect())
            .with_networks_of(super::networks_directory(data)),
        Box::new(Machine(Handle::current())),
    ))
}

fn served() -> Served {
    let data = tempfile::tempdir().unwrap();
    let app = opened(data.path());
    Served { router: layers::router(app, open_guard(), None), _data: data }
}

/// Asks for no secret.
fn open_guard() -> guard::Guard {
    guard::Guard { address: HOST.parse().unwrap(), token: None }
}

impl Served {
    async fn send(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        assert!(
            response.headers()["content-security-policy"].to_str().unwrap().contains("default-src 'none'")
        );
        let status = response.status();
        (status, to_bytes(response.into_body(), 1 << 24).await.unwrap().to_vec())
    }

    async fn get(&self, path: &str) -> (StatusCode, Vec<u8>) {
        self.send(Request::get(path).header("host", HOST).body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(path).header("host", HOST).header("content-type", "application/json");
        let (status, body) = self.send(request.body(Body::from(body.to_string())).unwrap()).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }
}

#[tokio::test]
async fn the_page_and_a_game() {
    let served = served();
    let (status, page) = served.get("/").await;
    assert!(status.is_success() && String::from_utf8(page).unwrap().contains("<title>2048"));
    let (_, game) = served.post("/api/games", &json!({ "from": "2,2,./.,.,./.,.,.", "seed": 1 })).await;
    let path = format!("/api/games/{}", game["id"]);
    let (_, acted) = served.post(&format!("{path}/move?moves=0"), &json!({ "direction": "left" })).await;
    assert_eq!(
        (&acted["changed"], &acted["turn"]["gained"], &acted["game"]["score"]),
        (&json!(true), &json!(4), &json!(4))
    );
    assert_eq!(acted["turn"]["motions"][1], json!({ "from": 1, "to": 0, "value": 2, "merged": true }));
    let (_, behind) = served.post(&format!("{path}/move?moves=0"), &json!({ "direction": "down" })).await;
    assert_eq!((&behind["stale"], &behind["game"]["moves"]), (&json!(true), &json!(1)));
    let (_, undone) = served.post(&format!("{path}/undo"), &json!({})).await;
    assert_eq!((&undone["game"]["undos"], &undone["game"]["redoable"]), (&json!(1), &json!(1)));
    let (_, again) = served.post(&format!("{path}/redo"), &json!({})).await;
    assert_eq!(again["turn"], acted["turn"]);
}

#[tokio::test]
async fn a_game_gets_a_name_and_tags() {
    let served = served();
    let (_, game) = served.post("/api/games", &json!({})).await;
    let path = format!("/api/games/{}/label", game["id"]);
    let (_, listed) = served.post(&path, &json!({ "name": " First ", "tags": ["corner", "slow"] })).await;
    assert_eq!((&listed["name"], &listed["tags"]), (&json!("First"), &json!(["corner", "slow"])));
    let (_, listed) = served.post(&path, &json!({ "tags": ["slow"] })).await;
    assert_eq!((&listed["name"], &listed["tags"]), (&json!("First"), &json!(["slow"])));
    let (status, refused) = served.post(&path, &json!({ "tags": ["two words"] })).await;
    assert!(status.is_client_error() && refused["error"].as_str().unwrap().contains("tags are"), "{refused}");
    assert_eq!(served.post("/api/games/99/label", &json!({})).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn other_names_and_other_sites_are_refused() {
    let served = served();
    let post = || Request::post("/api/games").header("content-type", "application/json");
    let refused = [
        Request::get("/").header("host", "evil.example:2048"),
        Request::get("/"),
        Request::get("/").header("host", HOST).header("host", "evil.example"),
        Request::get("/api/games").header("host", HOST).header("origin", "http://evil.example"),
        Request::get("/api/games").header("host", HOST).header("sec-fetch-site", "cross-site"),
        Request::get("/js/main.js").header("host", HOST).header("sec-fetch-site", "same-site"),
        post().header("host", HOST).header("origin", "http://evil.example:2048"),
        post().header("host", HOST).header("origin", "null"),
        post().header("host", HOST).header("origin", "http://localhost:2048"),
        post().header("host", "localhost:2048").header("origin", format!("http://{HOST}")),
        post().header("host", HOST).header("sec-fetch-site", "cross-site"),
        Request::get("/api/arena/1/events").header("host", HOST).header("origin", "http://evil.example"),
    ];
    for request in refused {
        let (status, body) = served.send(request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{}", String::from_utf8_lossy(&body));
    }
    // What a form on another site can send, in a browser too old to say where it comes from.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let request = Request::post("/api/games").header("host", HOST).header("content-type", kind);
        let (status, _) = served.send(request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let (_, games) = served.get("/api/games").await;
    assert_eq!(games, b"[]");
    let own = post()
        .header("host", HOST)
        .header("origin", format!("http://{HOST}"))
        .header("sec-fetch-site", "same-origin");
    assert!(served.send(own.body(Body::from("{}")).unwrap()).await.0.is_success());
    let followed = Request::get("/").header("host", HOST).header("sec-fetch-site", "cross-site");
    assert!(
        served.send(followed.body(Body::empty()).unwrap()).await.0.is_success(),
        "a link to the page works"
    );
}

#[tokio::test]
async fn programs_of_the_playground_have_an_origin_of_their_own_and_no_network() {
    let served = served();
    let policy = async |path: &str| {
        let request = Request::get(path).header("host", HOST).body(Body::empty()).unwrap();
        let response = served.router.clone().oneshot(request).await.unwrap();
        assert!(response.status().is_success(), "{path}");
        response.headers()["content-security-policy"].to_str().unwrap().to_owned()
    };
    let frame = policy("/sandbox.html").await;
    for part in
        ["default-src 'none'", "connect-src 'none'", "sandbox allow-scripts", "frame-ancestors 'self'"]
    {
        assert!(frame.contains(part), "{frame}");
    }
    assert!(!frame.contains("unsafe") && !frame.contains("allow-same-origin"), "{frame}");
    let page = policy("/").await;
    assert!(page.contains("frame-src 'self'") && page.contains("frame-ancestors 'none'"), "{page}");
    assert!(!page.contains("unsafe") && !page.contains("worker-src"), "{page}");
}

#[tokio::test]
async fn no_path_reaches_the_file_system() {
    let served = served();
    for path in [
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/js/",
        "/js/main.js/",
        "/js/main.js%00",
        "/package.json",
        "/tests/harness.js",
        "/api/games/../../../etc/passwd",
        "/api/games/1/..%2f..%2frecord",
        "/api/arena/1/..%2fstore.journal",
    ] {
        let (status, body) = served.get(path).await;
        assert!(status.is_client_error(), "{path}: {status}");
        assert!(String::from_utf8_lossy(&body).len() < 300, "{path}");
    }
}

#[tokio::test]
async fn bounds_hold() {
    let served = served();
    let large = json!({ "import": "x".repeat(2 << 20) });
    assert_eq!(served.post("/api/games", &large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let larger = json!({ "seed": 1, "output": "x".repeat(8 << 20) });
    assert_eq!(served.post("/api/course/over/answers", &larger).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let deep = format!("{{\"import\":{}", "[".repeat(100_000));
    let request = Request::post("/api/games").header("host", HOST).header("content-type", "application/json");
    assert!(served.send(request.body(Body::from(deep)).unwrap()).await.0.is_client_error());
    for (path, body, problem) in [
        ("/api/games", json!({ "board": "9x9" }), "2x2 to 8x8"),
        ("/api/games", json!({ "board": "100000x100000" }), "2x2 to 8x8"),
        ("/api/games", json!({ "p4": 2.5 }), "probability"),
        ("/api/games", json!({ "goal": 3 }), "tile"),
        ("/api/games", json!({ "from": "2,4/4,2" }), "no move"),
        ("/api/games", json!({ "from": "2,3/4,2" }), "3"),
        ("/api/games", json!({ "speed": 1 }), "speed"),
        ("/api/games", json!([1, 2]), ""),
        ("/api/games/99/move", json!({ "direction": "left" }), "no game 99"),
        ("/api/hint", json!({ "board": "2,4/4,2", "player": "greedy" }), "no move"),
        ("/api/hint", json!({ "board": "2,2/4,2", "player": "expectimin" }), "is not a player"),
        ("/api/hint", json!({ "board": "2,2/4,2", "player": "x".repeat(500) }), "characters"),
        (
            "/api/hint",
            json!({ "board": "2,2/4,2", "player": "external:command=touch /tmp/x" }),
            "is not a player",
        ),
        (
            "/api/arena",
            json!({ "players": ["external:command=true"], "games": 1, "seed": 1 }),
            "is not a player",
        ),
        ("/api/arena", json!({ "players": ["random"], "games": 1u64 << 60, "seed": 1 }), "games"),
        ("/api/arena", json!({ "players": [], "games": 1, "seed": 1 }), "players"),
        ("/api/arena", json!({ "players": vec!["random"; 9], "games": 1, "seed": 1 }), "players"),
        ("/api/review", json!({ "record": "redouble-game 2", "player": "greedy" }), "version"),
        ("/api/replay", json!({ "record": "" }), "record"),
        ("/api/turn", json!({ "board": "2,2/.,.", "direction": "left", "cell": 99, "value": 2 }), "cell"),
        ("/api/turn", json!({ "board": "2,2/.,.", "direction": "left", "cell": 0, "value": 2 }), "cell"),
        ("/api/board", json!({ "text": "2,2/2" }), ""),
        ("/api/course/overs/answers", json!({ "seed": 1, "output": "" }), "no exercise overs"),
        ("/api/course/over/answers", json!({ "output": "" }), "seed"),
    ] {
        let (status, answer) = served.post(path, &body).await;
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{path} {body}: {answer}"));
        assert!(status.is_client_error() && error.contains(problem), "{path} {body}: {error}");
    }
}

#[tokio::test]
async fn a_hint_and_a_move_by_a_player() {
    let served = served();
    let board = "512,512,4,2/.,.,.,./.,.,.,./.,.,.,.";
    let (_, hint) =
        served.post("/api/hint", &json!({ "board": board, "player": "expectimax:depth=2" })).await;
    let moves = hint["moves"].as_array().unwrap();
    assert!(moves.len() == 3 && moves.iter().any(|valued| valued["direction"] == hint["best"]), "{hint}");
    assert!(hint["moves"][0]["reason"].as_str().unwrap().contains("leaves"));
    let (_, game) = served.post("/api/games", &json!({ "from": board })).await;
    let path = format!("/api/games/{}/auto?moves=0", game["id"]);
    let (_, acted) = served.post(&path, &json!({ "player": "expectimax:depth=2" })).await;
    assert_eq!((&acted["changed"], &acted["turn"]["direction"]), (&json!(true), &hint["best"]), "{acted}");
    let (_, behind) = served.post(&path, &json!({ "player": "greedy" })).await;
    assert_eq!(behind["stale"], json!(true));
}

/// What is in files, and whether they are there, is nobody's business: every path gets the same answer.
#[tokio::test]
async fn requests_name_no_files() {
    let served = served();
    let fifo = served._data.path().join("fifo.net");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let board = "2,4,.,./.,.,8,./.,.,.,./.,.,.,2";
    let (_, record) = served.post("/api/games", &json!({ "seed": 1 })).await;
    let (_, record) = served.get(&format!("/api/games/{}/record", record["id"])).await;
    let record = String::from_utf8(record).unwrap();
    let mut answers = Vec::new();
    for file in ["/dev/zero", "/etc/passwd", "/no/such/file", "../store.journal", fifo.to_str().unwrap()] {
        let net = format!("ntuple:net={file}");
        for (path, body) in [
            ("/api/hint", json!({ "board": board, "player": net })),
            ("/api/review", json!({ "record": record, "player": net })),
            ("/api/arena", json!({ "players": [net], "games": 1, "seed": 1 })),
        ] {
            let (status, answer) = served.post(path, &body).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {file}: {answer}");
            answers.push(answer["error"].as_str().unwrap().replace(file, "FILE"));
        }
        let store = format!("optimal:store={file}");
        let (status, answer) =
            served.post("/api/hint", &json!({ "board": "2,2/.,.", "player": store })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains("names no directories"), "{answer}");
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0].contains("networks are chosen by name"), "{answers:?}");
}

/// A GET changes nothing, and no answer about games stays in a cache.
#[tokio::test]
async fn reading_changes_nothing_and_is_not_kept() {
    let served = served();
    let ask = async |path: &str| {
        let request = Request::get(path).header("host", HOST).body(Body::empty()).unwrap();
        let response = served.router.clone().oneshot(request).await.unwrap();
        let cache = response.headers().get("cache-control").map(|value| value.to_str().unwrap().to_owned());
        (response.status(), cache)
    };
    let no_store = Some("no-store".to_owned());
    for path in
        ["/api/games/current", "/api/games", "/api/players", "/api/arena", "/api/trouble", "/api/nowhere"]
    {
        assert_eq!(ask(path).await.1, no_store, "{path}");
    }
    assert_eq!(ask("/api/games/current").await.0, StatusCode::NOT_FOUND);
    assert_eq!(served.get("/api/games").await.1, b"[]");
    let (status, game) = served.post("/api/games/current", &json!({})).await;
    assert!(status.is_success());
    assert_eq!(served.post("/api/games/current", &json!({})).await.1["id"], game["id"]);
    assert_eq!(ask("/api/games/current").await.0, StatusCode::OK);
}

#[tokio::test]
async fn without_the_secret_nothing_is_answered() {
    let data = tempfile::tempdir().unwrap();
    let token = token::Token::new(2048).unwrap();
    let guard = guard::Guard { token: Some(token.clone()), ..open_guard() };
    let served = Served { router: layers::router(opened(data.path()), guard, None), _data: data };
    let asked = async |path: &str, cookie: &str| {
        let request = Request::get(path).header("host", HOST).header("cookie", cookie);
        served.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    for path in ["/", "/js/main.js", "/api/games", "/?token=", "/?token=0123", "/api/nowhere"] {
        for cookie in ["", "redouble-2048=", "redouble-2048=0123"] {
            assert_eq!(asked(path, cookie).await.status(), StatusCode::UNAUTHORIZED, "{path} {cookie}");
        }
    }
    let welcome = asked(&token.query(), "").await;
    assert_eq!(
        (welcome.status(), &welcome.headers()["location"]),
        (StatusCode::SEE_OTHER, &"/".parse().unwrap())
    );
    let cookie = welcome.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    for path in ["/", "/js/main.js", "/api/games"] {
        assert_eq!(asked(path, &format!("other=1; {cookie}")).await.status(), StatusCode::OK, "{path}");
    }
    let other = token::Token::new(2048).unwrap();
    assert_ne!(other.query(), token.query());
    assert_eq!(asked(&other.query(), "").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_is_followed_kept_and_exported() {
    let served = served();
    let setup = json!({ "players": ["random", "greedy"], "games": 20, "seed": 1 });
    let (_, started) = served.post("/api/arena", &setup).await;
    let path = format!("/api/arena/{}", started["id"]);
    let (_, events) = served.get(&format!("{path}/events")).await;
    let last = last_event(events);
    assert_eq!((&last["state"], &last["played"]), (&json!("done"), &json!(40)));
    let mean = |player: usize| last["report"]["players"][player]["mean"].as_f64().unwrap();
    assert!(mean(0) < mean(1));
    let (_, csv) = served.get(&format!("{path}/games.csv")).await;
    assert_eq!(String::from_utf8(csv).unwrap().lines().count(), 41);
    for (file, begin) in [("report.json", "{"), ("scores.svg", "<svg"), ("tiles.svg", "<svg")] {
        let (status, content) = served.get(&format!("{path}/{file}")).await;
        assert!(status.is_success() && content.starts_with(begin.as_bytes()), "{file}");
    }
}

/// The last event of an answer that consists of events.
fn last_event(events: Vec<u8>) -> Value {
    let text = String::from_utf8(events).unwrap();
    serde_json::from_str(text.trim().rsplit("data: ").next().unwrap()).unwrap()
}

/// The slow player of two has not ended a game when the experiment is stopped: the games of the quick one are kept.
#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_experiment_is_kept_with_whoever_has_played() {
    let served = served();
    let setup = json!({ "players": ["random", "expectimax:depth=8"], "games": 1, "seed": 1 });
    let (_, started) = served.post("/api/arena", &setup).await;
    let path = format!("/api/arena/{}", started["id"]);
    while serde_json::from_slice::<Value>(&served.get("/api/arena").await.1).unwrap()[0]["played"] != json!(1)
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let stop = Request::delete(&path).header("host", HOST).header("content-type", "application/json");
    assert!(served.send(stop.body(Body::empty()).unwrap()).await.0.is_success());
    let last = last_event(served.get(&format!("{path}/events")).await.1);
    assert_eq!((&last["state"], &last["played"]), (&json!("stopped"), &json!(1)));
    let (_, list) = served.get("/api/arena").await;
    let list: Value = serde_json::from_slice(&list).unwrap();
    let players = &list[0]["report"]["players"];
    assert_eq!((&list[0]["state"], &players[0]["games"]), (&json!("stopped"), &json!(1)));
    assert_eq!((&players[1]["spec"], &players[1]["games"]), (&json!("expectimax:depth=8"), &json!(0)));
    assert_eq!(players[1].get("mean"), None);
    let (_, csv) = served.get(&format!("{path}/games.csv")).await;
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.lines().count() == 2 && csv.contains("\n\"random\",0,"), "{csv}");
    for file in ["report.json", "scores.svg", "tiles.svg"] {
        assert!(served.get(&format!("{path}/{file}")).await.0.is_success(), "{file}");
    }
}

/// A server on a real socket, for what only a socket can do.
async fn listening() -> (SocketAddr, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let app = opened(data.path());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = layers::router(app, guard::Guard { address, token: None }, None);
    tokio::spawn(async move { listen::serve(listener, router, std::future::pending()).await });
    (address, data)
}

/// Sends bytes and reads what comes back.
fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    answer_on(TcpStream::connect(address).unwrap(), bytes, |_| ())
}

/// Sends bytes, closes the sending side, as somebody does who goes away, and reads what comes back all the same.
fn exchange_and_leave(address: SocketAddr, bytes: &[u8]) -> String {
    let leave = |stream: &TcpStream| drop(stream.shutdown(Shutdown::Write));
    answer_on(TcpStream::connect(address).unwrap(), bytes, leave)
}

fn answer_on(mut stream: TcpStream, bytes: &[u8], then: impl FnOnce(&TcpStream)) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // A server that has heard enough may close before it has read everything.
    let _ = stream.write_all(bytes);
    then(&stream);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Ten thousand requests of random bytes, broken HTTP and wrong JSON; then an honest one.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_hostile_requests_leave_it_serving() {
    let (address, _data) = listening().await;
    let sending = (0..8u64).map(|sender| {
        tokio::task::spawn_blocking(move || {
            let mut random = Random::for_game(7, sender);
            for number in 0..1250 {
                let bytes = hostile(number, &mut random, &address.to_string());
                let answer = exchange_and_leave(address, &bytes);
                assert!(!answer.starts_with("HTTP/1.1 5"), "{}\n{answer}", String::from_utf8_lossy(&bytes));
            }
        })
    });
    for sender in sending.collect::<Vec<_>>() {
        sender.await.unwrap();
    }
    let request = format!(
        "POST /api/games HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\
         connection: close\r\n\r\n{{}}"
    );
    let answer = tokio::task::spawn_blocking(move || exchange(address, request.as_bytes())).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"goal\":2048"), "{answer}");
}

/// A request that nobody means well.
fn hostile(number: u32, random: &mut Random, host: &str) -> Vec<u8> {
    const PATHS: [&str; 12] = [
        "/api/games",
        "/api/hint",
        "/api/board",
        "/api/turn",
        "/api/replay",
        "/api/review",
        "/api/arena",
        "/api/games/1/move?moves=99999999999999999999",
        "/api/games/18446744073709551616/undo",
        "/api/games/-1/redo",
        "/api/games/1/auto",
        "/%00%ff",
    ];
    const WORDS: [&str; 16] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "null",
        "true",
        "1e999",
        "-18446744073709551616",
        "\"board\"",
        "\"import\"",
        "\"\\ud800\"",
        "\"2,4/8,99999999999999999999\"",
        "\"direction\"",
    ];
    let mut noise =
        |length: u32| -> Vec<u8> { (0..random.below(length) + 1).map(|_| random.next_u64() as u8).collect() };
    if number.is_multiple_of(4) {
        return noise(400);
    }
    let body = match number % 4 {
        1 => noise(300),
        _ => {
            let words = noise(40);
            words.iter().flat_map(|&byte| WORDS[usize::from(byte) % WORDS.len()].bytes()).collect()
        }
    };
    let path = PATHS[number as usize / 4 % PATHS.len()];
    let length = if number.is_multiple_of(7) { usize::MAX } else { body.len() };
    let mut request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )
    .into_bytes();
    request.extend(body);
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_do_not_keep_others_out() {
    let (address, _data) = listening().await;
    let answer = tokio::task::spawn_blocking(move || {
        let idle = || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nhos").unwrap();
            stream
        };
        let _idle: Vec<TcpStream> = (0..200).map(|_| idle()).collect();
        exchange(
            address,
            format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").as_bytes(),
        )
    });
    assert!(answer.await.unwrap().starts_with("HTTP/1.1 200"));
}
