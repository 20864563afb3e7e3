//! Requests that nobody means well: noise, broken HTTP, and every request of the page with wrong values.

use std::net::SocketAddr;

use redouble_core::Random;
use serde_json::{Map, Value, json};

use super::super::pick;

/// What can be asked, and the members that its body has.
const PATHS: [(&str, &str, &str); 46] = [
    ("GET", "/", ""),
    ("GET", "/api/players", ""),
    ("GET", "/api/trouble", ""),
    ("GET", "/api/games", ""),
    ("GET", "/api/games/current", ""),
    ("GET", "/api/games/ID", ""),
    ("GET", "/api/games/ID/record", ""),
    ("GET", "/api/games/ID/replay", ""),
    ("GET", "/api/arena", ""),
    ("GET", "/api/arena/ID/events", ""),
    ("GET", "/api/arena/ID/games.csv", ""),
    ("GET", "/api/arena/ID/scores.svg", ""),
    ("GET", "/api/course", ""),
    ("GET", "/api/course/over", ""),
    ("GET", "/api/course/over/cases?seed=NUMBER", ""),
    ("GET", "/api/course/../../etc/passwd", ""),
    ("GET", "/../../etc/passwd", ""),
    ("GET", "/%00", ""),
    ("GET", "/js/main.js", ""),
    ("POST", "/api/games", "board p4 goal seed from score import"),
    ("POST", "/api/games/current", ""),
    ("POST", "/api/games/ID/move", "direction"),
    ("POST", "/api/games/ID/move?moves=NUMBER", "direction"),
    ("POST", "/api/games/ID/undo", ""),
    ("POST", "/api/games/ID/redo", ""),
    ("POST", "/api/games/ID/open", ""),
    ("POST", "/api/games/ID/changes", "seed after changes"),
    ("POST", "/api/games/ID/auto", "player"),
    ("DELETE", "/api/games/99999999", ""),
    ("POST", "/api/arena", "players games seed board p4 goal"),
    ("DELETE", "/api/arena/ID", ""),
    ("POST", "/api/hint", "board player p4 goal coach"),
    ("POST", "/api/board", "text"),
    ("POST", "/api/turn", "board direction cell value"),
    ("POST", "/api/replay", "record"),
    ("POST", "/api/review", "record player background"),
    ("POST", "/api/states/count", "board goal"),
    ("POST", "/api/states/graph", "goal grouped"),
    ("POST", "/api/states/origin", "board"),
    ("POST", "/api/solve", "board goal maximize"),
    ("POST", "/api/solve/move", "board goal maximize direction"),
    ("POST", "/api/tilt/board", "board"),
    ("POST", "/api/tilt/make", "kind width height side"),
    ("POST", "/api/tilt/run", "board tilts"),
    ("POST", "/api/tilt/meet", "board"),
    ("POST", "/api/course/over/answers", "seed output errors stopped hint"),
];
/// The first games and experiments, which belong to nobody who plays, and numbers that there are not.
const NUMBERS: [&str; 13] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-0",
    "1.5",
    "01",
    "%31",
    "1e3",
    "18446744073709551615",
    "99999999999999999999",
    "x",
];
const TEXTS: [&str; 36] = [
    "",
    "left",
    "up",
    "sideways",
    "2x2",
    "3x3",
    "4x4",
    "8x8",
    "9x9",
    "99999999999x2",
    "2,2/2,2",
    "2,2,./.,.,./.,.,.",
    "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2",
    "1024,512,2,./.,.,.,./.,.,.,./.,.,.,4",
    "131072,131072/131072,131072",
    "2,3/2,2",
    "[[2,4],[0,2]]",
    "0x1120",
    "x./.x",
    "x....x/......",
    "random",
    "greedy",
    "expectimax:depth=2",
    "expectimax:depth=9",
    "expectimax:samples=5",
    "monte-carlo:runs=20",
    "mcts:iterations=50",
    "ntuple:depth=1",
    "ntuple:net=/dev/zero",
    "ntuple:net=fifo.net",
    "optimal",
    "optimal:maximize=moves",
    "external:command=touch owned",
    "greedy:eval=empty*-1e308+score*1e308",
    "\u{1f600}",
    "redouble-game 1 board=4x4 p4=0.1 goal=2048 seed=5 moves=l1u2l9 score=8 check=64e543fa",
];

/// A request, whole or not.
pub(super) fn request(address: SocketAddr, random: &mut Random) -> Vec<u8> {
    if random.below(20) == 0 {
        return (0..random.below(300)).map(|_| random.below(256) as u8).collect();
    }
    let (method, path, members) = *pick(random, &PATHS);
    // What is kept grows by every game: few are begun.
    let is_game = method == "POST" && path == "/api/games" && random.below(8) > 0;
    let (method, path) = if is_game { ("POST", "/api/board") } else { (method, path) };
    let method =
        if random.below(16) == 0 { *pick(random, &["PUT", "get", "HEAD", "OPTIONS", "\0"]) } else { method };
    let [id, number] = [(); 2].map(|()| *pick(random, &NUMBERS));
    let path = path.replace("ID", id).replace("NUMBER", number);
    let body = body(members, random);
    let host = if random.below(12) == 0 { "evil.example".to_owned() } else { address.to_string() };
    let kind = if random.below(12) == 0 { "text/plain" } else { "application/json" };
    let origin = if random.below(12) == 0 { "Origin: http://evil.example\r\n" } else { "" };
    let length = if random.below(24) == 0 { 10_000_000 } else { body.len() };
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\n{origin}");
    format!("{head}Content-Length: {length}\r\n\r\n{body}").into_bytes()
}

fn body(members: &str, random: &mut Random) -> String {
    match random.below(16) {
        0 => {
            return (*pick(
                random,
                &["", "[]", "null", "{\"board\":", "{\"board\":1e999}", "\u{1f600}", "{{{{"],
            ))
            .to_owned();
        }
        1 => return "[".repeat(random.below(5_000) as usize),
        _ => {}
    }
    let mut body = Map::new();
    for member in members.split(' ').filter(|member| !member.is_empty()) {
        if random.below(6) > 0 {
            body.insert(member.to_owned(), value(member, random));
        }
    }
    Value::Object(body).to_string()
}

/// A value that such a member often has, or another one.
fn value(member: &str, random: &mut Random) -> Value {
    match (member, random.below(8)) {
        (_, 0) => {
            pick(random, &[json!(null), json!(-1), json!(1e308), json!([]), json!({}), json!(true)]).clone()
        }
        ("players", _) => json!([pick(random, &TEXTS), pick(random, &TEXTS)]),
        ("games", _) => json!(random.below(60)),
        ("goal" | "value", _) => json!(1_u64 << random.below(20)),
        ("p4", _) => json!(f64::from(random.below(12)) / 10.0),
        ("seed" | "score" | "after" | "cell" | "width" | "height" | "side" | "hint", _) => {
            json!(random.below(30))
        }
        ("coach" | "background" | "grouped" | "stopped", _) => json!(random.below(2) == 0),
        _ => json!(pick(random, &TEXTS)),
    }
}
