//! The ground truth of `data/tilt.json` through the library.
//!
//! Source: breadth-first search over whole configurations, and for the large boards a walk of the pair with
//! the exact count, both made independently of this crate.

use redouble_tilt::{
    Axis, Configuration, CycleType, Labelled, Landing, Pattern, Size, Square, reachable, shortest_meeting,
};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let truth: Value = serde_json::from_str(include_str!("data/tilt.json")).expect("the truth is JSON");
    truth["cases"].as_array().expect("a list of cases").clone()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn squares(value: &Value) -> Vec<Square> {
    let pairs = value.as_array().expect("a list").iter();
    pairs.map(|pair| Square::new(number(&pair[0]) as u32, number(&pair[1]) as u32)).collect()
}

fn pattern(case: &Value) -> Pattern {
    let size = Size::new(number(&case["m"]), number(&case["n"])).expect("a board");
    Pattern::of(size, squares(&case["tiles"]))
}

fn marks(case: &Value) -> Vec<Square> {
    let tiles = squares(&case["tiles"]);
    case["marked"].as_array().expect("a list").iter().map(|tile| tiles[number(tile) as usize]).collect()
}

#[test]
fn shortest_meetings() {
    let mut asked = 0;
    for case in cases().iter().filter(|case| case["marked"].as_array().expect("a list").len() >= 2) {
        let verdict = shortest_meeting(&pattern(case), &marks(case)).expect("marked tiles");
        let length = verdict.meeting().map(|meeting| u64::try_from(&meeting.length).expect("a small length"));
        assert_eq!(length, case["shortest"].as_u64(), "case {}", case["id"]);
        check_sequence(case, verdict.meeting());
        asked += 1;
    }
    assert!(asked > 100);
}

/// Where the truth lists all shortest sequences, ours is one of them.
fn check_sequence(case: &Value, meeting: Option<&redouble_tilt::Meeting>) {
    let Some(known) = case["shortest_sequences"].as_array().filter(|known| !known.is_empty()) else { return };
    let word = meeting.and_then(|meeting| meeting.tilts.word(10_000)).expect("a meeting");
    let text: String = word.iter().map(|tilt| tilt.letter()).collect();
    assert!(known.iter().any(|sequence| sequence == text.as_str()), "case {}: {text}", case["id"]);
}

#[test]
fn cycle_types() {
    for case in &cases() {
        let pattern = pattern(case);
        for (axis, key) in
            [(Axis::Vertical, "cycle_type_vertical_first"), (Axis::Horizontal, "cycle_type_horizontal_first")]
        {
            let found = CycleType::of(Landing::new(&pattern, axis, &[]).shape());
            let lengths: Vec<u64> = found.flat().collect();
            let known: Vec<u64> = case[key].as_array().expect("a list").iter().map(number).collect();
            assert_eq!(lengths, known, "case {} {key}", case["id"]);
        }
    }
}

#[test]
fn reachable_configurations_and_orbits() {
    for case in &cases() {
        let pattern = pattern(case);
        assert_eq!(reachable(&pattern).to_string(), case["reachable"], "case {}", case["id"]);
        let labelled = Labelled::distinct(Configuration::of(&pattern));
        let orbits = redouble_tilt::Orbits::of(&labelled);
        assert_eq!(orbits.orbits().len() as u64, number(&case["canonical_orbits"]), "case {}", case["id"]);
    }
}
