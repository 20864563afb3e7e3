//! The exercises as packages for the systems that teachers use.
//!
//! A package is made in memory, so that the same seed gives the same bytes, and written to a directory that must be empty.

mod classroom50;
mod exercism;
mod gradescope;
mod identifier;
mod kattis;
mod markdown;
mod prairielearn;
mod zip;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use redouble_files::{Draft, FileError};

use crate::assignment::Assignment;
use crate::exercise::{Exercise, Selection};
use crate::input::Input;
use crate::texts::{self, LANGUAGES};

/// The systems that packages are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Classroom 50: a template repository, tests and autograders.
    Classroom50,
    /// Gradescope: a zip with an autograder.
    Gradescope,
    /// Kattis problem packages, version legacy.
    Kattis,
    /// exercism's canonical data.
    Exercism,
    /// PrairieLearn questions with an external grader.
    PrairieLearn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Classroom50, Format::Gradescope, Format::Kattis, Format::Exercism, Format::PrairieLearn];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Classroom50 => "classroom50",
            Format::Gradescope => "gradescope",
            Format::Kattis => "kattis",
            Format::Exercism => "exercism",
            Format::PrairieLearn => "prairielearn",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is exported.
pub struct ExportOptions {
    /// For which system.
    pub format: Format,
    /// Where to; the directory must be empty or not there.
    pub out: PathBuf,
    /// What.
    pub assignments: Vec<Assignment>,
    /// The seed of the cases.
    pub seed: u64,
    /// The program `redouble` that autograders call, to be put into the packages.
    pub binary: Option<PathBuf>,
}

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The packages, by name.
    pub packages: Vec<String>,
    /// What was left out, and why.
    pub left_out: Vec<(String, String)>,
    /// What the teacher must know.
    pub notes: Vec<String>,
}

/// Nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is something already.
    #[error("{0} exists and is not an empty directory: nothing was written")]
    Exists(PathBuf),
    /// A file or directory.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// A file of a package.
pub(crate) struct PackageFile {
    pub(crate) path: String,
    pub(crate) content: Vec<u8>,
    pub(crate) executable: bool,
}

impl PackageFile {
    pub(crate) fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> PackageFile {
        PackageFile { path: path.into(), content: content.into(), executable: false }
    }

    pub(crate) fn executable(path: impl Into<String>, content: impl Into<Vec<u8>>) -> PackageFile {
        PackageFile { executable: true, ..PackageFile::new(path, content) }
    }
}

/// A package, or why there is none.
pub(crate) type Packaged = Result<Vec<PackageFile>, String>;

/// What all packages of an export share.
pub(crate) struct Shared {
    pub(crate) seed: u64,
    pub(crate) binary: Option<Vec<u8>>,
}

/// Writes the packages.
///
/// # Errors
/// If the directory is not empty, or something cannot be read or written.
pub fn export(options: &ExportOptions) -> Result<Exported, ExportError> {
    refuse_existing(&options.out)?;
    let read =
        |path: &PathBuf| fs::read(path).map_err(|error| ExportError::File { path: path.clone(), error });
    let shared = Shared { seed: options.seed, binary: options.binary.as_ref().map(read).transpose()? };
    let mut exported = Exported::default();
    for &assignment in &options.assignments {
        match packaged(options.format, assignment, &shared) {
            Ok(files) => {
                write_all(&options.out, &files)?;
                exported.packages.push(assignment.id().to_owned());
            }
            Err(why) => exported.left_out.push((assignment.id().to_owned(), why)),
        }
    }
    exported.notes = notes(options.format, options.binary.is_some());
    Ok(exported)
}

fn packaged(format: Format, assignment: Assignment, shared: &Shared) -> Packaged {
    match format {
        Format::Classroom50 => classroom50::package(assignment, shared),
        Format::Gradescope => gradescope::package(assignment, shared),
        Format::Kattis => kattis::package(assignment, shared),
        Format::Exercism => exercism::package(assignment, shared),
        Format::PrairieLearn => prairielearn::package(assignment, shared),
    }
}

fn notes(format: Format, has_binary: bool) -> Vec<String> {
    let calls = match format {
        Format::Classroom50 => "autograder.py of exercises without tests.json calls",
        Format::Gradescope => "run_autograder calls",
        Format::PrairieLearn => "tests/grade.py calls",
        Format::Kattis | Format::Exercism => return Vec::new(),
    };
    match has_binary {
        true => Vec::new(),
        false => vec![format!(
            "{calls} `redouble`: put it on the path there, or export with --binary PATH, a program for the grader's machine"
        )],
    }
}

fn refuse_existing(out: &Path) -> Result<(), ExportError> {
    let is_free = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free { Ok(()) } else { Err(ExportError::Exists(out.to_owned())) }
}

fn write_all(out: &Path, files: &[PackageFile]) -> Result<(), ExportError> {
    for file in files {
        let path = out.join(&file.path);
        let directory = path.parent().unwrap_or(out);
        let failed = |error| ExportError::File { path: path.clone(), error };
        fs::create_dir_all(directory).map_err(failed)?;
        let mut draft = Draft::create(&path)?;
        draft.write_all(&file.content).map_err(failed)?;
        // Hundreds of files that can be made again: nobody waits for the disk.
        draft.commit_unsynced()?;
        #[cfg(unix)]
        if file.executable {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Cases of one family as one input, and the right answers to them.
pub(crate) struct Fixture {
    pub(crate) family: &'static str,
    pub(crate) input: String,
    pub(crate) answer: String,
    pub(crate) cases: Vec<Input>,
}

/// The cases of an exercise by family, in their order.
pub(crate) fn fixtures(exercise: &Exercise, seed: u64) -> Vec<Fixture> {
    let mut fixtures: Vec<Fixture> = Vec::new();
    for case in exercise.cases(&Selection { seed, ..Selection::default() }) {
        let place = fixtures.iter().position(|fixture| fixture.family == case.family).unwrap_or_else(|| {
            let (input, answer) = (String::new(), String::new());
            fixtures.push(Fixture { family: case.family, input, answer, cases: Vec::new() });
            fixtures.len() - 1
        });
        let fixture = &mut fixtures[place];
        fixture.input += &case.input.sent();
        if !exercise.is_random(&case.input) {
            fixture.answer += &((exercise.right)(&case.input) + "\n");
        }
        fixture.cases.push(case.input);
    }
    fixtures
}

/// Whole points for so many parts, which add up.
pub(crate) fn whole_points(points: u32, parts: usize) -> Vec<u32> {
    let parts = parts.max(1) as u32;
    (0..parts).map(|part| points * (part + 1) / parts - points * part / parts).collect()
}

/// The command that runs a program in the directory where it is.
pub(crate) fn command(id: &str, language: &str) -> String {
    let file = texts::file_name(id, language);
    match language {
        "python" => format!("python3 {file}"),
        "java" => format!("java {file}"),
        "javascript" => format!("node {file}"),
        "c" => format!("cc -O2 -o program {file} -lm && ./program"),
        _ => format!("rustc -O --edition 2021 -o program {file} && ./program"),
    }
}

/// The files by which a submission is recognised.
pub(crate) fn file_names(id: &str) -> Vec<String> {
    LANGUAGES.iter().map(|(language, _)| texts::file_name(id, language)).collect()
}

/// A text with `{name}` replaced by values.
pub(crate) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
}

/// A list of names as Python and JSON write it.
pub(crate) fn quoted_list(names: &[String]) -> String {
    serde_json::to_string(names).expect("names can be written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_whole_and_add_up() {
        assert_eq!(whole_points(10, 3), [3, 3, 4]);
        assert_eq!(whole_points(10, 8).iter().sum::<u32>(), 10);
    }
}
