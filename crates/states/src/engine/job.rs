//! One layer to be computed, and what comes out.

use std::sync::atomic::{AtomicU64, Ordering};

use redouble_core::{Progress, Stopped, Watch};

use crate::frame::{Keep, StateFrame};
use crate::{CountError, LayerCounts};

/// Gives the words of a frame of the layer at hand.
pub(crate) type KnownStates<'a> = dyn Fn(usize) -> Result<Vec<u64>, CountError> + Sync + 'a;

/// A layer to be computed.
pub(crate) struct LayerJob<'a> {
    /// Its tile sum.
    pub(crate) sum: u64,
    /// Its states, if they are known: then only what follows from them is computed, and nothing is counted or kept.
    pub(crate) known: Option<&'a KnownStates<'a>>,
    /// What becomes of the states.
    pub(crate) keep: Keep,
    pub(crate) watch: &'a dyn Watch,
    /// The states of the layers before and, piece by piece, of this one.
    pub(crate) states: AtomicU64,
    /// The share of the whole work before this layer, and with it; where that is known.
    pub(crate) share: Option<[f64; 2]>,
    /// The pieces of this layer that are done.
    pub(crate) pieces: AtomicU64,
}

impl LayerJob<'_> {
    /// Reports that one more of `of` pieces of the layer is done, with so many states, and stops if nobody wants more.
    pub(crate) fn piece(&self, states: u64, of: usize) -> Result<(), Stopped> {
        let states = if self.known.is_some() { 0 } else { states };
        let done = self.states.fetch_add(states, Ordering::Relaxed) + states;
        let pieces = self.pieces.fetch_add(1, Ordering::Relaxed) + 1;
        let part = pieces as f64 / of as f64;
        let share = self.share.map(|[before, with]| before + part * (with - before));
        let progress = Progress { phase: "counting", step: None, done, unit: "states", share };
        self.watch.progress(progress.in_step("layer", self.sum));
        self.watch.check()
    }
}

/// What a job, or a part of it, has found.
pub(crate) struct LayerResult {
    pub(crate) counts: LayerCounts,
    /// In the order of their positions; none if they were not to be kept.
    pub(crate) frames: Vec<StateFrame>,
}

impl LayerResult {
    /// Nothing, of a layer with this tile sum.
    pub(crate) fn empty(sum: u64, unfolded: bool) -> LayerResult {
        LayerResult { counts: LayerCounts::empty(sum, unfolded), frames: Vec::new() }
    }

    /// Adds the results of the parts behind this one.
    pub(crate) fn extend(&mut self, parts: impl IntoIterator<Item = LayerResult>) {
        for part in parts {
            self.counts += &part.counts;
            self.frames.extend(part.frames);
        }
    }
}
