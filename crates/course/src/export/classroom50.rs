//! Classroom 50: a template repository, and tests or an autograder.

use serde_json::json;

use crate::answer::AnswerForm;
use crate::assignment::Assignment;
use crate::exercise::Exercise;
use crate::texts::{self, LANGUAGES};

use super::{
    Fixture, PackageFile, Packaged, Shared, command, file_names, filled, fixtures, quoted_list, whole_points,
};

const AUTOGRADER: &str = include_str!("classroom50.py");

pub(super) fn package(assignment: Assignment, shared: &Shared) -> Packaged {
    let id = assignment.id();
    let mut files = template(id);
    match assignment {
        Assignment::Exercise(exercise) if is_exact(exercise) => files.extend(tests(exercise, shared.seed)),
        _ => files.extend(autograder(id, shared)),
    }
    Ok(files)
}

/// Whether answers can be compared as text: no chance in them, no decimals.
pub(super) fn is_exact(exercise: &Exercise) -> bool {
    let decimals = matches!(exercise.answer, AnswerForm::Number | AnswerForm::Numbers);
    // Of expectimax; the values of greedy are whole.
    exercise.chance.is_none() && !decimals && exercise.id != "expectimax"
}

/// The statement, the Python starter where the tests look for it, and the others beside it.
fn template(id: &str) -> Vec<PackageFile> {
    let mut files = vec![PackageFile::new(format!("{id}/template/README.md"), texts::statement(id))];
    for (language, _) in LANGUAGES {
        for (name, text) in texts::below(&format!("{id}/starter/{language}")) {
            let folder = if language == "python" { String::new() } else { format!("starters/{language}/") };
            files.push(PackageFile::new(format!("{id}/template/{folder}{name}"), text));
        }
    }
    files
}

/// A test a family: its cases in a file, and the answers in another. One list a language.
fn tests(exercise: &Exercise, seed: u64) -> Vec<PackageFile> {
    let (id, fixtures) = (exercise.id, fixtures(exercise, seed));
    let mut files = Vec::new();
    for Fixture { family, input, answer, .. } in &fixtures {
        files.push(PackageFile::new(format!("{id}/autograder/{family}.in"), input.as_str()));
        files.push(PackageFile::new(format!("{id}/autograder/{family}.out"), answer.as_str()));
    }
    let points = texts::entry(id).map_or(10, |entry| entry.points);
    for (language, _) in LANGUAGES {
        let test = |(fixture, points): (&Fixture, u32)| {
            json!({
                "name": fixture.family,
                "type": "io",
                "run": command(id, language),
                "input-file": format!("{}.in", fixture.family),
                "expected-file": format!("{}.out", fixture.family),
                "comparison": "exact",
                "timeout": exercise.seconds,
                "points": points,
                "failure-details": "full",
            })
        };
        let tests: Vec<_> = fixtures.iter().zip(whole_points(points, fixtures.len())).map(test).collect();
        let text = serde_json::to_string_pretty(&tests).expect("tests can be written as JSON") + "\n";
        let name = if language == "python" { String::new() } else { format!("{language}.") };
        files.push(PackageFile::new(format!("{id}/{id}.{name}tests.json"), text));
    }
    files
}

/// A program that calls the checker, where chance has a part or numbers have decimals.
fn autograder(id: &str, shared: &Shared) -> Vec<PackageFile> {
    let points = texts::entry(id).map_or(10, |entry| entry.points).to_string();
    let (seed, names) = (shared.seed.to_string(), quoted_list(&file_names(id)));
    let values = [("id", id), ("seed", &seed), ("files", &names), ("points", &points)];
    let mut files =
        vec![PackageFile::executable(format!("{id}/autograder/autograder.py"), filled(AUTOGRADER, &values))];
    if let Some(binary) = &shared.binary {
        files.push(PackageFile::executable(format!("{id}/autograder/redouble"), binary.clone()));
    }
    files
}
