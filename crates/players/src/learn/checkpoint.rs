//! A learner as a file, to go on with later.
//!
//! ```text
//! 8 bytes   magic "2048TRAI"
//! 4         version
//! 4         length of the text
//! …         text: the recipe, then the state and the curve, a line each
//! …         for every 64 weights in turn: 8 bytes with a bit for each that was touched, then 12 bytes for each of these:
//!           the weight, the sum of its errors, the sum of their sizes
//! 4         how many levels there are
//! …         the value of each, 4 bytes
//! 4         CRC-32 of everything before
//! ```
//! Numbers are little-endian.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use redouble_files::{FileError, Summed};
use redouble_kernels::{CoherenceEntry, Cpu};

use super::{Learner, Recipe};
use crate::ntuple::Levels;

const MAGIC: &[u8; 8] = b"2048TRAI";
const VERSION: u32 = 2;
/// More text than any curve has.
const MAX_TEXT: u32 = 1 << 24;

/// Why a file is no checkpoint to go on with.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It is something else, of another version, cut off or altered.
    Damaged(String),
    /// It is of a training with another recipe.
    Other(String),
}

impl std::fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CheckpointError::Io(error) => write!(f, "{error}"),
            CheckpointError::Damaged(problem) | CheckpointError::Other(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return CheckpointError::Damaged("the file is cut off".to_owned());
        }
        CheckpointError::Io(error)
    }
}

impl Learner {
    /// Writes all that is needed to go on, in place of what was there: whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written; what was there is kept.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        redouble_files::replace(path, |file| {
            self.write(file)?;
            file.put_checksum()
        })
    }

    fn write(&self, file: &mut Summed<impl Write>) -> io::Result<()> {
        let text = format!("{}{}", self.recipe, self.state_text());
        file.put(MAGIC)?;
        file.put(&VERSION.to_le_bytes())?;
        file.put(&(text.len() as u32).to_le_bytes())?;
        file.put(text.as_bytes())?;
        let mut group = Vec::new();
        let len = self.table.len();
        for start in (0..len).step_by(64) {
            group.clear();
            let mut mask = 0_u64;
            for index in start..(start + 64).min(len) {
                if let Some(entry) = self.table.entry(index as u32) {
                    mask |= 1 << (index - start);
                    group.extend_from_slice(&entry.to_bytes());
                }
            }
            file.put(&mask.to_le_bytes())?;
            file.put(&group)?;
        }
        let levels: Vec<f32> = self.table.levels().values().collect();
        file.put(&(levels.len() as u32).to_le_bytes())?;
        levels.iter().try_for_each(|level| file.put(&level.to_le_bytes()))
    }

    /// Reads a learner, to go on with these instructions.
    ///
    /// # Errors
    /// If the file is not a checkpoint, is damaged, or if the allocation fails.
    pub fn load(path: &Path, cpu: Cpu) -> Result<Learner, CheckpointError> {
        let mut file = Summed::new(BufReader::with_capacity(1 << 20, File::open(path)?));
        let text = read_text(&mut file)?;
        let damaged = |problem: String| CheckpointError::Damaged(problem);
        let lines: Vec<&str> = text.lines().collect();
        let state = lines.iter().position(|line| line.starts_with("games ")).unwrap_or(lines.len());
        let recipe = Recipe::parse(&lines[..state]).map_err(damaged)?;
        let mut learner = Learner::new(recipe, cpu)?;
        learner.read_state(&lines[state..]).map_err(damaged)?;
        learner.read_table(&mut file)?;
        let count = file.take_u32()?;
        let levels: Vec<f32> =
            (0..count).map(|_| file.take_u32().map(f32::from_bits)).collect::<io::Result<_>>()?;
        learner.table.set_levels(Levels::from_values(levels.into_iter()));
        if !file.ends_with_checksum()? {
            return Err(damaged("the checksum does not fit: the file was altered or added to".to_owned()));
        }
        Ok(learner)
    }

    fn read_table(&mut self, file: &mut Summed<impl Read>) -> io::Result<()> {
        let len = self.table.len();
        for start in (0..len).step_by(64) {
            let mask = u64::from_le_bytes(file.take()?);
            for bit in (0..64).filter(|bit| mask >> bit & 1 == 1 && start + bit < len) {
                self.table.set_entry((start + bit) as u32, CoherenceEntry::from_bytes(file.take()?));
            }
        }
        Ok(())
    }
}

fn read_text(file: &mut Summed<impl Read>) -> Result<String, CheckpointError> {
    if file.take::<8>()? != *MAGIC {
        return Err(CheckpointError::Damaged("the file is not a checkpoint of `redouble train`".to_owned()));
    }
    let version = file.take_u32()?;
    if version != VERSION {
        let problem = format!("the checkpoint has version {version}; this program reads version {VERSION}");
        return Err(CheckpointError::Damaged(problem));
    }
    let length = file.take_u32()?.min(MAX_TEXT);
    let mut text = vec![0; length as usize];
    file.fill(&mut text)?;
    String::from_utf8(text).map_err(|_| CheckpointError::Damaged("the file was altered".to_owned()))
}
