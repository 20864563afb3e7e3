//! Paths and closed walks of the two reversals, unrolled into rings on which every tile advances by one
//! slot a tilt.
//!
//! Join every cell of a diagram to its images under `K` and `R`. Each cell has two such edges, some of them
//! loops (the middle of an odd column or row), so a component is a path with a loop at either end, or a
//! closed walk of even length. A tile moves along its component: it is reflected at the ends of a path, and
//! goes round a closed walk in one sense or the other. Unrolled, a path of `N` cells is one ring of `2 N`
//! slots and a closed walk of `N` cells is two rings of `N` slots; a slot is a cell together with the axis
//! of the next clockwise tilt.
//!
//! ```text
//!  path        (loop) v0 --- v1 --- v2 (loop)        slots  0  1  2 | 3  4  5
//!                                                    cells v0 v1 v2 |v2 v1 v0
//! ```

use crate::{Axis, Square, YoungDiagram};

/// The form of one component; cells are numbered from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Number of cells.
    pub cells: u32,
    /// Whether it is a closed walk rather than a path.
    pub closed: bool,
    /// The axis of the edge from cell 0 to cell 1; for a path of one cell that of its second loop.
    pub first: Axis,
}

/// The way round a closed walk; a path has only [`Sense::Forward`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sense {
    /// In the order of the cells' numbers.
    Forward,
    /// Against it.
    Backward,
}

/// A place on a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Which of the rings of the component.
    pub sense: Sense,
    /// The place on the ring; a clockwise tilt adds one.
    pub index: u64,
}

impl Component {
    /// Number of slots of each ring.
    #[must_use]
    pub const fn circumference(self) -> u64 {
        if self.closed { self.cells as u64 } else { 2 * self.cells as u64 }
    }

    /// The cycles of `g` on this component: their length and number.
    ///
    /// Two tilts advance two slots, so `f` has one cycle for each ring with half its slots; squaring a cycle
    /// of even length splits it into two.
    #[must_use]
    pub const fn cycles(self) -> (u64, u64) {
        let half = self.circumference() / 2;
        let rings = if self.closed { 2 } else { 1 };
        if half.is_multiple_of(2) { (half / 2, 2 * rings) } else { (half, rings) }
    }

    /// The slot of cell number `position` before a clockwise tilt along `next`.
    #[must_use]
    #[inline]
    pub fn slot(self, position: u32, next: Axis) -> Slot {
        let right = if position.is_multiple_of(2) { self.first } else { self.first.other() };
        let at = u64::from(position);
        match (right == next, self.closed) {
            (true, _) => Slot { sense: Sense::Forward, index: at },
            (false, false) => Slot { sense: Sense::Forward, index: 2 * u64::from(self.cells) - 1 - at },
            (false, true) => {
                Slot { sense: Sense::Backward, index: if at == 0 { 0 } else { u64::from(self.cells) - at } }
            }
        }
    }

    /// The number of the cell at a slot; the inverse of [`Component::slot`].
    #[must_use]
    pub fn position(self, slot: Slot) -> u32 {
        let cells = u64::from(self.cells);
        let at = match (slot.sense, self.closed) {
            (Sense::Backward, _) => (cells - slot.index) % cells,
            (Sense::Forward, true) => slot.index,
            (Sense::Forward, false) => slot.index.min(2 * cells - 1 - slot.index),
        };
        at as u32
    }

    /// The number of the cell in which a tile is at a time, if it is in cell `position` at time 0.
    #[must_use]
    pub fn position_after(self, position: u32, time: i64) -> u32 {
        let slot = self.slot(position, Axis::Vertical);
        let circumference = self.circumference();
        let moved = (i128::from(slot.index) + i128::from(time)).rem_euclid(i128::from(circumference));
        self.position(Slot { index: moved as u64, ..slot })
    }
}

/// A component of a diagram together with its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// Its form.
    pub component: Component,
    /// Cell 0.
    pub start: Square,
}

impl Track {
    /// The component that contains a cell, found by walking: at most twice its length.
    ///
    /// ```
    /// use redouble_tilt::{YoungDiagram, Square, Track};
    /// let triangle = YoungDiagram::from_rows(vec![3, 2, 1])?;
    /// let track = Track::through(&triangle, Square::new(0, 0));
    /// assert_eq!(track.component.cells, 3);
    /// assert_eq!(track.component.cycles(), (3, 1));
    /// # Ok::<(), redouble_tilt::DiagramError>(())
    /// ```
    #[must_use]
    pub fn through(shape: &YoungDiagram, cell: Square) -> Self {
        let (component, end, last) = walk(shape, cell, Axis::Vertical, |_, _| {});
        if component.closed {
            return Self { component, start: cell };
        }
        let (component, ..) = walk(shape, end, last.other(), |_, _| {});
        Self { component, start: end }
    }

    /// Calls `visit` with each cell and its number, in order.
    pub fn for_each(&self, shape: &YoungDiagram, visit: impl FnMut(Square, u32)) {
        walk(shape, self.start, self.component.first, visit);
    }
}

/// Walks from a cell, first along `first`, until a loop or the start is reached. Returns the form of what was
/// walked (the whole component if it is closed or the walk started at an end), the last cell and the axis of
/// the edge that ended the walk.
#[inline]
pub(crate) fn walk(
    shape: &YoungDiagram,
    start: Square,
    first: Axis,
    mut visit: impl FnMut(Square, u32),
) -> (Component, Square, Axis) {
    let (mut at, mut axis, mut cells) = (start, first, 0);
    loop {
        visit(at, cells);
        cells += 1;
        let next = shape.flip(axis, at);
        if next == at || next == start {
            let closed = next != at;
            return (Component { cells, closed, first }, at, axis);
        }
        at = next;
        axis = axis.other();
    }
}

/// The cells where paths end: the middles of odd columns and of odd rows, each with the axis that leads on.
pub(crate) fn path_ends(shape: &YoungDiagram) -> impl Iterator<Item = (Square, Axis)> + '_ {
    let columns = (0..).zip(shape.columns()).filter(|(_, length)| *length % 2 == 1);
    let rows = (0..).zip(shape.rows()).filter(|(_, length)| *length % 2 == 1);
    let in_columns = columns.map(|(x, length)| (Square { x, y: length / 2 }, Axis::Horizontal));
    in_columns.chain(rows.map(|(y, length)| (Square { x: length / 2, y }, Axis::Vertical)))
}
