//! The walk of all tiles from one first tilt: every canonical configuration it passes, at any time.

use num_bigint::{BigInt, BigUint};

use crate::arithmetic::lcm_of;
use crate::congruences::Congruences;
use crate::rings::RingSlot;
use crate::word::{period, rotation};
use crate::{Axis, Configuration, Corner, Direction, Frame, Labelled, Rings, Square, YoungDiagram};

/// The cycle of canonical configurations that begins with a given first tilt.
#[derive(Clone, Debug)]
pub struct Orbit {
    frame: Frame,
    shape: YoungDiagram,
    rings: Rings,
    /// The cell of each tile at time 0.
    cells: Vec<Square>,
}

/// The times at which an orbit shows a position: all that are `time` modulo `period`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// The least that is not negative.
    pub time: BigUint,
    /// After how many tilts it shows the position again.
    pub period: BigUint,
}

impl Orbit {
    /// The walks from a configuration that begin with `first`: O(t).
    #[must_use]
    pub fn of(start: &Configuration, first: Direction) -> Self {
        let frame = Frame::new(start.size(), first);
        let packed = start.tilted_by(&[first, frame.second()]);
        let cell = |&square: &Square| frame.cell(square, Corner::SouthWest);
        let cells: Vec<_> = packed.tiles().iter().map(cell).collect();
        let mut columns = vec![0; frame.size().width() as usize];
        cells.iter().for_each(|cell| columns[cell.x as usize] += 1);
        let shape = YoungDiagram::from_column_counts(&columns);
        let rings = Rings::of(&shape);
        Self { frame, shape, rings, cells }
    }

    /// The frame in which time is counted.
    #[must_use]
    pub const fn frame(&self) -> Frame {
        self.frame
    }

    /// The diagram all its configurations share.
    #[must_use]
    pub const fn shape(&self) -> &YoungDiagram {
        &self.shape
    }

    /// The rings of the diagram.
    #[must_use]
    pub const fn rings(&self) -> &Rings {
        &self.rings
    }

    /// The cell of each tile at time 0.
    #[must_use]
    pub fn cells(&self) -> &[Square] {
        &self.cells
    }

    /// The configuration at any time, however far: O(t).
    ///
    /// ```
    /// use redouble_tilt::{Configuration, Direction, Drawing, Orbit};
    /// let drawing: Drawing = "o.o/.o./oo.".parse()?;
    /// let start = Configuration::of(drawing.pattern());
    /// let orbit = Orbit::of(&start, Direction::South);
    /// let three_tilts = start.tilted_by(&[Direction::South, Direction::West, Direction::North]);
    /// assert_eq!(orbit.at(&1.into()), three_tilts);
    /// # Ok::<(), redouble_tilt::ParseDrawingError>(())
    /// ```
    #[must_use]
    pub fn at(&self, time: &BigInt) -> Configuration {
        let corner = Frame::corner(time);
        let shifts: Vec<u64> =
            self.rings.components().iter().map(|component| modulo(time, component.circumference())).collect();
        let cells = self.rings.cells(&self.shape);
        let tiles = self.cells.iter().map(|&cell| {
            let RingSlot { ring, index } = self.rings.slot(&self.shape, cell, Axis::Vertical);
            let moved = (index + shifts[ring as usize / 2]) % self.rings.circumference(ring);
            let position = self.rings.position(RingSlot { ring, index: moved });
            let place = crate::RingPlace { component: ring / 2, position };
            self.frame.square(cells.cell(place), corner)
        });
        Configuration::from_distinct(self.frame.size_of_board(), tiles.collect())
    }

    /// The number of different labelled boards on the orbit.
    ///
    /// Boards packed into different corners differ by their full squares, except on boards where a tilt
    /// changes nothing; otherwise one is repeated when every ring shows the same word again.
    #[must_use]
    pub fn len(&self, labels: &[u32]) -> BigUint {
        if let Some(few) = self.degenerate_len() {
            return few.into();
        }
        let words = Words::read(self, &self.cells, labels, Axis::Vertical);
        let periods = words.iter().map(|word| 2 * period(word) as u64);
        lcm_of(distinct(periods).into_iter().chain([4]))
    }

    /// One for an empty or a full board, two when the tiles fill whole columns or whole rows of the board.
    fn degenerate_len(&self) -> Option<u32> {
        let size = self.frame.size();
        let (Some(&width), height) = (self.shape.rows().first(), self.shape.rows().len() as u32) else {
            return Some(1);
        };
        match (width == size.width(), height == size.height()) {
            _ if !self.shape.is_rectangle() => None,
            (true, true) => Some(1),
            (false, false) => None,
            _ => Some(2),
        }
    }

    /// When the orbit shows the labels of `target`, for each corner where it can.
    #[must_use]
    pub fn times(&self, labels: &[u32], target: &Labelled) -> Vec<Times> {
        Corner::ALL.iter().filter_map(|&corner| self.times_in(corner, labels, target)).collect()
    }

    fn times_in(&self, corner: Corner, labels: &[u32], target: &Labelled) -> Option<Times> {
        let squares = target.configuration().tiles();
        let cells: Vec<_> = squares.iter().map(|&square| self.frame.cell(square, corner)).collect();
        if cells.len() != self.cells.len() || cells.iter().any(|&cell| !self.shape.contains(cell)) {
            return None;
        }
        let odd = corner.tilts() % 2 == 1;
        let next = if odd { Axis::Horizontal } else { Axis::Vertical };
        let from = Words::read(self, &self.cells, labels, Axis::Vertical);
        let to = Words::read(self, &cells, target.labels(), next);
        let mut congruences = Congruences::default();
        let mut agrees = congruences.add(u64::from(corner.tilts()), 4);
        for (ring, (from, to)) in from.iter().zip(to.iter()).enumerate() {
            let turned = 2 * rotation(from, to)? as u64;
            let circumference = 2 * from.len().max(1) as u64;
            let time = if odd { turned + self.odd_shift(ring, circumference) } else { turned };
            agrees = agrees && congruences.add(time, 2 * period(from) as u64);
        }
        let (time, period) = congruences.solve();
        agrees.then_some(Times { time, period })
    }

    /// Words hold every second slot. A ring whose slot 0 comes before a vertical tilt has its horizontal slots
    /// one place after the vertical ones, any other ring one place before.
    fn odd_shift(&self, ring: usize, circumference: u64) -> u64 {
        let begins_vertical = self.rings.components()[ring / 2].first == Axis::Vertical;
        let runs_forward = ring.is_multiple_of(2);
        if begins_vertical == runs_forward { 1 } else { circumference - 1 }
    }
}

/// The labels along every ring, in the slots before a tilt along one axis.
struct Words {
    starts: Vec<usize>,
    labels: Vec<u32>,
}

impl Words {
    fn read(orbit: &Orbit, cells: &[Square], labels: &[u32], next: Axis) -> Self {
        let mut starts = vec![0];
        for component in orbit.rings.components() {
            let half = component.circumference() as usize / 2;
            let second = if component.closed { half } else { 0 };
            let end = starts.last().map_or(0, |&end| end);
            starts.extend([end + half, end + half + second]);
        }
        let mut read = Self { starts, labels: vec![0; cells.len()] };
        for (&cell, &label) in cells.iter().zip(labels) {
            let RingSlot { ring, index } = orbit.rings.slot(&orbit.shape, cell, next);
            read.labels[read.starts[ring as usize] + index as usize / 2] = label;
        }
        read
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.labels[ends[0]..ends[1]])
    }
}

fn distinct(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// A time modulo a circumference, also for negative times.
fn modulo(time: &BigInt, circumference: u64) -> u64 {
    let circumference = BigInt::from(circumference);
    let remainder = ((time % &circumference) + &circumference) % &circumference;
    u64::try_from(remainder).expect("below the circumference")
}
