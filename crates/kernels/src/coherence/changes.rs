//! Write buffer for weights whose quantised value changed.

use std::sync::atomic::Ordering;

use crate::{MAX_TUPLES, QuantisedWeights};

/// Weights whose quantised value changed, not stored yet.
///
/// Which of the weights of a board change is unpredictable: a conditional store of each would mispredict.
pub struct Changes {
    pub(super) indexes: Box<[u32; PLACES]>,
    /// What each is now, in steps.
    pub(super) steps: Box<[i32; PLACES]>,
    /// How many there are; with [`MARGIN`] more never beyond [`PLACES`].
    pub(super) count: usize,
}

/// So many fit into the L1 cache beside the rest.
pub(super) const PLACES: usize = 1_024;

/// Vector forms write the changes of a tuple as eight elements, however few of them are changes.
pub(super) const MARGIN: usize = 8;

impl Changes {
    /// Nothing has changed.
    #[must_use]
    pub fn none() -> Changes {
        Changes { indexes: Box::new([0; PLACES]), steps: Box::new([0; PLACES]), count: 0 }
    }

    /// Flushes if there is not the room for the changes of so many tuples.
    #[inline(always)]
    pub(super) fn make_room(&mut self, tuples: usize, quantised: &QuantisedWeights) {
        const { assert!(8 * MAX_TUPLES + MARGIN <= PLACES, "after a flush there is the room") };
        assert!(tuples <= MAX_TUPLES, "as many as a plan has");
        if self.count > PLACES - MARGIN - 8 * tuples {
            self.flush(quantised);
        }
    }

    /// Adds a change; there is room.
    pub(super) fn push(&mut self, index: u32, steps: i32) {
        (self.indexes[self.count], self.steps[self.count]) = (index, steps);
        self.count += 1;
    }

    /// Stores all changes.
    #[inline(never)]
    pub(super) fn flush(&mut self, quantised: &QuantisedWeights) {
        let words = quantised.words();
        for (&index, &steps) in self.indexes.iter().zip(&*self.steps).take(self.count) {
            let steps = steps.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            words[index as usize].store(steps, Ordering::Relaxed);
        }
        self.count = 0;
    }
}
