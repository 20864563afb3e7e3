//! Two tiles followed tilt by tilt on all walks at once.

use crate::meeting::Event;
use crate::{Axis, Frame, Shape, Square};

/// Two tiles on the walks from one first tilt, in both senses.
pub(crate) struct Lockstep<'a> {
    pub(crate) shape: &'a Shape,
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
    pub(crate) fn new(shape: &'a Shape, frame: Frame, cells: [Square; 2]) -> Self {
        let backward = cells.map(|cell| shape.flip(Axis::Horizontal, cell));
        Self { shape, frame, start: cells, forward: cells, backward, depth: 2, closed: false }
    }

    pub(crate) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The tiles side by side after `depth` tilts in one sense or the other.
    fn event(&self) -> Option<Event> {
        let near = |cells: [Square; 2]| cells[0].is_adjacent(cells[1]);
        let event = |time: i64, cells| Some(Event { time, marks: [0, 1], cells });
        if near(self.forward) {
            event(self.depth as i64 - 2, self.forward)
        } else if near(self.backward) {
            event(1 - self.depth as i64, self.backward)
        } else {
            None
        }
    }

    fn step(&mut self) {
        let axis = if self.depth.is_multiple_of(2) { Axis::Vertical } else { Axis::Horizontal };
        let flip = |cells: [Square; 2]| cells.map(|cell| self.shape.flip(axis, cell));
        self.forward = flip(self.forward);
        // The times differ by an even number. If the states are equal, the two senses have met, and all times
        // between them have been looked at.
        self.closed = self.forward == self.backward;
        self.backward = flip(self.backward);
        self.depth += 1;
    }
}

/// The first meeting within a number of tilts. All walks take the same number at every step, so it is a shortest
/// one.
pub(crate) fn first_meeting(walks: &mut [Lockstep<'_>], tilts: u64) -> Option<(Event, Frame)> {
    for _ in 0..tilts {
        for walk in walks.iter().filter(|walk| !walk.closed) {
            if let Some(event) = walk.event() {
                return Some((event, walk.frame));
            }
        }
        if walks.iter().all(Lockstep::is_closed) {
            return None;
        }
        walks.iter_mut().filter(|walk| !walk.closed).for_each(Lockstep::step);
    }
    None
}
