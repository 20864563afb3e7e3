//! From the afterstates of two layers to those of the next: a pure function.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use redouble_core::Watch;

use super::counts::Counts;
use super::images::{Images, Unpacked};
use super::left::Left;
use super::slice::{Slice, SliceLayout};
use super::source::Source;
use super::tables::{Layouts, Tables};
use super::unit::{Sources, Unit, UnitRoom};
use super::work::Context;
use crate::CountError;
use crate::share::Pool;

/// Room for what a layer is computed with, at its largest.
pub(super) struct Room {
    /// Slices of the layer before: by value of the upper half, modulo 2.
    newer: [Slice; 2],
    /// Slices of the layer before that: by value of the upper half, modulo 3.
    older: [Slice; 3],
    unpacked: Pool<Unpacked>,
    units: Pool<UnitRoom>,
}

/// How much room a game takes.
pub(super) struct RoomSize {
    slice_words: usize,
    slice_slabs: usize,
    unpacked_words: usize,
    slab_words: usize,
}

impl RoomSize {
    /// For layers up to a tile sum.
    pub(super) fn new(layouts: &Layouts, last_half_sum: usize) -> RoomSize {
        let slice_words = layouts.slices.iter().enumerate().map(|(upper, layout)| {
            // No state is made where the lower half is worth more, and no afterstate used where it is worth two more still.
            let lower =
                (0..=(layouts.slabs.len() - 1).min(upper + 2)).filter(|lower| upper + lower <= last_half_sum);
            let stride = lower.map(|lower| layouts.slabs[lower].stride).max().unwrap_or(0);
            layout.slabs() * stride
        });
        RoomSize::of(layouts, slice_words.max().unwrap_or(0))
    }

    /// For slices of up to so many words.
    pub(super) fn of(layouts: &Layouts, slice_words: usize) -> RoomSize {
        let largest_class = (0..=layouts.fours.largest()).map(|value| layouts.fours.size(value)).max();
        RoomSize {
            slice_words,
            slice_slabs: layouts.slices.iter().map(SliceLayout::slabs).max().unwrap_or(0),
            unpacked_words: largest_class.unwrap_or(0) * layouts.longest_slab(),
            slab_words: layouts.longest_slab(),
        }
    }

    /// The bytes it takes if as many threads work.
    pub(super) fn bytes(&self, threads: usize) -> usize {
        5 * Slice::size(self.slice_words, self.slice_slabs)
            + threads * (8 * self.unpacked_words + UnitRoom::size(self.slab_words))
    }
}

impl Room {
    pub(super) fn new(size: &RoomSize) -> io::Result<Room> {
        let slice = || Slice::new(size.slice_words, size.slice_slabs);
        Ok(Room {
            newer: [slice()?, slice()?],
            older: [slice()?, slice()?, slice()?],
            unpacked: Pool::new(),
            units: Pool::new(),
        })
    }

    fn clear(&mut self) {
        self.newer.iter_mut().chain(&mut self.older).for_each(Slice::clear);
    }
}

/// What a layer was counted to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepCounts {
    /// Its states.
    pub(super) states: Counts,
    /// The afterstates of the layer before.
    pub(super) afterstates: Counts,
}

/// The work on one layer, or on a part of it.
pub(super) struct Step<'a, S> {
    pub(super) context: Context<'a>,
    pub(super) size: &'a RoomSize,
    /// The afterstates of half the tile sum less 1, and less 2.
    pub(super) from: [&'a S; 2],
    /// Is told the part of the layer that is done, and the states found so far, images included.
    pub(super) report: &'a (dyn Fn(f64, u64) + Sync),
    pub(super) watch: &'a dyn Watch,
}

/// Where the afterstates of a layer are set, or of a part of it.
pub(super) trait Target {
    /// Half the tile sum.
    fn half_sum(&self) -> usize;

    /// The units of a value of the upper half: the values of the two upper rows, and the rows of L that they write.
    fn units(&mut self, tables: &Tables, upper: usize) -> Vec<([usize; 2], &mut [u64])>;
}

impl Step<'_, Left> {
    /// Computes the layer that `into` is laid out for; it has no afterstate yet.
    pub(super) fn run(&self, into: &mut Left, room: &mut Room) -> Result<StepCounts, CountError> {
        let half_sum = into.layout.half_sum;
        let counts = self.part(half_sum.div_ceil(2)..self.context.tables.largest_half() + 1, into, room)?;
        into.flip(&self.context.tables.halves);
        Ok(counts)
    }
}

impl<S: Source> Step<'_, S> {
    /// Computes the part of a layer whose upper halves have these values, at least as much as the lower ones: its states, and
    /// their afterstates. The afterstates of the layer before are counted for these values, and for the one before.
    ///
    /// Upper halves go by value, upwards: states of one value are made from slices of this value, and of one and two less.
    pub(super) fn part(
        &self,
        uppers: Range<usize>,
        into: &mut impl Target,
        room: &mut Room,
    ) -> Result<StepCounts, CountError> {
        let tables = self.context.tables;
        let half_sum = into.half_sum();
        assert!(2 * uppers.start >= half_sum, "the other boards are images");
        let work = |upper: usize| {
            let lower = tables.lower(half_sum, upper);
            lower.map_or(0, |lower| tables.slices[upper].slabs() * tables.slabs[lower].stride) as f64
        };
        let all: f64 = uppers.clone().map(work).sum();
        let (mut counts, mut done) = (StepCounts::default(), 0.0);
        room.clear();
        for upper in uppers.start.saturating_sub(2)..uppers.end {
            counts.afterstates += &self.slices(upper, uppers.start, room)?;
            if upper >= uppers.start && tables.lower(half_sum, upper).is_some() {
                let part = [done / all, work(upper) / all];
                counts.states += &self.units(upper, into, room, (part, &counts.states))?;
                done += work(upper);
            }
        }
        Ok(counts)
    }

    /// Makes the two slices of a value of the upper half; counts the afterstates of the newer one.
    fn slices(&self, upper: usize, start: usize, room: &mut Room) -> Result<Counts, CountError> {
        let tables = self.context.tables;
        let [newer, older] =
            [(&mut room.newer[upper % 2], 1), (&mut room.older[upper % 3], 2)].map(|(slice, less)| {
                let from = self.from[less - 1];
                let lower = tables.lower(from.half_sum(), upper);
                slice.clear();
                let lower = lower.filter(|_| upper + less >= start)?;
                let images = Images { context: &self.context, from, upper, lower, count: less == 1 };
                let stride = tables.slabs[lower].stride;
                let slabs = |left, right_value| from.slabs(tables, left, right_value);
                Some((images, slice.begin(&tables.fours, &tables.slices[upper], stride, slabs)))
            });
        let tasks: Vec<_> = newer
            .into_iter()
            .chain(older)
            .flat_map(|(images, chunks)| {
                let images = std::sync::Arc::new(images);
                chunks.into_iter().map(move |chunk| (images.clone(), chunk))
            })
            .collect();
        let fill = |(images, chunk): (std::sync::Arc<Images<'_, S>>, _)| {
            self.watch.check()?;
            let new = || Unpacked::new(self.size.unpacked_words).map_err(CountError::Allocate);
            room.unpacked.with(new, |unpacked| images.fill(chunk, unpacked))
        };
        tasks.into_par_iter().map(fill).try_reduce(Counts::default, sum)
    }

    /// Makes the states of a value of the upper half, and their afterstates.
    fn units(
        &self,
        upper: usize,
        into: &mut impl Target,
        room: &Room,
        (part, before): ([f64; 2], &Counts),
    ) -> Result<Counts, CountError> {
        let tables = self.context.tables;
        let lower = into.half_sum() - upper;
        let sources = Sources {
            below: [room.newer[upper % 2].of(upper), room.older[upper % 3].of(upper)],
            above: [1, 2].map(|less| {
                let above = upper.checked_sub(less)?;
                if less == 1 { room.newer[above % 2].of(above) } else { room.older[above % 3].of(above) }
            }),
        };
        let (units, finished) = (into.units(tables, upper), AtomicU64::new(0));
        let (count, found) = (units.len() as f64, AtomicU64::new(before.live.iter().sum()));
        let run = |(rows, words): ([usize; 2], &mut [u64])| {
            self.watch.check()?;
            let unit = Unit { context: &self.context, sources, rows, lower };
            let counts = room.units.with(
                || Ok::<_, CountError>(UnitRoom::new(self.size.slab_words)),
                |room| unit.run(words, room),
            )?;
            let states = counts.live.iter().sum::<u64>();
            let found = states + found.fetch_add(states, Ordering::Relaxed);
            let finished = 1 + finished.fetch_add(1, Ordering::Relaxed);
            (self.report)(part[0] + part[1] * finished as f64 / count, found);
            Ok(counts)
        };
        units.into_par_iter().with_max_len(1).map(run).try_reduce(Counts::default, sum)
    }
}

fn sum(mut counts: Counts, more: Counts) -> Result<Counts, CountError> {
    counts += &more;
    Ok(counts)
}

impl Target for Left {
    fn half_sum(&self) -> usize {
        self.layout.half_sum
    }

    fn units(&mut self, tables: &Tables, upper: usize) -> Vec<([usize; 2], &mut [u64])> {
        let (width, largest) = (self.layout.width(upper), tables.fours.largest());
        let firsts = upper.saturating_sub(largest)..upper.min(largest) + 1;
        tables.units(upper, firsts, width, self.rows_mut(upper))
    }
}

impl Tables {
    /// The units of a value of the upper half whose upper rows have some values; their rows are one after the other.
    pub(super) fn units<'a>(
        &self,
        upper: usize,
        firsts: Range<usize>,
        width: usize,
        mut rest: &'a mut [u64],
    ) -> Vec<([usize; 2], &'a mut [u64])> {
        let mut units = Vec::new();
        for first in firsts {
            let numbers = self.halves.unit(upper, first).expect("rows have such values");
            let (words, after) = rest.split_at_mut(numbers.len() * width);
            units.push(([first, upper - first], words));
            rest = after;
        }
        units
    }
}
