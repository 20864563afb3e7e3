//! Only the afterstates of slides to the left are kept: the engine for 4x4.
//!
//! `S(m)` is closed under the eight symmetries, so the afterstates of the other slides are images of `L(m)`, those of slides
//! to the left. Every row of such a board is the result of a slide, of which there are few: `L(m)` is a dense bitmap
//! ([`left`]), the other sets exist in pieces only, for as long as they are used:
//!
//! ```text
//!  L(m-1) L(m-2)  images  slices of A(m-1), A(m-2)  spawn  one slab of S(m)  slide  L(m)
//!     └──┬──┘  ─────────►      some MB each       ──────►     L1 cache     ───────► half of it; the rest is upside down
//! ```
//!
//! Layers are numbered by half the tile sum. Boards are seen as quadrants, `q0 q1 / q2 q3`, where bitmaps are concerned, and as
//! rows where slides are ([`fours`]).
//!
//! A layer is also computed in parts, by machines that have nothing in common ([`parts`]): a [`strip`] is what one of them makes,
//! [`columns`] what it needs for that.
//!
//! Boards are counted without regard to symmetry, together with those that are their own images ([`burnside`]).

mod burnside;
mod columns;
mod counts;
mod fours;
mod halves;
mod images;
mod kept;
mod left;
mod lines;
mod losing;
mod parts;
#[cfg(test)]
mod plain;
mod slab;
mod slice;
mod source;
mod spawn;
mod step;
mod strip;
mod strip_left;
mod tables;
#[cfg(test)]
mod tests;
mod unit;
mod upper;
mod work;

use std::sync::atomic::Ordering;

use redouble_core::{Progress, Shape, Tile};

use self::counts::Counts;
pub(crate) use self::kept::{LeftForm, LeftFrames, left_forms};
use self::left::{Left, LeftLayout};
pub use self::parts::{PartCounts, PartFrame, PartOf, Parts};
use self::step::{Room, RoomSize, Step, StepCounts};
use self::tables::{Layouts, Tables};
use self::work::Context;
use super::job::{KnownStates, LayerJob, LayerResult};
use super::{LayerEngine, Options};
use crate::frame::Keep;
use crate::{CountError, Kept, LayerCounts, Variant};

/// The largest exponent that numbers of half boards with 16 bits suffice for.
const MAX_EXPONENT: u8 = 7;

/// Whether the tables are made for this game.
pub(super) fn supports(variant: Variant) -> bool {
    variant.shape() == Shape::CLASSIC && variant.max_exponent() <= MAX_EXPONENT
}

/// The memory of three layers and five slices at their largest, of the tables and the threads, in bytes.
pub(super) fn memory(variant: Variant) -> u64 {
    let layouts = Layouts::new(variant.max_exponent());
    let last = variant.max_sum() as usize / 2;
    let layers = 3 * 8 * longest_layer(&layouts.half_boards, last);
    let room = RoomSize::new(&layouts, last).bytes(rayon::current_num_threads());
    (layers + room + layouts.tables_size()) as u64
}

/// About the bytes that the layers of a store take. Files have a twelfth of the bits to 32: the largest layers a thirteenth, those
/// behind them much more, and more so to 128, for which a sixth should be enough.
pub(super) fn disk(variant: Variant, kept: Kept) -> u64 {
    let form = LeftForm::new(variant);
    let layers = (4..=variant.max_sum()).step_by(2).map(|sum| form.bytes(sum) / 6);
    match kept {
        Kept::All => layers.sum(),
        // Two layers stay until the next one is there.
        Kept::Last => 3 * layers.max().unwrap_or(0),
    }
}

/// The words of the longest layer of L, given the numbers of half boards by value.
fn longest_layer(half_boards: &[usize], last: usize) -> usize {
    (1..=last).map(|half_sum| LeftLayout::new(half_boards, half_sum).words()).max().unwrap_or(0)
}

/// See the module.
pub(super) struct Row {
    tables: Tables,
    options: Options,
    size: RoomSize,
    room: Room,
    /// L of the last layer that was computed, of the one before, and room for the next.
    ring: [Left; 3],
    /// The last layer that was computed. Its afterstates are counted when slices are made of them, for the layer behind it.
    pending: LayerCounts,
    /// The work on all layers.
    work: f64,
}

impl Row {
    pub(super) fn new(variant: Variant, options: &Options) -> Result<Row, CountError> {
        let tables = Tables::new(variant.max_exponent());
        let last = variant.max_sum() as usize / 2;
        let size = RoomSize::new(&Layouts::new(variant.max_exponent()), last);
        let words = longest_layer(&tables.half_boards, last);
        let left = |half_sum| {
            let layout = LeftLayout::new(&tables.half_boards, half_sum);
            Left::new(layout, words).map_err(CountError::Allocate)
        };
        // No slide comes before the first layer, which has half the sum 2; the third is room.
        let ring = [left(1)?, left(0)?, left(0)?];
        Ok(Row {
            room: Room::new(&size).map_err(CountError::Allocate)?,
            work: (2..=last).map(|half_sum| work(&tables, half_sum)).sum(),
            tables,
            options: *options,
            size,
            ring,
            pending: LayerCounts::empty(2, options.unfolded),
        })
    }

    /// Computes L and the states of one more layer, counts the afterstates of the one before, and returns that.
    fn next_layer(&mut self, job: &LayerJob<'_>) -> Result<LayerCounts, CountError> {
        let counts = self.step(job)?;
        let mut layer = LayerCounts::empty(2 * self.ring[0].layout.half_sum as u64, self.options.unfolded);
        add_states(&mut layer, &counts.states);
        let mut finished = std::mem::replace(&mut self.pending, layer);
        add_afterstates(&mut finished, &counts.afterstates);
        Ok(finished)
    }

    fn step(&mut self, job: &LayerJob<'_>) -> Result<StepCounts, CountError> {
        let half_sum = self.ring[0].layout.half_sum + 1;
        let before: f64 = (2..half_sum).map(|half_sum| work(&self.tables, half_sum)).sum();
        let here = work(&self.tables, half_sum);
        let states = job.states.load(Ordering::Relaxed) + self.pending.folded.total().states;
        let report = |part: f64, boards: u64| {
            // Most boards have eight images.
            let (done, share) = (states + boards / 8, ((before + part * here) / self.work).min(1.0));
            let progress =
                Progress { phase: "counting", step: None, done, unit: "states", share: Some(share) };
            job.watch.progress(progress.in_step("layer", 2 * half_sum as u64));
        };
        let [newer, older, into] = &mut self.ring;
        into.clear(LeftLayout::new(&self.tables.half_boards, half_sum));
        let context = Context { tables: &self.tables, cpu: self.options.cpu };
        let step =
            Step { context, size: &self.size, from: [newer, older], report: &report, watch: job.watch };
        let counts = step.run(into, &mut self.room)?;
        self.ring.rotate_right(1);
        Ok(counts)
    }
}

impl Row {
    /// Takes L of the layer behind the last one from a file. What it was counted to have is known.
    fn load(&mut self, sum: u64, known: &KnownStates<'_>) -> Result<(), CountError> {
        let into = &mut self.ring[2];
        into.clear(LeftLayout::new(&self.tables.half_boards, sum as usize / 2));
        into.load(known, &self.tables.halves)?;
        self.ring.rotate_right(1);
        self.pending = LayerCounts::empty(sum, self.options.unfolded);
        Ok(())
    }
}

impl LayerEngine for Row {
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError> {
        if let Some(known) = job.known {
            self.load(job.sum, known)?;
            return Ok(LayerResult::empty(job.sum, self.options.unfolded));
        }
        loop {
            let counts = self.next_layer(job)?;
            assert!(counts.sum <= job.sum, "layers come one after the other");
            // Those before are known, or come before the first one.
            if counts.sum == job.sum {
                let frames = if job.keep == Keep::Nothing { Vec::new() } else { self.ring[1].encoded() };
                return Ok(LayerResult { counts, frames });
            }
        }
    }

    fn add_single_tiles(&mut self, _: Tile) {
        // They are in the slices of the first two layers.
    }

    fn skip_to(&mut self, _: u64) {
        // The two layers that are known say where it goes on.
    }

    fn size(&self, sum: u64) -> Option<f64> {
        Some(work(&self.tables, sum as usize / 2))
    }
}

/// The words of all slabs of states of a layer.
fn work(tables: &Tables, half_sum: usize) -> f64 {
    let slabs = |upper: usize| {
        let lower = tables.lower(half_sum, upper).filter(|&lower| lower <= upper);
        lower.map_or(0, |lower| tables.slices[upper].slabs() * tables.slabs[lower].stride)
    };
    (0..=tables.largest_half()).map(slabs).sum::<usize>() as f64
}

fn add_states(layer: &mut LayerCounts, counts: &Counts) {
    let (live, lost) = counts.folded();
    for exponent in 0..16 {
        let tally = layer.folded.of_mut(exponent);
        tally.states += live[usize::from(exponent)];
        tally.losing += lost[usize::from(exponent)];
        if let Some(groups) = &mut layer.unfolded {
            groups.of_mut(exponent).states += counts.live[usize::from(exponent)];
            groups.of_mut(exponent).losing += counts.lost[usize::from(exponent)];
        }
    }
}

fn add_afterstates(layer: &mut LayerCounts, counts: &Counts) {
    let (live, lost) = counts.folded();
    assert_eq!(lost, [0; 16], "an afterstate has an empty cell, or was made by a merge and has one");
    for exponent in 0..16 {
        layer.folded.of_mut(exponent).afterstates += live[usize::from(exponent)];
        if let Some(groups) = &mut layer.unfolded {
            groups.of_mut(exponent).afterstates += counts.live[usize::from(exponent)];
        }
    }
}
