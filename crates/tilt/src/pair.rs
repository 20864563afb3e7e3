//! Two marked tiles: the shortest meeting in time linear in their rings.
//!
//! At time `T` a tile is `T` slots further on its ring. The two tiles are in slots `p` and `q` of touching
//! cells when `T = p - a (mod c1)` and `T = q - b (mod c2)`, where `a`, `b` are their places at time 0: one
//! Chinese remainder for each pair of touching slots.

use crate::arithmetic::{TwoModuli, sub_mod};
use crate::bits::Bits;
use crate::component::{Component, Slot, Track};
use crate::lockstep::{self, Lockstep};
use crate::meeting::{Event, Meeting, MeetingVerdict, Never, Obstruction};
use crate::{Axis, Direction, Frame, Landing, Pattern, Square, YoungDiagram};

/// The shortest meeting of two different tiles.
pub(crate) fn shortest(pattern: &Pattern, marks: [Square; 2]) -> MeetingVerdict {
    if marks[0].is_adjacent(marks[1]) {
        return MeetingVerdict::Meet(Meeting::at_start([0, 1], marks));
    }
    let landings = [Axis::Vertical, Axis::Horizontal].map(|axis| Landing::new(pattern, axis, &marks));
    if let Some(meeting) = landings.iter().find_map(meeting_after_one) {
        return MeetingVerdict::Meet(meeting);
    }
    on_walks(landings)
}

fn meeting_after_one(landing: &Landing) -> Option<Meeting> {
    let near = |first: &Direction| two(&landing.after_one(*first)).filter(|[a, b]| a.is_adjacent(*b));
    let first = landing.firsts().into_iter().find(|first| near(first).is_some())?;
    Some(Meeting::after_one(landing.frame(first), [0, 1], near(&first)?))
}

fn two(squares: &[Square]) -> Option<[Square; 2]> {
    squares.try_into().ok()
}

/// First all walks in step, for a quarter as many tilts as there are tiles: that settles pairs that meet soon.
/// Of what is still open, pairs whose states repeat soon stay in step to the end, in particular pairs on one
/// ring; the others are answered on their rings.
fn on_walks(landings: [Landing; 2]) -> MeetingVerdict {
    match first_meeting(&landings) {
        Some((event, frame)) => MeetingVerdict::Meet(Meeting::on_walk(frame, &event)),
        None => MeetingVerdict::Never(Never::Pair(Box::new(Apart { landings }))),
    }
}

fn first_meeting(landings: &[Landing; 2]) -> Option<(Event, Frame)> {
    let mut open: Vec<_> =
        starts(landings).map(|start| Lockstep::new(start.shape, start.frame, start.cells)).collect();
    let mut best = lockstep::first_meeting(&mut open, landings[0].shape().cells() as u64 / 4);
    let mut long = Vec::new();
    while best.is_none() {
        open.retain(|walk| !walk.is_closed());
        let Some(walk) = open.pop() else { break };
        let tracks = Tracks::new(walk.shape, walk.start);
        let period = tracks.moduli.lcm();
        if period <= 2 * tracks.slots_together() {
            open.push(walk);
            best = lockstep::first_meeting(&mut open, period);
        } else {
            long.push((walk, tracks));
        }
    }
    for (walk, tracks) in long {
        let bound = best.map_or(u64::MAX, |(event, _)| event.depth());
        let found = Walk::new(walk.shape, tracks).first_meeting(bound);
        best = found.map(|event| (event, walk.frame)).or(best);
    }
    best
}

/// The two tiles at time 0 of the walks from one first tilt.
struct Start<'a> {
    shape: &'a YoungDiagram,
    frame: Frame,
    cells: [Square; 2],
}

fn starts(landings: &[Landing; 2]) -> impl Iterator<Item = Start<'_>> {
    landings.iter().flat_map(|landing| {
        landing.firsts().map(|first| {
            let cells = two(&landing.after_two(first)).expect("two marks");
            Start { shape: landing.shape(), frame: landing.frame(first), cells }
        })
    })
}

/// Two tiles that never meet. The proof takes longer than the answer on boards with long rings, so it is made
/// when it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    landings: [Landing; 2],
}

impl Apart {
    /// What keeps the tiles apart: one obstruction for each first tilt.
    #[must_use]
    pub fn obstructions(&self) -> Vec<Obstruction> {
        let obstruction = |start: Start<'_>| {
            Walk::new(start.shape, Tracks::new(start.shape, start.cells)).obstruction(start.frame.first())
        };
        starts(&self.landings).map(obstruction).collect()
    }
}

/// The components of two tiles and the tiles' slots on them.
struct Tracks {
    tracks: [Track; 2],
    /// The slots at time 0.
    slots: [Slot; 2],
    same_component: bool,
    moduli: TwoModuli,
}

impl Tracks {
    fn new(shape: &YoungDiagram, cells: [Square; 2]) -> Self {
        let first = Track::through(shape, cells[0]);
        let mut at = [None; 2];
        first.for_each(shape, |cell, position| {
            (0..2).filter(|&tile| cells[tile] == cell).for_each(|tile| at[tile] = Some(position));
        });
        let same_component = at[1].is_some();
        let mut tracks = [first; 2];
        if !same_component {
            tracks[1] = Track::through(shape, cells[1]);
            tracks[1].for_each(shape, |cell, position| {
                at[1] = if cell == cells[1] { Some(position) } else { at[1] }
            });
        }
        let slot = |tile: usize| {
            let position = at[tile].expect("the track through a tile contains it");
            tracks[tile].component.slot(position, Axis::Vertical)
        };
        let [c1, c2] = tracks.map(|track| track.component.circumference());
        Self { slots: [slot(0), slot(1)], moduli: TwoModuli::new(c1, c2), same_component, tracks }
    }

    fn component(&self, tile: usize) -> Component {
        self.tracks[tile].component
    }

    /// The number of slots of the two rings.
    fn slots_together(&self) -> u64 {
        self.component(0).circumference() + self.component(1).circumference()
    }

    /// For each cell its number on the track of a tile plus one; zero elsewhere.
    fn numbers(&self, shape: &YoungDiagram, tile: usize) -> Vec<u32> {
        let mut numbers = vec![0; shape.cells()];
        self.tracks[tile].for_each(shape, |cell, position| numbers[shape.index(cell)] = position + 1);
        numbers
    }
}

/// Two tiles on the rings of a diagram.
struct Walk<'a> {
    shape: &'a YoungDiagram,
    tracks: Tracks,
    /// For each cell of the second track its number plus one; zero elsewhere.
    second: Vec<u32>,
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
    fn new(shape: &'a YoungDiagram, tracks: Tracks) -> Self {
        Self { shape, second: tracks.numbers(shape, 1), tracks }
    }

    /// The earliest meeting that takes fewer than `bound` tilts.
    fn first_meeting(&self, bound: u64) -> Option<Event> {
        let (mut bound, mut best) = (bound, None);
        let period = self.tracks.moduli.lcm();
        let circumference = self.tracks.component(0).circumference();
        self.for_each_first(|p, cell, next| {
            // No time that is p modulo the circumference takes fewer tilts than this.
            if (p + 2).min(circumference - p + 1) >= bound {
                return;
            }
            self.for_each_contact(p, cell, next, |contact| {
                let Some(time) = self.tracks.moduli.solve(contact.p, contact.q) else { return };
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
        let component = self.tracks.component(0);
        self.tracks.tracks[0].for_each(self.shape, |cell, position| {
            for next in [Axis::Vertical, Axis::Horizontal] {
                let slot = component.slot(position, next);
                if slot.sense == self.tracks.slots[0].sense {
                    visit(
                        sub_mod(slot.index, self.tracks.slots[0].index, component.circumference()),
                        cell,
                        next,
                    );
                }
            }
        });
    }

    /// Calls `visit` with every slot of the second tile's ring that touches a slot of the first.
    fn for_each_contact(&self, p: u64, cell: Square, next: Axis, mut visit: impl FnMut(Contact)) {
        let component = self.tracks.component(1);
        for beside in cell.neighbours().filter(|&beside| self.shape.contains(beside)) {
            let Some(position) = self.second[self.shape.index(beside)].checked_sub(1) else { continue };
            let slot = component.slot(position, next);
            if slot.sense == self.tracks.slots[1].sense {
                let q = sub_mod(slot.index, self.tracks.slots[1].index, component.circumference());
                visit(Contact { p, q, cells: [cell, beside] });
            }
        }
    }

    /// What keeps the tiles apart on these walks.
    fn obstruction(&self, first: Direction) -> Obstruction {
        let Tracks { slots, same_component, moduli, .. } = &self.tracks;
        let modulus = moduli.gcd();
        let [a, b] = slots.map(|slot| slot.index % modulus);
        Obstruction {
            first,
            circumferences: [0, 1].map(|tile| self.tracks.component(tile).circumference()),
            cycles: [0, 1].map(|tile| self.tracks.component(tile).cycles().0),
            same_ring: *same_component && slots[0].sense == slots[1].sense,
            modulus,
            offset: sub_mod(a, b, modulus),
            touching: self.touching_offsets(),
        }
    }

    /// The differences of all touching slots of the two rings. Looks at the cells row by row: on long rings that
    /// is many times faster than in the order of the ring.
    fn touching_offsets(&self) -> Vec<u64> {
        let other = (!self.tracks.same_component).then(|| self.tracks.numbers(self.shape, 0));
        let (first, second) = (other.as_ref().unwrap_or(&self.second), &self.second);
        let modulus = self.tracks.moduli.gcd() as usize;
        let mut touching = Bits::new(modulus);
        for cell in self.shape.iter() {
            let here = self.shape.index(cell);
            let beside = [Square { x: cell.x + 1, ..cell }, Square { y: cell.y + 1, ..cell }];
            for there in beside.into_iter().filter(|&beside| self.shape.contains(beside)) {
                let there = self.shape.index(there);
                self.mark_offsets(first[here], second[there], &mut touching);
                self.mark_offsets(first[there], second[here], &mut touching);
            }
        }
        touching.range(0, modulus).map(|offset| offset as u64).collect()
    }

    /// Marks the offsets of two touching cells, given by their numbers plus one, if both are on the tracks.
    fn mark_offsets(&self, one: u32, two: u32, touching: &mut Bits) {
        let (Some(one), Some(two)) = (one.checked_sub(1), two.checked_sub(1)) else { return };
        let Tracks { slots, moduli, .. } = &self.tracks;
        let modulus = moduli.gcd();
        for next in [Axis::Vertical, Axis::Horizontal] {
            let p = self.tracks.component(0).slot(one, next);
            let q = self.tracks.component(1).slot(two, next);
            if p.sense == slots[0].sense && q.sense == slots[1].sense {
                touching.insert(sub_mod(p.index % modulus, q.index % modulus, modulus) as usize);
            }
        }
    }
}
