//! Weights that changed so much that those who choose moves should see it.

use std::sync::atomic::Ordering;

use crate::ntuple::Weights;

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

impl Changes {
    pub(crate) fn none() -> Changes {
        Changes { indexes: Box::new([0; PLACES]), steps: Box::new([0; PLACES]), count: 0 }
    }

    /// Shows all if there is not the place for eight more; then, where the next ones are to be written.
    #[inline(always)]
    pub(crate) fn next_eight(&mut self, shown: &Weights) -> (&mut [u32; 8], &mut [i32; 8]) {
        if self.count > PLACES - 8 {
            self.show(shown);
        }
        let place = self.count..self.count + 8;
        let eight = "there is the place for eight";
        (
            (&mut self.indexes[place.clone()]).try_into().expect(eight),
            (&mut self.steps[place]).try_into().expect(eight),
        )
    }

    /// So many of the next ones were written.
    #[inline(always)]
    pub(crate) fn add(&mut self, written: usize) {
        self.count += written;
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
