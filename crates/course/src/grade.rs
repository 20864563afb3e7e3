//! Grading a class: every program of every student, and what each misunderstood.

mod gradebook;
mod journal;
mod students;
mod tournament;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use rayon::prelude::*;
use redouble_core::{Progress, Random, Stopped, Watch};
use serde::{Deserialize, Serialize};

use redouble_files::{Lock, LockError};

use crate::assignment::Assignment;
use crate::check::{self, CheckOptions, CheckReport, does_not_compile};
use crate::exercise::Selection;
use crate::prepare::{PrepareError, Prepared, Scratch, prepare};
use crate::run::{Program, RunError};
use crate::{junit, texts};

use journal::{Journal, Key, digest};

pub use students::{Student, program, students};
pub use tournament::{Place, Tournament};

/// How a class is graded.
pub struct GradeOptions {
    /// The folder with a folder a student.
    pub class: PathBuf,
    /// Where results are written.
    pub out: PathBuf,
    /// The exercises; where there are none, those that somebody handed in.
    pub exercises: Vec<Assignment>,
    /// Every student's own seed is made from it.
    pub seed: u64,
    /// The words that are put before every command: a sandbox.
    pub wrap: Vec<String>,
}

/// The class could not be graded.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// There is no folder of a student with a program.
    #[error(
        "{0} has no students: it needs a folder for each, with programs such as over.py or over/over.py in it"
    )]
    NoStudents(PathBuf),
    /// A file or directory.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// Another process grades into the same directory.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// A result cannot be written.
    #[error(transparent)]
    Write(#[from] redouble_files::FileError),
    /// The watch said so.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
pub enum Outcome {
    /// It was checked.
    Checked {
        /// The result.
        report: Box<CheckReport>,
    },
    /// It could not be started; that is not the student's failure.
    NotJudged {
        /// Why, in a sentence.
        why: String,
    },
    /// There is none.
    Missing,
}

/// The result of a student in an exercise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Graded {
    /// The exercise.
    pub exercise: String,
    /// The program, below the student's folder.
    pub file: Option<String>,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Graded {
    /// The result of the check, if there was one.
    #[must_use]
    pub fn report(&self) -> Option<&CheckReport> {
        if let Outcome::Checked { report } = &self.outcome { Some(report) } else { None }
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.report().map_or(0.0, |report| report.points)
    }
}

/// The results of a student.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The student.
    pub student: String,
    /// All points.
    pub total: f64,
    /// One result an exercise.
    pub results: Vec<Graded>,
}

/// A misconception, and who has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shared {
    /// The exercise.
    pub exercise: String,
    /// The misconception.
    pub misconception: String,
    /// What it is, in words.
    pub says: String,
    /// The students.
    pub students: Vec<String>,
}

/// The results of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grades {
    /// The version of this form.
    pub version: u32,
    /// The seed of the class.
    pub seed: u64,
    /// The exercises, in the order of the results of each student.
    pub exercises: Vec<String>,
    /// The points of each exercise.
    pub max_points: Vec<f64>,
    /// The students, by name.
    pub students: Vec<Row>,
    /// What was misunderstood, the most frequent first.
    pub misconceptions: Vec<Shared>,
    /// The players of each project, the best first.
    pub tournaments: Vec<Tournament>,
}

impl Grades {
    /// Whether every program could be judged.
    #[must_use]
    pub fn all_judged(&self) -> bool {
        let mut results = self.students.iter().flat_map(|row| &row.results);
        !results.any(|graded| matches!(graded.outcome, Outcome::NotJudged { .. }))
    }

    /// One line a student, one column an exercise.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = format!("student,{},total\n", self.exercises.join(","));
        for row in &self.students {
            let points: String = row.results.iter().map(|graded| format!(",{}", points(graded))).collect();
            csv += &format!("{}{points},{}\n", csv_cell(&row.student), row.total);
        }
        csv
    }
}

/// A text as a cell that a spreadsheet does not take for a formula.
fn csv_cell(text: &str) -> String {
    let text =
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// The points as they stand in a table: nothing where nothing was handed in.
fn points(graded: &Graded) -> String {
    match graded.outcome {
        Outcome::Checked { .. } => graded.points().to_string(),
        Outcome::NotJudged { .. } => "?".to_owned(),
        Outcome::Missing => String::new(),
    }
}

/// The seed of a student: from the class's and the name, so that answers cannot be written down beforehand.
#[must_use]
pub fn student_seed(seed: u64, student: &str) -> u64 {
    // Below 2^53, so that every reader of JSON reads it exactly.
    Random::game_seed(seed, digest(&[student.as_bytes()])) >> 11
}

/// Grades a class and writes `grades.csv`, `grades.json`, `gradebook.html`, `junit.xml` and, where there are players,
/// `leaderboard.csv`.
///
/// What was graded before and has not changed is not started again.
///
/// # Errors
/// If there are no students, files cannot be read or written, or the watch stopped it.
pub fn grade(options: &GradeOptions, watch: &dyn Watch) -> Result<Grades, GradeError> {
    let class = students(&options.class, &options.out).map_err(at(&options.class))?;
    let exercises = asked(options, &class);
    let tasks = tasks(&class, &exercises);
    if tasks.iter().all(|task| task.file.is_none()) {
        return Err(GradeError::NoStudents(options.class.clone()));
    }
    fs::create_dir_all(&options.out).map_err(at(&options.out))?;
    let _lock = Lock::exclusive(&options.out.join("grade.lock"))?;
    Scratch::clear(&options.out).map_err(at(&options.out))?;
    let path = options.out.join("progress.jsonl");
    let journal = Journal::open(&path).map_err(at(&path))?;
    let outcomes = outcomes(&tasks, options, &journal, watch)?;
    let tournaments = tournament::play_all(&tasks, options, watch)?;
    let grades = grades(options.seed, &class, &exercises, &tasks, outcomes, tournaments);
    write(&grades, &options.out)?;
    Ok(grades)
}

/// Names the file that an error is about.
fn at(path: &Path) -> impl FnOnce(io::Error) -> GradeError + use<> {
    let path = path.to_owned();
    move |error| GradeError::File { path, error }
}

/// The exercises that are asked for, or those that somebody handed in.
fn asked(options: &GradeOptions, class: &[Student]) -> Vec<Assignment> {
    if !options.exercises.is_empty() {
        return options.exercises.clone();
    }
    let handed_in =
        |assignment: &Assignment| class.iter().any(|student| program(student, *assignment).is_some());
    Assignment::all().filter(handed_in).collect()
}

/// One program to be checked, or one that is missing.
struct Task<'a> {
    student: &'a Student,
    exercise: Assignment,
    file: Option<PathBuf>,
}

impl Task<'_> {
    /// What the result for this program depends on.
    fn key(&self, file: &Path, options: &GradeOptions) -> Result<Key, GradeError> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let files = beside(file).map_err(at(file))?;
        let wrap = options.wrap.join(" ");
        let mut parts = vec![env!("CARGO_PKG_VERSION").as_bytes(), wrap.as_bytes(), name.as_bytes()];
        parts.extend(files.iter().map(Vec::as_slice));
        Ok(Key {
            student: self.student.name.clone(),
            exercise: self.exercise.id().to_owned(),
            seed: student_seed(options.seed, &self.student.name),
            digest: digest(&parts),
        })
    }
}

/// Names and contents of all files of the folder of a program: it may use any of them.
fn beside(file: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(file.parent().unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let named = |path: &PathBuf| {
        Ok([path.file_name().unwrap_or_default().as_encoded_bytes(), &fs::read(path)?].concat())
    };
    paths.iter().map(named).collect()
}

fn tasks<'a>(class: &'a [Student], exercises: &[Assignment]) -> Vec<Task<'a>> {
    let of = |student: &'a Student| {
        let task = move |&exercise: &Assignment| Task { student, exercise, file: program(student, exercise) };
        exercises.iter().map(task).collect::<Vec<_>>()
    };
    class.iter().flat_map(of).collect()
}

fn outcomes(
    tasks: &[Task<'_>],
    options: &GradeOptions,
    journal: &Journal<Outcome>,
    watch: &dyn Watch,
) -> Result<Vec<Outcome>, GradeError> {
    let keys: Vec<Option<Key>> = tasks
        .iter()
        .map(|task| task.file.as_deref().map(|file| task.key(file, options)).transpose())
        .collect::<Result<_, _>>()?;
    // What was graded before is not part of the work, and says nothing about how long the rest takes.
    let total = keys.iter().flatten().filter(|key| journal.known(key).is_none()).count() as u64;
    let done = AtomicU64::new(0);
    // One at a time, because one that takes a minute must not wait behind others of its half.
    (tasks, &keys)
        .into_par_iter()
        .with_max_len(1)
        .map(|(task, key)| {
            let (Some(file), Some(key)) = (&task.file, key) else { return Ok(Outcome::Missing) };
            if let Some(outcome) = journal.known(key) {
                return Ok(outcome);
            }
            watch.check()?;
            let outcome = outcome(task.exercise, file, key, options, journal, watch)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            watch.progress(Progress::of("grading", done, total, "programs"));
            Ok(outcome)
        })
        .collect()
}

fn outcome(
    exercise: Assignment,
    file: &Path,
    key: &Key,
    options: &GradeOptions,
    journal: &Journal<Outcome>,
    watch: &dyn Watch,
) -> Result<Outcome, GradeError> {
    let outcome = match checked(exercise, file, key.seed, options, watch) {
        Ok(report) => Outcome::Checked { report: Box::new(report) },
        Err(PrepareError::Run(RunError::Stopped(stopped))) => return Err(stopped.into()),
        // Not kept: the next run may find what is missing now.
        Err(error) => return Ok(Outcome::NotJudged { why: error.to_string() }),
    };
    journal.add(key, &outcome).map_err(at(&options.out))?;
    Ok(outcome)
}

fn checked(
    assignment: Assignment,
    file: &Path,
    seed: u64,
    options: &GradeOptions,
    watch: &dyn Watch,
) -> Result<CheckReport, PrepareError> {
    match prepared(file, options, watch)? {
        Prepared::Refused(text) => Ok(does_not_compile(assignment.id(), seed, &text)),
        Prepared::Ready(program, _scratch) => {
            let selection = Selection { seed, ..Selection::default() };
            let options = CheckOptions { selection, ..CheckOptions::default() };
            // The bar shows programs, not the games of one of them.
            Ok(assignment.check(&program, &options, &Quiet(watch))?)
        }
    }
}

/// The program of a student, behind the sandbox, in its own folder.
fn prepared(file: &Path, options: &GradeOptions, watch: &dyn Watch) -> Result<Prepared, PrepareError> {
    let file = file.canonicalize().map_err(PrepareError::Scratch)?;
    // Not in the temporary directory, which sandboxes usually hide.
    let out = options.out.canonicalize().map_err(PrepareError::Scratch)?;
    let scratch = Scratch::below(&out).map_err(PrepareError::Scratch)?;
    Ok(match prepare(&file, scratch, watch)? {
        Prepared::Ready(program, scratch) => {
            let command = options.wrap.iter().cloned().chain(program.command).collect();
            let directory = file.parent().map(Path::to_owned);
            Prepared::Ready(Program { command, directory }, scratch)
        }
        refused @ Prepared::Refused(_) => refused,
    })
}

/// Can be stopped, and tells nobody how far it is.
struct Quiet<'a>(&'a dyn Watch);

impl Watch for Quiet<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

fn grades(
    seed: u64,
    class: &[Student],
    exercises: &[Assignment],
    tasks: &[Task<'_>],
    outcomes: Vec<Outcome>,
    tournaments: Vec<Tournament>,
) -> Grades {
    let graded = tasks.iter().zip(outcomes).map(|(task, outcome)| Graded {
        exercise: task.exercise.id().to_owned(),
        file: task
            .file
            .as_ref()
            .map(|file| file.strip_prefix(&task.student.directory).unwrap_or(file).display().to_string()),
        outcome,
    });
    let graded: Vec<Graded> = graded.collect();
    let rows = class.iter().zip(graded.chunks(exercises.len().max(1))).map(|(student, results)| Row {
        student: student.name.clone(),
        total: (results.iter().map(Graded::points).sum::<f64>() * 1000.0).round() / 1000.0,
        results: results.to_vec(),
    });
    let students: Vec<Row> = rows.collect();
    Grades {
        version: 1,
        seed,
        exercises: exercises.iter().map(|exercise| exercise.id().to_owned()).collect(),
        max_points: exercises.iter().map(|exercise| check::points(exercise.id())).collect(),
        misconceptions: misconceptions(&students),
        tournaments,
        students,
    }
}

/// What was misunderstood, and by whom.
fn misconceptions(rows: &[Row]) -> Vec<Shared> {
    let mut shared: Vec<Shared> = Vec::new();
    let results = rows.iter().flat_map(|row| row.results.iter().map(move |graded| (row, graded)));
    for (row, graded) in results {
        let Some(failure) = graded.report().and_then(|report| report.failure.as_ref()) else { continue };
        let (Some(name), Some(says)) = (&failure.misconception, &failure.says) else { continue };
        let same = |entry: &&mut Shared| entry.exercise == graded.exercise && entry.misconception == *name;
        match shared.iter_mut().find(same) {
            Some(entry) => entry.students.push(row.student.clone()),
            None => shared.push(Shared {
                exercise: graded.exercise.clone(),
                misconception: name.clone(),
                says: says.clone(),
                students: vec![row.student.clone()],
            }),
        }
    }
    let place = |id: &str| texts::ORDER.iter().position(|known| *known == id);
    shared.sort_by_key(|entry| {
        (usize::MAX - entry.students.len(), place(&entry.exercise), entry.misconception.clone())
    });
    shared
}

fn write(grades: &Grades, out: &Path) -> Result<(), GradeError> {
    let reports: Vec<(String, &CheckReport)> = grades
        .students
        .iter()
        .flat_map(|row| row.results.iter().filter_map(|graded| Some((row.student.clone(), graded.report()?))))
        .collect();
    let json = serde_json::to_string_pretty(grades).expect("grades can be written as JSON") + "\n";
    let mut files = vec![
        ("grades.csv", grades.csv()),
        ("grades.json", json),
        ("gradebook.html", gradebook::html(grades)),
        ("junit.xml", junit::of_all("redouble course", &reports)),
    ];
    if !grades.tournaments.is_empty() {
        files.push(("leaderboard.csv", tournament::csv(&grades.tournaments)));
    }
    for (name, text) in files {
        redouble_files::write(&out.join(name), text.as_bytes())?;
    }
    Ok(())
}
