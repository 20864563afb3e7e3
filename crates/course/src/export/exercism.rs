//! exercism's canonical data: cases as JSON from which test suites are generated.

use serde_json::{Value, json};

use crate::answer::AnswerForm;
use crate::assignment::Assignment;
use crate::exercise::Exercise;
use crate::exercises::LINE_BY_LINE;
use crate::input::Input;
use crate::{exercises, texts};

use super::{Fixture, PackageFile, Packaged, Shared, fixtures, identifier};

/// So many cases of a family are enough for a test suite.
const OF_A_FAMILY: usize = 12;
/// Lines that are longer belong into no test suite.
const LONGEST: usize = 1000;

pub(super) fn package(assignment: Assignment, shared: &Shared) -> Packaged {
    let id = assignment.id();
    let Assignment::Exercise(exercise) = assignment else {
        return Err("canonical data has no place for tables and players".to_owned());
    };
    if exercise.chance.is_some() {
        return Err("it is judged by chance: canonical data has one expected value a case".to_owned());
    }
    if !exercises::ALL[..LINE_BY_LINE].iter().any(|own| own.id == id) {
        return Err("it belongs to the experiments".to_owned());
    }
    let entry = texts::entry(id).ok_or("it has no texts")?;
    let cases: Vec<Value> = fixtures(exercise, shared.seed)
        .iter()
        .map(|fixture| json!({"description": fixture.family, "cases": group(exercise, fixture)}))
        .filter(|group| group["cases"].as_array().is_some_and(|cases| !cases.is_empty()))
        .collect();
    let data = json!({
        "exercise": id,
        "comments": ["Boards are rows from the top, 0 is an empty cell.", "Made by `redouble course export --to exercism`."],
        "cases": cases,
    });
    let data = serde_json::to_string_pretty(&data).expect("cases can be written as JSON") + "\n";
    let statement = texts::statement(id);
    // exercism has its own section on input and output in every language.
    let instructions = statement.split("\n## Hand in").next().unwrap_or(statement);
    let instructions = instructions.replacen(&format!("# {}", entry.title), "# Instructions", 1);
    let metadata = format!(
        "title = \"{}\"\nblurb = \"{} with the tiles of 2048.\"\nsource = \"Neller, Pedagogical Possibilities for the 2048 Puzzle Game, {}\"\n",
        entry.title,
        capitalised(&entry.topic),
        entry.paper
    );
    let at = |name: &str| format!("exercises/{id}/{name}");
    Ok(vec![
        PackageFile::new(at("canonical-data.json"), data),
        PackageFile::new(at("instructions.md"), instructions.trim_end().to_owned() + "\n"),
        PackageFile::new(at("metadata.toml"), metadata),
    ])
}

fn capitalised(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_uppercase() + rest
}

fn group(exercise: &Exercise, fixture: &Fixture) -> Vec<Value> {
    let short = fixture.cases.iter().filter(|input| input.to_string().len() <= LONGEST);
    short.take(OF_A_FAMILY).map(|input| case(exercise, input)).collect()
}

fn case(exercise: &Exercise, input: &Input) -> Value {
    let right = (exercise.right)(input);
    let mut case = json!({
        "uuid": identifier::uuid(&format!("{} {input}", exercise.id)),
        "description": input.to_string(),
        "property": property(exercise.id),
        "input": data(input),
        "expected": expected(exercise.answer, &right),
    });
    if matches!(exercise.answer, AnswerForm::Number | AnswerForm::Choice) && right.contains('.') {
        case["scenarios"] = json!(["floating-point"]);
    }
    case
}

/// `can-move` is `canMove`.
fn property(id: &str) -> String {
    let mut words = id.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &capitalised(word))
}

fn data(input: &Input) -> Value {
    let board = || json!(input.cells());
    match input {
        Input::Board(_) => json!({"board": board()}),
        Input::Move(_, direction) => json!({"board": board(), "direction": direction.name()}),
        Input::Line(line) => json!({"line": line}),
        Input::Script(commands) => json!({"commands": commands}),
        Input::Weighted(weights, _) => {
            let weights: serde_json::Map<String, Value> =
                weights.iter().map(|(term, weight)| (term.clone(), json!(weight))).collect();
            json!({"weights": weights, "board": board()})
        }
        Input::Deep(depth, _) => json!({"depth": depth, "board": board()}),
        Input::Simulation(depth, runs, _) => json!({"depth": depth, "runs": runs, "board": board()}),
        Input::Draw(count, _) => json!({"count": count, "board": board()}),
        Input::Mean(values) => json!({"values": values}),
        Input::Question(word, numbers) => json!({"question": word, "numbers": numbers}),
    }
}

/// The right answer as data.
fn expected(form: AnswerForm, right: &str) -> Value {
    let number = |word: &str| {
        word.parse::<i64>()
            .map(Value::from)
            .or_else(|_| word.parse::<f64>().map(Value::from))
            .unwrap_or_default()
    };
    let line = |text: &str| -> Vec<i64> { text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect() };
    let board = |text: &str| -> Vec<Vec<i64>> { text.split('/').map(line).collect() };
    let words: Vec<&str> = right.split_whitespace().collect();
    match (form, words.as_slice()) {
        (AnswerForm::YesNo, _) => json!(right == "yes"),
        (AnswerForm::Directions, ["none"]) => json!([]),
        (AnswerForm::Directions, words) => json!(words),
        (AnswerForm::Line, _) => json!(line(right)),
        (AnswerForm::LineAndGain, [cells, gain]) => json!({"line": line(cells), "gain": number(gain)}),
        (AnswerForm::BoardAndGain, [cells, gain]) => json!({"board": board(cells), "gain": number(gain)}),
        (AnswerForm::Choice, [direction, value]) => json!({"direction": direction, "value": number(value)}),
        (AnswerForm::Whole | AnswerForm::Number, [word]) => number(word),
        (AnswerForm::Wholes(_), words) => json!(words.iter().map(|word| number(word)).collect::<Vec<_>>()),
        (AnswerForm::Script, _) => json!(right.lines().collect::<Vec<_>>()),
        _ => json!(right),
    }
}
