//! Where chosen tiles are after the first one and two tilts, without moving all the others.

use crate::{Axis, Direction, Frame, Pattern, Size, Square, YoungDiagram};

/// The packed diagram after a first tilt along an axis, and what is needed to say where chosen tiles come to
/// rest. Tilts south and north share it, as do west and east.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    axis: Axis,
    size: Size,
    /// Tiles in each lane along the axis.
    counts: Vec<u32>,
    /// The diagram after two tilts.
    shape: YoungDiagram,
    /// For each chosen tile its lane and how many tiles lie before it there (to the south or to the west).
    chosen: Vec<(u32, u32)>,
}

impl Landing {
    /// Counts the tiles of every lane, and those before each chosen square: O(t + m + n).
    #[must_use]
    pub fn new(pattern: &Pattern, axis: Axis, chosen: &[Square]) -> Self {
        let (counts, chosen) = match axis {
            Axis::Vertical => count_columns(pattern, chosen),
            Axis::Horizontal => {
                let before = chosen.iter().map(|&square| (square.y, pattern.tiles_west_of(square)));
                (pattern.lane_counts(axis), before.collect())
            }
        };
        let shape = YoungDiagram::from_column_counts(&counts);
        Self { axis, size: pattern.size(), counts, shape, chosen }
    }

    /// The diagram after two tilts, of which the first is along the axis.
    #[must_use]
    pub const fn shape(&self) -> &YoungDiagram {
        &self.shape
    }

    /// The two first tilts along the axis.
    #[must_use]
    pub const fn firsts(&self) -> [Direction; 2] {
        match self.axis {
            Axis::Vertical => [Direction::South, Direction::North],
            Axis::Horizontal => [Direction::West, Direction::East],
        }
    }

    /// The frame of one of the two first tilts.
    #[must_use]
    pub const fn frame(&self, first: Direction) -> Frame {
        Frame::new(self.size, first)
    }

    /// Where the chosen tiles are after the first tilt, seen in its frame.
    #[must_use]
    pub fn after_one(&self, first: Direction) -> Vec<Square> {
        let from_far_end = matches!(first, Direction::North | Direction::East);
        let rank = |lane: u32, before: u32| {
            if from_far_end { self.counts[lane as usize] - 1 - before } else { before }
        };
        self.chosen.iter().map(|&(lane, before)| Square { x: lane, y: rank(lane, before) }).collect()
    }

    /// The cells of the chosen tiles in the diagram after the second tilt, west in the frame.
    ///
    /// A tile at `(x, y)` slides west past the columns to its left that do not reach its row, so its new
    /// column is the number of those that do.
    #[must_use]
    pub fn after_two(&self, first: Direction) -> Vec<Square> {
        let mut cells = self.after_one(first);
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_unstable_by_key(|&at| cells[at].x);
        let mut reaching = vec![0u32; self.shape.rows().len()];
        let mut lane = 0;
        for at in order {
            for &count in &self.counts[lane as usize..cells[at].x as usize] {
                reaching[..count as usize].iter_mut().for_each(|columns| *columns += 1);
            }
            lane = cells[at].x;
            cells[at].x = reaching[cells[at].y as usize];
        }
        cells
    }
}

/// The tiles of each column, and for each chosen square its column and the number of tiles below it.
fn count_columns(pattern: &Pattern, chosen: &[Square]) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_unstable_by_key(|&at| chosen[at].y);
    let mut order = order.into_iter().peekable();
    let mut below = vec![(0, 0); chosen.len()];
    let mut counts = vec![0; pattern.size().width() as usize];
    for y in 0..pattern.size().height() {
        while let Some(at) = order.next_if(|&at| chosen[at].y == y) {
            below[at] = (chosen[at].x, counts[chosen[at].x as usize]);
        }
        pattern.row(y).for_each(|square| counts[square.x as usize] += 1);
    }
    (counts, below)
}
