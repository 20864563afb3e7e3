//! The states of all layers, wherever they are.

use std::sync::Arc;

use redouble_core::Watch;
use redouble_kernels::Cpu;

use super::problem::{Problem, SolveError};
use crate::engine::Layers;
use crate::frame::{Keep, StateFrame};
use crate::rank::Ranking;
use crate::{Engine, Options, Store};

/// See the module.
pub(super) struct Sets {
    ranking: Arc<dyn Ranking>,
    source: Source,
    states: u64,
    top: u64,
    /// The instructions for those who work with the states.
    pub(super) cpu: Cpu,
}

enum Source {
    /// The layers that have states, by increasing sum.
    Memory(Vec<(u64, Vec<StateFrame>)>),
    Stored(Box<Store>),
}

impl Sets {
    /// Finds the states of a game.
    pub(super) fn reached(problem: &Problem, cpu: Cpu, watch: &dyn Watch) -> Result<Sets, SolveError> {
        let (engine, options) = (problem.engine(), Options { cpu, ..Options::default() });
        // Layers of 4x4 would be large if they were not compressed.
        let keep = if engine == Engine::Tensor { Keep::Encoded } else { Keep::Sparse };
        let mut layers = Layers::new(engine, problem.variant(), &options)?;
        let (mut found, mut states) = (Vec::new(), 0);
        while let Some(layer) = layers.next(keep, watch)? {
            let of_layer = layer.counts.folded.total().states;
            if of_layer > 0 {
                found.push((layer.counts.sum, layer.frames));
            }
            states += of_layer;
        }
        let top = found.last().map_or(4, |(sum, _)| *sum);
        Ok(Sets { ranking: problem.ranking()?, source: Source::Memory(found), states, top, cpu })
    }

    /// The states of a complete store.
    pub(super) fn stored(problem: &Problem, cpu: Cpu, store: Store) -> Result<Sets, SolveError> {
        // Behind the last layer there may be empty ones.
        let has_states = |sum: &u64| store.states_above(sum - 2) > store.states_above(*sum);
        let top = store.sums().filter(has_states).max().unwrap_or(4);
        let states = store.states();
        Ok(Sets { ranking: problem.ranking()?, source: Source::Stored(Box::new(store)), states, top, cpu })
    }

    /// The largest tile sum of a state.
    pub(super) fn top(&self) -> u64 {
        self.top
    }

    /// The number of all states.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// The number of states in the layers above this one.
    pub(super) fn states_above(&self, sum: u64) -> u64 {
        match &self.source {
            Source::Memory(layers) => {
                let above = layers.iter().filter(|(of_layer, _)| *of_layer > sum);
                above.flat_map(|(_, frames)| frames).map(|frame| frame.states).sum()
            }
            Source::Stored(store) => store.states_above(sum),
        }
    }

    /// A layer as a bitmap; a layer without states is one of zeros.
    pub(super) fn words(&self, sum: u64) -> Result<Vec<u64>, SolveError> {
        match &self.source {
            Source::Memory(layers) => {
                let ranks = self.ranking.layer(sum);
                let Ok(place) = layers.binary_search_by_key(&sum, |(sum, _)| *sum) else {
                    return Ok(vec![0; ranks.words()]);
                };
                let frames = layers[place].1.iter().enumerate();
                Ok(frames.flat_map(|(number, frame)| frame.words(&*ranks, number)).collect())
            }
            Source::Stored(store) => {
                let words = store.words(sum)?;
                store.forget_layers();
                Ok(words)
            }
        }
    }
}
