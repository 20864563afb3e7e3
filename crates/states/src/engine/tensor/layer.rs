//! One layer after the other: three afterstate layers in a ring.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use redouble_core::Tile;

use super::memory::Words;
use super::mend::mend;
use super::pull::Afterstates;
use super::push::Placings;
use super::stage::{Context, Done, Scratch};
use super::{Options, Tables};
use crate::engine::{Stored, Task};
use crate::frame::Frame;
use crate::rank::frames;
use crate::rank::tensor::TensorLayer;
use crate::{CountError, Layer, Work};

/// What a layer is computed with.
pub(super) struct Stage<'a, 'b> {
    pub(super) tables: &'a Tables,
    pub(super) options: &'a Options,
    pub(super) task: &'a mut Task<'b>,
    /// The states, if they are known already.
    pub(super) stored: Option<&'a Stored<'a>>,
    /// The share of the whole work that is done with a part of this layer.
    pub(super) share: &'a dyn Fn(f64) -> f64,
}

/// The afterstates of two layers, and room for those of a third.
pub(super) struct Ring {
    /// Layer `m - 1`, in half sums, if `m` is the next.
    newer: (TensorLayer, Words),
    /// Layer `m - 2`.
    older: (TensorLayer, Words),
    spare: Words,
}

impl Ring {
    /// Ready for the layer of half sum 2: the afterstates before it are the boards with a single 2.
    pub(super) fn new(tables: &Tables, longest: usize) -> std::io::Result<Ring> {
        let layer = |half_sum| TensorLayer::with_extensions(&tables.quadrants, half_sum);
        let mut ring = Ring {
            newer: (layer(1), Words::new(longest)?),
            older: (layer(0), Words::new(longest)?),
            spare: Words::new(longest)?,
        };
        let words = ring.newer.1.clear(ring.newer.0.len());
        add_singles(tables, &ring.newer.0, words, Tile::TWO);
        let options = Options::default();
        mend(tables, &options, &ring.newer.0, words, &mut Layer::empty(2, false));
        Ok(ring)
    }

    /// Makes this half the tile sum of the next layer, without knowing the afterstates before it.
    pub(super) fn skip_to(&mut self, tables: &Tables, half_sum: usize) {
        self.newer.0 = TensorLayer::with_extensions(&tables.quadrants, half_sum - 1);
        self.older.0 = TensorLayer::with_extensions(&tables.quadrants, half_sum - 2);
        self.newer.1.clear(0);
    }

    /// Half the tile sum of the next layer.
    pub(super) fn next_half_sum(&self) -> usize {
        self.newer.0.half_sum + 1
    }

    /// Computes the next layer.
    pub(super) fn advance(
        &mut self,
        target: TensorLayer,
        stage: &mut Stage<'_, '_>,
        layer: &mut Layer,
    ) -> Result<(), CountError> {
        let tables = stage.tables;
        self.spare.clear(target.len());
        let context = Context {
            tables,
            options: stage.options,
            from: [Afterstates::new(&self.newer), Afterstates::new(&self.older)],
            target: &target,
            into: self.spare.as_atomic(),
            placings: Placings::new(&tables.quadrants, &target),
            cpu: stage.options.cpu,
            keep: stage.task.keep.is_some(),
            stored: stage.stored,
        };
        run_frames(&context, stage, layer)?;
        let words = &mut self.spare.as_mut()[..target.len()];
        mend(tables, stage.options, &target, words, layer);
        if target.half_sum == 2 {
            // A game may start with a 4, which no slide needs to have made: after counting, before the next pull.
            add_singles(tables, &target, words, Tile::FOUR);
            mend(tables, stage.options, &target, words, &mut Layer::empty(4, false));
        }
        std::mem::swap(&mut self.older, &mut self.newer);
        self.newer.0 = target;
        std::mem::swap(&mut self.newer.1, &mut self.spare);
        Ok(())
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

/// Works through the frames on all threads; this thread collects the results in order.
fn run_frames(context: &Context<'_>, stage: &mut Stage<'_, '_>, layer: &mut Layer) -> Result<(), CountError> {
    let frames = frames(context.target.canonical_blocks());
    let (next, cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
    let worker = |results: mpsc::Sender<(usize, Result<Done, CountError>)>| {
        let mut scratch = Scratch::new(context);
        while !cancelled.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(blocks) = frames.get(index) else { break };
            let blocks = &context.target.blocks[blocks.clone()];
            let stored = context.stored.map(|stored| stored(index)).transpose();
            let done = stored.map(|stored| context.frame(blocks, stored, &mut scratch));
            if results.send((index, done)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..stage.options.threads.max(1) {
            let sender = sender.clone();
            scope.spawn(|| worker(sender));
        }
        drop(sender);
        let collected = collect(results, frames.len(), stage, layer);
        cancelled.store(true, Ordering::Relaxed);
        collected
    })
}

fn collect(
    results: mpsc::Receiver<(usize, Result<Done, CountError>)>,
    frames: usize,
    stage: &mut Stage<'_, '_>,
    layer: &mut Layer,
) -> Result<(), CountError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (count, (index, done)) in results.into_iter().enumerate() {
        let done = done?;
        layer.folded += &done.folded;
        if let Some(groups) = &mut layer.unfolded {
            *groups += &done.unfolded;
        }
        waiting.insert(index, done.frame);
        while let Some(frame) = waiting.remove(&next) {
            next += 1;
            store(frame, stage)?;
        }
        let states = layer.folded.total().states;
        let done = Some((stage.share)((count + 1) as f64 / frames as f64));
        stage.task.report(&Work { sum: layer.sum, states, done })?;
    }
    Ok(())
}

fn store(frame: Option<Frame>, stage: &mut Stage<'_, '_>) -> Result<(), CountError> {
    match (frame, &mut stage.task.keep) {
        (Some(frame), Some(keep)) => keep(frame),
        _ => Ok(()),
    }
}
