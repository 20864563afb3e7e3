//! The file of one layer.
//!
//! ```text
//! head     magic "RDLAYER\n"  version u32  rows u8  columns u8  goal exponent u8 (0: none)  engine u8
//!          tile sum u64  states u64
//! frames   one after the other, see `codec`
//! foot     16 × (states, losing, afterstates) u64, by exponent of the largest tile
//!          unfolded u8, and if 1 the same again
//!          number of frames u32, for each: length u32, set bits u32, CRC-32 u32
//! tail     length of the foot u32, CRC-32 of head and foot u32
//! ```
//! All numbers are little-endian. The tail's checksum covers head and foot, the foot's checksums the frames: there is no
//! byte that none of them covers.
//!
//! A set bit is a state, in layers of the engine `row` an afterstate of a slide to the left. Those have version 3, others 1; version 2 is
//! the same with frames in the code of states.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use redouble_core::{Tile, crc32};

use super::layout::LayerLayout;
use super::{StoreError, manifest};
use crate::codec::Code;
use crate::engine::LayerResult;
use crate::{Engine, Groups, LayerCounts, Variant};

const MAGIC: &[u8; 8] = b"RDLAYER\n";
const HEAD: usize = 8 + 4 + 4 + 8 + 8;
const TAIL: usize = 8;

/// Where a frame is and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameEntry {
    length: u32,
    /// The set bits.
    pub(crate) states: u32,
    checksum: u32,
}

fn head(version: u32, engine: Engine, variant: Variant, layer: &LayerCounts) -> Vec<u8> {
    let goal = variant.goal().map_or(0, Tile::exponent);
    let mut head = MAGIC.to_vec();
    head.extend(version.to_le_bytes());
    head.extend([variant.shape().rows() as u8, variant.shape().columns() as u8, goal, engine as u8]);
    head.extend(layer.sum.to_le_bytes());
    head.extend(layer.folded.total().states.to_le_bytes());
    head
}

fn put_groups(foot: &mut Vec<u8>, groups: &Groups) {
    for exponent in 0..16 {
        let tally = groups.of(exponent);
        [tally.states, tally.losing, tally.afterstates].iter().for_each(|n| foot.extend(n.to_le_bytes()));
    }
}

fn foot(layer: &LayerCounts, frames: &[FrameEntry]) -> Vec<u8> {
    let mut foot = Vec::new();
    put_groups(&mut foot, &layer.folded);
    foot.push(u8::from(layer.unfolded.is_some()));
    layer.unfolded.iter().for_each(|groups| put_groups(&mut foot, groups));
    foot.extend((frames.len() as u32).to_le_bytes());
    for frame in frames {
        [frame.length, frame.states, frame.checksum].iter().for_each(|n| foot.extend(n.to_le_bytes()));
    }
    foot
}

/// Writes a layer into an empty file, and returns the length of the file.
pub(crate) fn write(
    file: &mut impl Write,
    engine: Engine,
    variant: Variant,
    result: &LayerResult,
) -> std::io::Result<u64> {
    let entry = |bytes: &[u8], states: u64| FrameEntry {
        length: u32::try_from(bytes.len()).expect("a frame has fewer than 2^32 bytes"),
        states: u32::try_from(states).expect("a frame has fewer than 2^32 states"),
        checksum: crc32(bytes),
    };
    let frames: Vec<_> = result.frames.iter().map(|frame| entry(frame.bytes(), frame.states)).collect();
    let states: u64 = frames.iter().map(|frame| u64::from(frame.states)).sum();
    let is_count = states == result.counts.folded.total().states || engine == Engine::Row;
    assert!(is_count, "the frames add up to the count");
    let (head, foot) =
        (head(manifest::version(engine), engine, variant, &result.counts), foot(&result.counts, &frames));
    assert_eq!(head.len(), HEAD, "a head is as long as readers expect");
    let length = (foot.len() as u32).to_le_bytes();
    let checksum = crc32(&[&head[..], &foot].concat()).to_le_bytes();
    let end = [&foot[..], &length, &checksum].concat();
    file.write_all(&head)?;
    result.frames.iter().try_for_each(|frame| file.write_all(frame.bytes()))?;
    file.write_all(&end)?;
    let within: u64 = frames.iter().map(|frame| u64::from(frame.length)).sum();
    Ok((head.len() + end.len()) as u64 + within)
}

/// Takes numbers from the front of some bytes.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (front, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*front)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn groups(&mut self) -> Option<Groups> {
        let mut groups = Groups::default();
        for exponent in 0..16 {
            let tally = groups.of_mut(exponent);
            (tally.states, tally.losing, tally.afterstates) = (self.u64()?, self.u64()?, self.u64()?);
        }
        Some(groups)
    }
}

/// A layer file, its head and foot read and checked.
pub(crate) struct LayerFile {
    pub(crate) layer: LayerCounts,
    pub(crate) frames: Vec<FrameEntry>,
    /// How the frames are coded.
    pub(crate) code: Code,
    /// Where each frame begins.
    starts: Vec<u64>,
    /// Head, frames, foot and tail.
    pub(crate) length: u64,
}

impl LayerFile {
    /// Reads and checks everything but the frames.
    pub(crate) fn open(
        path: &Path,
        engine: Engine,
        variant: Variant,
        sum: u64,
    ) -> Result<LayerFile, StoreError> {
        let damaged = |what: &str| StoreError::damaged(path, what);
        let mut file = File::open(path).map_err(StoreError::io(path))?;
        let length = file.metadata().map_err(StoreError::io(path))?.len();
        let mut read = |from: u64, bytes: u64| {
            let mut buffer = vec![0; bytes as usize];
            file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut buffer)).map(|()| buffer)
        };
        if length < (HEAD + TAIL) as u64 {
            return Err(damaged("too short for a layer"));
        }
        let head_bytes = read(0, HEAD as u64).map_err(StoreError::io(path))?;
        if head_bytes[..8] != *MAGIC {
            return Err(damaged("not a layer of a store"));
        }
        let version = u32::from_le_bytes(head_bytes[8..12].try_into().expect("four bytes"));
        if version > manifest::VERSION {
            return Err(StoreError::Newer { path: path.to_owned(), version });
        }
        let tail = read(length - TAIL as u64, TAIL as u64).map_err(StoreError::io(path))?;
        let mut tail = Fields(&tail);
        let (foot_length, checksum) = (tail.u32().unwrap_or(0), tail.u32().unwrap_or(0));
        let room = length - (HEAD + TAIL) as u64;
        if u64::from(foot_length) > room {
            return Err(damaged("damaged: the foot is longer than the file"));
        }
        let foot_start = length - TAIL as u64 - u64::from(foot_length);
        let foot_bytes = read(foot_start, u64::from(foot_length)).map_err(StoreError::io(path))?;
        if crc32(&[&head_bytes[..], &foot_bytes].concat()) != checksum {
            return Err(damaged("damaged: the checksum of head and foot is wrong"));
        }
        let (layer, frames) =
            parse_foot(&foot_bytes, sum).ok_or_else(|| damaged("damaged: the foot ends early"))?;
        let code = manifest::code(engine, version);
        let code = code.filter(|_| head_bytes == head(version, engine, variant, &layer));
        let code = code.ok_or_else(|| damaged("a layer of another game, sum or engine"))?;
        let mut end = HEAD as u64;
        let starts: Vec<u64> = frames
            .iter()
            .map(|frame| {
                let start = end;
                end += u64::from(frame.length);
                start
            })
            .collect();
        if end != foot_start {
            return Err(damaged("damaged: the frames do not fill the file"));
        }
        Ok(LayerFile { layer, frames, code, starts, length })
    }

    /// Whether the checksums of all frames are right.
    pub(crate) fn has_whole_frames(&self, path: &Path) -> bool {
        (0..self.frames.len()).all(|frame| self.frame(path, frame).is_ok())
    }

    /// The words of a frame, decoded, with as many set bits as its entry says, all of which stand for boards.
    pub(crate) fn words(
        &self,
        path: &Path,
        frame: usize,
        layout: &LayerLayout,
    ) -> Result<Vec<u64>, StoreError> {
        let words = layout.decode(frame, &self.frame(path, frame)?, self.code);
        let ones: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        if ones != u64::from(self.frames[frame].states) {
            let what = format!("damaged: frame {frame} has another number of boards than its entry");
            return Err(StoreError::damaged(path, what));
        }
        if !layout.has_only_boards(frame, &words) {
            return Err(StoreError::damaged(path, "damaged: a bit that stands for no board"));
        }
        Ok(words)
    }

    /// The bytes of a frame, checked.
    pub(crate) fn frame(&self, path: &Path, frame: usize) -> Result<Vec<u8>, StoreError> {
        let entry = self.frames[frame];
        let mut bytes = vec![0; entry.length as usize];
        let mut file = File::open(path).map_err(StoreError::io(path))?;
        file.seek(SeekFrom::Start(self.starts[frame]))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(StoreError::io(path))?;
        if crc32(&bytes) != entry.checksum {
            return Err(StoreError::damaged(
                path,
                format!("damaged: the checksum of frame {frame} is wrong"),
            ));
        }
        Ok(bytes)
    }
}

fn parse_foot(bytes: &[u8], sum: u64) -> Option<(LayerCounts, Vec<FrameEntry>)> {
    let mut fields = Fields(bytes);
    let folded = fields.groups()?;
    let [unfolded] = fields.take()?;
    let unfolded = if unfolded == 1 { Some(fields.groups()?) } else { None };
    let mut frames = Vec::new();
    for _ in 0..fields.u32()? {
        frames.push(FrameEntry { length: fields.u32()?, states: fields.u32()?, checksum: fields.u32()? });
    }
    fields.0.is_empty().then_some((LayerCounts { sum, folded, unfolded }, frames))
}
