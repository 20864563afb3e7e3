//! The file in which version 0.1.0 kept the games of the page, for taking them over: one line a change.
//!
//! ```text
//! redouble-store 1
//! 5d0f2b6c game 1 1794787200 1794787200 redouble-game 1 board=4x4 …
//! 90ab61f3 ply 1 1794787261 l7
//! ```
//!
//! Each line begins with the CRC-32 of its rest; the rest is an [event](crate::GameEvent).

use anyhow::{bail, ensure};
use redouble_core::crc32;

const HEADER: &str = "redouble-store 1\n";

/// The entries of a journal, in the order in which they were written.
#[derive(Debug, PartialEq, Eq)]
pub struct Journal {
    /// One event each.
    pub entries: Vec<String>,
    /// How many bytes at the end are an unfinished line, which a crash left.
    pub torn: usize,
}

impl Journal {
    /// Reads a journal.
    ///
    /// # Errors
    /// If it is none, or of another version, or damaged elsewhere than in its last line.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Journal> {
        if HEADER.as_bytes().starts_with(bytes) {
            // A crash came before the first game.
            return Ok(Journal { entries: Vec::new(), torn: 0 });
        }
        ensure!(bytes.starts_with(b"redouble-store "), "it is not a journal of redouble");
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
        Ok(Journal { entries, torn: bytes.len() - at })
    }
}

fn entry(line: &[u8]) -> Option<&str> {
    let (check, entry) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    (u32::from_str_radix(check, 16).ok()? == crc32(entry.as_bytes())).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(entry: &str) -> String {
        format!("{:08x} {entry}\n", crc32(entry.as_bytes()))
    }

    fn written(entries: &[&str]) -> Vec<u8> {
        let lines: String = entries.iter().map(|entry| line(entry)).collect();
        format!("{HEADER}{lines}").into_bytes()
    }

    #[test]
    fn a_torn_last_line_is_left_out_wherever_it_is_torn() {
        let whole = written(&["game 1", "ply 1 l5"]);
        let last = whole.len() - line("ply 1 l5").len();
        assert_eq!(Journal::read(&whole).unwrap().entries, ["game 1", "ply 1 l5"]);
        for length in last..whole.len() {
            let journal = Journal::read(&whole[..length]).unwrap();
            assert_eq!((journal.entries, journal.torn), (vec!["game 1".to_owned()], length - last));
        }
        for length in 0..HEADER.len() {
            assert_eq!(Journal::read(&whole[..length]).unwrap().entries.len(), 0);
        }
    }

    #[test]
    fn damage_is_named() {
        let mut bytes = written(&["game 1", "ply 1 l5"]);
        bytes[HEADER.len() + 12] ^= 1;
        assert!(Journal::read(&bytes).unwrap_err().to_string().contains("line 2 is damaged"));
        assert!(Journal::read(b"\0\x01").unwrap_err().to_string().contains("not a journal"));
        assert!(Journal::read(b"redouble-store 9\n").unwrap_err().to_string().contains("another version"));
    }
}
