//! `/api/course`: the exercises of the course for the playground. Programs run in the browser; what they printed is judged here,
//! by the checker that judges programs on the command line.

use std::process::ExitStatus;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use redouble_course::check::{self, CheckOptions, CheckReport, Printed};
use redouble_course::exercise::{Exercise, Selection};
use redouble_course::exercises;
use redouble_course::input::Input;
use redouble_course::run::End;
use redouble_course::texts::{self, Entry};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::input::Body;
use crate::jobs::Job;
use crate::line::Urgency;
use crate::refusal::Refusal;

/// The most bytes of a body with answers: `queue` has a line of a million cells, `spawn` 60,000 boards.
pub(crate) const MAX_ANSWERS: usize = 8 << 20;
/// The language of programs in the page.
const LANGUAGE: &str = "javascript";

fn exercise(id: &str) -> Result<&'static Exercise, Refusal> {
    let found = exercises::ALL.iter().find(|exercise| exercise.id == id);
    found.copied().ok_or_else(|| Refusal::not_found(format!("there is no exercise {id}")))
}

/// `GET /api/course`: the exercises that are judged case by case.
pub(crate) async fn list() -> Json<Vec<Entry>> {
    let judged = |entry: &Entry| exercises::ALL.iter().any(|exercise| exercise.id == entry.id);
    Json(texts::entries().into_iter().filter(judged).collect())
}

/// An exercise to be solved in the page.
#[derive(Serialize)]
pub(crate) struct ExerciseView {
    id: &'static str,
    /// Markdown.
    statement: &'static str,
    /// The program to begin with.
    starter: &'static str,
    /// What that program is called.
    file: String,
    /// How many hints there are.
    hints: usize,
    /// How many seconds all cases together may take.
    seconds: u64,
}

/// `GET /api/course/ID`: what is asked, and the program to begin with.
pub(crate) async fn show(Path(id): Path<String>) -> Result<Json<ExerciseView>, Refusal> {
    let exercise = exercise(&id)?;
    let file = texts::file_name(exercise.id, LANGUAGE);
    let starter = texts::file(&format!("{}/starter/{LANGUAGE}/{file}", exercise.id)).unwrap_or_default();
    Ok(Json(ExerciseView {
        id: exercise.id,
        statement: texts::statement(exercise.id),
        starter,
        file,
        hints: texts::hints(exercise.id).len(),
        seconds: exercise.seconds,
    }))
}

/// Which cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CasesQuestion {
    #[serde(default = "first_seed")]
    seed: u64,
}

fn first_seed() -> u64 {
    Selection::default().seed
}

/// The cases of a check.
#[derive(Serialize)]
pub(crate) struct CasesView {
    seed: u64,
    cases: usize,
    /// What a program reads, one case a line.
    input: String,
}

/// `GET /api/course/ID/cases?seed=1`: the cases that `redouble course check` would send.
pub(crate) async fn cases(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(question): Query<CasesQuestion>,
) -> Result<Json<CasesView>, Refusal> {
    let exercise = exercise(&id)?;
    let CasesQuestion { seed } = question;
    let work = move |_: &Job| {
        let cases = exercise.cases(&Selection { seed, ..Selection::default() });
        let input = cases.iter().map(|case| Input::sent(&case.input)).collect();
        Ok(CasesView { seed, cases: cases.len(), input })
    };
    app.job(Urgency::Hint, work).await.map(Json)
}

/// What a program printed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswersQuestion {
    seed: u64,
    output: String,
    /// What it wrote on standard error, or why it ended.
    #[serde(default)]
    errors: String,
    /// Whether it was stopped because it took too long.
    #[serde(default)]
    stopped: bool,
    /// How many hints are wanted.
    #[serde(default = "one")]
    hint: usize,
}

fn one() -> usize {
    1
}

/// `POST /api/course/ID/answers`: the judgement of `redouble course check`, without smaller cases.
pub(crate) async fn judge(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<AnswersQuestion>,
) -> Result<Json<CheckReport>, Refusal> {
    let exercise = exercise(&id)?;
    let work = move |_: &Job| {
        let selection = Selection { seed: asked.seed, ..Selection::default() };
        let options = CheckOptions { selection, hint: asked.hint, ..CheckOptions::default() };
        let end = if asked.stopped { End::Time } else { End::Exited(ExitStatus::default()) };
        let lines = asked.output.lines().map(str::to_owned).collect();
        Ok(check::judge(exercise, LANGUAGE, Printed { lines, errors: asked.errors, end }, &options))
    };
    app.job(Urgency::Hint, work).await.map(Json)
}
