//! Weights that changed so much that those who choose moves should see it.

use std::sync::atomic::Ordering;

use crate::ntuple::{MAX_TUPLES, Weights};

/// Weights that are rounded to something else than before, not shown yet.
///
/// Most moves change few of them, now these and now those: written one after the other as they come, each would be a jump that
/// the processor did not expect.
pub(crate) struct Changes {
    indexes: Box<[u32; PLACES]>,
    /// What each is now, in steps.
    steps: Box<[i32; PLACES]>,
    count: usize,
}

/// So many changes are kept at most, and are in the nearest cache when they are shown.
const PLACES: usize = 1_024;

/// Where changes are to be written, and how many are there already.
pub(crate) struct Room<'a> {
    pub(crate) indexes: &'a mut [u32; PLACES],
    pub(crate) steps: &'a mut [i32; PLACES],
    pub(crate) count: &'a mut usize,
}

impl Changes {
    pub(crate) fn none() -> Changes {
        Changes { indexes: Box::new([0; PLACES]), steps: Box::new([0; PLACES]), count: 0 }
    }

    /// Shows all if there is not the place for the changes of so many tuples and eight more; then, where these are to be
    /// written and how many are there already.
    #[inline(always)]
    pub(crate) fn room_for(&mut self, tuples: usize, shown: &Weights) -> Room<'_> {
        const { assert!(8 * (MAX_TUPLES + 1) <= PLACES, "there is the place once all are shown") };
        assert!(tuples <= MAX_TUPLES, "as many as a network has");
        if self.count > PLACES - 8 * (tuples + 1) {
            self.show(shown);
        }
        let Changes { indexes, steps, count } = self;
        Room { indexes, steps, count }
    }

    #[inline(never)]
    pub(crate) fn show(&mut self, shown: &Weights) {
        let words = shown.words();
        for (&index, &steps) in self.indexes.iter().zip(&*self.steps).take(self.count) {
            words[index as usize]
                .store(steps.clamp(i16::MIN.into(), i16::MAX.into()) as i16, Ordering::Relaxed);
        }
        self.count = 0;
    }
}
