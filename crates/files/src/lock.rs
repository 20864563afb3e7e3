//! Locks between processes.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::FileError;

/// A lock file that this process holds. It is free again when this is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    /// `None` where nobody can write, so that there is nobody to keep away.
    _file: Option<File>,
}

/// Why there is no lock.
#[derive(Debug)]
pub enum LockError {
    /// Another process holds it.
    Busy(PathBuf),
    /// The lock file cannot be made.
    Io(FileError),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Busy(path) => write!(f, "{}: another process holds the lock", path.display()),
            LockError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LockError {}

impl Lock {
    /// The lock of one process alone.
    ///
    /// # Errors
    /// If another process has it or shares it, or the file cannot be made.
    pub fn exclusive(path: &Path) -> Result<Lock, LockError> {
        let file = open_or_create(path).map_err(|error| LockError::Io(FileError::of(path)(error)))?;
        held(path, file.try_lock(), file)
    }

    /// A lock that others share, and that keeps [exclusive](Lock::exclusive) ones away. Where nothing can be written
    /// none is needed.
    ///
    /// # Errors
    /// If another process has it alone, or the file cannot be read or made.
    pub fn shared(path: &Path) -> Result<Lock, LockError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => open_or_create(path),
            opened => opened,
        };
        match file {
            Ok(file) => held(path, file.try_lock_shared(), file),
            Err(error) if is_read_only(&error) => Ok(Lock { _file: None }),
            Err(error) => Err(LockError::Io(FileError::of(path)(error))),
        }
    }
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

fn open_or_create(path: &Path) -> io::Result<File> {
    File::options().create(true).append(true).open(path)
}

fn held(path: &Path, locked: Result<(), TryLockError>, file: File) -> Result<Lock, LockError> {
    match locked {
        Ok(()) => Ok(Lock { _file: Some(file) }),
        Err(TryLockError::WouldBlock) => Err(LockError::Busy(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(LockError::Io(FileError::of(path)(source))),
    }
}
