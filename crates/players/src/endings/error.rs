//! Why a table cannot be used or made.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use redouble_core::Stopped;
use redouble_files::FileError;

/// Why a table cannot be used or made; the file is named.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// Reading or writing failed.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is something else.
    NotATable(PathBuf),
    /// Another version of the program wrote it.
    Version {
        /// The file.
        path: PathBuf,
        /// The version it has.
        version: u32,
    },
    /// The file is not as it was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process makes the same table.
    Busy(PathBuf),
    /// The watch said so.
    Stopped,
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> TableError + '_ {
        move |source| TableError::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            TableError::NotATable(path) => write!(f, "{}: not a table of endings", path.display()),
            TableError::Version { path, version } => {
                let own = super::file::VERSION;
                let path = path.display();
                write!(
                    f,
                    "{path}: a table of version {version}, this program has version {own}: build it again"
                )
            }
            TableError::Damaged { path, what } => write!(f, "{}: damaged: {what}", path.display()),
            TableError::Busy(path) => write!(f, "{}: another process builds this table", path.display()),
            TableError::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<FileError> for TableError {
    fn from(FileError { path, source }: FileError) -> TableError {
        TableError::Io { path, source }
    }
}

impl From<Stopped> for TableError {
    fn from(_: Stopped) -> TableError {
        TableError::Stopped
    }
}
