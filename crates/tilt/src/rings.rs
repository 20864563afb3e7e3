//! The component and place of every cell of a diagram.

use crate::bits::Bits;
use crate::component::{Component, Sense, Slot, path_ends, walk};
use crate::{Axis, Square, YoungDiagram};

/// Where a cell lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RingPlace {
    /// The component, an index into [`Rings::components`].
    pub component: u32,
    /// The number of the cell on the component.
    pub position: u32,
}

/// A slot with the number of its ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RingSlot {
    /// Rings `2 c` and `2 c + 1` belong to component `c`; a path has only the first.
    pub ring: u32,
    /// The place on the ring.
    pub index: u64,
}

/// All components of a diagram: eight bytes a cell.
///
/// ```
/// use redouble_tilt::{Axis, Rings, YoungDiagram, Square};
/// let shape = YoungDiagram::from_rows(vec![2, 2])?;
/// let rings = Rings::of(&shape);
/// assert_eq!(rings.components().len(), 1);
/// assert!(rings.components()[0].closed);
/// let slot = rings.slot(&shape, Square::new(0, 0), Axis::Vertical);
/// assert_eq!(rings.circumference(slot.ring), 4);
/// # Ok::<(), redouble_tilt::DiagramError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rings {
    components: Vec<Component>,
    places: Vec<RingPlace>,
}

impl Rings {
    /// Walks every component once: O(t).
    #[must_use]
    pub fn of(shape: &YoungDiagram) -> Self {
        let mut rings = Self { components: Vec::new(), places: vec![RingPlace::default(); shape.cells()] };
        let mut seen = Bits::new(shape.cells());
        for (end, first) in path_ends(shape) {
            if !seen.contains(shape.index(end)) {
                rings.add(shape, &mut seen, end, first);
            }
        }
        for_each_absent(shape, &mut seen, |seen, cell| rings.add(shape, seen, cell, Axis::Vertical));
        rings
    }

    fn add(&mut self, shape: &YoungDiagram, seen: &mut Bits, start: Square, first: Axis) {
        let component = self.components.len() as u32;
        let (form, ..) = walk(shape, start, first, |cell, position| {
            let index = shape.index(cell);
            self.places[index] = RingPlace { component, position };
            seen.insert(index);
        });
        self.components.push(form);
    }

    /// The components: paths first.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Where a cell lies.
    #[must_use]
    #[inline]
    pub fn place(&self, shape: &YoungDiagram, cell: Square) -> RingPlace {
        self.places[shape.index(cell)]
    }

    /// The slot of a cell before a clockwise tilt along `next`.
    #[must_use]
    #[inline]
    pub fn slot(&self, shape: &YoungDiagram, cell: Square, next: Axis) -> RingSlot {
        self.slot_at(self.place(shape, cell), next)
    }

    #[inline]
    pub(crate) fn slot_at(&self, place: RingPlace, next: Axis) -> RingSlot {
        let Slot { sense, index } = self.components[place.component as usize].slot(place.position, next);
        RingSlot { ring: 2 * place.component + u32::from(sense == Sense::Backward), index }
    }

    /// Number of slots of a ring.
    #[must_use]
    pub fn circumference(&self, ring: u32) -> u64 {
        self.components[ring as usize / 2].circumference()
    }

    /// The number of a cell on its component, from its slot.
    #[must_use]
    pub fn position(&self, slot: RingSlot) -> u32 {
        let sense = if slot.ring.is_multiple_of(2) { Sense::Forward } else { Sense::Backward };
        self.components[slot.ring as usize / 2].position(Slot { sense, index: slot.index })
    }

    /// The cells of every component, in order, as one list with the start of each component in it.
    #[must_use]
    pub fn cells(&self, shape: &YoungDiagram) -> RingCells {
        let mut starts = Vec::with_capacity(self.components.len());
        let mut next = 0;
        for component in &self.components {
            starts.push(next);
            next += component.cells as usize;
        }
        let mut cells = vec![Square::new(0, 0); shape.cells()];
        for (cell, place) in shape.iter().zip(&self.places) {
            cells[starts[place.component as usize] + place.position as usize] = cell;
        }
        RingCells { starts, cells }
    }
}

/// The cells of all components: the inverse of [`Rings::place`].
#[derive(Clone, Debug)]
pub struct RingCells {
    starts: Vec<usize>,
    cells: Vec<Square>,
}

impl RingCells {
    /// The cell at a place.
    #[must_use]
    pub fn cell(&self, place: RingPlace) -> Square {
        self.cells[self.starts[place.component as usize] + place.position as usize]
    }
}

/// Calls `visit` with each cell not yet seen; `visit` marks what it walks over.
pub(crate) fn for_each_absent(
    shape: &YoungDiagram,
    seen: &mut Bits,
    mut visit: impl FnMut(&mut Bits, Square),
) {
    let mut start = 0;
    for (y, &length) in (0..).zip(shape.rows()) {
        let end = start + length as usize;
        let mut from = start;
        while let Some(index) = seen.first_absent(from, end) {
            visit(seen, Square { x: (index - start) as u32, y });
            from = index + 1;
        }
        start = end;
    }
}
