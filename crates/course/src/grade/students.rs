//! Who handed in what: a folder a student.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::assignment::Assignment;
use crate::texts::{self, LANGUAGES};

/// A student, and where the programs are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Student {
    /// The name of the folder.
    pub name: String,
    /// The folder.
    pub directory: PathBuf,
}

/// The folders of a class, by name. Hidden folders and `except` are left out.
///
/// # Errors
/// If the directory cannot be read.
pub fn students(class: &Path, except: &Path) -> io::Result<Vec<Student>> {
    let except = except.canonicalize().ok();
    let mut students = Vec::new();
    for entry in fs::read_dir(class)? {
        let directory = entry?.path();
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_output = except.is_some() && directory.canonicalize().ok() == except;
        if directory.is_dir() && !name.starts_with('.') && !is_output {
            students.push(Student { name, directory });
        }
    }
    students.sort();
    Ok(students)
}

/// The program of a student: `over.py`, `over/over.py`, or either below `submission/`; tables also as `x_table.csv`.
///
/// Where there are several, the first in the order of [`LANGUAGES`].
#[must_use]
pub fn program(student: &Student, assignment: Assignment) -> Option<PathBuf> {
    let id = assignment.id();
    let mut names = LANGUAGES.map(|(language, _)| texts::file_name(id, language)).to_vec();
    if matches!(assignment, Assignment::Experiment(_)) {
        names.push(format!("{}.csv", id.replace('-', "_")));
    }
    let places =
        ["", id, "submission", &format!("submission/{id}")].map(|place| student.directory.join(place));
    let files = places.iter().flat_map(|place| names.iter().map(move |name| place.join(name)));
    files.into_iter().find(|file| file.is_file())
}
