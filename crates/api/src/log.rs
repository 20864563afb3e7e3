//! Where events are kept, one line each.

use std::io;

/// A log of lines. Whatever [`append`](Log::append) has taken is there after the process was killed.
pub trait Log: Send {
    /// Writes an entry behind the others.
    ///
    /// # Errors
    /// If it cannot be written. Nothing of it is left in the log then.
    fn append(&mut self, entry: &str) -> io::Result<()>;

    /// Puts these entries in place of all that are there: after a crash it is the old log or the new one.
    ///
    /// # Errors
    /// If they cannot be written. The log is then as it was.
    fn rewrite(&mut self, entries: &mut dyn Iterator<Item = String>) -> io::Result<()>;

    /// The size of the log in bytes.
    fn length(&self) -> u64;

    /// What sends everything that was appended so far to the disk. It can take long, and others may append meanwhile.
    ///
    /// # Errors
    /// If the log is gone.
    fn syncing(&self) -> io::Result<Syncing>;
}

/// Sends a log to the disk.
pub type Syncing = Box<dyn FnOnce() -> io::Result<()> + Send>;

/// Keeps nothing.
pub(crate) struct NoLog;

impl Log for NoLog {
    fn append(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn rewrite(&mut self, _: &mut dyn Iterator<Item = String>) -> io::Result<()> {
        Ok(())
    }

    fn length(&self) -> u64 {
        0
    }

    fn syncing(&self) -> io::Result<Syncing> {
        Ok(Box::new(|| Ok(())))
    }
}
