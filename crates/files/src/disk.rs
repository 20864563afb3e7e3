//! The system calls that change files, each of which a test can let fail.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::FileError;
use crate::faults::{self, Verdict};

/// An open file.
#[derive(Debug)]
pub(crate) struct DiskFile(pub(crate) File);

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match faults::next() {
            Verdict::Works => self.0.write(bytes),
            Verdict::Tears => {
                self.0.write_all(&bytes[..bytes.len() / 2])?;
                Err(faults::error())
            }
            Verdict::Refused => Err(faults::error()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl DiskFile {
    pub(crate) fn sync(&self) -> io::Result<()> {
        unless_at_fault(|| self.0.sync_all())
    }
}

pub(crate) fn unless_at_fault<T>(call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    if faults::next() == Verdict::Works { call() } else { Err(faults::error()) }
}

/// Sends a file that has its name already to the disk.
///
/// # Errors
/// If it cannot be opened or synced.
pub fn sync(path: &Path) -> Result<(), FileError> {
    unless_at_fault(|| File::open(path)?.sync_all()).map_err(FileError::of(path))
}

/// Makes renames in a directory survive a crash of the machine, where directories can be synced.
///
/// # Errors
/// If it cannot be opened or synced.
pub fn sync_directory(directory: &Path) -> Result<(), FileError> {
    // The parent of a bare name.
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    if !cfg!(unix) {
        return Ok(());
    }
    sync(directory)
}

/// Gives a file that was written and synced another name, in place of what had it, and syncs the directory.
///
/// # Errors
/// If one of them fails; the old content is there unless only the last one did.
pub fn rename(from: &Path, to: &Path) -> Result<(), FileError> {
    rename_unsynced(from, to).map_err(FileError::of(to))?;
    to.parent().map_or(Ok(()), sync_directory)
}

pub(crate) fn rename_unsynced(from: &Path, to: &Path) -> io::Result<()> {
    unless_at_fault(|| fs::rename(from, to))
}

/// Takes a file away and syncs the directory.
///
/// # Errors
/// If one of them fails; the file is there unless only the last one did.
pub fn remove(path: &Path) -> Result<(), FileError> {
    remove_unsynced(path).map_err(FileError::of(path))?;
    path.parent().map_or(Ok(()), sync_directory)
}

pub(crate) fn remove_unsynced(path: &Path) -> io::Result<()> {
    unless_at_fault(|| fs::remove_file(path))
}
