//! The states of all layers, wherever they are.

use redouble_core::with_packed;

use super::numbering::Small;
use super::problem::{Problem, SolveError};
use super::reach::{Reach, ReachedLayer};
use super::{Phase, SolveWatch, SolveWork};
use crate::codec::decode;
use crate::engine::{Task, layer_engine};
use crate::frame::Frame;
use crate::store::Layout;
use crate::{Engine, Layer, Observer, Options, Store, Work};

/// See the module.
pub(super) struct Sets {
    layout: Layout,
    layers: Layers,
    states: u64,
    top: u64,
}

enum Layers {
    /// Words without the empty ones, by increasing sum.
    Sparse(Vec<ReachedLayer>),
    /// As stores keep them, by increasing sum.
    Frames(Vec<(u64, Vec<Frame>)>),
    /// On disk.
    Stored(Box<Store>),
}

impl Sets {
    /// Finds the states of a game.
    pub(super) fn reached(
        problem: &Problem,
        threads: usize,
        watch: &mut SolveWatch<'_>,
    ) -> Result<Sets, SolveError> {
        match problem.engine() {
            Engine::Tensor => Sets::counted(problem, threads, watch),
            _ => Sets::found(problem, threads, watch),
        }
    }

    fn found(problem: &Problem, threads: usize, watch: &mut SolveWatch<'_>) -> Result<Sets, SolveError> {
        let variant = problem.variant();
        let small = Small::new(variant);
        let layers = with_packed!(usual variant.shape(), R, C => {
            Reach::<Small, R, C>::new(&small, variant, threads).layers(variant, watch)
        });
        let layers = layers.expect("a problem is 4x4 or has at most 12 cells")?;
        let states = layers.iter().map(|layer| layer.states.len() as u64).sum();
        let top = layers.last().map_or(4, |layer| layer.sum);
        Ok(Sets {
            layout: Layout::new(problem.engine(), variant)?,
            layers: Layers::Sparse(layers),
            states,
            top,
        })
    }

    /// By the engine of 4x4 boards, whose layers would be large if they were not compressed.
    fn counted(problem: &Problem, threads: usize, watch: &mut SolveWatch<'_>) -> Result<Sets, SolveError> {
        let (variant, options) = (problem.variant(), Options { threads, ..Options::default() });
        let mut engine = layer_engine(problem.engine(), variant, &options)?;
        let (mut layers, mut states, mut gaps, mut sum) = (Vec::new(), 0, 0, 4);
        while gaps < 2 {
            let mut frames = Vec::new();
            let mut keep = |frame: Frame| {
                frames.push(frame);
                Ok(())
            };
            let mut observer = Counting(watch);
            let task = &mut Task { observer: &mut observer, keep: Some(&mut keep), states_before: states };
            let layer: Layer = engine.advance(task)?;
            let found = layer.folded.total().states;
            gaps = if layer.is_empty() { gaps + 1 } else { 0 };
            if found > 0 {
                layers.push((sum, frames));
            }
            states += found;
            sum += 2;
        }
        let top = layers.last().map_or(4, |(sum, _)| *sum);
        Ok(Sets {
            layout: Layout::new(problem.engine(), variant)?,
            layers: Layers::Frames(layers),
            states,
            top,
        })
    }

    /// The states of a complete store.
    pub(super) fn stored(problem: &Problem, store: Store) -> Result<Sets, SolveError> {
        let layout = Layout::new(problem.engine(), problem.variant())?;
        // Behind the last layer there may be empty ones.
        let has_states = |sum: &u64| store.states_above(sum - 2) > store.states_above(*sum);
        let top = store.sums().filter(has_states).max().unwrap_or(4);
        Ok(Sets { layout, states: store.states(), layers: Layers::Stored(Box::new(store)), top })
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
        match &self.layers {
            Layers::Sparse(layers) => {
                layers.iter().filter(|layer| layer.sum > sum).map(|layer| layer.states.len() as u64).sum()
            }
            Layers::Frames(layers) => {
                let above = layers.iter().filter(|(of_layer, _)| *of_layer > sum);
                above.flat_map(|(_, frames)| frames).map(|frame| frame.states).sum()
            }
            Layers::Stored(store) => store.states_above(sum),
        }
    }

    /// A layer as a bitmap; a layer without states is one of zeros.
    pub(super) fn words(&self, sum: u64) -> Result<Vec<u64>, SolveError> {
        let layer = self.layout.layer(sum);
        let count = layer.frames.last().map_or(0, |frame| frame.end as usize);
        match &self.layers {
            Layers::Sparse(layers) => {
                let found = layers.binary_search_by_key(&sum, |layer| layer.sum);
                Ok(found.map_or_else(|_| vec![0; count], |place| layers[place].states.words(count)))
            }
            Layers::Frames(layers) => {
                let Ok(place) = layers.binary_search_by_key(&sum, |(sum, _)| *sum) else {
                    return Ok(vec![0; count]);
                };
                let frames = layers[place].1.iter().enumerate();
                let words =
                    frames.flat_map(|(n, frame)| decode(&frame.bytes, &self.layout.segments(&layer, n)));
                Ok(words.collect())
            }
            Layers::Stored(store) => {
                let words = store.words(sum)?;
                store.forget_layers();
                Ok(words)
            }
        }
    }
}

/// Passes the words of an engine on.
pub(super) struct Counting<'a, 'b>(pub(super) &'a mut SolveWatch<'b>);

impl Observer for Counting<'_, '_> {
    fn work(&mut self, work: &Work) -> std::ops::ControlFlow<()> {
        let Work { sum, states, done } = *work;
        (self.0)(&SolveWork { phase: Phase::Counting, sum, states, done })
    }
}
