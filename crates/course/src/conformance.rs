//! The rules as cases that any implementation of 2048 can run, and the judge of its answers.
//!
//! An adapter reads one case a line as JSON and answers one line as JSON. [`rules`] makes the cases, [`judge()`] says what
//! answers are worth, [`files`] has everything as files.

mod cases;
mod judge;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use cases::{own_answer, rules};
pub use judge::{Judged, Outcome, Tally, judge};

/// The rules, and cases that show who follows them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The version of this form.
    pub version: u32,
    /// The rules in words.
    pub rules: Value,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// `line`, `slide`, `legal`, `over`, `sequence`, `spawn-law`, `start-law` or `seed-law`.
    pub kind: String,
    /// What is asked.
    #[serde(rename = "in")]
    pub input: Value,
    /// The right answer, or what must hold of it.
    #[serde(rename = "out")]
    pub output: Value,
    /// What it is there for.
    pub why: String,
    /// The faults that it shows: misconceptions of exercises, and known faults of implementations.
    pub catches: Vec<String>,
}

impl Case {
    /// The line that an adapter reads.
    #[must_use]
    pub fn asked(&self) -> String {
        json!({"id": self.id, "kind": self.kind, "in": self.input}).to_string()
    }
}

/// The files of the folder `conformance/`: name and text.
#[must_use]
pub fn files() -> Vec<(&'static str, String)> {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("JSON") + "\n";
    let rules = rules();
    // One case a line, so that a change of one is a change of one line.
    let cases: Vec<String> = rules
        .cases
        .iter()
        .map(|case| serde_json::to_string(case).expect("a case can be written as JSON"))
        .collect();
    let text = format!(
        "{{\n\"version\": {},\n\"rules\": {},\n\"cases\": [\n{}\n]\n}}\n",
        rules.version,
        rules.rules,
        cases.join(",\n")
    );
    let random = json!({
        "version": 1,
        "what": "the mean score of games in which every legal move is equally likely, on 4x4 with a 4 in one of ten new tiles",
        "mean": 1101, "half_width_95": 11, "standard_deviation": 543,
        "published": {"mean": 1095, "games": 311_000, "source": "PufferLib issues 491 and 492"},
        "use": "the mean of n games should be within 4.9·√(543²/n + 5.6²) of 1101; an environment that forgets spawns scores 1380",
    });
    vec![
        ("README.md", include_str!("conformance/README.md").to_owned()),
        ("implementations.md", include_str!("conformance/implementations.md").to_owned()),
        ("adapter.py", include_str!("conformance/adapter.py").to_owned()),
        ("rules.json", text),
        ("random.json", pretty(&random)),
    ]
}
