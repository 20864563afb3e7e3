//! The answer to "can two of the marked tiles become adjacent?".

use num_bigint::{BigInt, BigUint};

use crate::frame::depth;
use crate::pair::Apart;
use crate::{Direction, Frame, Pattern, Square, Tilts};

/// A shortest way to bring two marked tiles together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The number of tilts; no shorter sequence exists.
    pub length: BigUint,
    /// The tilts.
    pub tilts: Tilts,
    /// Which two of the marked tiles meet: indices into the list of marks.
    pub marks: [usize; 2],
    /// The adjacent squares where they are after the tilts.
    pub squares: [Square; 2],
}

impl Meeting {
    /// A meeting of tiles that already are neighbours.
    pub(crate) fn at_start(marks: [usize; 2], squares: [Square; 2]) -> Self {
        Self { length: BigUint::ZERO, tilts: Tilts::default(), marks, squares }
    }

    /// A meeting after a single tilt.
    pub(crate) fn after_one(frame: Frame, marks: [usize; 2], seen: [Square; 2]) -> Self {
        let tilts = Tilts::from([frame.first()].as_slice());
        Self { length: 1u32.into(), tilts, marks, squares: seen.map(|square| frame.leave(square)) }
    }

    /// A meeting on a walk, in two cells of its diagram.
    pub(crate) fn on_walk(frame: Frame, event: &Event) -> Self {
        let time = BigInt::from(event.time);
        let corner = Frame::corner(&time);
        let squares = event.cells.map(|cell| frame.square(cell, corner));
        Self { length: depth(&time), tilts: frame.tilts(&time), marks: event.marks, squares }
    }
}

/// Two marks in adjacent cells of the diagram at some time of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) time: i64,
    pub(crate) marks: [usize; 2],
    pub(crate) cells: [Square; 2],
}

impl Event {
    /// How many tilts lead to it.
    pub(crate) const fn depth(&self) -> u64 {
        if self.time < 0 { self.time.unsigned_abs() + 1 } else { self.time as u64 + 2 }
    }
}

/// Why the tiles never meet on the walks that begin with one first tilt: the offset of the two tiles never
/// changes, and no two touching slots of their rings have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The first tilt of the walks.
    pub first: Direction,
    /// The number of slots of the two tiles' rings.
    pub circumferences: [u64; 2],
    /// The lengths of the two tiles' cycles of `g`.
    pub cycles: [u64; 2],
    /// Whether both tiles are on one ring.
    pub same_ring: bool,
    /// The greatest common divisor of the circumferences.
    pub modulus: u64,
    /// The difference of the tiles' places, modulo the divisor: the same at all times.
    pub offset: u64,
    /// The differences of all pairs of adjacent slots of the two rings: `offset` is not among them.
    pub touching: Vec<u64>,
}

/// Why more than two marked tiles never meet on the walks that begin with one first tilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The first tilt of the walks.
    pub first: Direction,
    /// The number of rings that carry a marked tile.
    pub rings: usize,
    /// The number of pairs of such rings that touch somewhere.
    pub touching_pairs: usize,
    /// The number of offsets over all those pairs that were excluded one by one.
    pub offsets: usize,
}

/// The proof that marked tiles never meet: neither at the start, nor after one tilt, nor on any walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Never {
    /// For two tiles: one obstruction for each first tilt, made on request.
    Pair(Box<Apart>),
    /// For more: one separation for each first tilt.
    Set(Vec<Separation>),
}

/// Whether and how marked tiles meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeetingVerdict {
    /// They do, and this is a shortest way.
    Meet(Meeting),
    /// No sequence of tilts brings any two of them together.
    Never(Never),
}

impl MeetingVerdict {
    /// The meeting, if there is one.
    #[must_use]
    pub const fn meeting(&self) -> Option<&Meeting> {
        match self {
            Self::Meet(meeting) => Some(meeting),
            Self::Never(_) => None,
        }
    }
}

/// Why a question about marked tiles cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// Fewer than two marks.
    #[error("{found} marked tiles: at least two are needed")]
    TooFew {
        /// How many there are.
        found: usize,
    },
    /// A mark on an empty square.
    #[error("the marked square {square} has no tile")]
    Empty {
        /// The square.
        square: Square,
    },
    /// A square marked twice.
    #[error("the square {square} is marked twice")]
    Twice {
        /// The square.
        square: Square,
    },
}

/// The shortest tilts that bring any two of the marked tiles to adjacent squares, or the proof that none do.
///
/// Two tiles are answered in O(t) as in Theorem 4, mostly much faster than a pass over their rings; more of
/// them exactly, which the paper's step 5* is not, and without the paper's O(st).
///
/// ```
/// use redouble_tilt::{Drawing, shortest_meeting};
/// let drawing: Drawing = "
///     x.o.
///     .oo.
///     o..x
/// ".parse()?;
/// let verdict = shortest_meeting(drawing.pattern(), drawing.marked())?;
/// let meeting = verdict.meeting().expect("these two meet");
/// assert_eq!(meeting.tilts.to_string(), "SENWS");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are fewer than two marks, or a mark has no tile or is repeated.
pub fn shortest_meeting(pattern: &Pattern, marks: &[Square]) -> Result<MeetingVerdict, MarkError> {
    check(pattern, marks)?;
    Ok(match *marks {
        [one, two] => crate::pair::shortest(pattern, [one, two]),
        _ => crate::special::shortest(pattern, marks),
    })
}

pub(crate) fn check(pattern: &Pattern, marks: &[Square]) -> Result<(), MarkError> {
    if marks.len() < 2 {
        return Err(MarkError::TooFew { found: marks.len() });
    }
    if let Some(&square) = marks.iter().find(|&&square| !pattern.contains(square)) {
        return Err(MarkError::Empty { square });
    }
    let mut sorted = marks.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(MarkError::Twice { square: pair[0] }),
        None => Ok(()),
    }
}
