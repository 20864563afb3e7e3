//! More than two marked tiles: the shortest meeting of any two of them.
//!
//! 1. Try the start and the four single tilts.
//! 2. Simulate all walks side by side for about `t / s` tilts. Many marks meet soon, and the first meeting of
//!    walks in step is a shortest one.
//! 3. Decide, without looking at times ([`decision`]). This is where the paper's O(st) is beaten.
//! 4. Only if the answer is yes, find the earliest time exactly ([`exact`]).

mod classes;
mod convolution;
mod decision;
mod exact;
pub(crate) mod offsets;
mod simulation;

use std::collections::HashMap;

use crate::meeting::{Event, Meeting, MeetingVerdict, Never, Separation, check};
use crate::{Axis, Direction, Landing, MarkError, Pattern, Rings, Square};

pub(crate) use classes::Classes;
use decision::{Specials, separation};
use offsets::Offsets;

/// The shortest meeting of any two different marks.
pub(crate) fn shortest(pattern: &Pattern, marks: &[Square]) -> MeetingVerdict {
    let landings = landings(pattern, marks);
    if let Some(meeting) = before_walks(&landings, marks) {
        return MeetingVerdict::Meet(meeting);
    }
    let walks = walks(&landings);
    if let Some((walk, event)) = simulation::first_meeting(&walks, budget(pattern, marks)) {
        return MeetingVerdict::Meet(Meeting::on_walk(walk.landing.frame(walk.first), &event));
    }
    on_rings(&landings, &walks)
}

/// Whether any two of the marked tiles can ever be adjacent, without looking for the shortest way:
/// `o(st)` for `s` marks among `t` tiles, the paper's open problem 3.
///
/// ```
/// use redouble_tilt::{Drawing, any_meet};
/// let full: Drawing = "xox/ooo/xox".parse()?;
/// assert!(!any_meet(full.pattern(), full.marked())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are fewer than two marks, or a mark has no tile or is repeated.
pub fn any_meet(pattern: &Pattern, marks: &[Square]) -> Result<bool, MarkError> {
    check(pattern, marks)?;
    let landings = landings(pattern, marks);
    let walks = walks(&landings);
    Ok(before_walks(&landings, marks).is_some()
        || walks.chunks(2).any(|pair| {
            let tables = Tables::of(pair);
            pair.iter().any(|walk| separation(walk, &tables).is_none())
        }))
}

/// About as much work as one pass over the board.
fn budget(pattern: &Pattern, marks: &[Square]) -> u64 {
    (pattern.tiles() / marks.len()).max(16) as u64
}

/// The board packed along both axes.
fn landings(pattern: &Pattern, marks: &[Square]) -> [Landing; 2] {
    [Axis::Vertical, Axis::Horizontal].map(|axis| Landing::new(pattern, axis, marks))
}

/// A meeting at the start or after one tilt.
fn before_walks(landings: &[Landing; 2], marks: &[Square]) -> Option<Meeting> {
    if let Some(pair) = adjacent_pair(marks) {
        return Some(Meeting::at_start(pair, pair.map(|mark| marks[mark])));
    }
    let mut firsts = landings.iter().flat_map(|landing| landing.firsts().map(|first| (landing, first)));
    firsts.find_map(|(landing, first)| {
        let squares = landing.after_one(first);
        let pair = adjacent_pair(&squares)?;
        Some(Meeting::after_one(landing.frame(first), pair, pair.map(|mark| squares[mark])))
    })
}

/// Two of the squares that share an edge.
fn adjacent_pair(squares: &[Square]) -> Option<[usize; 2]> {
    let at: HashMap<Square, usize> = (0..).zip(squares).map(|(mark, &square)| (square, mark)).collect();
    let beside =
        |square: Square| [Square { x: square.x + 1, ..square }, Square { y: square.y + 1, ..square }];
    squares.iter().enumerate().find_map(|(mark, &square)| {
        beside(square).iter().find_map(|next| at.get(next)).map(|&other| [mark, other])
    })
}

/// The marks at time 0 of the walks from one first tilt.
pub(crate) struct Walk<'a> {
    landing: &'a Landing,
    first: Direction,
    cells: Vec<Square>,
}

/// South, north, west, east: two walks for each diagram.
fn walks(landings: &[Landing; 2]) -> Vec<Walk<'_>> {
    let starts = landings.iter().flat_map(|landing| landing.firsts().map(|first| (landing, first)));
    starts.map(|(landing, first)| Walk { landing, first, cells: landing.after_two(first) }).collect()
}

/// The rings of a diagram and the offsets at which those with marks touch.
struct Tables {
    rings: Rings,
    offsets: Offsets,
}

impl Tables {
    /// For the walks of one diagram.
    fn of(walks: &[Walk<'_>]) -> Self {
        let shape = walks[0].landing.shape();
        let rings = Rings::of(shape);
        let mut marked = vec![false; 2 * rings.components().len()];
        for cell in walks.iter().flat_map(|walk| &walk.cells) {
            marked[rings.slot(shape, *cell, Axis::Vertical).ring as usize] = true;
        }
        let offsets = Offsets::of(shape, &rings, &marked);
        Self { rings, offsets }
    }
}

fn on_rings(landings: &[Landing; 2], walks: &[Walk<'_>]) -> MeetingVerdict {
    let mut best: Option<(Event, usize)> = None;
    let mut separations: Vec<Separation> = Vec::with_capacity(4);
    for (pair, half) in walks.chunks(2).zip(0..) {
        let tables = Tables::of(pair);
        for (walk, at) in pair.iter().zip(2 * half..) {
            if let Some(separation) = separation(walk, &tables) {
                separations.push(separation);
            } else {
                let bound = best.map_or(u64::MAX, |(event, _)| event.depth());
                let specials = Specials::of(walk, &tables.rings);
                let found = exact::first_meeting(landings[half].shape(), &tables, &specials, walk, bound);
                best = found.map(|event| (event, at)).or(best);
            }
        }
    }
    match best {
        Some((event, at)) => {
            let walk = &walks[at];
            MeetingVerdict::Meet(Meeting::on_walk(walk.landing.frame(walk.first), &event))
        }
        None => MeetingVerdict::Never(Never::Set(separations)),
    }
}

/// The shortest meeting found on the rings alone, without the simulation: for tests and measurements of the
/// exact search, which the simulation makes rare.
///
/// # Errors
/// When there are fewer than two marks, or a mark has no tile or is repeated.
pub fn shortest_meeting_on_rings(pattern: &Pattern, marks: &[Square]) -> Result<MeetingVerdict, MarkError> {
    check(pattern, marks)?;
    let landings = landings(pattern, marks);
    let early = before_walks(&landings, marks).map(MeetingVerdict::Meet);
    Ok(early.unwrap_or_else(|| on_rings(&landings, &walks(&landings))))
}
