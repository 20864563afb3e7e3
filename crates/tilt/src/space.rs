//! Boards of three and more dimensions (the paper's open problem 4).
//!
//! Tilts go both ways along every axis. After tilts along all axes every line is packed; reflected into one
//! corner the full cells are always the same, and a tilt along axis `i` reverses all lines of that axis. These
//! reversals no longer generate a dihedral group, so shortest sequences need not turn. But which cells are full
//! changes independently of which tile is where, and there are few such patterns (at most 79 in three
//! dimensions), so the shortest meeting of two tiles is a search over pattern and two positions.

use std::collections::{HashMap, HashSet, VecDeque};

use num_bigint::BigUint;

use crate::PermutationGroup;

/// A tilt along an axis of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpaceTilt {
    /// The axis: 0, 1, 2, …
    pub axis: usize,
    /// Towards the far end rather than towards 0.
    pub far: bool,
}

/// Why a board in space cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// No axis, a side of zero, or more than 2^32 - 1 cells.
    #[error("a box of {sides:?} cells is empty or too large")]
    Sides {
        /// The sides asked for.
        sides: Vec<u32>,
    },
    /// A tile outside the box or on another tile.
    #[error("tile {tile} at {at:?} is outside the box or on another tile")]
    Tile {
        /// The number of the tile.
        tile: usize,
        /// Where it was to be.
        at: Vec<u32>,
    },
}

/// Tiles in a box of any number of dimensions.
///
/// ```
/// use redouble_tilt::space::SpaceBoard;
/// let board = SpaceBoard::new(&[2, 2, 2], &[vec![0, 0, 0], vec![1, 1, 1]])?;
/// let tilts = board.shortest_meeting(&[0, 1]).expect("two tiles in a corner");
/// assert_eq!(tilts.len(), 2);
/// # Ok::<(), redouble_tilt::space::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpaceBoard {
    sides: Vec<u32>,
    /// The cell of each tile: coordinates in mixed radix, the first axis fastest.
    tiles: Vec<u32>,
}

impl SpaceBoard {
    /// A box with tiles at given coordinates.
    ///
    /// # Errors
    /// When the box is empty or too large, or a tile is outside it or on another.
    pub fn new(sides: &[u32], tiles: &[Vec<u32>]) -> Result<Self, SpaceError> {
        let volume = sides.iter().try_fold(1u32, |volume, &side| volume.checked_mul(side)).filter(|&v| v > 0);
        if sides.is_empty() || volume.is_none() {
            return Err(SpaceError::Sides { sides: sides.to_vec() });
        }
        let mut board = Self { sides: sides.to_vec(), tiles: Vec::new() };
        for (tile, at) in tiles.iter().enumerate() {
            let inside = at.len() == sides.len() && at.iter().zip(sides).all(|(&x, &side)| x < side);
            let cell = at.iter().zip(sides).rev().fold(0, |cell, (&x, &side)| cell * side + x);
            if !inside || board.tiles.contains(&cell) {
                return Err(SpaceError::Tile { tile, at: at.clone() });
            }
            board.tiles.push(cell);
        }
        Ok(board)
    }

    /// The coordinates of a tile.
    #[must_use]
    pub fn coordinates(&self, tile: usize) -> Vec<u32> {
        (0..self.sides.len()).map(|axis| self.coordinate(self.tiles[tile], axis)).collect()
    }

    /// All tilts: two for each axis.
    #[must_use]
    pub fn tilts(&self) -> Vec<SpaceTilt> {
        let axes = 0..self.sides.len();
        axes.flat_map(|axis| [false, true].map(|far| SpaceTilt { axis, far })).collect()
    }

    fn stride(&self, axis: usize) -> u32 {
        self.sides[..axis].iter().product()
    }

    fn coordinate(&self, cell: u32, axis: usize) -> u32 {
        cell / self.stride(axis) % self.sides[axis]
    }

    /// Slides all tiles.
    pub fn tilt(&mut self, tilt: SpaceTilt) {
        let (stride, side) = (self.stride(tilt.axis), self.sides[tilt.axis]);
        let distance = |cell: u32| {
            let x = cell / stride % side;
            if tilt.far { side - 1 - x } else { x }
        };
        let mut order: Vec<usize> = (0..self.tiles.len()).collect();
        order.sort_by_key(|&tile| distance(self.tiles[tile]));
        let mut filled: HashMap<u32, u32> = HashMap::new();
        for tile in order {
            let line = self.tiles[tile] - self.tiles[tile] / stride % side * stride;
            let level = filled.entry(line).or_default();
            self.tiles[tile] = line + stride * if tilt.far { side - 1 - *level } else { *level };
            *level += 1;
        }
    }

    /// The board after a tilt.
    #[must_use]
    pub fn tilted(&self, tilt: SpaceTilt) -> Self {
        let mut after = self.clone();
        after.tilt(tilt);
        after
    }

    /// Whether two cells share a face.
    fn is_adjacent(&self, one: u32, two: u32) -> bool {
        let apart = |axis| self.coordinate(one, axis).abs_diff(self.coordinate(two, axis));
        (0..self.sides.len()).map(apart).sum::<u32>() == 1
    }

    /// Whether two of the tiles share a face.
    #[must_use]
    pub fn any_adjacent(&self, tiles: &[usize]) -> bool {
        pairs(tiles).any(|(one, two)| self.is_adjacent(self.tiles[one], self.tiles[two]))
    }

    /// The shortest tilts that bring two of the given tiles together, exact in any dimension: a search over
    /// pattern and two positions, `O(t^2)` states.
    #[must_use]
    pub fn shortest_meeting(&self, tiles: &[usize]) -> Option<Vec<SpaceTilt>> {
        let mut patterns = Patterns::new(self);
        let start =
            |(one, two): (usize, usize)| State { pattern: 0, cells: [self.tiles[one], self.tiles[two]] };
        let starts: Vec<State> = pairs(tiles).map(start).collect();
        let mut came: HashMap<State, Option<(State, SpaceTilt)>> =
            starts.iter().map(|&s| (s, None)).collect();
        let mut queue: VecDeque<State> = starts.into();
        while let Some(state) = queue.pop_front() {
            if self.is_adjacent(state.cells[0], state.cells[1]) {
                return Some(way_to(&came, state));
            }
            for tilt in self.tilts() {
                let next = patterns.after(state, tilt);
                came.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some((state, tilt))
                });
            }
        }
        None
    }

    /// The number of different sets of full cells that can be reached, this one included.
    #[must_use]
    pub fn patterns(&self) -> usize {
        let mut patterns = Patterns::new(self);
        let mut at = 0;
        while at < patterns.boards.len() {
            for tilt in self.tilts() {
                patterns.step(at, tilt);
            }
            at += 1;
        }
        patterns.boards.len()
    }

    /// The length of a shortest meeting by search over whole boards: the oracle for small boxes.
    #[must_use]
    pub fn shortest_meeting_by_search(&self, tiles: &[usize]) -> Option<usize> {
        let mut found = None;
        self.explore(|board, depth| {
            found = board.any_adjacent(tiles).then_some(depth);
            found.is_some()
        });
        found
    }

    /// The number of boards that can be reached, by search: the oracle for small boxes.
    #[must_use]
    pub fn reachable_by_search(&self) -> usize {
        let mut count = 0;
        self.explore(|_, _| {
            count += 1;
            false
        });
        count
    }

    /// All reachable boards in the order of their distance, until `visit` returns true.
    fn explore(&self, mut visit: impl FnMut(&Self, usize) -> bool) {
        let mut seen = HashSet::from([self.clone()]);
        let mut queue = VecDeque::from([(self.clone(), 0)]);
        while let Some((board, depth)) = queue.pop_front() {
            if visit(&board, depth) {
                return;
            }
            for after in self.tilts().into_iter().map(|tilt| board.tilted(tilt)) {
                if seen.insert(after.clone()) {
                    queue.push_back((after, depth + 1));
                }
            }
        }
    }

    /// The board packed towards zero along every axis in turn: a canonical configuration.
    #[must_use]
    pub fn packed(&self) -> Self {
        let mut packed = self.clone();
        (0..self.sides.len()).for_each(|axis| packed.tilt(SpaceTilt { axis, far: false }));
        packed
    }

    /// The number of canonical configurations that can be reached once the board is [`packed`](Self::packed):
    /// the order of the group generated by the reversals, each with a switch for its side of the box, divided
    /// by what leaves the board as it is.
    #[must_use]
    pub fn reachable_canonical(&self) -> BigUint {
        let packed = self.packed();
        let axes = self.sides.len();
        let points = packed.tiles.len() + 2 * axes;
        let generator = |axis| packed.signed(1u32 << axis, &packed.reversal(axis));
        let group = PermutationGroup::new(points, (0..axes).map(generator).collect());
        let still = (0..1u32 << axes).filter(|&sides| {
            packed.mirrored(sides).is_some_and(|cells| group.contains(&packed.signed(sides, &cells)))
        });
        group.order() / still.count()
    }

    /// Where reversing all lines of an axis takes each tile of a packed board.
    fn reversal(&self, axis: usize) -> Vec<u32> {
        let stride = self.stride(axis);
        let line = |cell: u32| cell - self.coordinate(cell, axis) * stride;
        let length = |cell: u32| self.tiles.iter().filter(|&&other| line(other) == line(cell)).count() as u32;
        let image = |&cell: &u32| line(cell) + (length(cell) - 1 - self.coordinate(cell, axis)) * stride;
        self.tiles.iter().map(image).map(|cell| self.tile_at(cell).expect("lines are packed")).collect()
    }

    /// Where mirroring the box along a set of axes takes each tile, if it takes full cells to full cells.
    fn mirrored(&self, axes: u32) -> Option<Vec<u32>> {
        let mirror = |&cell: &u32| {
            (0..self.sides.len()).filter(|axis| axes >> axis & 1 == 1).fold(cell, |cell, axis| {
                let x = self.coordinate(cell, axis);
                cell - x * self.stride(axis) + (self.sides[axis] - 1 - x) * self.stride(axis)
            })
        };
        self.tiles.iter().map(mirror).map(|cell| self.tile_at(cell)).collect()
    }

    fn tile_at(&self, cell: u32) -> Option<u32> {
        self.tiles.iter().position(|&other| other == cell).map(|tile| tile as u32)
    }

    /// A permutation of the tiles together with a pair of points for each axis, exchanged for the axes given.
    fn signed(&self, axes: u32, tiles: &[u32]) -> Vec<u32> {
        let first = tiles.len() as u32;
        let switches = (0..self.sides.len() as u32).flat_map(|axis| {
            let (at, switched) = (first + 2 * axis, axes >> axis & 1);
            [at + switched, at + 1 - switched]
        });
        tiles.iter().copied().chain(switches).collect()
    }
}

/// All pairs of a list.
fn pairs(tiles: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    tiles.iter().enumerate().flat_map(|(at, &one)| tiles[at + 1..].iter().map(move |&two| (one, two)))
}

/// Two tiles on a board of which only the full cells are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    pattern: usize,
    cells: [u32; 2],
}

/// The patterns met so far and how tilts lead from one to another.
struct Patterns {
    /// One board for each pattern, its tiles in the order of their cells.
    boards: Vec<SpaceBoard>,
    numbers: HashMap<Vec<u32>, usize>,
    steps: HashMap<(usize, SpaceTilt), Step>,
}

/// A tilt of a pattern: the pattern it leads to, and the new cell of each tile, by its old rank.
#[derive(Clone)]
struct Step {
    pattern: usize,
    cells: Vec<u32>,
}

impl Patterns {
    fn new(board: &SpaceBoard) -> Self {
        let mut sorted = board.clone();
        sorted.tiles.sort_unstable();
        let numbers = HashMap::from([(sorted.tiles.clone(), 0)]);
        Self { boards: vec![sorted], numbers, steps: HashMap::new() }
    }

    fn step(&mut self, pattern: usize, tilt: SpaceTilt) -> &Step {
        if !self.steps.contains_key(&(pattern, tilt)) {
            let after = self.boards[pattern].tilted(tilt);
            let mut sorted = after.clone();
            sorted.tiles.sort_unstable();
            let next = *self.numbers.entry(sorted.tiles.clone()).or_insert(self.boards.len());
            if next == self.boards.len() {
                self.boards.push(sorted);
            }
            self.steps.insert((pattern, tilt), Step { pattern: next, cells: after.tiles });
        }
        &self.steps[&(pattern, tilt)]
    }

    fn after(&mut self, state: State, tilt: SpaceTilt) -> State {
        let full = &self.boards[state.pattern].tiles;
        let ranks = state.cells.map(|cell| full.binary_search(&cell).expect("a tile is on a full cell"));
        let step = self.step(state.pattern, tilt);
        State { pattern: step.pattern, cells: ranks.map(|rank| step.cells[rank]) }
    }
}

fn way_to(came: &HashMap<State, Option<(State, SpaceTilt)>>, end: State) -> Vec<SpaceTilt> {
    let mut way = Vec::new();
    let mut at = end;
    while let Some((before, tilt)) = came[&at] {
        way.push(tilt);
        at = before;
    }
    way.reverse();
    way
}
