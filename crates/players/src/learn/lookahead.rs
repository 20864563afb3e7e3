//! Indexes of the boards that will be learned from next.

use redouble_kernels::RecordIndexes;

use super::table::LearningTable;
use crate::Indexed;

/// How many boards ahead of the learning indexes are computed; one board later their records are prefetched.
const DISTANCE: usize = 4;
/// Room for the board at hand and those ahead of it: a power of two, so that a remainder is a mask.
const SLOTS: usize = 8;

/// A window that goes over the boards of a game from the last to the first and sees to it that records are in the cache when
/// they are needed.
pub(super) struct Lookahead {
    /// The indexes of each board in the window, at the rest of its place.
    slots: [RecordIndexes; SLOTS],
}

impl Lookahead {
    pub(super) fn new(table: &LearningTable) -> Lookahead {
        Lookahead { slots: std::array::from_fn(|_| table.record_indexes()) }
    }

    /// Puts the window over the last of these boards.
    pub(super) fn begin<B: Indexed>(
        &mut self,
        table: &LearningTable,
        boards: usize,
        board: impl Fn(usize) -> B,
    ) {
        for place in boards.saturating_sub(DISTANCE)..boards {
            let slot = &mut self.slots[place % SLOTS];
            table.compute_record_indexes(board(place), slot);
            table.prefetch_records(slot);
        }
    }

    /// The indexes of a board in the window.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &RecordIndexes {
        &self.slots[place % SLOTS]
    }

    /// Moves the window of so many boards from this one to the one before it.
    #[inline(always)]
    pub(super) fn advance<B: Indexed>(
        &mut self,
        table: &LearningTable,
        (place, boards): (usize, usize),
        board: impl Fn(usize) -> B,
    ) {
        if let Some(later) = place.checked_sub(DISTANCE) {
            table.compute_record_indexes(board(later), &mut self.slots[later % SLOTS]);
        }
        if (DISTANCE..boards).contains(&(place + 1)) {
            // Computed one board ago: what was just stored takes a while until it can be loaded.
            table.prefetch_records(self.at(place + 1 - DISTANCE));
        }
    }
}
