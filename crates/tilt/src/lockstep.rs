//! Two tiles followed tilt by tilt on all walks at once.

use crate::meeting::Event;
use crate::{Axis, Frame, Square, YoungDiagram};

/// Two tiles on the walks from one first tilt, in both senses.
pub(crate) struct Lockstep<'a> {
    pub(crate) shape: &'a YoungDiagram,
    pub(crate) frame: Frame,
    /// The cells at time 0.
    pub(crate) start: [Square; 2],
    /// The cells at time `depth - 2`.
    forward: [Square; 2],
    /// The cells at time `1 - depth`.
    backward: [Square; 2],
    depth: u64,
    /// All states of the walk have been seen.
    closed: bool,
}

impl<'a> Lockstep<'a> {
    /// From the cells at time 0.
    pub(crate) fn new(shape: &'a YoungDiagram, frame: Frame, cells: [Square; 2]) -> Self {
        let backward = cells.map(|cell| shape.flip(Axis::Horizontal, cell));
        Self { shape, frame, start: cells, forward: cells, backward, depth: 2, closed: false }
    }

    pub(crate) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Follows the tiles until they meet, for so many tilts at most.
    fn follow(&mut self, tilts: u64) -> Option<Event> {
        // In variables of their own, so that they stay in registers: comparing cells that were just written to memory
        // one by one would wait for each of them.
        let (mut forward, mut backward) = (self.forward, self.backward);
        let mut met = None;
        for _ in 0..tilts {
            met = meeting(self.depth, forward, backward);
            if met.is_some() || self.closed {
                break;
            }
            let axis = if self.depth.is_multiple_of(2) { Axis::Vertical } else { Axis::Horizontal };
            let flip = |cells: [Square; 2]| cells.map(|cell| self.shape.flip(axis, cell));
            forward = flip(forward);
            // The times differ by an even number. If the states are equal, the two senses have met, and all times
            // between them have been looked at.
            self.closed = forward == backward;
            backward = flip(backward);
            self.depth += 1;
        }
        (self.forward, self.backward) = (forward, backward);
        met.filter(|_| !self.closed)
    }
}

/// The tiles side by side after `depth` tilts in one sense or the other.
#[inline]
fn meeting(depth: u64, forward: [Square; 2], backward: [Square; 2]) -> Option<Event> {
    let near = |cells: [Square; 2]| cells[0].is_adjacent(cells[1]);
    let event = |time: i64, cells| Some(Event { time, marks: [0, 1], cells });
    if near(forward) {
        event(depth as i64 - 2, forward)
    } else if near(backward) {
        event(1 - depth as i64, backward)
    } else {
        None
    }
}

/// How many tilts one walk is followed before the next has its turn: tilt by tilt they would keep one another out of the
/// processor's registers, which takes several times as long.
const STRIDE: u64 = 64;

/// The first meeting within a number of tilts. All walks take the same number in a turn, and the earliest meeting of the
/// turn counts, so it is a shortest one.
pub(crate) fn first_meeting(walks: &mut [Lockstep<'_>], tilts: u64) -> Option<(Event, Frame)> {
    let mut left = tilts;
    while left > 0 && !walks.iter().all(Lockstep::is_closed) {
        let turn = left.min(STRIDE);
        let meetings = walks.iter_mut().filter_map(|walk| Some((walk.follow(turn)?, walk.frame)));
        let earliest = meetings.min_by_key(|(event, _)| event.depth());
        if earliest.is_some() {
            return earliest;
        }
        left -= turn;
    }
    None
}
