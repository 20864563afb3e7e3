//! Values already found: the transposition table.

use crate::leaf_table::LeafTable;

/// Values of afterstates by board, depth and probability budget.
///
/// A value depends on exactly these three, so an entry is right whoever stored it and whenever: nothing needs to be
/// cleared between moves, and neither the order of the search nor the size of the table changes a result. Only the leaf
/// evaluation must stay the same.
pub(crate) struct Table {
    /// A power of two; allocated when first used.
    entries: Vec<Entry>,
    size: usize,
    pub(crate) leaves: LeafTable,
}

/// 24 bytes; an entry that was never stored has depth 0, which no search looks up.
#[derive(Clone, Copy, Default)]
struct Entry {
    board: u64,
    value: f64,
    /// Depth above, probability budget below.
    work: u32,
}

/// What a value was searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// Moves still to be made.
    pub depth: u32,
    /// The budget of improbability, in bits.
    pub bits: u8,
}

impl Work {
    const fn tag(self) -> u32 {
        (self.depth + 1) << 8 | self.bits as u32
    }
}

impl Table {
    /// A table with 2^`log_size` entries of 24 bytes.
    #[must_use]
    pub(crate) const fn new(log_size: u32) -> Table {
        Table { entries: Vec::new(), size: 1 << log_size, leaves: LeafTable::new() }
    }

    fn index(&self, board: u64, work: Work) -> usize {
        let mixed = (board ^ u64::from(work.tag()) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - self.size.trailing_zeros())) as usize
    }

    /// The value of this board searched with exactly this work, if it is there.
    #[inline]
    #[must_use]
    pub(crate) fn get(&self, board: u64, work: Work) -> Option<f64> {
        let entry = self.entries.get(self.index(board, work))?;
        (entry.board == board && entry.work == work.tag()).then_some(entry.value)
    }

    /// Stores a value in place of whatever was there.
    #[inline]
    pub(crate) fn insert(&mut self, board: u64, work: Work, value: f64) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); self.size];
        }
        let index = self.index(board, work);
        self.entries[index] = Entry { board, value, work: work.tag() };
    }
}
