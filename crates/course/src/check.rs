//! Checking a program: its answers are judged, and what is wrong is shown as small as can be.

mod failure;
mod naming;
mod shrink;
mod trial;

use std::time::Duration;

use redouble_core::Watch;
use redouble_kernels::clock::Instant;
use serde::{Deserialize, Serialize};

use crate::exercise::{Exercise, Selection, Test};
use crate::input::Input;
use crate::run::{Bounds, End, Program, RunError};
use crate::texts;

pub use failure::{Failure, Hint, Kind, Match};
pub use naming::named;
pub use trial::{Trial, Verdict};

/// How a check goes.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Which cases.
    pub selection: Selection,
    /// This case only.
    pub only: Option<Input>,
    /// What the program may use; the exercise says how much time if `None`.
    pub time: Option<Duration>,
    /// Resident memory, in bytes.
    pub memory: u64,
    /// Whether to search for smaller cases.
    pub shrink: bool,
    /// How much is told.
    pub reveal: Reveal,
    /// How many hints are told.
    pub hint: usize,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            selection: Selection::default(),
            only: None,
            time: None,
            memory: Bounds::default().memory,
            shrink: true,
            reveal: Reveal::Full,
            hint: 1,
        }
    }
}

/// How much a check tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// Everything.
    Full,
    /// The right answer, but neither misconception nor hint.
    Answer,
    /// Neither answers nor hints, for exams.
    None,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// The version of this form.
    pub version: u32,
    /// The exercise.
    pub exercise: String,
    /// The seed of the cases.
    pub seed: u64,
    /// Whether all is right.
    pub passed: bool,
    /// The points of the families without a failure.
    pub points: f64,
    /// The points of the exercise.
    pub max_points: f64,
    /// How many cases were sent.
    pub cases: usize,
    /// How many of them were not answered rightly.
    pub failed: usize,
    /// How often the program was started.
    pub starts: usize,
    /// How long it all took.
    pub seconds: f64,
    /// The families of cases.
    pub families: Vec<FamilyReport>,
    /// What is wrong.
    pub failure: Option<Failure>,
    /// The statistical tests.
    pub statistics: Vec<Test>,
    /// What is shown and not judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How a family of cases was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FamilyReport {
    /// Its name.
    pub name: String,
    /// How many cases.
    pub cases: usize,
    /// How many were not answered rightly.
    pub failed: usize,
    /// What was reached.
    pub points: f64,
    /// What could be reached.
    pub max_points: f64,
}

/// Starts a program again and again, and keeps account.
pub(crate) struct Tester<'a> {
    pub(crate) exercise: &'static Exercise,
    pub(crate) program: &'a Program,
    pub(crate) bounds: Bounds,
    pub(crate) watch: &'a dyn Watch,
    pub(crate) starts: usize,
    /// When to stop looking for more.
    pub(crate) deadline: Option<Instant>,
}

/// A check is content with so many starts.
const MOST_STARTS: usize = 21;

impl Tester<'_> {
    /// Starts the program with these cases.
    pub(crate) fn ask(&mut self, inputs: &[Input]) -> Result<Trial, RunError> {
        self.starts += 1;
        trial::run(self.exercise, self.program, inputs, &self.bounds, self.watch)
    }

    /// Whether there is patience left for another start.
    pub(crate) fn may_ask(&self) -> bool {
        self.starts < MOST_STARTS && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// Checks a program.
///
/// # Errors
/// If it cannot be started, or the watch stopped it.
pub fn check(
    exercise: &'static Exercise,
    program: &Program,
    options: &CheckOptions,
    watch: &dyn Watch,
) -> Result<CheckReport, RunError> {
    let started = Instant::now();
    let time = options.time.unwrap_or(Duration::from_secs(exercise.seconds));
    let bounds = Bounds { time, memory: options.memory, ..Bounds::default() };
    let mut tester = Tester { exercise, program, bounds, watch, starts: 0, deadline: None };
    let (inputs, families) = cases(exercise, options);
    let trial = tester.ask(&inputs)?;
    tester.deadline = Instant::now().checked_add(2 * time);
    let report = report(&mut tester, &trial, &families, options)?;
    Ok(CheckReport { seconds: started.elapsed().as_secs_f64(), ..report })
}

/// Judges what a program printed where this crate could not start it, as in a browser: as [`check`] does, but without smaller
/// cases, which would need the program again.
///
/// # Panics
/// Never: nothing is started.
#[must_use]
pub fn judge(
    exercise: &'static Exercise,
    language: &str,
    printed: Printed,
    options: &CheckOptions,
) -> CheckReport {
    let program = Program { command: vec![texts::file_name(exercise.id, language)], directory: None };
    let bounds = Bounds::default();
    let mut tester = Tester { exercise, program: &program, bounds, watch: &(), starts: 0, deadline: None };
    let options = CheckOptions { shrink: false, ..options.clone() };
    let (inputs, families) = cases(exercise, &options);
    let trial = Trial::judge(exercise, &inputs, &printed.lines, printed.end, printed.errors);
    report(&mut tester, &trial, &families, &options).expect("nothing is started")
}

/// What a program printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its lines, without their ends.
    pub lines: Vec<String>,
    /// The end of its standard error.
    pub errors: String,
    /// How it ended.
    pub end: End,
}

/// What a trial amounts to; the time is not known here.
fn report(
    tester: &mut Tester<'_>,
    trial: &Trial,
    families: &[&'static str],
    options: &CheckOptions,
) -> Result<CheckReport, RunError> {
    let exercise = tester.exercise;
    let statistics = trial.tests(exercise);
    let failure = failure::find(tester, trial, families, options, &statistics)?;
    let families = family_reports(exercise, families, trial, failure.is_some());
    Ok(CheckReport {
        version: 1,
        exercise: exercise.id.to_owned(),
        seed: options.selection.seed,
        passed: failure.is_none(),
        points: reached(exercise.id, &families),
        max_points: points(exercise.id),
        cases: trial.inputs.len(),
        failed: trial.verdicts.iter().filter(|verdict| **verdict != Verdict::Right).count(),
        starts: tester.starts,
        seconds: 0.0,
        families,
        failure,
        statistics,
        notes: Vec::new(),
    })
}

/// The cases to send, and the family of each.
fn cases(exercise: &Exercise, options: &CheckOptions) -> (Vec<Input>, Vec<&'static str>) {
    match &options.only {
        Some(input) => (vec![input.clone()], vec!["given"]),
        None => exercise.cases(&options.selection).into_iter().map(|case| (case.input, case.family)).unzip(),
    }
}

/// A family has its points if none of its cases failed. Where all cases are right and the check failed nevertheless
/// (by chance, by its end), families of chance have none.
fn family_reports(
    exercise: &Exercise,
    families: &[&'static str],
    trial: &Trial,
    failed: bool,
) -> Vec<FamilyReport> {
    let mut names: Vec<&str> = Vec::new();
    families.iter().for_each(|family| {
        if !names.contains(family) {
            names.push(family);
        }
    });
    let share = points(exercise.id) / names.len().max(1) as f64;
    let all_right = trial.verdicts.iter().all(|verdict| *verdict == Verdict::Right);
    let report = |name: &&str| {
        let own = || {
            families.iter().zip(&trial.verdicts).zip(&trial.inputs).filter(|((family, _), _)| *family == name)
        };
        let wrong = own().filter(|((_, verdict), _)| **verdict != Verdict::Right).count();
        let by_chance = own().any(|(_, input)| exercise.is_random(input)) || exercise.chance.is_none();
        let lost = wrong > 0 || (failed && all_right && by_chance);
        FamilyReport {
            name: (*name).to_owned(),
            cases: own().count(),
            failed: wrong,
            points: if lost { 0.0 } else { round(share) },
            max_points: round(share),
        }
    };
    names.iter().map(report).collect()
}

/// To the thousandth.
fn round(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}

/// A part of an experiment or a project: it has its points if nothing in it failed.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) cases: usize,
    pub(crate) failed: usize,
}

impl CheckReport {
    /// The result of something that is judged in parts.
    pub(crate) fn of_parts(
        id: &str,
        options: &CheckOptions,
        parts: &[Part],
        failure: Option<Failure>,
    ) -> CheckReport {
        let most = points(id);
        let share = most / parts.len().max(1) as f64;
        let family = |part: &Part| FamilyReport {
            name: part.name.to_owned(),
            cases: part.cases,
            failed: part.failed,
            points: if part.failed == 0 { round(share) } else { 0.0 },
            max_points: round(share),
        };
        let families: Vec<FamilyReport> = parts.iter().map(family).collect();
        let failure = failure.map(|mut failure| {
            failure::hint(id, &mut failure, options);
            failure
        });
        CheckReport {
            version: 1,
            exercise: id.to_owned(),
            seed: options.selection.seed,
            passed: failure.is_none(),
            points: reached(id, &families),
            max_points: most,
            cases: parts.iter().map(|part| part.cases).sum(),
            failed: parts.iter().map(|part| part.failed).sum(),
            starts: 0,
            seconds: 0.0,
            families,
            failure,
            statistics: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// The points of the families that have theirs. Not the sum of what each shows, which is rounded.
fn reached(id: &str, families: &[FamilyReport]) -> f64 {
    let kept = families.iter().filter(|family| family.points > 0.0).count();
    round(points(id) * kept as f64 / families.len().max(1) as f64)
}

/// What an exercise is worth.
pub(crate) fn points(id: &str) -> f64 {
    texts::entry(id).map_or(10.0, |entry| f64::from(entry.points))
}

/// The result for a program that the compiler refused, with its text.
#[must_use]
pub fn does_not_compile(id: &str, seed: u64, text: &str) -> CheckReport {
    let options = CheckOptions {
        selection: Selection { seed, ..Selection::default() },
        reveal: Reveal::Answer,
        ..CheckOptions::default()
    };
    CheckReport::of_parts(id, &options, &[], Some(Failure::of_compiler(text)))
}
