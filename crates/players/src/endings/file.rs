//! The file of a table.
//!
//! ```text
//! block 0     magic "RDENDING"  version u32  the layout's numbers, one byte a cell  exponent of the tile u8  goal u8
//!             last tile sum u32  states u64  zeros  CRC-32 of the number of the block and all before u32
//! blocks      the layers from the largest tile sum down, each from a new block on; a block has 2046 codes of two bytes, zeros
//!             behind the last one of a layer, and a CRC-32 of its number and its codes u32
//! at the end  for each layer, in the same order: CRC-32 of the CRC-32s of its blocks u32
//!             CRC-32 of block 0 and of these u32
//! ```
//! All numbers are little-endian. Blocks of 4096 bytes are what systems read; whoever looks up a state reads one and
//! knows at once whether it is as it was written.

use std::path::Path;

use crc32fast::Hasher;
use redouble_core::Tile;

use super::code::Code;
use super::error::TableError;
use super::layout::Layout;
use super::problem::{EndingProblem, Goal};
use super::ranking::EndingRanking;

const MAGIC: &[u8; 8] = b"RDENDING";
pub(super) const VERSION: u32 = 1;
/// The bytes of a block.
pub(super) const BLOCK: usize = 4_096;
/// The codes in a block.
pub(super) const CODES: u64 = ((BLOCK - 4) / Code::BYTES) as u64;

/// The checksum of a block: its number keeps it from being taken for another.
pub(super) fn block_sum(number: u64, content: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// Closes a block with its checksum.
pub(super) fn close_block(number: u64, block: &mut [u8]) -> u32 {
    let (content, sum) = block.split_at_mut(BLOCK - 4);
    let found = block_sum(number, content);
    sum.copy_from_slice(&found.to_le_bytes());
    found
}

/// Whether a block is as it was written.
pub(super) fn is_whole(number: u64, block: &[u8]) -> bool {
    let (content, sum) = block.split_at(BLOCK - 4);
    block_sum(number, content).to_le_bytes() == sum
}

/// The first block of a file.
pub(super) fn header(problem: &EndingProblem, ranking: &EndingRanking) -> Vec<u8> {
    let mut block = Vec::with_capacity(BLOCK);
    block.extend(MAGIC);
    block.extend(VERSION.to_le_bytes());
    block.extend(problem.layout().numbers());
    block.extend([problem.tile().exponent(), problem.goal() as u8]);
    block.extend(problem.last_sum().to_le_bytes());
    block.extend(ranking.total().to_le_bytes());
    block.resize(BLOCK, 0);
    close_block(0, &mut block);
    block
}

/// What the first block of a file says it is about.
pub(super) fn read_header(path: &Path, block: &[u8]) -> Result<EndingProblem, TableError> {
    if !block.starts_with(MAGIC) {
        return Err(TableError::NotATable(path.to_owned()));
    }
    let number = |at: usize| u32::from_le_bytes(block[at..at + 4].try_into().expect("four bytes"));
    if number(8) != VERSION {
        return Err(TableError::Version { path: path.to_owned(), version: number(8) });
    }
    let problem = is_whole(0, block).then(|| parse_problem(&block[12..30])).flatten();
    let problem = problem.ok_or_else(|| TableError::damaged(path, "its first block"))?;
    // Made by a program with another idea of what the table is.
    match header(&problem, &EndingRanking::new(&problem)) == block {
        true => Ok(problem),
        false => Err(TableError::damaged(path, "its parameters contradict each other")),
    }
}

/// Layout, tile and goal.
fn parse_problem(bytes: &[u8]) -> Option<EndingProblem> {
    let layout = Layout::from_numbers(bytes[..16].try_into().ok()?).ok()?;
    let goal = *Goal::ALL.get(usize::from(bytes[17]))?;
    EndingProblem::new(layout, Tile::new(bytes[16])?, goal).ok()
}

/// Where the layers of a file are.
#[derive(Debug)]
pub(super) struct Places {
    /// By half of the tile sum: the first block of the layer.
    first_blocks: Vec<u64>,
    /// All blocks, the first one included.
    blocks: u64,
}

impl Places {
    pub(super) fn new(ranking: &EndingRanking) -> Places {
        let mut first_blocks = vec![0; ranking.sums().len()];
        let mut blocks = 1;
        for sum in ranking.sums() {
            first_blocks[sum as usize / 2] = blocks;
            blocks += ranking.states(sum).div_ceil(CODES);
        }
        Places { first_blocks, blocks }
    }

    /// The first block of a layer.
    pub(super) fn first_block(&self, sum: u32) -> u64 {
        self.first_blocks[sum as usize / 2]
    }

    /// Where the checksums of the layers begin.
    pub(super) const fn end_of_blocks(&self) -> u64 {
        self.blocks * BLOCK as u64
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.end_of_blocks() + 4 * (self.first_blocks.len() as u64 + 1)
    }
}

/// The end of a file: the checksums of the layers, and one of everything.
pub(super) fn trailer(header: &[u8], layers: &[u32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = layers.iter().flat_map(|sum| sum.to_le_bytes()).collect();
    let mut hasher = Hasher::new();
    hasher.update(header);
    hasher.update(&bytes);
    bytes.extend(hasher.finalize().to_le_bytes());
    bytes
}
