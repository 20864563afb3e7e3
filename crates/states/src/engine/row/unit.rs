//! A unit of work: the states whose two upper rows have certain values, and their afterstates.
//!
//! A slide keeps the value of every row, so a unit writes the rows of L whose upper halves have these values, and nobody else
//! does. It reads afterstates with a tile less. Nothing else goes in or out: it may be done by any thread, in any order, on
//! any machine, again after a break.

use redouble_kernels::row::{Marks, or_segments, or_words, slide, slide_within, take_marks};

use super::counts::Counts;
use super::lines::Sequence;
use super::slice::{PackedSlab, Slice};
use super::spawn::{Afterstates, spawn_below};
use super::upper::Upper;
use super::work::Context;

/// The slices that states of one value of the upper half come from; each for a 2 and for a 4.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    /// The tile appears in the lower half: the same value of the upper half.
    pub(super) below: [Option<&'a Slice>; 2],
    /// It appears in the upper half: its value less.
    pub(super) above: [Option<&'a Slice>; 2],
}

/// What one unit is made from.
pub(super) struct Unit<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) sources: Sources<'a>,
    /// The values of the two upper rows.
    pub(super) rows: [usize; 2],
    /// The value of the lower half.
    pub(super) lower: usize,
}

/// What a unit works with.
pub(super) struct UnitRoom {
    states: Vec<u64>,
    /// A slab of afterstates.
    source: Vec<u64>,
    /// The states of all upper halves that slide alike.
    group: Vec<u64>,
    /// Everything.
    all: Vec<u64>,
    /// Where boards slide to, left and right. All zero between uses, but for the mark of the goal.
    marks: Box<[Marks; 2]>,
}

impl UnitRoom {
    pub(super) fn new(slab_words: usize) -> UnitRoom {
        let slab = || vec![0; slab_words];
        let marks = vec![[0; 1 << 16]; 2].into_boxed_slice().try_into().expect("there are two");
        UnitRoom { states: slab(), source: slab(), group: slab(), all: vec![!0; slab_words], marks }
    }

    /// The bytes it takes.
    pub(super) fn size(slab_words: usize) -> usize {
        4 * 8 * slab_words + size_of::<[Marks; 2]>()
    }
}

/// An upper half of a unit.
struct Candidate {
    /// The number of its lower row's sequence.
    second: usize,
    quadrants: [usize; 2],
    /// Whether a slide to the left leaves it as it is, and one to the right.
    still: [bool; 2],
}

impl Unit<'_> {
    fn upper(&self) -> usize {
        self.rows[0] + self.rows[1]
    }

    /// Counts the states, and sets their afterstates in the rows of the unit: by upper row, then by lower row.
    pub(super) fn run(&self, rows: &mut [u64], room: &mut UnitRoom) -> Counts {
        let tables = self.context.tables;
        let mut counts = Counts::default();
        let seconds = tables.lines.sequences(self.rows[1]);
        for first in tables.lines.sequences(self.rows[0]) {
            let candidates = self.candidates(first, seconds);
            let mut ahead = candidates.iter().skip(1);
            for group in candidates.chunk_by(|one, other| one.second == other.second) {
                let mut slid = false;
                let mut grouped = false;
                for candidate in group {
                    if let Some(next) = ahead.next() {
                        self.prefetch(next.quadrants);
                    }
                    if self.pull(candidate.quadrants, room) {
                        self.count(candidate.quadrants, &mut counts, room);
                        grouped |= self.gather(candidate, grouped, room);
                        slid = true;
                    }
                }
                if grouped {
                    let stride = tables.slabs[self.lower].stride;
                    let slides = &tables.facts[self.lower].slides;
                    slide(self.context.cpu, &room.group[..stride], slides, &mut room.marks);
                }
                if slid {
                    self.take(first, &seconds[group[0].second], rows, room);
                }
            }
        }
        counts
    }

    /// The upper halves whose upper row is of one sequence, by sequence of the lower row.
    fn candidates(&self, first: &Sequence, seconds: &[Sequence]) -> Vec<Candidate> {
        let fours = &self.context.tables.fours;
        let mut candidates = Vec::new();
        for (number, second) in seconds.iter().enumerate() {
            for &upper in &first.rows {
                for &lower in &second.rows {
                    let quadrants = fours.crossed([upper, lower].map(usize::from));
                    let still =
                        [0, 1].map(|way| first.still[way] == Some(upper) && second.still[way] == Some(lower));
                    if fours.value(quadrants[0]) >= fours.value(quadrants[1]) {
                        candidates.push(Candidate { second: number, quadrants, still });
                    }
                }
            }
        }
        candidates
    }

    /// The slabs of afterstates that a tile above completes to an upper half: at most one for each of its eight cells.
    #[inline]
    fn above(&self, quadrants: [usize; 2], mut each: impl FnMut(PackedSlab<'_>)) {
        let tables = self.context.tables;
        for (tile, slice) in self.sources.above.iter().enumerate() {
            let Some(slice) = slice else { continue };
            let layout = &tables.slices[self.upper() - tile - 1];
            for side in 0..2 {
                for &without in &tables.spawns[tile].without[quadrants[side]] {
                    let mut before = quadrants;
                    before[side] = usize::from(without);
                    slice.slab(layout.number(&tables.fours, before)).into_iter().for_each(&mut each);
                }
            }
        }
    }

    /// The slabs of afterstates of the same upper half, for a 2 below and for a 4.
    #[inline]
    fn below(&self, quadrants: [usize; 2]) -> [Option<PackedSlab<'_>>; 2] {
        let tables = self.context.tables;
        let number = tables.slices[self.upper()].number(&tables.fours, quadrants);
        self.sources.below.map(|slice| slice?.slab(number))
    }

    /// Asks for all that the states of an upper half come from, while others are at work.
    #[inline]
    fn prefetch(&self, quadrants: [usize; 2]) {
        self.above(quadrants, |slab| slab.prefetch());
        self.below(quadrants).iter().flatten().for_each(PackedSlab::prefetch);
    }

    /// Collects the states of an upper half; whether there may be any.
    fn pull(&self, quadrants: [usize; 2], room: &mut UnitRoom) -> bool {
        let (tables, cpu) = (self.context.tables, self.context.cpu);
        let layout = &tables.slabs[self.lower];
        let states = &mut room.states[..layout.stride];
        states.fill(0);
        let mut any = false;
        self.above(quadrants, |slab| {
            or_segments(cpu, slab.words, slab.dirty, layout.shift, states);
            any = true;
        });
        for (tile, slab) in self.below(quadrants).iter().enumerate() {
            let Some(slab) = slab else { continue };
            let lower = self.lower - tile - 1;
            let source = &mut room.source[..tables.slabs[lower].stride];
            source.fill(0);
            or_segments(cpu, slab.words, slab.dirty, tables.slabs[lower].shift, source);
            spawn_below(self.context, tile, &Afterstates { words: source, dirty: slab.dirty, lower }, states);
            any = true;
        }
        any
    }

    /// Counts the states and takes the lost ones away.
    fn count(&self, quadrants: [usize; 2], counts: &mut Counts, room: &mut UnitRoom) {
        let upper = Upper::new(self.context.tables, quadrants, self.lower);
        let states = &mut room.states[..self.context.tables.slabs[self.lower].stride];
        counts.add_fixed(self.context.tables, &upper, states);
        counts.take_lost(self.context, &upper, states);
        counts.add_slab(self.context, &upper, states);
    }

    /// Adds the states to those of the group, and says so; or slides them for themselves, if some slide leaves the upper half as
    /// it is: then it must change the lower half, or it is no move.
    fn gather(&self, candidate: &Candidate, grouped: bool, room: &mut UnitRoom) -> bool {
        let (tables, cpu) = (self.context.tables, self.context.cpu);
        let stride = tables.slabs[self.lower].stride;
        let (states, facts) = (&room.states[..stride], &tables.facts[self.lower]);
        if candidate.still != [false; 2] {
            let within = [0, 1]
                .map(|way| if candidate.still[way] { &facts.changed[way][..] } else { &room.all[..stride] });
            slide_within(cpu, states, within, &facts.slides, &mut room.marks);
            return false;
        }
        if grouped {
            or_words(cpu, states, &mut room.group[..stride]);
        } else {
            room.group[..stride].copy_from_slice(states);
        }
        true
    }

    /// Sets what is marked in the rows of the upper halves that two sequences slide to.
    fn take(&self, first: &Sequence, second: &Sequence, rows: &mut [u64], room: &mut UnitRoom) {
        let (lines, halves) = (&self.context.tables.lines, &self.context.tables.halves);
        let width = halves.count(self.lower).div_ceil(64);
        for (way, marks) in room.marks.iter_mut().enumerate() {
            let row = match (first.slid[way], second.slid[way]) {
                (Some(first), Some(second)) => {
                    let [first, second] = [first, second].map(|row| lines.place(usize::from(row)));
                    let number = first * lines.images(self.rows[1]).len() + second;
                    Some(&mut rows[number * width..][..width])
                }
                // The goal tile appears: the game is won, and has no afterstate.
                _ => None,
            };
            take_marks(self.context.cpu, &mut marks[..64 * width], row);
        }
    }
}
