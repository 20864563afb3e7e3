//! Two marked tiles: the shortest meeting in time linear in their rings.
//!
//! At time `T` a tile is `T` slots further on its ring. The two tiles are in slots `p` and `q` of touching
//! cells when `T = p - a (mod c1)` and `T = q - b (mod c2)`, where `a`, `b` are their places at time 0: one
//! Chinese remainder for each pair of touching slots.

use crate::arithmetic::{TwoModuli, sub_mod};
use crate::bits::Bits;
use crate::component::{Component, Slot, Track};
use crate::lockstep::{self, Lockstep};
use crate::meeting::{Event, Meeting, Never, Obstruction, Verdict};
use crate::{Axis, Direction, Frame, Landing, Pattern, Shape, Square};

/// The shortest meeting of two different tiles.
pub(crate) fn shortest(pattern: &Pattern, marks: [Square; 2]) -> Verdict {
    if marks[0].is_adjacent(marks[1]) {
        return Verdict::Meet(Meeting::at_start([0, 1], marks));
    }
    let landings = [Axis::Vertical, Axis::Horizontal].map(|axis| Landing::new(pattern, axis, &marks));
    if let Some(meeting) = landings.iter().find_map(meeting_after_one) {
        return Verdict::Meet(meeting);
    }
    on_walks(&landings)
}

fn meeting_after_one(landing: &Landing) -> Option<Meeting> {
    let near = |first: &Direction| two(&landing.after_one(*first)).filter(|[a, b]| a.is_adjacent(*b));
    let first = landing.firsts().into_iter().find(|first| near(first).is_some())?;
    Some(Meeting::after_one(landing.frame(first), [0, 1], near(&first)?))
}

fn two(squares: &[Square]) -> Option<[Square; 2]> {
    squares.try_into().ok()
}

/// First all walks in step for a quarter as many tilts as there are tiles: that settles pairs that meet soon and
/// pairs on one short or middling ring. What is still open is answered on its rings.
fn on_walks(landings: &[Landing]) -> Verdict {
    let starts: Vec<_> = landings
        .iter()
        .flat_map(|landing| landing.firsts().map(|first| Start::new(landing, first)))
        .collect();
    let mut walks: Vec<_> =
        starts.iter().map(|start| Lockstep::new(start.shape, start.frame, start.cells)).collect();
    let tilts = landings[0].shape().cells() as u64 / 4;
    let mut best = lockstep::first_meeting(&mut walks, tilts);
    if best.is_none() {
        for (start, _) in starts.iter().zip(&walks).filter(|(_, walk)| !walk.is_closed()) {
            let bound = best.map_or(u64::MAX, |(event, _)| event.depth());
            let found = start.walk().first_meeting(bound);
            best = found.map(|event| (event, start.frame)).or(best);
        }
    }
    match best {
        Some((event, frame)) => Verdict::Meet(Meeting::on_walk(frame, &event)),
        None => Verdict::Never(Never::Pair(starts.iter().map(Start::obstruction).collect())),
    }
}

/// The two tiles at time 0 of the walks from one first tilt.
struct Start<'a> {
    shape: &'a Shape,
    frame: Frame,
    cells: [Square; 2],
}

impl<'a> Start<'a> {
    fn new(landing: &'a Landing, first: Direction) -> Self {
        let cells = two(&landing.after_two(first)).expect("two marks");
        Self { shape: landing.shape(), frame: landing.frame(first), cells }
    }

    fn walk(&self) -> Walk<'a> {
        Walk::new(self.shape, self.cells)
    }

    fn obstruction(&self) -> Obstruction {
        self.walk().obstruction(self.frame.first())
    }
}

/// Two tiles on the rings of a diagram.
struct Walk<'a> {
    shape: &'a Shape,
    tracks: [Track; 2],
    /// The tiles' slots at time 0.
    slots: [Slot; 2],
    same_component: bool,
    /// For each cell of the second track its number plus one; zero elsewhere.
    second: Vec<u32>,
    moduli: TwoModuli,
}

/// Two touching cells at a time when both tiles could be there, if their times agree.
struct Contact {
    /// The first tile is in the first cell at these times, modulo its circumference.
    p: u64,
    /// The second tile is in the second cell at these times, modulo its circumference.
    q: u64,
    cells: [Square; 2],
}

impl<'a> Walk<'a> {
    fn new(shape: &'a Shape, cells: [Square; 2]) -> Self {
        let mut second = vec![0; shape.cells()];
        let track = Track::through(shape, cells[1]);
        track.for_each(shape, |cell, position| second[shape.index(cell)] = position + 1);
        let position = |cell| second[shape.index(cell)].checked_sub(1);
        let same = position(cells[0]);
        let other = || {
            let track = Track::through(shape, cells[0]);
            let mut at = 0;
            track.for_each(shape, |cell, position| {
                if cell == cells[0] {
                    at = position;
                }
            });
            (track, at)
        };
        let (first_track, at) = same.map_or_else(other, |at| (track, at));
        let at = [at, position(cells[1]).expect("the second track contains the second tile")];
        let tracks = [first_track, track];
        let slots = [0, 1].map(|tile| tracks[tile].component.slot(at[tile], Axis::Vertical));
        let [c1, c2] = tracks.map(|track| track.component.circumference());
        let moduli = TwoModuli::new(c1, c2);
        Self { shape, tracks, slots, same_component: same.is_some(), second, moduli }
    }

    fn component(&self, tile: usize) -> Component {
        self.tracks[tile].component
    }

    /// The earliest meeting that takes fewer than `bound` tilts.
    fn first_meeting(&self, bound: u64) -> Option<Event> {
        let (mut bound, mut best) = (bound, None);
        let period = self.moduli.lcm();
        let circumference = self.component(0).circumference();
        self.for_each_first(|p, cell, next| {
            // No time that is p modulo the circumference takes fewer tilts than this.
            if (p + 2).min(circumference - p + 1) >= bound {
                return;
            }
            self.for_each_contact(p, cell, next, |contact| {
                let Some(time) = self.moduli.solve(contact.p, contact.q) else { return };
                let time =
                    if time + 2 <= period - time + 1 { time as i64 } else { -((period - time) as i64) };
                let event = Event { time, marks: [0, 1], cells: contact.cells };
                if event.depth() < bound {
                    bound = event.depth();
                    best = Some(event);
                }
            });
        });
        best
    }

    /// Calls `visit` with every slot of the first tile's ring: the time at which the tile is there, the cell,
    /// and the axis of the next tilt.
    fn for_each_first(&self, mut visit: impl FnMut(u64, Square, Axis)) {
        let component = self.component(0);
        self.tracks[0].for_each(self.shape, |cell, position| {
            for next in [Axis::Vertical, Axis::Horizontal] {
                let slot = component.slot(position, next);
                if slot.sense == self.slots[0].sense {
                    visit(sub_mod(slot.index, self.slots[0].index, component.circumference()), cell, next);
                }
            }
        });
    }

    /// Calls `visit` with every slot of the second tile's ring that touches a slot of the first.
    fn for_each_contact(&self, p: u64, cell: Square, next: Axis, mut visit: impl FnMut(Contact)) {
        let component = self.component(1);
        for beside in cell.neighbours().filter(|&beside| self.shape.contains(beside)) {
            let Some(position) = self.second[self.shape.index(beside)].checked_sub(1) else { continue };
            let slot = component.slot(position, next);
            if slot.sense == self.slots[1].sense {
                let q = sub_mod(slot.index, self.slots[1].index, component.circumference());
                visit(Contact { p, q, cells: [cell, beside] });
            }
        }
    }

    /// What keeps the tiles apart on these walks.
    fn obstruction(&self, first: Direction) -> Obstruction {
        let modulus = self.moduli.gcd();
        let [a, b] = self.slots.map(|slot| slot.index % modulus);
        let offset = sub_mod(a, b, modulus);
        let mut touching = Bits::new(modulus as usize);
        self.for_each_first(|p, cell, next| {
            self.for_each_contact(p, cell, next, |contact| {
                let apart = sub_mod(contact.p % modulus, contact.q % modulus, modulus);
                touching.insert(((apart + offset) % modulus) as usize);
            });
        });
        let touching = touching.range(0, modulus as usize).map(|residue| residue as u64).collect();
        Obstruction {
            first,
            circumferences: [0, 1].map(|tile| self.component(tile).circumference()),
            cycles: [0, 1].map(|tile| self.component(tile).cycles().0),
            same_ring: self.same_component && self.slots[0].sense == self.slots[1].sense,
            modulus,
            offset,
            touching,
        }
    }
}
