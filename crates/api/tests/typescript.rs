//! The page's declarations against real answers: what is declared is sent, and what is sent is declared.
//!
//! The answers come from a host with a single thread, as a browser has: every request is answered at once, without a
//! runtime.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::FutureExt;
use redouble_api::{App, Games, Host};
use redouble_kernels::Cpu;
use redouble_lab::Solver;
use redouble_players::Catalog;
use serde_json::{Value, json};
use tower::ServiceExt;

/// Does all work at once.
struct OneThread;

impl Host for OneThread {
    fn run(&self, work: Box<dyn FnOnce() + Send>) {
        work();
    }

    fn cores(&self) -> usize {
        1
    }

    fn random(&self) -> u64 {
        0x0123_4567_89ab_cdef
    }
}

/// The requests of the page, answered.
struct Page(Router);

impl Page {
    fn new() -> Page {
        Page(redouble_api::router(Arc::new(App::new(
            Games::unsaved(),
            Catalog::default().with_oracles(Solver::new(Cpu::detect())),
            Box::new(OneThread),
        ))))
    }

    fn answer(&self, request: Request<Body>) -> Vec<u8> {
        let uri = request.uri().clone();
        let response = self.0.clone().oneshot(request).now_or_never().expect("an answer at once").unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 24).now_or_never().expect("all of it").unwrap();
        assert!(status.is_success(), "{uri}: {}", String::from_utf8_lossy(&body));
        body.to_vec()
    }

    fn get(&self, path: &str) -> Value {
        serde_json::from_slice(&self.answer(Request::get(path).body(Body::empty()).unwrap())).unwrap()
    }

    fn send(&self, path: &str, body: &Value) -> Vec<u8> {
        let request = Request::post(path).header("content-type", "application/json");
        self.answer(request.body(Body::from(body.to_string())).unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        serde_json::from_slice(&self.send(path, body)).unwrap()
    }

    /// The events of an answer.
    fn events(&self, path: &str, body: &Value) -> Vec<Value> {
        let text = String::from_utf8(self.send(path, body)).unwrap();
        let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
        data.map(|data| serde_json::from_str(data).unwrap()).collect()
    }
}

/// Answers of every kind, each with the name of its type.
fn answers() -> Vec<(&'static str, Value)> {
    let page = Page::new();
    let mut answers = Vec::new();
    answers.push(("Game", page.post("/api/games", &json!({ "from": "2,2,./.,.,./.,.,." }))));
    let game = page.post("/api/games", &json!({ "seed": 1 }));
    let path = format!("/api/games/{}", game["id"]);
    answers.push(("Game", game));
    for direction in ["left", "up", "right", "left"] {
        answers.push(("Acted", page.post(&format!("{path}/move"), &json!({ "direction": direction }))));
    }
    let told = json!({ "seed": "1", "after": 0, "changes": "undo" });
    answers.push(("CaughtUp", page.post(&format!("{path}/changes"), &told)));
    answers.push(("AutoActed", page.post(&format!("{path}/auto"), &json!({ "player": "greedy" }))));
    answers.push(("AutoActed", page.post(&format!("{path}/auto?moves=0"), &json!({ "player": "greedy" }))));
    answers.extend(page.get("/api/games").as_array().unwrap().iter().map(|game| ("Listed", game.clone())));
    answers.push(("BoardInfo", page.post("/api/board", &json!({ "text": "0x1200003000000001" }))));
    answers.push((
        "BoardInfo",
        page.post(
            "/api/board",
            &json!({ "text": "131072 2 4 2 4\n4 2 8 2 8\n2 4 2 4 2\n4 2 4 2 4\n2 4 2 4 2" }),
        ),
    ));
    answers.push(("GameTree", page.post(&format!("{path}/tree"), &json!({ "tree": "0!1 0*" }))));
    answers.push(("GameTree", page.get(&format!("{path}/tree"))));
    let spawns = json!({ "board": "4,./.,.", "player": "expectimax:depth=1" });
    answers.push(("SpawnExtremes", page.post("/api/spawns", &spawns)));
    answers.push(("Trouble", page.get("/api/trouble")));
    answers.push(("PlayerList", page.get("/api/players")));
    answers.push((
        "Hint",
        page.post("/api/hint", &json!({ "board": "2,2/4,2", "player": "expectimax:depth=2" })),
    ));
    let turn = json!({ "board": "2,2/.,.", "direction": "left", "cell": 1, "value": 2 });
    answers.push(("Turn", page.post("/api/turn", &turn)));
    let replay = page.get(&format!("{path}/replay"));
    let record = replay["record"].clone();
    answers.push(("Replay", replay));
    let review = page.events("/api/review", &json!({ "record": record, "player": "expectimax:depth=1" }));
    answers.extend(review.into_iter().map(|event| ("ReviewEvent", event)));
    points(&page, &mut answers);
    arena(&page, &mut answers);
    states(&page, &mut answers);
    tilt(&page, &mut answers);
    course(&page, &mut answers);
    answers
}

/// Who counts points says what is to come, and what luck was.
fn points(page: &Page, answers: &mut Vec<(&'static str, Value)>) {
    let game = page.post("/api/games", &json!({ "board": "2x2", "seed": 1 }));
    let path = format!("/api/games/{}", game["id"]);
    answers.push(("AutoActed", page.post(&format!("{path}/auto"), &json!({ "player": "optimal" }))));
    let record = page.get(&format!("{path}/replay"))["record"].clone();
    let review = page.events("/api/review", &json!({ "record": record, "player": "optimal" }));
    answers.extend(review.into_iter().map(|event| ("ReviewEvent", event)));
}

fn arena(page: &Page, answers: &mut Vec<(&'static str, Value)>) {
    let setup = json!({ "players": ["random", "greedy"], "games": 3, "seed": 1, "board": "3x3" });
    answers.push(("Started", page.post("/api/arena", &setup)));
    answers.extend(page.get("/api/arena").as_array().unwrap().iter().map(|run| ("Run", run.clone())));
}

fn states(page: &Page, answers: &mut Vec<(&'static str, Value)>) {
    let count = page.events("/api/states/count", &json!({ "board": "2x2", "goal": 16 }));
    answers.extend(count.into_iter().map(|event| ("CountEvent", event)));
    answers.push(("StateGraph", page.post("/api/states/graph", &json!({ "goal": 8, "grouped": true }))));
    for board in ["2,2/4,.", "2,./.,."] {
        answers.push(("OriginInfo", page.post("/api/states/origin", &json!({ "board": board }))));
    }
    let solve = page.events("/api/solve", &json!({ "shape": "2x2" }));
    answers.extend(solve.into_iter().map(|event| ("SolveEvent", event)));
    let begun = page.post("/api/solve/move", &json!({ "shape": "2x2" }));
    let direction = begun["moves"][0]["direction"].clone();
    let moved = json!({ "shape": "2x2", "board": begun["board"], "direction": direction });
    answers.push(("SolvedBoard", begun));
    answers.push(("SolvedBoard", page.post("/api/solve/move", &moved)));
}

fn course(page: &Page, answers: &mut Vec<(&'static str, Value)>) {
    let entries = page.get("/api/course");
    answers.extend(entries.as_array().unwrap().iter().map(|entry| ("CourseEntry", entry.clone())));
    answers.push(("CourseExercise", page.get("/api/course/over")));
    let judged = |id: &str, answer: &dyn Fn(&str) -> String| {
        let cases = page.get(&format!("/api/course/{id}/cases?seed=2"));
        let lines: Vec<String> = cases["input"].as_str().unwrap().lines().map(answer).collect();
        let report = json!({ "seed": 2, "output": lines.join("\n") });
        (cases, page.post(&format!("/api/course/{id}/answers"), &report))
    };
    let (cases, full_is_over) =
        judged("over", &|board| if board.contains('.') { "no" } else { "yes" }.to_owned());
    assert_eq!(full_is_over["failure"]["misconception"], json!("full-is-over"));
    let (_, first_cell) = judged("spawn", &|board| board.replacen('.', "2", 1));
    assert_eq!(first_cell["failure"]["kind"], json!("chance"));
    answers.extend([("CourseCases", cases), ("CourseReport", full_is_over), ("CourseReport", first_cell)]);
    let nothing = page.post("/api/course/over/answers", &json!({ "seed": 2, "output": "", "stopped": true }));
    assert_eq!(nothing["failure"]["kind"], json!("time"));
    answers.push(("CourseReport", nothing));
}

fn tilt(page: &Page, answers: &mut Vec<(&'static str, Value)>) {
    answers.push((
        "TiltView",
        page.post("/api/tilt/make", &json!({ "kind": "rings", "width": 4, "height": 4 })),
    ));
    answers.push(("TiltRun", page.post("/api/tilt/run", &json!({ "board": "x../..o/...", "tilts": "NE" }))));
    for board in ["x../..x/...", "xox/ooo/ooo"] {
        answers.push(("TiltMeeting", page.post("/api/tilt/meet", &json!({ "board": board }))));
    }
    for board in ["../x.//.x/..", "oo/oo//oo/o."] {
        answers.push(("TiltSpace", page.post("/api/tilt/space", &json!({ "board": board }))));
    }
}

/// A type of TypeScript, as far as `types.d.ts` uses them.
#[derive(Clone, Debug)]
enum Type {
    Name(String),
    Literal(String),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    Union(Vec<Type>),
    /// `Record<string, T>`, and `Partial` of one.
    Map(Box<Type>),
}

/// A property: whether it may be missing, and its type.
type Properties = BTreeMap<String, (bool, Type)>;

/// The declarations up to those that are the page's own.
struct Declared {
    interfaces: BTreeMap<String, Properties>,
    aliases: BTreeMap<String, Type>,
}

struct Tokens(Vec<String>, usize);

impl Tokens {
    fn of(text: &str) -> Tokens {
        let (mut tokens, mut word) = (Vec::new(), String::new());
        for character in text.chars() {
            if character.is_alphanumeric() || character == '_' || character == '"' {
                word.push(character);
                continue;
            }
            tokens.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            tokens.extend((!character.is_whitespace()).then(|| character.to_string()));
        }
        tokens.extend((!word.is_empty()).then_some(word));
        Tokens(tokens, 0)
    }

    fn peek(&self) -> &str {
        self.0.get(self.1).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.1 += 1;
        self.0[self.1 - 1].clone()
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.1 += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.take(token), "{token} is expected before {} of {:?}", self.peek(), &self.0[self.1..]);
    }

    fn union(&mut self) -> Type {
        let mut members = vec![self.postfix()];
        while self.take("|") {
            members.push(self.postfix());
        }
        if members.len() == 1 { members.remove(0) } else { Type::Union(members) }
    }

    fn postfix(&mut self) -> Type {
        let mut found = self.primary();
        while self.take("[") {
            self.expect("]");
            found = Type::Array(Box::new(found));
        }
        found
    }

    fn primary(&mut self) -> Type {
        if self.take("(") {
            let inner = self.union();
            self.expect(")");
            return inner;
        }
        if self.take("[") {
            let mut members = vec![self.union()];
            while self.take(",") {
                members.push(self.union());
            }
            self.expect("]");
            return Type::Tuple(members);
        }
        let name = self.next();
        if let Some(literal) = name.strip_prefix('"') {
            return Type::Literal(literal.trim_end_matches('"').to_owned());
        }
        if !self.take("<") {
            return Type::Name(name);
        }
        let inner = self.union();
        let map = if self.take(",") { Type::Map(Box::new(self.union())) } else { inner };
        self.expect(">");
        map
    }

    fn properties(&mut self) -> Properties {
        let mut properties = Properties::new();
        self.expect("{");
        while !self.take("}") {
            let name = self.next();
            let optional = self.take("?");
            self.expect(":");
            let known = properties.insert(name, (optional, self.union()));
            assert!(known.is_none(), "declared twice");
            self.take(";");
        }
        properties
    }
}

impl Declared {
    fn read() -> Declared {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../redouble/page/types.d.ts");
        let text = std::fs::read_to_string(path).unwrap();
        let (sent, _) = text.split_once("// What follows is the page's own.").unwrap();
        let mut tokens = Tokens::of(&without_comments(sent));
        let mut declared = Declared { interfaces: BTreeMap::new(), aliases: BTreeMap::new() };
        while !tokens.peek().is_empty() {
            let (kind, name) = (tokens.next(), tokens.next());
            if kind == "interface" {
                declared.interfaces.insert(name, tokens.properties());
            } else {
                tokens.expect("=");
                declared.aliases.insert(name, tokens.union());
                tokens.expect(";");
            }
        }
        declared
    }
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, rest)| rest))
}

/// The properties that were seen with a value, as `Interface.property`.
type Seen = BTreeSet<String>;

impl Declared {
    /// What is wrong with a value of a type, if anything is.
    fn check(&self, value: &Value, wanted: &Type, seen: &mut Seen) -> Result<(), String> {
        let problem = || Err(format!("{value} is no {wanted:?}"));
        match (wanted, value) {
            (Type::Union(members), _) => {
                let mut found = members.iter().map(|member| self.check(value, member, seen));
                found.find(Result::is_ok).unwrap_or_else(problem)
            }
            (Type::Literal(literal), Value::String(text)) if literal == text => Ok(()),
            (Type::Array(member), Value::Array(values)) => {
                values.iter().try_for_each(|value| self.check(value, member, seen))
            }
            (Type::Tuple(members), Value::Array(values)) if members.len() == values.len() => {
                members.iter().zip(values).try_for_each(|(member, value)| self.check(value, member, seen))
            }
            (Type::Map(member), Value::Object(values)) => {
                values.values().try_for_each(|value| self.check(value, member, seen))
            }
            (Type::Name(name), _) => self.check_named(value, name, seen),
            _ => problem(),
        }
    }

    fn check_named(&self, value: &Value, name: &str, seen: &mut Seen) -> Result<(), String> {
        if let Some(alias) = self.aliases.get(name) {
            return self.check(value, alias, seen);
        }
        let fits = match name {
            "number" => value.is_number(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            _ => return self.check_interface(value, name, seen),
        };
        if fits { Ok(()) } else { Err(format!("{value} is no {name}")) }
    }

    fn check_interface(&self, value: &Value, name: &str, seen: &mut Seen) -> Result<(), String> {
        let properties = self.interfaces.get(name).ok_or_else(|| format!("there is no type {name}"))?;
        let object = value.as_object().ok_or_else(|| format!("{value} is no {name}"))?;
        if let Some(unknown) = object.keys().find(|key| !properties.contains_key(*key)) {
            return Err(format!("{name} does not declare `{unknown}`"));
        }
        for (key, (optional, wanted)) in properties {
            match object.get(key) {
                Some(value) => {
                    self.check(value, wanted, seen).map_err(|error| format!("{name}.{key}: {error}"))?;
                }
                None if *optional => continue,
                None => return Err(format!("`{key}` of {name} is not sent")),
            }
            if !object[key].is_null() {
                seen.insert(format!("{name}.{key}"));
            }
        }
        Ok(())
    }
}

/// Properties that no answer of this test has: a full disk, an experiment that fails, a solution slow enough to tell its progress, failures,
/// and cases made smaller, which needs the program itself.
const NOT_SEEN: [&str; 9] = [
    "CourseFailure.from",
    "Trouble.trouble",
    "Run.error",
    "Game.trouble",
    "CountEvent.error",
    "ReviewEvent.error",
    "SolveEvent.error",
    "SolveEvent.done",
    "SolveEvent.sum",
];

#[test]
fn the_page_declares_what_is_sent_and_nothing_else() {
    let declared = Declared::read();
    let mut seen = Seen::new();
    for (name, answer) in answers() {
        let checked = declared.check(&answer, &Type::Name(name.to_owned()), &mut seen);
        checked.unwrap_or_else(|error| panic!("{error}\n{answer}"));
    }
    let all = declared.interfaces.iter();
    let all = all.flat_map(|(name, properties)| properties.keys().map(move |key| format!("{name}.{key}")));
    let never: Vec<String> =
        all.filter(|property| !seen.contains(property) && !NOT_SEEN.contains(&property.as_str())).collect();
    assert_eq!(never, Vec::<String>::new(), "declared, but never sent");
}

#[test]
fn a_field_that_is_added_removed_or_renamed_is_noticed() {
    let declared = Declared::read();
    let motion = json!({ "from": 0, "to": 1, "value": 2, "merged": false });
    let check = |value: &Value| declared.check(value, &Type::Name("Motion".to_owned()), &mut Seen::new());
    assert_eq!(check(&motion), Ok(()));
    let changed = |change: fn(&mut serde_json::Map<String, Value>)| {
        let mut changed = motion.clone();
        change(changed.as_object_mut().unwrap());
        check(&changed).unwrap_err()
    };
    assert_eq!(
        changed(|motion| drop(motion.insert("new".to_owned(), json!(1)))),
        "Motion does not declare `new`"
    );
    assert_eq!(changed(|motion| drop(motion.remove("to"))), "`to` of Motion is not sent");
    assert!(changed(|motion| motion["merged"] = json!("no")).contains("Motion.merged"));
}
