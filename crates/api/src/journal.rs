//! The file in which games are kept: one line a change, written before the change is answered.
//!
//! ```text
//! redouble-store 1
//! 5d0f2b6c game 1 1794787200 1794787200 redouble-game 1 board=4x4 …
//! 90ab61f3 ply 1 1794787261 l7
//! ```
//!
//! Each line begins with the CRC-32 of its rest; the rest is an [event](crate::event). A line is one write to the
//! system, so that a killed process loses nothing that it had answered. A server sends the file to the disk (fsync)
//! every second, so that a power cut loses about that; in the terminal every change is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use redouble_core::crc32;
use redouble_files::{Lock, LockError};

use crate::log::{Log, Syncing};

const HEADER: &str = "redouble-store 1\n";

/// The journal of a data directory, held by this process alone.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Where the last whole line ends: a write that fails half-way is cut off here.
    length: u64,
    /// Holds the lock until the process ends, however it ends. Not the journal itself, which is replaced.
    _lock: Lock,
}

/// What a journal says, and what had to be left out.
pub(crate) struct JournalContents {
    /// The entries in the order in which they were written.
    pub(crate) entries: Vec<String>,
    /// How many bytes of an unfinished last line were cut off.
    pub(crate) torn: usize,
}

impl Journal {
    /// Opens the journal of a data directory, or begins one.
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged, or another process holds it.
    pub(crate) fn open(data: &Path) -> anyhow::Result<(Journal, JournalContents)> {
        let directory = data.join("page");
        private::directory(&directory)
            .with_context(|| format!("cannot make the data directory {}", directory.display()))?;
        let lock_path = directory.join("store.lock");
        let lock = lock(&lock_path)?;
        private::file(&lock_path);
        let path = directory.join("store.journal");
        let mut bytes = read_or_empty(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if HEADER.as_bytes().starts_with(&bytes) {
            bytes = HEADER.as_bytes().to_vec();
            redouble_files::write(&path, &bytes)?;
        }
        // A log that is written anew has the permissions of the old one.
        private::file(&path);
        let (entries, length) = read(&bytes).with_context(|| {
            format!("{} cannot be used and is left as it is (choose another --data DIR)", path.display())
        })?;
        let file = append_to(&path).with_context(|| format!("cannot write {}", path.display()))?;
        file.set_len(length as u64)?;
        let contents = JournalContents { entries, torn: bytes.len() - length };
        Ok((Journal { path, file, length: length as u64, _lock: lock }, contents))
    }
}

impl Log for Journal {
    fn append(&mut self, entry: &str) -> io::Result<()> {
        let line = line(entry);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Cutting needs no space. If even that fails, the reader takes the half line for a torn one.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }

    fn rewrite(&mut self, entries: &mut dyn Iterator<Item = String>) -> io::Result<()> {
        let mut text = HEADER.to_owned();
        entries.for_each(|entry| text.push_str(&line(&entry)));
        redouble_files::write(&self.path, text.as_bytes())?;
        self.file = append_to(&self.path)?;
        self.length = text.len() as u64;
        Ok(())
    }

    fn length(&self) -> u64 {
        self.length
    }

    fn syncing(&self) -> io::Result<Syncing> {
        let file = self.file.try_clone()?;
        Ok(Box::new(move || file.sync_data()))
    }
}

fn lock(path: &Path) -> anyhow::Result<Lock> {
    Lock::exclusive(path).map_err(|error| match error {
        LockError::Busy(path) => anyhow!(
            "another redouble has these games open ({}): go on there, close it, or use another --data DIR",
            path.display()
        ),
        LockError::Io(error) => anyhow!("cannot write in the data directory: {error}"),
    })
}

/// Games are for nobody but their owner, whatever other files are.
mod private {
    use std::fs;
    use std::io;
    use std::path::Path;

    #[cfg(unix)]
    pub(super) fn directory(path: &Path) -> io::Result<()> {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // One of an older version may be open to others. Some file systems have no permissions.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o700));
        Ok(())
    }

    #[cfg(unix)]
    pub(super) fn file(path: &Path) {
        use std::os::unix::fs::PermissionsExt as _;
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
    }

    #[cfg(not(unix))]
    pub(super) fn directory(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    #[cfg(not(unix))]
    pub(super) fn file(_: &Path) {}
}

fn read_or_empty(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        bytes => bytes,
    }
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

fn line(entry: &str) -> String {
    debug_assert!(!entry.contains('\n'), "an entry is a line");
    format!("{:08x} {entry}\n", crc32(entry.as_bytes()))
}

/// The entries of a file and the length of what could be read: all of it, but for a torn last line.
fn read(bytes: &[u8]) -> anyhow::Result<(Vec<String>, usize)> {
    ensure!(bytes.starts_with(b"redouble-store "), "it is not a store of redouble");
    ensure!(bytes.starts_with(HEADER.as_bytes()), "it was written by another version of redouble");
    let mut entries = Vec::new();
    let mut at = HEADER.len();
    while at < bytes.len() {
        let Some(end) = bytes[at..].iter().position(|&byte| byte == b'\n') else { break };
        let next = at + end + 1;
        match entry(&bytes[at..next - 1]) {
            Some(entry) => entries.push(entry.to_owned()),
            // The system may have written the end of the last line without its beginning.
            None if next == bytes.len() => break,
            None => bail!("line {} is damaged", entries.len() + 2),
        }
        at = next;
    }
    Ok((entries, at))
}

fn entry(line: &[u8]) -> Option<&str> {
    let (check, entry) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    (u32::from_str_radix(check, 16).ok()? == crc32(entry.as_bytes())).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(entries: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, contents) = Journal::open(directory.path()).unwrap();
        assert!(contents.entries.is_empty());
        entries.iter().for_each(|entry| journal.append(entry).unwrap());
        let path = journal.path.clone();
        (directory, path)
    }

    #[test]
    fn entries_come_back_in_order_and_more_can_follow() {
        let (directory, _) = written(&["game 1", "ply 1 l5"]);
        let (mut journal, contents) = Journal::open(directory.path()).unwrap();
        assert_eq!((contents.entries, contents.torn), (vec!["game 1".to_owned(), "ply 1 l5".to_owned()], 0));
        journal.rewrite(&mut ["game 2".to_owned()].into_iter()).unwrap();
        journal.append("undo 2").unwrap();
        drop(journal);
        assert_eq!(Journal::open(directory.path()).unwrap().1.entries, ["game 2", "undo 2"]);
    }

    #[test]
    fn a_torn_last_line_is_cut_off_wherever_it_is_torn() {
        let (directory, path) = written(&["game 1", "ply 1 l5"]);
        let whole = fs::read(&path).unwrap();
        let last = whole.len() - line("ply 1 l5").len();
        for length in last..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (_, contents) = Journal::open(directory.path()).unwrap();
            assert_eq!((contents.entries, contents.torn), (vec!["game 1".to_owned()], length - last));
            assert_eq!(fs::read(&path).unwrap().len(), last);
        }
    }

    #[test]
    fn damage_is_named_and_left_as_it_is() {
        let (directory, path) = written(&["game 1", "ply 1 l5"]);
        let mut bytes = fs::read(&path).unwrap();
        bytes[HEADER.len() + 12] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = format!("{:#}", Journal::open(directory.path()).map(|_| ()).unwrap_err());
        assert!(error.contains("line 2 is damaged") && error.contains("store.journal"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[cfg(unix)]
    #[test]
    fn games_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let parent = tempfile::tempdir().unwrap();
        let data = parent.path().join("new/data");
        for _ in 0..2 {
            let (mut journal, _) = Journal::open(&data).unwrap();
            journal.rewrite(&mut ["game 2".to_owned()].into_iter()).unwrap();
            let page = data.join("page");
            assert_eq!((mode(&data), mode(&page)), (0o700, 0o700));
            assert_eq!((mode(&page.join("store.lock")), mode(&journal.path)), (0o600, 0o600));
            // As an older version made them.
            fs::set_permissions(&journal.path, fs::Permissions::from_mode(0o644)).unwrap();
            fs::set_permissions(&page, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    #[test]
    fn a_second_process_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let first = Journal::open(directory.path()).unwrap();
        let error = Journal::open(directory.path()).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("another redouble has these games open"), "{error}");
        drop(first);
        assert!(Journal::open(directory.path()).is_ok());
    }
}
