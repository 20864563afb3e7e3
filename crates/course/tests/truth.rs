//! The exercises agree with independently verified cases: `data/cases.json` has cases, right answers and what each wrong
//! solution answers, from a reference of its own in Python.

use redouble_course::answer::Answer;
use redouble_course::exercise::Exercise;
use redouble_course::exercises;
use redouble_course::input::Input;
use serde_json::Value;

/// One line, or the lines of a script.
fn text(value: &Value, separator: &str) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => Some(
            lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect::<Vec<_>>().join(separator),
        ),
        _ => None,
    }
}

fn agree(exercise: &Exercise, one: &str, other: &str) -> bool {
    let parse = |text: &str| Answer::parse(exercise.answer, text);
    match (parse(one), parse(other)) {
        (Ok(one), Ok(other)) => one.agrees(&other),
        _ => one == other,
    }
}

#[test]
fn cases_and_misreadings_are_as_verified() {
    let cases: Value = serde_json::from_str(include_str!("data/cases.json")).unwrap();
    let (mut compared, mut wrong) = (0, Vec::new());
    for exercise in exercises::ALL {
        for case in cases[exercise.id].as_array().into_iter().flatten() {
            let Ok(input) = Input::parse(exercise.input, &text(&case["in"], "; ").unwrap()) else {
                wrong.push(format!("{}: {} is refused", exercise.id, case["in"]));
                continue;
            };
            if let Some(right) = text(&case["out"], "\n") {
                compared += 1;
                let ours = (exercise.right)(&input);
                if !agree(exercise, &ours, &right) {
                    wrong.push(format!("{} {input}: {ours} for {right}", exercise.id));
                }
            }
            for (name, theirs) in case["wrong"].as_object().into_iter().flatten() {
                let misconception = exercise.misconceptions.iter().find(|own| own.name == name);
                let Some(misconception) = misconception else {
                    wrong.push(format!("{}: no {name}", exercise.id));
                    continue;
                };
                let Some(ours) = exercise.misread(misconception, std::slice::from_ref(&input)) else {
                    continue;
                };
                let theirs = text(theirs, "\n").unwrap();
                compared += 1;
                if !(agree(exercise, &ours[0], &theirs) || ours[0].trim_start_matches('\0') == theirs) {
                    wrong.push(format!("{} {name} on {input}: {} for {theirs}", exercise.id, ours[0]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 150, "{compared} answers compared");
}

/// A name for a mistake needs answers that no other mistake gives.
#[test]
fn misconceptions_can_be_told_apart() {
    for exercise in exercises::ALL {
        let cases = exercise.cases(&redouble_course::exercise::Selection::default());
        let inputs: Vec<Input> = cases.into_iter().map(|case| case.input).collect();
        let answers: Vec<_> = exercise
            .misconceptions
            .iter()
            .filter_map(|misconception| Some((misconception, exercise.misread(misconception, &inputs)?)))
            .collect();
        for (place, (one, answers_of_one)) in answers.iter().enumerate() {
            for (other, answers_of_other) in &answers[..place] {
                // Both never say yes: on 4x4 the product of a lost board is divisible by 2^48.
                let twins =
                    ["never", "product-int32"].iter().all(|name| [one.name, other.name].contains(name));
                assert!(
                    twins || answers_of_one != answers_of_other,
                    "{}: {} {}",
                    exercise.id,
                    one.name,
                    other.name
                );
            }
        }
    }
}
