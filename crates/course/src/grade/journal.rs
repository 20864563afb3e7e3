//! What was graded before: a line a program, so that a run that was stopped goes on where it was.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What a result depends on. A program that was changed is graded again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Key {
    pub(super) student: String,
    pub(super) exercise: String,
    pub(super) seed: u64,
    /// Of the program's text, and of what it is started with.
    pub(super) digest: u64,
}

#[derive(Serialize, Deserialize)]
struct Line<T> {
    #[serde(flatten)]
    key: Key,
    outcome: T,
}

/// The results so far, in a file that only grows.
pub(super) struct Journal<T> {
    known: HashMap<Key, T>,
    file: Mutex<File>,
}

impl<T: Clone + Serialize + DeserializeOwned> Journal<T> {
    /// Reads what is there. A line that was not written to its end is left out, and so graded again.
    pub(super) fn open(path: &Path) -> io::Result<Journal<T>> {
        let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line<T>>(line).ok());
        let known = lines.map(|line| (line.key, line.outcome)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Journal { known, file: Mutex::new(file) })
    }

    pub(super) fn known(&self, key: &Key) -> Option<T> {
        self.known.get(key).cloned()
    }

    pub(super) fn add(&self, key: &Key, outcome: &T) -> io::Result<()> {
        let line = Line { key: key.clone(), outcome: outcome.clone() };
        let text = serde_json::to_string(&line)? + "\n";
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes())
    }
}

/// FNV-1a, to tell texts apart.
pub(super) fn digest(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.iter().chain(&[0xff]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
