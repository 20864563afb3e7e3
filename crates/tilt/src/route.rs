//! One tile to one square.

use num_bigint::{BigInt, BigUint};

use crate::arithmetic::{TwoModuli, sub_mod};
use crate::component::Track;
use crate::frame::{depth, nearest};
use crate::reach::Passage;
use crate::{Axis, Corner, Direction, Frame, Landing, Pattern, Square, Tilts, YoungDiagram};

/// The shortest tilts that bring the tile on `from` to the square `to`; none if it never gets there, or if
/// there is no tile on `from`.
///
/// On the construction [`single_cycle`](crate::single_cycle) every tile gets to every square in at most
/// `2 (mn - m) + 2` tilts, as the paper's introduction promises.
///
/// ```
/// use redouble_tilt::{Drawing, Square, shortest_route};
/// let drawing: Drawing = "o../oo.".parse()?;
/// let route = shortest_route(drawing.pattern(), Square::new(0, 1), Square::new(2, 1));
/// assert_eq!(route.expect("a way").tilts.to_string(), "E");
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[must_use]
pub fn shortest_route(pattern: &Pattern, from: Square, to: Square) -> Option<Passage> {
    if !pattern.contains(from) || !pattern.size().contains(to) {
        return None;
    }
    if from == to {
        return Some(Passage { length: BigUint::ZERO, tilts: Tilts::default() });
    }
    let landings = [Axis::Vertical, Axis::Horizontal].map(|axis| Landing::new(pattern, axis, &[from]));
    let walks = landings.iter().flat_map(|landing| landing.firsts().map(|first| (landing, first)));
    let one = walks.clone().find(|(landing, first)| {
        landing.after_one(*first).iter().any(|&square| landing.frame(*first).leave(square) == to)
    });
    if let Some((_, first)) = one {
        return Some(Passage { length: 1u32.into(), tilts: Tilts::from([first].as_slice()) });
    }
    walks.filter_map(|(landing, first)| on_walk(landing, first, to)).min_by(|a, b| a.length.cmp(&b.length))
}

fn on_walk(landing: &Landing, first: Direction, to: Square) -> Option<Passage> {
    let (shape, frame) = (landing.shape(), landing.frame(first));
    let cell = *landing.after_two(first).first()?;
    let walk = TileWalk { shape, track: Track::through(shape, cell), cell, frame };
    let time = Corner::ALL.iter().filter_map(|&corner| walk.time_in(corner, to)).min_by_key(depth)?;
    Some(Passage { length: depth(&time), tilts: frame.tilts(&time) })
}

/// A tile on its way along its track.
struct TileWalk<'a> {
    shape: &'a YoungDiagram,
    track: Track,
    /// Where it starts.
    cell: Square,
    frame: Frame,
}

impl TileWalk<'_> {
    /// When the tile is on the square `to` while the walk is in a corner.
    fn time_in(&self, corner: Corner, to: Square) -> Option<BigInt> {
        let TileWalk { shape, track, cell, frame } = *self;
        let target = frame.cell(to, corner);
        let (mut start, mut end) = (None, None);
        track.for_each(shape, |at, position| {
            start = if at == cell { Some(position) } else { start };
            end = if at == target { Some(position) } else { end };
        });
        let next = if corner.tilts().is_multiple_of(2) { Axis::Vertical } else { Axis::Horizontal };
        let start = track.component.slot(start?, Axis::Vertical);
        let end = track.component.slot(end?, next);
        if start.sense != end.sense {
            return None;
        }
        let moduli = TwoModuli::new(track.component.circumference(), 4);
        let apart = sub_mod(end.index, start.index, track.component.circumference());
        let time = moduli.solve(apart, u64::from(corner.tilts()))?;
        Some(nearest(time.into(), &moduli.lcm().into()))
    }
}
