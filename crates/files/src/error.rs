//! What went wrong with which file.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be read or written, by its name.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl FileError {
    /// What the system said, with the name of the file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> FileError + '_ {
        move |source| FileError { path: path.to_owned(), source }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.source)
    }
}

impl std::error::Error for FileError {}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        io::Error::new(error.source.kind(), error)
    }
}
