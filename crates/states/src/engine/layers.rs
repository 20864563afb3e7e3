//! The layers of a game, one after the other.

use std::sync::atomic::AtomicU64;

use redouble_core::{Tile, Watch};

use super::job::{KnownStates, LayerJob, LayerResult};
use super::{Engine, LayerEngine, Options, layer_engine};
use crate::frame::Keep;
use crate::store::Layout;
use crate::{CountError, LayerCounts, Variant};

/// See the module. What comes next is a function of the states of the last two layers alone.
pub(crate) struct Layers {
    engine: Box<dyn LayerEngine>,
    unfolded: bool,
    variant: Variant,
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
        Ok(Layers::by(layer_engine(engine, variant, options)?, variant, options))
    }

    /// From the beginning, by this engine.
    pub(super) fn by(mut engine: Box<dyn LayerEngine>, variant: Variant, options: &Options) -> Layers {
        engine.add_single_tiles(Tile::TWO);
        let all: Option<f64> = (4..=variant.max_sum()).step_by(2).map(|sum| engine.size(sum)).sum();
        let sizes = all.map(|all| [all, 0.0]);
        Layers { engine, unfolded: options.unfolded, variant, sum: 4, gaps: 0, states: 0, sizes }
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

    /// The next layer as bytes.
    fn next_stored(&mut self, watch: &dyn Watch) -> Result<Option<StoredStates>, CountError> {
        let stored = |result: LayerResult| {
            let frames = result.frames.iter().map(|frame| frame.bytes().to_vec()).collect();
            StoredStates { counts: result.counts, frames }
        };
        Ok(self.next(Keep::Encoded, watch)?.map(stored))
    }

    fn compute(
        &mut self,
        known: Option<&KnownStates<'_>>,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<LayerResult, CountError> {
        let sum = self.sum;
        self.sum += 2;
        if sum > self.variant.max_sum() {
            return Ok(LayerResult::empty(sum, self.unfolded));
        }
        let before = self.share();
        self.measure(sum);
        let share = before.zip(self.share()).map(|(before, with)| [before, with]);
        let (states, pieces) = (AtomicU64::new(self.states), AtomicU64::new(0));
        let job = LayerJob { sum, known, keep, watch, states, share, pieces };
        let result = self.engine.layer(&job)?;
        assert_eq!(result.counts.sum, sum, "the layer asked for");
        assert!(result.counts.max_exponent() <= self.variant.max_exponent(), "no board has the goal");
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

/// The states of a layer as stores keep them, and what was counted in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStates {
    /// The counts, with the tile sum.
    pub counts: LayerCounts,
    /// The encoded pieces, by position.
    pub frames: Vec<Vec<u8>>,
}

/// Computes one layer from nothing but the bytes of the two before it, the earlier first; the first layer from none,
/// the second from one. `None` if the game is over.
///
/// Whoever has two layers can compute the next one, on this machine or another, and gets the same bytes.
///
/// # Errors
/// If the engine keeps no states, memory does not suffice, or the watch says stop.
///
/// # Panics
/// If the layers do not follow one another, or have another number of frames than this game's.
pub fn layer_after(
    before: &[StoredStates],
    variant: Variant,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Option<StoredStates>, CountError> {
    let engine = options.engine.unwrap_or_else(|| Engine::best_storing(variant));
    let layout = Layout::of(engine, variant)?;
    let mut layers = Layers::new(engine, variant, options)?;
    let counts: Vec<LayerCounts> = before.iter().map(|layer| layer.counts.clone()).collect();
    assert!(counts.is_sorted_by(|a, b| a.sum + 2 == b.sum), "layers that follow one another");
    let states = |sum: u64| {
        let (ranks, layer) = (layout.layer(sum), before.iter().find(|layer| layer.counts.sum == sum));
        let frames = &layer.expect("the two layers before").frames;
        assert!(frames.is_empty() || frames.len() == ranks.frames(), "frames of this game");
        Ok(move |frame: usize| Ok(ranks.decode(frame, &frames[frame], ranks.code())))
    };
    layers.resume(&counts, states, watch)?;
    layers.next_stored(watch)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever computes it, on its own or in a run from the beginning: the same bytes and counts.
    #[test]
    fn a_layer_is_a_function_of_the_two_before_it() {
        for (shape, goal) in [("2x3", 64), ("3x3", 32), ("4x4", 8)] {
            let variant = Variant::new(shape.parse().unwrap(), Tile::from_value(goal)).unwrap();
            let options = Options { unfolded: true, ..Options::default() };
            let mut layers = Layers::new(Engine::best_storing(variant), variant, &options).unwrap();
            let mut run = Vec::new();
            while let Some(layer) = layers.next_stored(&()).unwrap() {
                run.push(layer);
            }
            assert!(run.len() > 10);
            for number in 0..=run.len() {
                let before = &run[number.saturating_sub(2)..number];
                let alone = layer_after(before, variant, &options, &()).unwrap();
                assert!(alone.as_ref() == run.get(number), "layer {number} of {variant}");
            }
        }
    }
}
