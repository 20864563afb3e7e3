//! Random boards for tests: a small generator, so that every run sees the same boards.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of these")]

use redouble_tilt::{Configuration, Label, Labelled, Notation, Pattern, Size, Square};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A board of up to `side` x `side` with any number of tiles.
    pub fn pattern(&mut self, side: u64) -> Pattern {
        let size = Size::new(1 + self.below(side), 1 + self.below(side)).expect("a small board");
        let tiles = self.below(size.area() as u64 + 1) as usize;
        Pattern::of(size, self.squares(size, tiles))
    }

    /// Different squares of a board in random order.
    pub fn squares(&mut self, size: Size, count: usize) -> Vec<Square> {
        let mut all: Vec<Square> = (0..size.area()).map(|index| size.square(index)).collect();
        for at in 0..count {
            let other = at as u64 + self.below((all.len() - at) as u64);
            all.swap(at, other as usize);
        }
        all.truncate(count);
        all
    }

    /// Labels 1 to `kinds` on the tiles of a pattern.
    pub fn labelled(&mut self, pattern: &Pattern, kinds: u64) -> Labelled {
        let configuration = Configuration::of(pattern);
        let labels = configuration.tiles().iter().map(|_| 1 + self.below(kinds) as Label).collect();
        Labelled::new(configuration, labels, Notation::Numbers)
    }
}
