//! The layers of a game, one after the other.

use std::sync::atomic::AtomicU64;

use redouble_core::{Tile, Watch};

use super::job::{KnownStates, LayerJob, LayerResult};
use super::{Engine, LayerEngine, Options, layer_engine};
use crate::frame::Keep;
use crate::{CountError, LayerCounts, Variant};

/// See the module. What comes next is a function of the states of the last two layers alone.
pub(crate) struct Layers {
    engine: Box<dyn LayerEngine>,
    unfolded: bool,
    max_sum: u64,
    /// The tile sum of the next layer.
    sum: u64,
    /// How many layers before it were empty, without a break.
    gaps: u32,
    /// The states of the layers before.
    states: u64,
    /// The sizes of all layers and of those before the next one: the measure of the work, where it is known.
    sizes: Option<[f64; 2]>,
}

impl Layers {
    /// From the beginning.
    pub(crate) fn new(engine: Engine, variant: Variant, options: &Options) -> Result<Layers, CountError> {
        let mut engine = layer_engine(engine, variant, options)?;
        engine.add_single_tiles(Tile::TWO);
        let max_sum = variant.max_sum();
        let all: Option<f64> = (4..=max_sum).step_by(2).map(|sum| engine.size(sum)).sum();
        let sizes = all.map(|all| [all, 0.0]);
        Ok(Layers { engine, unfolded: options.unfolded, max_sum, sum: 4, gaps: 0, states: 0, sizes })
    }

    /// Goes on behind layers that are known, from the first one on. The last two are gone through again.
    pub(crate) fn resume<K: Fn(usize) -> Result<Vec<u64>, CountError> + Sync>(
        &mut self,
        layers: &[LayerCounts],
        stored: impl Fn(u64) -> Result<K, CountError>,
        watch: &dyn Watch,
    ) -> Result<(), CountError> {
        let Some(last) = layers.last() else { return Ok(()) };
        self.states = layers.iter().map(|layer| layer.folded.total().states).sum();
        let first = last.sum.saturating_sub(2).max(4);
        if first > 4 {
            self.engine.skip_to(first);
        }
        (4..first).step_by(2).for_each(|sum| self.measure(sum));
        for sum in (first..=last.sum).step_by(2) {
            self.sum = sum;
            self.compute(Some(&stored(sum)?), Keep::Nothing, watch)?;
        }
        let empty = layers.iter().rev().take_while(|layer| layer.is_empty());
        self.gaps = empty.count() as u32;
        Ok(())
    }

    /// The next layer; `None` when the game is over.
    pub(crate) fn next(&mut self, keep: Keep, watch: &dyn Watch) -> Result<Option<LayerResult>, CountError> {
        // A layer may be empty and the next one not (a 4 steps over it), so two in a row end the game.
        if self.gaps >= 2 {
            return Ok(None);
        }
        let result = self.compute(None, keep, watch)?;
        self.gaps = if result.counts.is_empty() { self.gaps + 1 } else { 0 };
        self.states += result.counts.folded.total().states;
        Ok(Some(result))
    }

    fn compute(
        &mut self,
        known: Option<&KnownStates<'_>>,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<LayerResult, CountError> {
        let sum = self.sum;
        self.sum += 2;
        if sum > self.max_sum {
            return Ok(LayerResult::empty(sum, self.unfolded));
        }
        let before = self.share();
        self.measure(sum);
        let share = before.zip(self.share()).map(|(before, with)| [before, with]);
        let (states, pieces) = (AtomicU64::new(self.states), AtomicU64::new(0));
        let job = LayerJob { sum, known, keep, watch, states, share, pieces };
        let result = self.engine.layer(&job)?;
        assert_eq!(result.counts.sum, sum, "the layer asked for");
        if sum == 4 {
            // A game may start with a 4, which no slide needs to have made.
            self.engine.add_single_tiles(Tile::FOUR);
        }
        Ok(result)
    }

    /// The share of the work before the next layer.
    fn share(&self) -> Option<f64> {
        self.sizes.map(|[all, before]| before / all)
    }

    fn measure(&mut self, sum: u64) {
        let size = self.engine.size(sum).unwrap_or(0.0);
        self.sizes.iter_mut().for_each(|[_, before]| *before += size);
    }
}
