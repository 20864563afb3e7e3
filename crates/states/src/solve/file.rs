//! The file of one solved layer.
//!
//! ```text
//! magic "RDVALUE\n"  version u32  rows u8  columns u8  goal exponent u8 (0: none)  engine u8 (whose layout it is)
//! tile sum u64  states u64  afterstates u64
//! number of objectives u8, for each: kind u8, exponent u8, least f64, greatest f64, total f64 (over the states)
//! number of frames u32, for each: length u32; then the frames: the set of afterstates, see `codec`
//! a row of f64 for each afterstate, by its number in the set
//! CRC-32 of all before u32
//! ```
//! All numbers are little-endian.

use std::io::Write;
use std::path::{Path, PathBuf};

use redouble_core::{Tile, crc32};
use redouble_files::{Draft, seal};

use super::induction::{LayerSummary, WorthSpread};
use super::objective::Objective;
use super::problem::Problem;
use super::solved_layer::SolvedLayer;
use crate::StoreError;
use crate::index::Sparse;
use crate::rank::{LayerRanks, Ranking};

const MAGIC: &[u8; 8] = b"RDVALUE\n";
const VERSION: u32 = 1;

/// The file of a layer in a directory of values.
pub(super) fn path(directory: &Path, sum: u64) -> PathBuf {
    directory.join(format!("value-{sum:06}.rdv"))
}

/// What a file must say about the problem: shape, goal and layout.
fn game(problem: &Problem) -> [u8; 4] {
    let (shape, goal) = (problem.variant().shape(), problem.variant().goal().map_or(0, Tile::exponent));
    [shape.rows() as u8, shape.columns() as u8, goal, problem.engine() as u8]
}

/// Writes a layer under a temporary name and gives it its name.
pub(super) fn write(
    directory: &Path,
    problem: &Problem,
    ranking: &dyn Ranking,
    layer: &SolvedLayer,
) -> Result<PathBuf, StoreError> {
    let path = path(directory, layer.summary.sum);
    let mut draft = Draft::create(&path)?;
    draft.write_all(&seal(bytes(problem, ranking, layer))).map_err(StoreError::io(&path))?;
    // Synced with those after it, before the manifest says that all are there.
    draft.commit_unsynced()?;
    Ok(path)
}

fn bytes(problem: &Problem, ranking: &dyn Ranking, layer: &SolvedLayer) -> Vec<u8> {
    let LayerSummary { sum, states, afterstates, spread } = &layer.summary;
    assert_eq!(layer.set.len() as u64, *afterstates, "as many afterstates as the summary says");
    assert_eq!(layer.rows.len(), layer.set.len() * problem.objectives().len(), "a row for every afterstate");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(game(problem));
    [*sum, *states, *afterstates].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.push(problem.objectives().len() as u8);
    for (objective, spread) in problem.objectives().iter().zip(spread) {
        bytes.extend(objective.code());
        [spread.least, spread.greatest, spread.total]
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    let frames = frames(&*ranking.layer(*sum), &layer.set);
    bytes.extend((frames.len() as u32).to_le_bytes());
    frames.iter().for_each(|frame| bytes.extend((frame.len() as u32).to_le_bytes()));
    frames.iter().for_each(|frame| bytes.extend(frame));
    layer.rows.iter().for_each(|worth| bytes.extend(worth.to_le_bytes()));
    bytes
}

/// The set in the frames of its ranking.
fn frames(ranks: &dyn LayerRanks, set: &Sparse) -> Vec<Vec<u8>> {
    let mut words = set.words(ranks.words());
    let ranges = ranks.frames().iter().enumerate();
    ranges.map(|(number, range)| ranks.encode(number, &mut words[range.clone()])).collect()
}

/// Reads a layer and checks every byte of it.
///
/// # Errors
/// If the file is not there, damaged, of a newer version, or of another problem.
pub(super) fn read(
    path: &Path,
    problem: &Problem,
    ranking: &dyn Ranking,
    sum: u64,
) -> Result<SolvedLayer, StoreError> {
    let bytes = std::fs::read(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => StoreError::damaged(path, "missing: the layer is not in the store"),
        _ => StoreError::Io { path: path.to_owned(), source },
    })?;
    let damaged = || StoreError::damaged(path, "damaged: not as it was written");
    let (body, check) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if !body.starts_with(MAGIC) {
        return Err(StoreError::damaged(path, "not a layer of values"));
    }
    if u32::from_le_bytes(*check) != crc32(body) {
        return Err(damaged());
    }
    Reader { rest: &body[MAGIC.len()..], path }.layer(problem, ranking, sum)
}

/// The bytes of a file that are not read yet.
struct Reader<'a> {
    rest: &'a [u8],
    path: &'a Path,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], StoreError> {
        let (first, rest) = self.rest.split_first_chunk().ok_or_else(|| self.wrong("damaged: cut off"))?;
        self.rest = rest;
        Ok(*first)
    }

    fn wrong(&self, what: impl Into<String>) -> StoreError {
        StoreError::damaged(self.path, what)
    }

    fn u32(&mut self) -> Result<u32, StoreError> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, StoreError> {
        self.take().map(u64::from_le_bytes)
    }

    fn f64(&mut self) -> Result<f64, StoreError> {
        self.take().map(f64::from_le_bytes)
    }

    fn objective(&mut self) -> Result<(Objective, WorthSpread), StoreError> {
        let code = self.take()?;
        let objective =
            Objective::from_code(code).ok_or_else(|| self.wrong("damaged: an unknown objective"))?;
        Ok((objective, WorthSpread { least: self.f64()?, greatest: self.f64()?, total: self.f64()? }))
    }

    fn layer(
        mut self,
        problem: &Problem,
        ranking: &dyn Ranking,
        sum: u64,
    ) -> Result<SolvedLayer, StoreError> {
        let version = self.u32()?;
        if version > VERSION {
            return Err(StoreError::Newer { path: self.path.to_owned(), version });
        }
        if self.take::<4>()? != game(problem) {
            return Err(self.wrong(format!("the layer of another game than {}", problem.variant())));
        }
        let (found, states, afterstates) = (self.u64()?, self.u64()?, self.u64()?);
        if found != sum {
            return Err(self.wrong(format!("the layer with tile sum {found}")));
        }
        let [count] = self.take()?;
        let (mut objectives, mut spread) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (objective, of_states) = self.objective()?;
            objectives.push(objective);
            spread.push(of_states);
        }
        if objectives != problem.objectives() {
            let list =
                |list: &[Objective]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let (found, asked) = (list(&objectives), list(problem.objectives()));
            return Err(self.wrong(format!("values of {found}, asked for are {asked}")));
        }
        let set = self.set(&*ranking.layer(sum))?;
        if set.len() as u64 != afterstates || self.rest.len() != 8 * set.len() * objectives.len() {
            return Err(self.wrong("damaged: another number of values than it says"));
        }
        let rows = self.rest.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        Ok(SolvedLayer { set, rows, summary: LayerSummary { sum, states, afterstates, spread } })
    }

    fn set(&mut self, ranks: &dyn LayerRanks) -> Result<Sparse, StoreError> {
        let count = self.u32()? as usize;
        if count != ranks.frames().len() {
            return Err(self.wrong("damaged: another number of frames than its layout"));
        }
        let lengths = (0..count).map(|_| self.u32()).collect::<Result<Vec<u32>, StoreError>>()?;
        let mut words = Vec::new();
        for (number, length) in lengths.into_iter().enumerate() {
            let (frame, rest) =
                self.rest.split_at_checked(length as usize).ok_or_else(|| self.wrong("damaged: cut off"))?;
            self.rest = rest;
            let decoded = ranks.decode(number, frame);
            if !ranks.has_only_boards(words.len(), &decoded) {
                return Err(self.wrong("damaged: a bit that stands for no board"));
            }
            words.extend(decoded);
        }
        Ok(Sparse::new(words.into_iter()))
    }
}
