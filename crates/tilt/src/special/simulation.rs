//! All walks side by side, tilt by tilt.

use super::Walk;
use crate::meeting::Event;
use crate::{Axis, Square, YoungDiagram};

/// The first meeting within a number of tilts: the shortest, because all walks take the same number of tilts
/// at every step.
pub(super) fn first_meeting<'a>(walks: &'a [Walk<'a>], tilts: u64) -> Option<(&'a Walk<'a>, Event)> {
    let mut runners: Vec<Runner<'_>> = walks.iter().flat_map(Runner::both).collect();
    // Both diagrams have as many cells as there are tiles, and no look is taken twice: one set serves all.
    let mut stamps = Stamps::new(walks.first()?.landing.shape());
    for _ in 0..tilts {
        for runner in &runners {
            if let Some(event) = runner.event(&mut stamps) {
                return Some((runner.walk, event));
            }
        }
        runners.iter_mut().for_each(Runner::step);
    }
    None
}

/// The marks of one walk in one sense.
struct Runner<'a> {
    walk: &'a Walk<'a>,
    cells: Vec<Square>,
    time: i64,
    /// +1 from time 0 on, -1 from time -1 on.
    sense: i64,
}

impl<'a> Runner<'a> {
    fn both(walk: &'a Walk<'a>) -> [Self; 2] {
        let forward = Self { walk, cells: walk.cells.clone(), time: 0, sense: 1 };
        let mut backward = Self { walk, cells: walk.cells.clone(), time: 0, sense: -1 };
        backward.step();
        [forward, backward]
    }

    fn step(&mut self) {
        let axis = if (self.time % 2 == 0) == (self.sense == 1) { Axis::Vertical } else { Axis::Horizontal };
        let shape = self.walk.landing.shape();
        self.cells.iter_mut().for_each(|cell| *cell = shape.flip(axis, *cell));
        self.time += self.sense;
    }

    fn event(&self, stamps: &mut Stamps) -> Option<Event> {
        let cells = stamps.adjacent(self.walk.landing.shape(), &self.cells)?;
        let mark = |cell| self.cells.iter().position(|&other| other == cell);
        Some(Event { time: self.time, marks: [mark(cells[0])?, mark(cells[1])?], cells })
    }
}

/// One number a cell: the last look at which a mark was there.
struct Stamps {
    looks: Vec<u32>,
    look: u32,
}

impl Stamps {
    fn new(shape: &YoungDiagram) -> Self {
        Self { looks: vec![0; shape.cells()], look: 0 }
    }

    /// Two of the given cells that share an edge.
    fn adjacent(&mut self, shape: &YoungDiagram, cells: &[Square]) -> Option<[Square; 2]> {
        self.look += 1;
        cells.iter().for_each(|&cell| self.looks[shape.index(cell)] = self.look);
        let beside = |cell: Square| [Square { x: cell.x + 1, ..cell }, Square { y: cell.y + 1, ..cell }];
        let marked = |cell: Square| shape.contains(cell) && self.looks[shape.index(cell)] == self.look;
        cells.iter().find_map(|&cell| Some([cell, beside(cell).into_iter().find(|&next| marked(next))?]))
    }
}
