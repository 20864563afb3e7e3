//! What the answers of an implementation are worth.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::plain::{self, Cells, empty_cells};
use crate::statistics::{ERROR, chi_square_p};

use super::cases::faces;
use super::{Case, Rules};

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome", content = "why")]
pub enum Outcome {
    /// It is right.
    Passed,
    /// It is wrong, for this reason.
    Failed(String),
    /// The implementation says that it cannot be asked this, and why.
    NotApplicable(String),
}

/// A case and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The case.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// What the answer is worth.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The faults that the case shows.
    pub catches: Vec<String>,
}

/// How often each outcome came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Right answers.
    pub passed: usize,
    /// Wrong ones.
    pub failed: usize,
    /// What could not be asked.
    pub not_applicable: usize,
}

impl Tally {
    /// Of some cases, by kind.
    #[must_use]
    pub fn by_kind(judged: &[Judged]) -> BTreeMap<&str, Tally> {
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for case in judged {
            let tally = tallies.entry(&case.kind).or_default();
            match case.outcome {
                Outcome::Passed => tally.passed += 1,
                Outcome::Failed(_) => tally.failed += 1,
                Outcome::NotApplicable(_) => tally.not_applicable += 1,
            }
        }
        tallies
    }
}

/// Judges the answers, one line a case; cases without an answer fail.
#[must_use]
pub fn judge(rules: &Rules, lines: &[String]) -> Vec<Judged> {
    let answers: Vec<Option<Value>> =
        (0..rules.cases.len()).map(|place| serde_json::from_str(lines.get(place)?).ok()).collect();
    let by_id: BTreeMap<&str, &Value> = rules
        .cases
        .iter()
        .zip(&answers)
        .filter_map(|(case, answer)| Some((case.id.as_str(), answer.as_ref()?)))
        .collect();
    let judged = |(place, case): (usize, &Case)| Judged {
        id: case.id.clone(),
        kind: case.kind.clone(),
        outcome: match (&answers[place], lines.get(place)) {
            (Some(answer), _) => outcome(case, answer, &by_id),
            (None, Some(line)) => {
                Outcome::Failed(format!("{} is not JSON", crate::input::shortened(line, 80)))
            }
            (None, None) => Outcome::Failed("there is no answer".to_owned()),
        },
        catches: case.catches.clone(),
    };
    rules.cases.iter().enumerate().map(judged).collect()
}

fn outcome(case: &Case, answer: &Value, by_id: &BTreeMap<&str, &Value>) -> Outcome {
    if let Some(why) = answer["not applicable"].as_str() {
        return Outcome::NotApplicable(why.to_owned());
    }
    let found = match case.kind.as_str() {
        "spawn-law" => spawn_law(case, answer),
        "start-law" => start_law(case, answer),
        "seed-law" => seed_law(case, answer, by_id),
        _ => exact(case, answer),
    };
    found.map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

/// Every key of the right answer is there with its value; directions in any order.
fn exact(case: &Case, answer: &Value) -> Result<(), String> {
    for (key, right) in case.output.as_object().into_iter().flatten() {
        let found = &answer[key];
        if sorted(found) != sorted(right) {
            return Err(format!("{key} is {found}, right is {right}"));
        }
    }
    Ok(())
}

/// Lists of words sorted, also within a list.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(_) if value.get("faces").is_some() => value["faces"].clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            let mut items = items.clone();
            items.sort_by_key(|item| item.as_str().unwrap_or_default().to_owned());
            Value::Array(items)
        }
        Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

fn boards(answer: &Value, wanted: usize) -> Result<Vec<Cells>, String> {
    let boards: Option<Vec<Cells>> =
        answer["boards"].as_array().and_then(|boards| boards.iter().map(faces).collect());
    let boards = boards.ok_or("boards is not a list of boards")?;
    let square = boards.iter().all(|board| board.len() == 4 && board.iter().all(|row| row.len() == 4));
    match (boards.len() == wanted, square) {
        (true, true) => Ok(boards),
        (false, _) => Err(format!("{} boards were answered, {wanted} were asked for", boards.len())),
        (_, false) => Err("a board has another size".to_owned()),
    }
}

fn spawn_law(case: &Case, answer: &Value) -> Result<(), String> {
    let draws = case.input["draws"].as_u64().unwrap_or(0) as usize;
    let boards = boards(answer, draws)?;
    let before = faces(&case.input["board"]).expect("a case that is written here");
    let direction = case.input["direction"].as_str().and_then(|name| name.parse().ok());
    let (after, _) = plain::slid(&before, direction.expect("a case that is written here"));
    let tiles = case.output["tiles"].as_u64().unwrap_or(0) as usize;
    let empty = empty_cells(&after);
    let (mut cells, mut fours) = (vec![0_u64; empty.len()], 0_u64);
    for board in &boards {
        let new = new_tiles(&after, board)?;
        if new.len() != tiles {
            return Err(format!("{} tiles appeared, it must be {tiles}", new.len()));
        }
        for (place, tile) in new {
            cells[empty.iter().position(|cell| *cell == place).expect("an empty cell")] += 1;
            fours += u64::from(tile == 4);
        }
    }
    if tiles == 0 {
        return Ok(());
    }
    chance_of("cells", &cells)?;
    fours_of(draws as u64, fours)
}

/// Where a tile appeared, and which.
type NewTile = ((usize, usize), i64);

/// The tiles that appeared; an error if anything else changed.
fn new_tiles(after: &Cells, board: &Cells) -> Result<Vec<NewTile>, String> {
    let mut new = Vec::new();
    for (r, (old, row)) in after.iter().zip(board).enumerate() {
        for (c, (&old, &tile)) in old.iter().zip(row).enumerate() {
            match (old, tile) {
                (old, tile) if old == tile => {}
                (0, 2 | 4) => new.push(((r, c), tile)),
                (0, tile) => return Err(format!("a {tile} appeared")),
                (old, tile) => return Err(format!("after the slide {old} became {tile}")),
            }
        }
    }
    Ok(new)
}

fn start_law(case: &Case, answer: &Value) -> Result<(), String> {
    let games = case.input["games"].as_u64().unwrap_or(0) as usize;
    let tiles = case.output["tiles"].as_u64().unwrap_or(0) as usize;
    let (mut cells, mut fours) = (vec![0_u64; 16], 0_u64);
    for board in boards(answer, games)? {
        let new = new_tiles(&vec![vec![0; 4]; 4], &board)?;
        if new.len() != tiles {
            return Err(format!("a game begins with {} tiles, it must be {tiles}", new.len()));
        }
        for ((r, c), tile) in new {
            cells[4 * r + c] += 1;
            fours += u64::from(tile == 4);
        }
    }
    chance_of("cells", &cells)?;
    fours_of((tiles * games) as u64, fours)
}

/// Half of the error is for the cells, half for the 4s.
const LIMIT: f64 = ERROR / 2.0;

/// All alike, by Pearson's χ².
fn chance_of(what: &str, counts: &[u64]) -> Result<(), String> {
    let all: u64 = counts.iter().sum();
    let expected = all as f64 / counts.len().max(1) as f64;
    let square: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let p = chi_square_p(square, counts.len().saturating_sub(1));
    if p >= LIMIT {
        Ok(())
    } else {
        Err(format!("{what} are not equally likely: χ² {square:.1}, p {p:.1e}"))
    }
}

fn fours_of(all: u64, fours: u64) -> Result<(), String> {
    let expected = 0.1 * all as f64;
    let square = (fours as f64 - expected).powi(2) / (expected * 0.9);
    let p = chi_square_p(square, 1);
    if p >= LIMIT {
        Ok(())
    } else {
        Err(format!("{fours} of {all} new tiles are 4s: χ² {square:.1}, p {p:.1e}"))
    }
}

fn seed_law(case: &Case, answer: &Value, by_id: &BTreeMap<&str, &Value>) -> Result<(), String> {
    if answer["boards"].as_array().is_none_or(Vec::is_empty) {
        return Err("boards is not a list of boards".to_owned());
    }
    for (relation, must_equal) in [("like", true), ("unlike", false)] {
        let Some(other) = case.output[relation].as_str() else { continue };
        let same = by_id.get(other).is_some_and(|other| other["boards"] == answer["boards"]);
        if same != must_equal {
            let found = if same { "the same game as" } else { "another game than" };
            return Err(format!("this is {found} {other}"));
        }
    }
    Ok(())
}
