//! What the frames of layers are: states in the order of a ranking, or afterstates of slides to the left.

use std::sync::Arc;

use super::StoreError;
use crate::codec::Code;
use crate::engine::row::{LeftForm, LeftFrames};
use crate::rank::{LayerRanks, Ranking, ranking};
use crate::{Engine, Variant};

/// The layout of all layers of a store.
pub(crate) enum Layout {
    /// One bit a state.
    States(Arc<dyn Ranking>),
    /// One bit for each afterstate of a slide to the left. The states of a layer follow from those of the two before it.
    Left(Box<LeftForm>),
}

impl Layout {
    /// The layout that an engine keeps layers in.
    pub(crate) fn of(engine: Engine, variant: Variant) -> Result<Layout, StoreError> {
        if engine == Engine::Row && engine.supports(variant) {
            return Ok(Layout::Left(Box::new(LeftForm::new(variant))));
        }
        ranking(engine, variant).map(Layout::States).ok_or(StoreError::NoLayout { engine, variant })
    }

    /// The layout of the layer with this tile sum.
    pub(crate) fn layer(&self, sum: u64) -> LayerLayout {
        match self {
            Layout::States(ranking) => LayerLayout::States(ranking.layer(sum)),
            Layout::Left(form) => LayerLayout::Left(form.layer(sum)),
        }
    }
}

/// The layout of one layer.
pub(crate) enum LayerLayout {
    States(Box<dyn LayerRanks>),
    Left(LeftFrames),
}

impl LayerLayout {
    /// How many frames there are.
    pub(crate) fn frames(&self) -> usize {
        match self {
            LayerLayout::States(ranks) => ranks.frames().len(),
            LayerLayout::Left(frames) => frames.len(),
        }
    }

    /// The code that engines write frames in.
    pub(crate) fn code(&self) -> Code {
        match self {
            LayerLayout::States(_) => Code::Words,
            LayerLayout::Left(_) => Code::Rows,
        }
    }

    /// Decodes the words of a frame. Wrong bytes give wrong words, never a panic.
    pub(crate) fn decode(&self, frame: usize, bytes: &[u8], code: Code) -> Vec<u64> {
        match self {
            LayerLayout::States(ranks) => ranks.decode(frame, bytes),
            LayerLayout::Left(frames) => frames.decode(frame, bytes, code),
        }
    }

    /// Whether every set bit of a frame stands for a board.
    pub(crate) fn has_only_boards(&self, frame: usize, words: &[u64]) -> bool {
        match self {
            LayerLayout::States(ranks) => ranks.has_only_boards(ranks.frames()[frame].start, words),
            LayerLayout::Left(frames) => frames.has_only_boards(frame, words),
        }
    }
}
