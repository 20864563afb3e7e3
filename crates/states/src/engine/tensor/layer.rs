//! One layer after the other: three afterstate layers in a ring.

use redouble_core::Tile;

use super::memory::Words;
use super::mend::mend;
use super::pull::Afterstates;
use super::push::Placings;
use super::stage::{Context, Scratch};
use super::{Options, Tables};
use crate::engine::job::{LayerJob, LayerResult};
use crate::rank::LayerRanks;
use crate::rank::tensor::TensorLayer;
use crate::share::share;
use crate::{CountError, LayerCounts};

/// The afterstates of two layers, and room for those of a third.
pub(super) struct Ring {
    /// Layer `m - 1`, in half sums, if `m` is the next.
    newer: (TensorLayer, Words),
    /// Layer `m - 2`.
    older: (TensorLayer, Words),
    spare: Words,
}

impl Ring {
    /// Ready for the layer of half sum 2, before which there is nothing yet.
    pub(super) fn new(tables: &Tables, longest: usize) -> std::io::Result<Ring> {
        let layer = |half_sum| TensorLayer::with_extensions(&tables.quadrants, half_sum);
        let mut ring = Ring {
            newer: (layer(1), Words::new(longest)?),
            older: (layer(0), Words::new(longest)?),
            spare: Words::new(longest)?,
        };
        ring.newer.1.clear(ring.newer.0.len());
        Ok(ring)
    }

    /// Makes this half the tile sum of the next layer, without knowing the afterstates before it.
    pub(super) fn skip_to(&mut self, tables: &Tables, half_sum: usize) {
        self.newer.0 = TensorLayer::with_extensions(&tables.quadrants, half_sum - 1);
        self.older.0 = TensorLayer::with_extensions(&tables.quadrants, half_sum - 2);
        self.newer.1.clear(0);
    }

    /// The tile sum of the next layer.
    pub(super) fn next_sum(&self) -> u64 {
        2 * (self.newer.0.half_sum as u64 + 1)
    }

    /// Adds the boards with this one tile to the afterstates of the last layer.
    pub(super) fn add_single_tiles(&mut self, tables: &Tables, tile: Tile) {
        let (layer, words) = &mut self.newer;
        let words = &mut words.as_mut()[..layer.len()];
        add_singles(tables, layer, words, tile);
        mend(tables, layer, words, &mut LayerCounts::empty(tile.value(), false));
    }

    /// Computes the next layer.
    pub(super) fn advance(
        &mut self,
        tables: &Tables,
        options: &Options,
        ranks: &dyn LayerRanks,
        job: &LayerJob<'_>,
    ) -> Result<LayerResult, CountError> {
        let target = TensorLayer::with_extensions(&tables.quadrants, job.sum as usize / 2);
        self.spare.clear(target.len());
        let context = Context {
            tables,
            options,
            job,
            ranks,
            from: [Afterstates::new(&self.newer), Afterstates::new(&self.older)],
            target: &target,
            into: self.spare.as_atomic(),
            placings: Placings::new(&tables.quadrants, &target),
            cpu: options.cpu,
        };
        let mut result = run_frames(&context)?;
        let words = &mut self.spare.as_mut()[..target.len()];
        mend(tables, &target, words, &mut result.counts);
        std::mem::swap(&mut self.older, &mut self.newer);
        self.newer.0 = target;
        std::mem::swap(&mut self.newer.1, &mut self.spare);
        Ok(result)
    }
}

impl<'a> Afterstates<'a> {
    fn new((layer, words): &'a (TensorLayer, Words)) -> Afterstates<'a> {
        Afterstates { layer, words: words.as_ref() }
    }
}

/// Sets the boards with this one tile in canonical blocks.
fn add_singles(tables: &Tables, layer: &TensorLayer, words: &mut [u64], tile: Tile) {
    for cell in 0..16 {
        let numbers = tables.quadrants.of_board(u64::from(tile.exponent()) << (4 * cell));
        let numbers = numbers.expect("2 and 4 are below every goal");
        let sums = numbers.map(|number| tables.quadrants.class(number) as u8);
        if let Some(block) = layer.canonical_blocks().iter().find(|block| block.sums == sums) {
            let size = |place: usize| tables.quadrants.size(usize::from(sums[place]));
            let [r0, r1, r2, r3] = numbers.map(|number| tables.quadrants.rank(number));
            words[block.offset as usize + (r0 * size(1) + r1) * size(2) + r2] |= 1 << r3;
        }
    }
}

/// Works through the frames on all threads, each with its own scratch, and puts the results in order.
fn run_frames(context: &Context<'_>) -> Result<LayerResult, CountError> {
    let frames: Vec<_> = context.target.frames().into_iter().enumerate().collect();
    let (words, of) = (context.target.canonical_len(), frames.len());
    let empty = || LayerResult::empty(context.job.sum, context.options.unfolded);
    let begin = || (Scratch::new(context), empty());
    let parts = share(frames, words, begin, |(scratch, result), (index, blocks)| {
        let part = context.frame(index, &context.target.blocks[blocks], scratch)?;
        let states = part.counts.folded.total().states;
        result.extend([part]);
        Ok::<_, CountError>(context.job.piece(states, of)?)
    })?;
    let mut result = empty();
    result.extend(parts.into_iter().map(|(_, part)| part));
    Ok(result)
}
