//! PrairieLearn: a question with an external grader.

use serde_json::json;

use crate::assignment::Assignment;
use crate::texts;

use super::{PackageFile, Packaged, Shared, file_names, filled, identifier, markdown, quoted_list};

const GRADE: &str = include_str!("prairielearn.py");
const RUN: &str = "#!/usr/bin/env bash\nexec python3 /grade/tests/grade.py\n";
/// The longest time that PrairieLearn gives a grader.
const LONGEST: u64 = 600;

pub(super) fn package(assignment: Assignment, shared: &Shared) -> Packaged {
    let id = assignment.id();
    let entry = texts::entry(id).ok_or("it has no texts")?;
    let seconds = match assignment {
        // The check, the search for a smaller case, and a compiler before it.
        Assignment::Exercise(exercise) => (3 * exercise.seconds + 30).min(LONGEST),
        Assignment::Experiment(_) | Assignment::Project(_) => LONGEST,
    };
    let info = json!({
        "uuid": identifier::uuid(&format!("prairielearn {id}")),
        "title": entry.title,
        "topic": entry.topic,
        "tags": [entry.level, entry.kind, "2048"],
        "type": "v3",
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": true,
            "image": "prairielearn/grader-python",
            "entrypoint": "/grade/tests/run.sh",
            "timeout": seconds,
        },
    });
    let info = serde_json::to_string_pretty(&info).expect("a question can be written as JSON") + "\n";
    let (seed, names) = (shared.seed.to_string(), quoted_list(&file_names(id)));
    let grade = filled(GRADE, &[("id", id), ("seed", &seed), ("files", &names)]);
    let at = |name: &str| format!("questions/{id}/{name}");
    let mut files = vec![
        PackageFile::new(at("info.json"), info),
        PackageFile::new(at("question.html"), question(id)),
        PackageFile::executable(at("tests/run.sh"), RUN),
        PackageFile::new(at("tests/grade.py"), grade),
    ];
    for (name, text) in texts::below(&format!("{id}/starter/python")) {
        files.push(PackageFile::new(at(&format!("clientFilesQuestion/{name}")), text));
    }
    if let Some(binary) = &shared.binary {
        files.push(PackageFile::executable(at("tests/redouble"), binary.clone()));
    }
    Ok(files)
}

fn question(id: &str) -> String {
    let python = texts::file_name(id, "python");
    format!(
        "<pl-question-panel>\n{}</pl-question-panel>\n<pl-file-upload file-names=\"{python}\"></pl-file-upload>\n<pl-submission-panel>\n<pl-external-grader-results></pl-external-grader-results>\n<pl-file-preview></pl-file-preview>\n</pl-submission-panel>\n",
        markdown::html(texts::statement(id))
    )
}
