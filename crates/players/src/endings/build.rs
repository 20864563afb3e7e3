//! Tables are built layer by layer into a file that gets its name when it is whole.
//!
//! ```text
//! snake-512.ending          the table
//! snake-512.ending.part     the layers so far, locked by the process that builds it
//! snake-512.ending.resume   where to go on: the chances of two layers in full precision, see `Checkpoint`
//! ```

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use redouble_core::{Progress, Watch};
use redouble_files::Summed;

use super::code::Code;
use super::error::TableError;
use super::file::{BLOCK, CODES, Places, VERSION, close_block, header, trailer};
use super::induction::Induction;
use super::problem::EndingProblem;
use super::ranking::EndingRanking;

/// What it takes to build a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The states of the table.
    pub states: u64,
    /// The bytes of the file.
    pub file: u64,
    /// The bytes of disk while it is built.
    pub disk: u64,
    /// The bytes of memory.
    pub memory: u64,
}

impl Needs {
    /// What it takes to build the table of a problem.
    #[must_use]
    pub fn of(problem: &EndingProblem) -> Needs {
        let ranking = EndingRanking::new(problem);
        let (file, largest) = (Places::new(&ranking).bytes(), ranking.largest());
        // Three layers of chances, one of means and one of codes; two layers are kept on disk to go on from, twice while
        // they are replaced.
        Needs { states: ranking.total(), file, disk: file + 16 * largest, memory: 18 * largest + (1 << 24) }
    }
}

/// The states after which a killed build goes on where it was: some ten seconds of work.
const INTERVAL: u64 = 1 << 28;

/// Builds the table of a problem, or goes on building it, at this path.
///
/// # Errors
/// If files cannot be written, another process builds the same table, or the watch stops it: then it goes on later.
pub fn build_table(problem: &EndingProblem, path: &Path, watch: &dyn Watch) -> Result<(), TableError> {
    build_in_steps(problem, path, INTERVAL, watch)
}

/// Builds a table like [`build_table`], with checkpoints after so many states.
///
/// # Errors
/// As there.
pub fn build_in_steps(
    problem: &EndingProblem,
    path: &Path,
    interval: u64,
    watch: &dyn Watch,
) -> Result<(), TableError> {
    let mut part = Part::open(problem, path)?;
    let (mut induction, mut done) = part.go_on(problem)?;
    let (total, mut saved) = (EndingRanking::new(problem).total(), done);
    while let Some(layer) = induction.next_layer(watch)? {
        part.write_layer(layer.codes)?;
        done += layer.chances.len() as u64;
        let progress = Progress::of("building", done, total, "states");
        watch.progress(progress.in_step("layer", u64::from(layer.sum)));
        if done - saved >= interval {
            part.checkpoint(&induction)?;
            saved = done;
        }
    }
    part.finish(path)
}

/// A path with more behind its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A table that is being built.
struct Part {
    path: PathBuf,
    resume: PathBuf,
    /// Locked.
    file: File,
    header: Vec<u8>,
    /// The number of the next block.
    block: u64,
    /// The checksums of the layers so far.
    layers: Vec<u32>,
}

impl Part {
    fn open(problem: &EndingProblem, path: &Path) -> Result<Part, TableError> {
        let (resume, path) = (beside(path, ".resume"), beside(path, ".part"));
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = options.map_err(TableError::io(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TableError::Busy(path)),
            Err(TryLockError::Error(source)) => return Err(TableError::Io { path, source }),
        }
        let header = header(problem, &EndingRanking::new(problem));
        Ok(Part { path, resume, file, header, block: 1, layers: Vec::new() })
    }

    /// Where the build goes on, and the states that are done: from the checkpoint if there is one that fits, from the
    /// beginning if not.
    fn go_on(&mut self, problem: &EndingProblem) -> Result<(Induction, u64), TableError> {
        let found = Checkpoint::read(&self.resume, &self.header, problem);
        let length = self.file.metadata().map_err(TableError::io(&self.path))?.len();
        let usable = found.filter(|found| length >= found.block * BLOCK as u64);
        let (induction, done) = match usable {
            Some(Checkpoint { next, block, layers, above }) => {
                (self.block, self.layers) = (block, layers);
                let induction = Induction::resume(problem, Some(next), above);
                let ranking = induction.ranking();
                let done = ranking.sums().filter(|&sum| sum > next).map(|sum| ranking.states(sum)).sum();
                (induction, done)
            }
            None => (Induction::new(problem), 0),
        };
        let start = if self.layers.is_empty() { 0 } else { self.block * BLOCK as u64 };
        let cut = self.file.set_len(start).and_then(|()| self.file.seek(SeekFrom::Start(start)));
        cut.map_err(TableError::io(&self.path))?;
        if self.layers.is_empty() {
            self.file.write_all(&self.header).map_err(TableError::io(&self.path))?;
        }
        Ok((induction, done))
    }

    fn write_layer(&mut self, codes: &[Code]) -> Result<(), TableError> {
        let mut file = BufWriter::with_capacity(1 << 20, &self.file);
        let mut hasher = Hasher::new();
        for codes in codes.chunks(CODES as usize) {
            let mut block = [0; BLOCK];
            for (bytes, code) in block.as_chunks_mut::<2>().0.iter_mut().zip(codes) {
                *bytes = code.bits().to_le_bytes();
            }
            hasher.update(&close_block(self.block, &mut block).to_le_bytes());
            file.write_all(&block).map_err(TableError::io(&self.path))?;
            self.block += 1;
        }
        file.flush().map_err(TableError::io(&self.path))?;
        drop(file);
        self.layers.push(hasher.finalize());
        Ok(())
    }

    /// Keeps what is done, so that a killed build goes on here.
    fn checkpoint(&self, induction: &Induction) -> Result<(), TableError> {
        let (Some(next), above) = induction.progress() else { return Ok(()) };
        self.file.sync_data().map_err(TableError::io(&self.path))?;
        let written = redouble_files::replace(&self.resume, |file| {
            file.put(RESUME_MAGIC)?;
            file.put(&VERSION.to_le_bytes())?;
            file.put(&self.header)?;
            file.put(&next.to_le_bytes())?;
            file.put(&self.block.to_le_bytes())?;
            file.put(&(self.layers.len() as u32).to_le_bytes())?;
            self.layers.iter().try_for_each(|sum| file.put(&sum.to_le_bytes()))?;
            above.iter().flatten().try_for_each(|chance| file.put(&chance.to_le_bytes()))?;
            file.put_checksum()
        });
        Ok(written?)
    }

    /// Closes the file and gives it its name.
    fn finish(mut self, path: &Path) -> Result<(), TableError> {
        let end = trailer(&self.header, &self.layers);
        let written = self.file.write_all(&end).and_then(|()| self.file.sync_all());
        written.map_err(TableError::io(&self.path))?;
        redouble_files::rename(&self.path, path)?;
        match fs::remove_file(&self.resume) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TableError::io(&self.resume)(error))
            }
            _ => Ok(()),
        }
    }
}

const RESUME_MAGIC: &[u8; 8] = b"RDENDRES";

/// Where a build was: magic, version, the first block of the table, the sum of the next layer, the number of the next block, the
/// checksums of the layers so far with their number, the chances of the two layers above the next one, CRC-32 of all before.
struct Checkpoint {
    next: u32,
    block: u64,
    layers: Vec<u32>,
    above: [Vec<f32>; 2],
}

impl Checkpoint {
    /// `None` if there is none, or none that can be used: the build then begins again.
    fn read(path: &Path, header: &[u8], problem: &EndingProblem) -> Option<Checkpoint> {
        Self::try_read(path, header, problem).ok().flatten()
    }

    fn try_read(path: &Path, header: &[u8], problem: &EndingProblem) -> io::Result<Option<Checkpoint>> {
        let mut file = Summed::new(BufReader::with_capacity(1 << 20, File::open(path)?));
        let is_own = file.take::<8>()? == *RESUME_MAGIC
            && file.take_u32()? == VERSION
            && file.take::<BLOCK>()? == *header;
        if !is_own {
            return Ok(None);
        }
        let next = file.take_u32()?;
        let block = u64::from_le_bytes(file.take()?);
        let ranking = EndingRanking::new(problem);
        let count = file.take_u32()? as usize;
        if count >= ranking.sums().len() || ranking.sums().nth(count) != Some(next) {
            return Ok(None);
        }
        let layers = (0..count).map(|_| file.take_u32()).collect::<io::Result<_>>()?;
        let mut layer = |sum| {
            let states = 0..ranking.states(sum);
            states.map(|_| file.take().map(f32::from_le_bytes)).collect::<io::Result<Vec<f32>>>()
        };
        let above = [layer(next + 2)?, layer(next + 4)?];
        Ok(file.ends_with_checksum()?.then_some(Checkpoint { next, block, layers, above }))
    }
}
