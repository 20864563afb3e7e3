//! The texts of the course: statements, hints, starters, solutions, as the files of `course/`.

use serde::Serialize;

/// Path below `course/` and content of every file.
static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The languages of starters and solutions, with the endings of their files.
pub const LANGUAGES: [(&str, &str); 5] =
    [("python", "py"), ("java", "java"), ("c", "c"), ("javascript", "js"), ("rust", "rs")];

/// What the course says about an exercise, from its `exercise.toml`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its name: `over`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// `CS1`, `CS2` or `AI`.
    pub level: String,
    /// What it practises.
    pub topic: String,
    /// How long a student needs who sees it for the first time, an estimate.
    pub minutes: u32,
    /// What it is worth.
    pub points: u32,
    /// `exercise`, `experiment` or `project`.
    pub kind: String,
    /// Which exercise of the paper it is.
    pub paper: String,
    /// Exercises to solve before.
    pub prerequisites: Vec<String>,
    /// The families of its cases.
    pub families: Vec<String>,
    /// The lesson of the page that leads to it.
    pub lesson: String,
}

/// The exercises in the order of the course.
pub const ORDER: [&str; 22] = [
    "over",
    "can-move",
    "legal",
    "compact",
    "merge",
    "gain",
    "queue",
    "grid",
    "spawn",
    "state",
    "terms",
    "heuristic",
    "evaluator",
    "greedy",
    "monte-carlo",
    "expectimax",
    "sampling",
    "x-table",
    "x-time",
    "x-record",
    "p-heuristics",
    "p-mcts",
];

/// All exercises, experiments and projects.
#[must_use]
pub fn entries() -> Vec<Entry> {
    ORDER.iter().filter_map(|id| entry(id)).collect()
}

/// What the course says about an exercise.
#[must_use]
pub fn entry(id: &str) -> Option<Entry> {
    let toml = file(&format!("{id}/exercise.toml"))?;
    let value = |key: &str| {
        let line = toml.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
        line.map(str::trim).unwrap_or_default().to_owned()
    };
    let text = |key: &str| value(key).trim_matches('"').to_owned();
    let number = |key: &str| value(key).parse().unwrap_or(0);
    let list = |key: &str| {
        let inner = value(key).trim_matches(['[', ']']).to_owned();
        inner
            .split(',')
            .map(|item| item.trim().trim_matches('"').to_owned())
            .filter(|item| !item.is_empty())
            .collect()
    };
    Some(Entry {
        id: id.to_owned(),
        title: text("title"),
        level: text("level"),
        topic: text("topic"),
        minutes: number("minutes"),
        points: number("points"),
        kind: text("kind"),
        paper: text("paper"),
        prerequisites: list("prerequisites"),
        families: list("families"),
        lesson: text("lesson"),
    })
}

/// A file of the course.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    FILES.binary_search_by_key(&path, |(name, _)| name).ok().map(|place| FILES[place].1)
}

/// The files below a directory of the course: their path below it, and their content.
pub fn below(directory: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let prefix = format!("{directory}/");
    FILES.iter().filter_map(move |(name, text)| Some((name.strip_prefix(&prefix)?, *text)))
}

/// The statement of an exercise.
#[must_use]
pub fn statement(id: &str) -> &'static str {
    file(&format!("{id}/statement.md")).unwrap_or_default()
}

/// The hints of an exercise, in steps.
#[must_use]
pub fn hints(id: &str) -> Vec<String> {
    let text = file(&format!("{id}/hints.md")).unwrap_or_default();
    let sections = text.split("\n## ").skip(1);
    sections.map(|section| section.split_once('\n').map_or("", |(_, text)| text).trim().to_owned()).collect()
}

/// The name of a program file: `can_move.py`, `CanMove.java`.
#[must_use]
pub fn file_name(id: &str, language: &str) -> String {
    let ending = LANGUAGES.iter().find(|(name, _)| *name == language).map_or("txt", |(_, ending)| ending);
    let stem = match language {
        "java" => id.split('-').map(capitalised).collect(),
        _ => id.replace('-', "_"),
    };
    format!("{stem}.{ending}")
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Something by another name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{found}`{}", suggestion(.nearest))]
pub struct UnknownError {
    /// What was looked for: `exercise`.
    pub what: &'static str,
    /// The name.
    pub found: String,
    /// The nearest name that exists.
    pub nearest: String,
}

fn suggestion(nearest: &str) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean `{nearest}`?") }
}

/// The name among `known`, or an error that suggests the nearest.
///
/// # Errors
/// If it is not among them.
pub fn lookup(what: &'static str, found: &str, known: &[&'static str]) -> Result<&'static str, UnknownError> {
    let exact = known.iter().find(|name| **name == found);
    let nearest = || known.iter().map(|name| (distance(found, name), *name)).min();
    let near = || {
        nearest().filter(|(distance, name)| *distance <= name.len().div_ceil(2)).map_or("", |(_, name)| name)
    };
    exact.copied().ok_or_else(|| UnknownError { what, found: found.to_owned(), nearest: near().to_owned() })
}

/// How many letters must be added, removed or replaced.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (place, &same) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != same);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(row[place + 1] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_right_are_suggested() {
        assert_eq!(lookup("exercise", "over", &ORDER), Ok("over"));
        let error = lookup("exercise", "can_move", &ORDER).unwrap_err();
        assert_eq!(error.to_string(), "there is no exercise `can_move`; did you mean `can-move`?");
        let error = lookup("exercise", "photosynthesis", &ORDER).unwrap_err();
        assert_eq!(error.to_string(), "there is no exercise `photosynthesis`");
    }

    #[test]
    fn files_are_named_as_languages_want_them() {
        assert_eq!(file_name("can-move", "java"), "CanMove.java");
        assert_eq!(file_name("can-move", "python"), "can_move.py");
    }
}
