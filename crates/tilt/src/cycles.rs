//! The cycles of `g`, cell by cell.

use crate::{Square, YoungDiagram};

/// The cycle decomposition of `g` on a diagram.
///
/// Eight bytes a cell; [`CycleType`](crate::CycleType) needs half a bit when only the lengths matter.
///
/// ```
/// use redouble_tilt::{Cycles, YoungDiagram, Square};
/// let shape = YoungDiagram::from_rows(vec![3, 2])?;
/// let cycles = Cycles::of(&shape);
/// assert_eq!(cycles.lengths(), [5]);
/// assert_eq!(cycles.index(&shape, Square::new(0, 0), Square::new(2, 0)), Some(2));
/// # Ok::<(), redouble_tilt::DiagramError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cycles {
    /// For each cell its cycle and its index on it.
    places: Vec<(u32, u32)>,
    lengths: Vec<u32>,
}

impl Cycles {
    /// Follows `g` round every cycle: O(t).
    #[must_use]
    pub fn of(shape: &YoungDiagram) -> Self {
        Self::starting_at(shape, &[])
    }

    /// The same, but cycles through the given cells come first and are numbered from there.
    #[must_use]
    pub fn starting_at(shape: &YoungDiagram, first: &[Square]) -> Self {
        let mut places: Vec<Option<(u32, u32)>> = vec![None; shape.cells()];
        let mut lengths = Vec::new();
        for start in first.iter().copied().chain(shape.iter()) {
            let (mut at, mut index) = (start, 0);
            while places[shape.index(at)].is_none() {
                places[shape.index(at)] = Some((lengths.len() as u32, index));
                at = shape.turn(at);
                index += 1;
            }
            if index > 0 {
                lengths.push(index);
            }
        }
        Self { places: places.into_iter().flatten().collect(), lengths }
    }

    /// The length of every cycle.
    #[must_use]
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// The cycle of a cell and the cell's index on it.
    #[must_use]
    pub fn place(&self, shape: &YoungDiagram, cell: Square) -> (u32, u32) {
        self.places[shape.index(cell)]
    }

    /// The paper's cycle index: how many applications of `g` carry `from` to `to`; none if they are on
    /// different cycles.
    #[must_use]
    pub fn index(&self, shape: &YoungDiagram, from: Square, to: Square) -> Option<u32> {
        let ((cycle, start), (other, end)) = (self.place(shape, from), self.place(shape, to));
        let length = self.lengths[cycle as usize];
        (cycle == other).then(|| if end >= start { end - start } else { length - (start - end) })
    }
}
