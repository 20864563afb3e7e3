//! Files that have their name only when they are whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::disk::{DiskFile, remove_unsynced, rename_unsynced, sync_directory};
use crate::{FileError, Summed};

/// A file that is being written, beside the one that it will replace.
///
/// Dropped without [`commit`](Draft::commit), it is removed. Devices and pipes have no other content to keep: they are
/// written as they are.
#[derive(Debug)]
pub struct Draft {
    /// What the caller named, for messages.
    named: PathBuf,
    /// Where it goes: what a symbolic link points to, not the link.
    path: PathBuf,
    /// `None` if it is written in place, or has its name.
    temporary: Option<PathBuf>,
    file: BufWriter<DiskFile>,
}

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    /// If nothing can be written there, or another process writes the same file.
    pub fn create(path: &Path) -> Result<Draft, FileError> {
        Self::begin(path).map_err(FileError::of(path))
    }

    fn begin(named: &Path) -> io::Result<Draft> {
        let path = fs::canonicalize(named).unwrap_or_else(|_| named.to_owned());
        let found = fs::metadata(&path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a directory: name a file"));
        }
        let in_place = found.as_ref().is_some_and(|found| !found.is_file());
        let temporary = (!in_place).then(|| temporary_name(&path));
        let file = match &temporary {
            Some(temporary) => open_alone(temporary)?,
            None => OpenOptions::new().write(true).open(&path)?,
        };
        if let (Some(found), Some(_)) = (found, &temporary) {
            // Who may read the old content may read the new one, and nobody else. Some file systems have no permissions.
            let _ = file.set_permissions(found.permissions());
        }
        let file = BufWriter::with_capacity(1 << 20, DiskFile(file));
        Ok(Draft { named: named.to_owned(), path, temporary, file })
    }

    /// Another way to write into it, for writers that keep what they write to. What is written to the draft itself is
    /// flushed first.
    ///
    /// # Errors
    /// If the system has no more handles, or what was written before cannot be.
    pub fn handle(&mut self) -> Result<Handle, FileError> {
        let handle = self.file.flush().and_then(|()| self.file.get_ref().0.try_clone());
        let file = DiskFile(handle.map_err(FileError::of(&self.named))?);
        Ok(Handle { path: self.named.clone(), file })
    }

    /// Syncs the file, gives it its name, and syncs its directory.
    ///
    /// # Errors
    /// If one of them fails; the old content is there unless only the last one did.
    pub fn commit(mut self) -> Result<(), FileError> {
        let in_place = self.temporary.is_none();
        let written = self.file.flush();
        let synced = written.and_then(|()| if in_place { Ok(()) } else { self.file.get_ref().sync() });
        synced.map_err(FileError::of(&self.named))?;
        self.name()?;
        let directory = self.path.parent().filter(|_| !in_place);
        directory.map_or(Ok(()), sync_directory)
    }

    /// Gives the file its name without waiting for the disk: the caller syncs it later, before anything refers to it.
    ///
    /// # Errors
    /// If it cannot be written; the old content is there then.
    pub fn commit_unsynced(mut self) -> Result<(), FileError> {
        self.file.flush().map_err(FileError::of(&self.named))?;
        self.name()
    }

    fn name(&mut self) -> Result<(), FileError> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        rename_unsynced(temporary, &self.path).map_err(FileError::of(&self.named))?;
        self.temporary = None;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    /// What was not kept is of no use, and a full disk is freed of it; the first error is the one to report.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = remove_unsynced(temporary);
        }
    }
}

/// Writes into a [`Draft`]; its errors name the file.
#[derive(Debug)]
pub struct Handle {
    path: PathBuf,
    file: DiskFile,
}

impl Write for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| FileError::of(&self.path)(error).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// `FILE.new`. The same every time, so that what a killed process left is written over and not left for good.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// Opens the temporary file, empty, for this process alone.
fn open_alone(path: &Path) -> io::Result<File> {
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing it"));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Another process may have given it its name between the two calls: then it is not ours to empty.
        if is_still_named(&file, path)? {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_still_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (open, named) = (file.metadata()?, fs::metadata(path));
    Ok(named.is_ok_and(|named| (named.dev(), named.ino()) == (open.dev(), open.ino())))
}

#[cfg(not(unix))]
fn is_still_named(_: &File, _: &Path) -> io::Result<bool> {
    // An open file cannot be renamed there.
    Ok(true)
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// If it cannot be written; what was there is kept.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.put(bytes))
}

/// Writes a file with a function, whole or not at all. Its checksum goes along, for formats that end with one.
///
/// # Errors
/// If it cannot be written; what was there is kept.
pub fn replace<T>(
    path: &Path,
    content: impl FnOnce(&mut Summed<Draft>) -> io::Result<T>,
) -> Result<T, FileError> {
    let mut file = Summed::new(Draft::create(path)?);
    let made = content(&mut file).map_err(FileError::of(path))?;
    file.into_inner().commit()?;
    Ok(made)
}
