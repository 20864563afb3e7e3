//! Files that grow, for work that must not lose what is done.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::FileError;
use crate::disk::{DiskFile, unless_at_fault};

/// A file that is only appended to. A line is one write, so that a killed process leaves whole lines and at most a part
/// of the last one; an append that fails leaves nothing.
///
/// ```
/// use redouble_files::Appender;
///
/// let path = std::env::temp_dir().join(format!("redouble-appender-{}", std::process::id()));
/// redouble_files::write(&path, b"one\ntw")?;
/// // The reader of the file found that its first four bytes are whole lines.
/// let mut journal = Appender::open(&path, 4)?;
/// journal.append(b"two\n")?;
/// assert_eq!(std::fs::read(&path)?, b"one\ntwo\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: DiskFile,
    /// Where the last whole append ends.
    length: u64,
    /// Whether a part of a failed append is behind that.
    torn: bool,
}

impl Appender {
    /// Goes on after the first `length` bytes of a file; what is behind them is cut off.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path, length: u64) -> Result<Appender, FileError> {
        let file = OpenOptions::new().append(true).open(path).map_err(FileError::of(path))?;
        let mut appender = Appender { path: path.to_owned(), file: DiskFile(file), length, torn: true };
        appender.cut()?;
        Ok(appender)
    }

    /// Adds bytes, all of them or none.
    ///
    /// # Errors
    /// If the system does not take them, for example because the disk is full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        // What comes behind a part would be lost with it.
        self.cut()?;
        if let Err(error) = self.file.write_all(bytes) {
            self.torn = true;
            // Cutting needs no space. If even that fails, the reader takes the part for the last line of a killed process.
            let _ = self.cut();
            return Err(FileError::of(&self.path)(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Cuts off what is behind the last whole append.
    fn cut(&mut self) -> Result<(), FileError> {
        if self.torn {
            unless_at_fault(|| self.file.0.set_len(self.length)).map_err(FileError::of(&self.path))?;
            self.torn = false;
        }
        Ok(())
    }
}
