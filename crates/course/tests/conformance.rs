//! The conformance cases: we pass them, the files in `conformance/` are those, and faults are caught by the cases that name them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use redouble_core::{Afterstate, Board, Direction, FourChance, Grid, Position, Random, Rules as Game};
use redouble_course::conformance::{Judged, Outcome, files, judge, own_answer, rules};
use redouble_course::plain;
use redouble_course::run::{Bounds, Program, run};
use serde_json::{Value, json};

/// What our engine answers, chance included.
fn engine(kind: &str, input: &Value, random: &mut Random) -> Value {
    let cells = |board: Board| json!(plain::cells(&board));
    match kind {
        "spawn-law" => {
            let faces = serde_json::from_value(input["board"]["faces"].clone()).unwrap();
            let direction: Direction = input["direction"].as_str().unwrap().parse().unwrap();
            let before = plain::board(&faces).unwrap();
            let draw = |random: &mut Random| match before.slid(direction) {
                Some((after, _)) => {
                    Afterstate::new(after).unwrap().spawn_random(FourChance::default(), random).board()
                }
                None => before,
            };
            json!({"boards": (0..input["draws"].as_u64().unwrap()).map(|_| cells(draw(random))).collect::<Vec<_>>()})
        }
        "start-law" => {
            let start = |_| cells(Position::start(Game::default(), random).board());
            json!({"boards": (0..input["games"].as_u64().unwrap()).map(start).collect::<Vec<_>>()})
        }
        "seed-law" => {
            let mut game = redouble_core::Game::new(Game::default(), input["seed"].as_u64().unwrap());
            let mut boards = vec![cells(game.position().board())];
            for _ in 0..input["slides"].as_u64().unwrap() {
                let Some(first) = game.position().legal().into_iter().next() else { break };
                game.play(first);
                boards.push(cells(game.position().board()));
            }
            json!({"boards": boards})
        }
        kind => own_answer(kind, input).unwrap(),
    }
}

fn failed(judged: &[Judged]) -> Vec<&Judged> {
    judged.iter().filter(|case| matches!(case.outcome, Outcome::Failed(_))).collect()
}

#[test]
fn our_engine_passes_every_case() {
    let (rules, mut random) = (rules(), Random::new(1));
    let lines: Vec<String> =
        rules.cases.iter().map(|case| engine(&case.kind, &case.input, &mut random).to_string()).collect();
    let judged = judge(&rules, &lines);
    assert_eq!(failed(&judged), Vec::<&Judged>::new());
    assert!(judged.len() > 100, "{} cases", judged.len());
}

/// The plain rules of core answer as the engine does.
#[test]
fn the_naive_rules_agree() {
    for case in rules().cases.iter().filter(|case| case.kind == "slide") {
        let faces = serde_json::from_value(case.input["board"]["faces"].clone()).unwrap();
        let direction: Direction = case.input["direction"].as_str().unwrap().parse().unwrap();
        let (after, gained) = plain::slid(&faces, direction);
        assert_eq!(
            case.output,
            json!({"board": after, "gained": gained, "changed": after != faces}),
            "{}",
            case.id
        );
    }
}

#[test]
fn every_fault_in_the_page_is_caught_by_a_case_and_every_caught_one_is_in_the_page() {
    let files = files();
    let page = &files.iter().find(|(name, _)| *name == "implementations.md").unwrap().1;
    let rules = rules();
    let faults: Vec<&str> = rules
        .cases
        .iter()
        .flat_map(|case| &case.catches)
        .map(String::as_str)
        .filter(|fault| !fault.contains('/'))
        .collect();
    for fault in &faults {
        assert!(page.contains(&format!("`{fault}`")), "{fault} is not in the page");
    }
    for named in page.split('`').skip(1).step_by(2) {
        let is_case = rules.cases.iter().any(|case| case.id == named || case.kind == named);
        let is_other = ["catches", "rules.json", "IndexError", "2048", "Game2048-v1", "g2048"]
            .contains(&named)
            || named.starts_with("cargo");
        assert!(
            is_case || is_other || faults.contains(&named),
            "`{named}` is neither a case nor a caught fault"
        );
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// `redouble course conformance --out conformance` writes them.
#[test]
fn the_folder_has_these_files() {
    for (name, text) in files() {
        let kept = fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(kept == text, "conformance/{name} is not what the command writes");
    }
}

/// The answers of the example adapter after a change to its text.
fn adapter(change: (&str, &str)) -> io::Result<Vec<Judged>> {
    let directory = tempfile::tempdir()?;
    let files = files();
    let text = &files.iter().find(|(name, _)| *name == "adapter.py").unwrap().1;
    assert!(text.contains(change.0), "{} is in the adapter", change.0);
    let path = directory.path().join("adapter.py");
    fs::write(&path, text.replace(change.0, change.1))?;
    let rules = rules();
    let asked: String = rules.cases.iter().map(|case| case.asked() + "\n").collect();
    let program = Program { command: vec!["python3".into(), path.display().to_string()], directory: None };
    let bounds = Bounds { time: Duration::from_secs(300), ..Bounds::default() };
    let ran = run(&program, asked.into_bytes(), &bounds, &()).map_err(io::Error::other)?;
    Ok(judge(&rules, &ran.lines))
}

#[test]
fn faults_are_caught_by_the_cases_that_name_them() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    for (change, fault) in [
        (("slide_line(line):", "slide_line(line):"), None),
        (("< 0.1 else 2", "< 0 else 2"), Some("never-a-four")),
        (("spawn(after) if moved else after", "spawn(after)"), Some("tile-after-illegal-move")),
        (
            (
                "return spawn(spawn([[0] * 4 for _ in range(4)], source), source)",
                "return spawn([[0] * 4 for _ in range(4)], source)",
            ),
            Some("jumanji-one-tile"),
        ),
        (("out.append(tile)", "out.append(tile if tile < 65536 else 0)"), Some("boards-of-16-nibbles")),
    ] {
        let judged = adapter(change).unwrap();
        let failed = failed(&judged);
        match fault {
            None => assert_eq!(failed, Vec::<&Judged>::new()),
            Some(fault) => assert!(
                failed.iter().any(|case| case.catches.iter().any(|caught| caught == fault)),
                "{fault}"
            ),
        }
    }
}
