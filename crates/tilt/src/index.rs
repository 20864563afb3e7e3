//! All meetings of a board, prepared: every pair is then answered in O(log t).

use std::collections::HashMap;

use crate::meeting::{Event, Meeting};
use crate::rings::RingCells;
use crate::special::Classes;
use crate::special::offsets::{Edge, Mix, RingPair, for_each_edge};
use crate::{Axis, Direction, Frame, Landing, Pattern, RingPlace, RingSlot, Rings, Square, YoungDiagram};

/// The meetings of all pairs of tiles of one board.
///
/// Built in O(t log t). It keeps every touching pair of slots, so it takes some hundred bytes a tile; a single
/// question is better put to [`shortest_meeting`](crate::shortest_meeting).
///
/// ```
/// use redouble_tilt::{Drawing, MeetingIndex};
/// let drawing: Drawing = "x.o./.oo./o..x".parse()?;
/// let index = MeetingIndex::of(drawing.pattern());
/// let tiles: Vec<_> = drawing.pattern().squares().collect();
/// let marked = |square| tiles.iter().position(|&other| other == square).expect("a tile");
/// let meeting = index.shortest(marked(drawing.marked()[0]), marked(drawing.marked()[1]));
/// assert_eq!(meeting.expect("these two meet").length, 5u32.into());
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
pub struct MeetingIndex {
    start: Vec<Square>,
    halves: [Half; 2],
}

/// The walks with a first tilt along one axis.
struct Half {
    shape: YoungDiagram,
    rings: Rings,
    cells: RingCells,
    touching: HashMap<RingPair, Classes, Mix>,
    walks: [Walk; 2],
}

/// Where every tile is after one and after two tilts, seen in the frame.
struct Walk {
    frame: Frame,
    after_one: Vec<Square>,
    after_two: Vec<Square>,
}

impl MeetingIndex {
    /// Prepares a board.
    #[must_use]
    pub fn of(pattern: &Pattern) -> Self {
        let start: Vec<Square> = pattern.squares().collect();
        let half = |axis| Half::of(&Landing::new(pattern, axis, &start));
        Self { halves: [half(Axis::Vertical), half(Axis::Horizontal)], start }
    }

    /// The shortest meeting of two tiles, given by their numbers; none if they never meet.
    ///
    /// # Panics
    /// When there are no such tiles.
    #[must_use]
    pub fn shortest(&self, one: usize, two: usize) -> Option<Meeting> {
        let [here, there] = [one, two].map(|tile| self.start[tile]);
        if here.is_adjacent(there) {
            return Some(Meeting::at_start([0, 1], [here, there]));
        }
        let walks = || self.halves.iter().flat_map(|half| half.walks.iter().map(move |walk| (half, walk)));
        let early = walks().map(|(_, walk)| (walk.frame, [one, two].map(|tile| walk.after_one[tile])));
        if let Some((frame, seen)) = early.into_iter().find(|(_, [a, b])| a.is_adjacent(*b)) {
            return Some(Meeting::after_one(frame, [0, 1], seen));
        }
        let events = walks().filter_map(|(half, walk)| Some((half.event(walk, [one, two])?, walk.frame)));
        events.min_by_key(|(event, _)| event.depth()).map(|(event, frame)| Meeting::on_walk(frame, &event))
    }
}

impl Half {
    fn of(landing: &Landing) -> Self {
        let shape = landing.shape().clone();
        let rings = Rings::of(&shape);
        let mut edges: HashMap<RingPair, Vec<Edge>, Mix> = HashMap::default();
        for_each_edge(&shape, &rings, |_| true, |pair, edge| edges.entry(pair).or_default().push(edge));
        let touching = edges.into_iter().map(|(pair, edges)| {
            let circumferences = [pair.0, pair.1].map(|ring| rings.circumference(ring));
            (pair, Classes::new(circumferences, &edges))
        });
        let touching = touching.collect();
        let walk = |first: Direction| Walk {
            frame: landing.frame(first),
            after_one: landing.after_one(first),
            after_two: landing.after_two(first),
        };
        let cells = rings.cells(&shape);
        Self { touching, cells, walks: landing.firsts().map(walk), shape, rings }
    }

    fn event(&self, walk: &Walk, tiles: [usize; 2]) -> Option<Event> {
        let slots = tiles.map(|tile| self.rings.slot(&self.shape, walk.after_two[tile], Axis::Vertical));
        let [one, two] = if slots[0].ring <= slots[1].ring { slots } else { [slots[1], slots[0]] };
        let classes = self.touching.get(&RingPair(one.ring, two.ring))?;
        let [after, before] = classes.times(one.index, two.index)?;
        let back = classes.period() - before;
        let time = if after + 2 <= back + 1 { after as i64 } else { -(back as i64) };
        Some(Event { time, marks: [0, 1], cells: slots.map(|slot| self.cell_after(slot, time)) })
    }

    fn cell_after(&self, slot: RingSlot, time: i64) -> Square {
        let circumference = i128::from(self.rings.circumference(slot.ring));
        let index = (i128::from(slot.index) + i128::from(time)).rem_euclid(circumference) as u64;
        let position = self.rings.position(RingSlot { index, ..slot });
        self.cells.cell(RingPlace { component: slot.ring / 2, position })
    }
}
