//! What the counting engine `row` does word by word: images of afterstates, spawns, slides and counts.
//!
//! A *slab* is a bitmap of some boards that share their upper half. It is cut into up to 64 *segments*; a mask says which of
//! them are *dirty*, that is, hold a bit. A *packed* slab is its dirty segments one after the other. Every function here
//! takes slices whose lengths the caller vouches for; a wrong one panics.

#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx512;
mod bit_map;
mod loops;
mod portable;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use bit_map::BitMap;

use crate::Cpu;
use crate::cpu::on_cpu;

/// Consecutive bits of a row of afterstates that go to one word of a slab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The bits of the word that they go to, the first to the lowest; as many as this has ones.
    pub deposit: u64,
    /// The first of them.
    pub start: u32,
    /// The word, where the row is one slab.
    pub word: u16,
    /// The number of the slab, where the row is one word in each of several slabs.
    pub slab: u16,
}

/// Where one bit of a row goes, if the row is one word in each of several slabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The number of the slab.
    pub slab: u16,
    /// The bit, counted from that of the word that the row belongs to.
    pub bit: u16,
}

/// Consecutive slabs of one length, unpacked.
pub struct Slabs<'a> {
    /// The words of all of them.
    pub words: &'a mut [u64],
    /// The dirty segments of each.
    pub dirty: &'a mut [u64],
    /// The words of each.
    pub stride: usize,
    /// The binary logarithm of the words of a segment.
    pub shift: u32,
}

impl Slabs<'_> {
    /// Sets bits of a word of a slab.
    #[inline(always)]
    fn set(&mut self, slab: usize, word: usize, bits: u64) {
        self.words[slab * self.stride + word] |= bits;
        self.dirty[slab] |= 1 << (word >> self.shift);
    }
}

/// Up to four numbers below 256: the words that a word is copied to when a tile appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Few {
    count: u8,
    numbers: [u8; Few::MOST],
}

impl Few {
    /// As many as there are.
    pub const MOST: usize = 4;

    /// One more.
    ///
    /// # Panics
    /// If there are [`Few::MOST`] already.
    pub fn push(&mut self, number: u8) {
        self.numbers[usize::from(self.count)] = number;
        self.count += 1;
    }

    /// All of them.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.numbers[..usize::from(self.count).min(Few::MOST)]
    }
}

/// One byte for each of 65,536 numbers; those that are other than 0 are marked.
pub type Marks = [u8; 1 << 16];

/// Where the bits of a slab slide to, left and right.
pub struct Slides {
    /// By word, where its bits begin in `to`.
    first: Vec<u32>,
    /// Followed by 64 more, so that every word finds 64.
    to: Vec<[u16; 2]>,
}

impl Slides {
    /// By word, the numbers that each of its bits slides to, left and right.
    #[must_use]
    pub fn new(words: &[Vec<[u16; 2]>]) -> Slides {
        let mut slides = Slides { first: Vec::with_capacity(words.len()), to: Vec::new() };
        for word in words {
            slides.first.push(slides.to.len() as u32);
            slides.to.extend(word);
        }
        slides.to.extend([[0; 2]; 64]);
        slides.to.shrink_to_fit();
        slides
    }

    /// The bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        4 * (self.first.len() + self.to.len())
    }

    /// For each bit of a word.
    #[inline(always)]
    fn of_word(&self, word: usize) -> &[[u16; 2]; 64] {
        self.to[self.first[word] as usize..].first_chunk().expect("64 follow the last")
    }
}

/// ORs a packed slab into one that is not.
#[inline]
pub fn or_segments(cpu: Cpu, packed: &[u64], dirty: u64, shift: u32, into: &mut [u64]) {
    on_cpu!(cpu, or_segments(packed, dirty, shift, into));
}

/// Packs a slab, leaves it empty, and says how many words it took.
#[inline]
pub fn take_segments(cpu: Cpu, slab: &mut [u64], dirty: u64, shift: u32, packed: &mut [u64]) -> usize {
    on_cpu!(cpu, take_segments(slab, dirty, shift, packed))
}

/// ORs words into others.
#[inline]
pub fn or_words(cpu: Cpu, words: &[u64], into: &mut [u64]) {
    on_cpu!(cpu, or_words(words, into));
}

/// The number of bits that are set.
#[inline]
#[must_use]
pub fn ones(cpu: Cpu, words: &[u64]) -> u64 {
    on_cpu!(cpu, ones(words))
}

/// The number of bits that are set in both.
#[inline]
#[must_use]
pub fn ones_within(cpu: Cpu, words: &[u64], mask: &[u64]) -> u64 {
    on_cpu!(cpu, ones_within(words, mask))
}

/// Lays the runs of a row into an unpacked slab, and says which segments they fall in. The row is followed by one more word.
#[inline]
pub fn lay_runs(cpu: Cpu, row: &[u64], runs: &[Run], shift: u32, slab: &mut [u64]) -> u64 {
    on_cpu!(cpu, lay_runs(row, runs, shift, slab))
}

/// Lays runs of a row, their bits mapped, into this word of the slabs that they name. The row is followed by one more word.
#[inline]
pub fn lay_across(cpu: Cpu, row: &[u64], runs: &[Run], map: &BitMap, word: usize, slabs: &mut Slabs<'_>) {
    on_cpu!(cpu, lay_across(row, runs, map, word, slabs));
}

/// Sets for every bit of the row that is set the bit of the slab in its place; says which segments they fall in.
#[inline]
pub fn scatter(cpu: Cpu, row: &[u64], places: &[u32], shift: u32, slab: &mut [u64]) -> u64 {
    on_cpu!(cpu, scatter(row, places, shift, slab))
}

/// The same for some bits of a row that is one word in each of several slabs; `crossings` begins with that of the first bit.
#[inline]
pub fn scatter_across(
    cpu: Cpu,
    row: &[u64],
    bits: Range<u32>,
    crossings: &[Crossing],
    word: usize,
    slabs: &mut Slabs<'_>,
) {
    on_cpu!(cpu, scatter_across(row, bits, crossings, word, slabs));
}

/// A tile appears in the two lower quadrants of all boards of a block: word by left quadrant, bit by right one.
pub struct Spawning<'a> {
    /// From the bits of the right quadrant to those with the tile; if it can appear there.
    pub map: Option<&'a BitMap>,
    /// By word, the words of the left quadrant with the tile.
    pub targets: &'a [Few],
    /// The block of the same left quadrants; empty if the tile cannot appear at the right.
    pub same: &'a mut [u64],
    /// The block of those with the tile; empty if it cannot appear at the left.
    pub next: &'a mut [u64],
}

/// Adds to two blocks of states those that a spawn makes of a block of afterstates.
#[inline]
pub fn spawn(cpu: Cpu, block: &[u64], spawning: Spawning<'_>) {
    on_cpu!(cpu, spawn(block, spawning));
}

/// Marks where the boards of a slab slide to, left and right.
#[inline]
pub fn slide(cpu: Cpu, slab: &[u64], slides: &Slides, marks: &mut [Marks; 2]) {
    on_cpu!(cpu, slide(slab, slides, marks));
}

/// The same for those boards alone that are in a mask, one mask for each way.
#[inline]
pub fn slide_within(cpu: Cpu, slab: &[u64], within: [&[u64]; 2], slides: &Slides, marks: &mut [Marks; 2]) {
    on_cpu!(cpu, slide_within(slab, within, slides, marks));
}

/// ORs the marks into a row as bits and takes them away; without a row they are only taken away. 64 marks are a word.
#[inline]
pub fn take_marks(cpu: Cpu, marks: &mut [u8], row: Option<&mut [u64]>) {
    on_cpu!(cpu, take_marks(marks, row));
}

/// Transposes 64 by 64 bits: bit `c` of word `r` becomes bit `r` of word `c`.
pub fn transpose(words: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while size != 0 {
        // Squares of `size` bits: the upper right one of every four changes places with the lower left one.
        for row in (0..64).filter(|row| row & size == 0) {
            let moved = ((words[row] >> size) ^ words[row + size]) & mask;
            words[row] ^= moved << size;
            words[row + size] ^= moved;
        }
        size /= 2;
        mask ^= mask << size;
    }
}
