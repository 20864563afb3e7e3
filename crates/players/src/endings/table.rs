//! A table on disk.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use redouble_core::{Progress, Watch};

use super::code::{Code, Ending};
use super::error::TableError;
use super::file::{BLOCK, CODES, Places, is_whole, read_header, trailer};
use super::fit::EndingState;
use super::problem::EndingProblem;
use super::ranking::EndingRanking;

/// A table that is read state by state.
#[derive(Debug)]
pub struct EndingTable {
    path: PathBuf,
    file: File,
    problem: EndingProblem,
    ranking: EndingRanking,
    places: Places,
}

/// The blocks that are read at a time when all are.
const RUN: usize = 256;

impl EndingTable {
    /// Opens a table. Its parameters and its length are checked, its states when they are looked up.
    ///
    /// # Errors
    /// If the file cannot be read, is of another kind or version, or damaged.
    pub fn open(path: &Path) -> Result<EndingTable, TableError> {
        let file = File::open(path).map_err(TableError::io(path))?;
        let length = file.metadata().map_err(TableError::io(path))?.len();
        let mut block = vec![0; BLOCK];
        if length < BLOCK as u64 {
            return Err(TableError::NotATable(path.to_owned()));
        }
        read_at(&file, &mut block, 0).map_err(TableError::io(path))?;
        let problem = read_header(path, &block)?;
        let ranking = EndingRanking::new(&problem);
        let places = Places::new(&ranking);
        if length != places.bytes() {
            let what = format!("{length} bytes instead of {}", places.bytes());
            return Err(TableError::damaged(path, what));
        }
        let table = EndingTable { path: path.to_owned(), file, problem, ranking, places };
        table.check_end(&block)?;
        Ok(table)
    }

    fn check_end(&self, header: &[u8]) -> Result<(), TableError> {
        match trailer(header, &self.layer_sums()?) == self.end()? {
            true => Ok(()),
            false => Err(TableError::damaged(&self.path, "the checksums at its end")),
        }
    }

    /// What is behind the blocks.
    fn end(&self) -> Result<Vec<u8>, TableError> {
        let start = self.places.end_of_blocks();
        let mut bytes = vec![0; (self.places.bytes() - start) as usize];
        read_at(&self.file, &mut bytes, start).map_err(TableError::io(&self.path))?;
        Ok(bytes)
    }

    /// The checksums of the layers, in the order of the file.
    fn layer_sums(&self) -> Result<Vec<u32>, TableError> {
        let end = self.end()?;
        let sums = end.as_chunks::<4>().0.iter().take(self.ranking.sums().len());
        Ok(sums.map(|&bytes| u32::from_le_bytes(bytes)).collect())
    }

    /// What the table is about.
    #[must_use]
    pub const fn problem(&self) -> &EndingProblem {
        &self.problem
    }

    /// The numbers of the states.
    #[must_use]
    pub const fn ranking(&self) -> &EndingRanking {
        &self.ranking
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.places.bytes()
    }

    /// The best move of a state and its chance; `None` if success is out of reach.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged there.
    pub fn get(&self, EndingState { sum, rank }: EndingState) -> Result<Option<Ending>, TableError> {
        let number = self.places.first_block(sum) + u64::from(rank) / CODES;
        let mut block = [0; BLOCK];
        read_at(&self.file, &mut block, number * BLOCK as u64).map_err(TableError::io(&self.path))?;
        if !is_whole(number, &block) {
            return Err(TableError::damaged(&self.path, format!("the layer of tile sum {sum}")));
        }
        let at = (u64::from(rank) % CODES) as usize * Code::BYTES;
        Ok(Code::from_bits(u16::from_le_bytes([block[at], block[at + 1]])).ending())
    }

    /// Reads all layers and gives the tile sums of those that are not as they were written, the largest first.
    ///
    /// # Errors
    /// If the file cannot be read, or the watch stops it.
    pub fn verify(&self, watch: &dyn Watch) -> Result<Vec<u32>, TableError> {
        let (mut damaged, mut done) = (Vec::new(), 0);
        for (sum, expected) in self.ranking.sums().zip(self.layer_sums()?) {
            if !self.is_layer_whole(sum, expected, watch)? {
                damaged.push(sum);
            }
            done += self.ranking.states(sum);
            let progress = Progress::of("verifying", done, self.ranking.total(), "states");
            watch.progress(progress.in_step("layer", u64::from(sum)));
        }
        Ok(damaged)
    }

    /// The chances of all states of a layer, by their numbers.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged there.
    pub fn chances(&self, sum: u32) -> Result<Vec<f32>, TableError> {
        let (first, states) = (self.places.first_block(sum), self.ranking.states(sum));
        let mut bytes = vec![0; states.div_ceil(CODES) as usize * BLOCK];
        read_at(&self.file, &mut bytes, first * BLOCK as u64).map_err(TableError::io(&self.path))?;
        let mut chances = Vec::with_capacity(bytes.len() / Code::BYTES);
        for (block, number) in bytes.chunks_exact(BLOCK).zip(first..) {
            if !is_whole(number, block) {
                return Err(TableError::damaged(&self.path, format!("the layer of tile sum {sum}")));
            }
            let codes = block[..BLOCK - 4].as_chunks::<2>().0.iter();
            let codes = codes.map(|&bits| Code::from_bits(u16::from_le_bytes(bits)));
            chances.extend(codes.map(|code| code.ending().map_or(0.0, |ending| ending.chance)));
        }
        chances.truncate(states as usize);
        Ok(chances)
    }

    fn is_layer_whole(&self, sum: u32, expected: u32, watch: &dyn Watch) -> Result<bool, TableError> {
        let first = self.places.first_block(sum);
        let blocks = self.ranking.states(sum).div_ceil(CODES);
        let (mut whole, mut hasher) = (true, Hasher::new());
        let mut bytes = vec![0; RUN * BLOCK];
        for run in (0..blocks).step_by(RUN) {
            watch.check()?;
            let bytes = &mut bytes[..(blocks - run).min(RUN as u64) as usize * BLOCK];
            read_at(&self.file, bytes, (first + run) * BLOCK as u64).map_err(TableError::io(&self.path))?;
            for (block, number) in bytes.chunks_exact(BLOCK).zip(first + run..) {
                whole &= is_whole(number, block);
                hasher.update(&block[BLOCK - 4..]);
            }
        }
        Ok(whole && hasher.finalize() == expected)
    }
}

/// Reads at a place of a file, whoever else reads it.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Reads at a place of a file, whoever else reads it.
#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}

/// Where there are no files there are no tables.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
