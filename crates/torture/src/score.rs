//! What survived.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The losses that are described; there may be thousands of one kind.
const DESCRIBED: usize = 12;

/// An attempt: an error says what was lost.
pub(crate) type Outcome = Result<(), String>;

/// How often something was tried, and how often it ended well.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) tried: u64,
    pub(crate) survived: u64,
}

impl Tally {
    pub(crate) fn lost(self) -> u64 {
        self.tried - self.survived
    }

    fn json(self) -> Value {
        json!({ "tried": self.tried, "survived": self.survived, "lost": self.lost() })
    }
}

/// What came of a trial, part by part.
#[derive(Default)]
pub(crate) struct Score {
    parts: BTreeMap<String, Tally>,
    /// The first losses, in words.
    pub(crate) losses: Vec<String>,
    /// What was measured beside that.
    figures: BTreeMap<String, Value>,
}

impl Score {
    /// Counts one attempt.
    pub(crate) fn count(&mut self, part: &str, outcome: Outcome) {
        let tally = self.parts.entry(part.to_owned()).or_default();
        tally.tried += 1;
        match outcome {
            Ok(()) => tally.survived += 1,
            Err(loss) if self.losses.len() < DESCRIBED => self.losses.push(format!("{part}: {loss}")),
            Err(_) => {}
        }
    }

    /// Counts what another score counted.
    pub(crate) fn add(&mut self, other: Score) {
        for (part, tally) in other.parts {
            let mine = self.parts.entry(part).or_default();
            mine.tried += tally.tried;
            mine.survived += tally.survived;
        }
        let room = DESCRIBED.saturating_sub(self.losses.len());
        self.losses.extend(other.losses.into_iter().take(room));
        self.figures.extend(other.figures);
    }

    /// Keeps a figure for the record.
    pub(crate) fn figure(&mut self, name: &str, value: impl Into<Value>) {
        self.figures.insert(name.to_owned(), value.into());
    }

    /// All parts together.
    pub(crate) fn total(&self) -> Tally {
        self.parts.values().fold(Tally::default(), |sum, part| Tally {
            tried: sum.tried + part.tried,
            survived: sum.survived + part.survived,
        })
    }

    /// The row of the record.
    pub(crate) fn json(&self, trial: &str, seconds: f64) -> Value {
        let mut row = self.total().json();
        let parts: BTreeMap<&String, Value> =
            self.parts.iter().map(|(part, tally)| (part, tally.json())).collect();
        row["trial"] = json!(trial);
        row["seconds"] = json!(seconds.round());
        row["parts"] = json!(parts);
        row["figures"] = json!(self.figures);
        row["losses"] = json!(self.losses);
        row
    }
}
