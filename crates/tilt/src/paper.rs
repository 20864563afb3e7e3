//! The paper's own algorithm, step by step: the reference twin of [`shortest_meeting`](crate::shortest_meeting).
//!
//! Akitaya, Demaine, Ku, Lynch, Paterson and Tóth, "2048 Without Merging". It keeps the paper's eight starts,
//! its four canonical types, and `g` found by simulating four tilts. Corrections that the text needs: the
//! definition of canonical says "or" where both walls are meant, step 5* prints `C_i` for `C_j`, and the
//! shortest length claimed in Theorem 5 is not what step 5* finds (see [`special_step_5`]).

use std::collections::HashMap;

use crate::arithmetic::TwoModuli;
use crate::{Configuration, Direction, Size, Square};

/// Theorem 4: the length of a shortest tilt sequence that makes two tiles adjacent, in O(t).
#[must_use]
pub fn shortest_pair(start: &Configuration, tiles: [usize; 2]) -> Option<u64> {
    let best = before_walks(start, &tiles);
    best.or_else(|| phases(start).filter_map(|phase| phase.pair(tiles)).min())
}

/// Theorem 5, decision: whether any two of the special tiles can be made adjacent, in O(st).
#[must_use]
pub fn any_meet(start: &Configuration, special: &[usize]) -> bool {
    before_walks(start, special).is_some() || phases(start).any(|phase| phase.step_5_star(special).is_some())
}

/// Theorem 5 as printed: the shortest length that step 5* finds.
///
/// Theorem 5 calls this shortest, but it is only an upper bound. Several special tiles of one cycle may share
/// a residue modulo the greatest common divisor; the step keeps one of them and may miss the nearest.
#[must_use]
pub fn special_step_5(start: &Configuration, special: &[usize]) -> Option<u64> {
    let best = before_walks(start, special);
    best.or_else(|| phases(start).filter_map(|phase| phase.step_5_star(special)).min())
}

/// Step 1, second half: adjacency in `C_0` and `C_1`.
fn before_walks(start: &Configuration, tiles: &[usize]) -> Option<u64> {
    if start.any_adjacent(tiles) {
        return Some(0);
    }
    Direction::ALL.iter().any(|&tilt| start.tilted(tilt).any_adjacent(tiles)).then_some(1)
}

/// Steps 1 to 4: the eight starts (Lemma 1), the four canonical types, and `g` with its cycles (Lemma 3).
fn phases(start: &Configuration) -> impl Iterator<Item = Phase> {
    let turns = [Direction::clockwise as fn(Direction) -> Direction, Direction::counterclockwise];
    let starts = Direction::ALL.iter().flat_map(move |&first| turns.map(|turn| (first, turn)));
    starts.flat_map(move |(first, turn)| {
        let mut configuration = start.tilted_by(&[first, turn(first)]);
        let mut next = turn(turn(first));
        (2..6)
            .map(move |tilts| {
                let phase = Phase::new(&configuration, tilts, next, turn);
                configuration.tilt(next);
                next = turn(next);
                phase
            })
            .collect::<Vec<_>>()
    })
}

/// One canonical configuration `C'` of a guessed type, with the cycles of `g` from there.
struct Phase {
    size: Size,
    /// How many tilts led here: 2, 3, 4 or 5.
    tilts: u64,
    squares: Vec<Square>,
    /// The cycle and index of each full square.
    places: Vec<Option<(usize, u64)>>,
    /// Length of each cycle.
    lengths: Vec<u64>,
}

impl Phase {
    fn new(canonical: &Configuration, tilts: u64, next: Direction, turn: fn(Direction) -> Direction) -> Self {
        let mut after = canonical.clone();
        std::iter::successors(Some(next), |&d| Some(turn(d))).take(4).for_each(|tilt| after.tilt(tilt));
        let size = canonical.size();
        let mut g = vec![None; size.area()];
        for (&from, &to) in canonical.tiles().iter().zip(after.tiles()) {
            g[size.index(from)] = Some(size.index(to));
        }
        let squares = canonical.tiles().to_vec();
        let mut phase = Self { size, tilts, squares, places: vec![None; size.area()], lengths: Vec::new() };
        canonical.tiles().iter().for_each(|&square| phase.add_cycle(&g, size.index(square)));
        phase
    }

    fn add_cycle(&mut self, g: &[Option<usize>], start: usize) {
        let (mut at, mut index) = (start, 0);
        while self.places[at].is_none() {
            self.places[at] = Some((self.lengths.len(), index));
            at = g[at].expect("Lemma 3: four tilts permute the full squares");
            index += 1;
        }
        if index > 0 {
            self.lengths.push(index);
        }
    }

    fn place(&self, square: Square) -> Option<(usize, u64)> {
        self.places[self.size.index(square)]
    }

    /// The paper's cycle index: how many applications of `g` take the tile to the square of its cycle.
    fn index(&self, tile: usize, square: Square) -> Option<u64> {
        let (cycle, from) = self.place(self.squares[tile])?;
        let (other, to) = self.place(square)?;
        let length = self.lengths[cycle];
        (cycle == other).then(|| (to + length - from) % length)
    }

    fn cycle(&self, tile: usize) -> usize {
        self.place(self.squares[tile]).expect("a tile is on a full square").0
    }

    fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        square.neighbours().filter(|&beside| self.size.contains(beside))
    }

    /// Step 5: all positions of the first tile, all squares beside it, one Chinese remainder each.
    fn pair(&self, [one, two]: [usize; 2]) -> Option<u64> {
        let moduli = TwoModuli::new(self.lengths[self.cycle(one)], self.lengths[self.cycle(two)]);
        let mut best = None;
        for &square in &self.squares {
            let Some(p) = self.index(one, square) else { continue };
            for beside in self.neighbours(square) {
                let turns = self.index(two, beside).and_then(|q| moduli.solve(p, q));
                best = turns.into_iter().chain(best).min();
            }
        }
        best.map(|turns: u64| self.tilts + 4 * turns)
    }

    /// Step 5*: for each pair of adjacent squares the residues of the special tiles of their cycles.
    fn step_5_star(&self, special: &[usize]) -> Option<u64> {
        let mut by_cycle = vec![Vec::new(); self.lengths.len()];
        special.iter().for_each(|&tile| by_cycle[self.cycle(tile)].push(tile));
        let pairs = self
            .squares
            .iter()
            .flat_map(|&square| self.neighbours(square).map(move |beside| (square, beside)));
        let turns = pairs.filter_map(|(s1, s2)| {
            let (i, j) = (self.place(s1)?.0, self.place(s2)?.0);
            self.first_common(&by_cycle[i], &by_cycle[j], s1, s2)
        });
        turns.min().map(|turns| self.tilts + 4 * turns)
    }

    /// The least number of turns over the residues that both cycles' special tiles share, one tile for each.
    fn first_common(&self, one: &[usize], two: &[usize], s1: Square, s2: Square) -> Option<u64> {
        let (&a, &b) = (one.first()?, two.first()?);
        let moduli = TwoModuli::new(self.lengths[self.cycle(a)], self.lengths[self.cycle(b)]);
        let residues = |tiles: &[usize], square| -> HashMap<u64, u64> {
            let indices = tiles.iter().filter_map(|&tile| self.index(tile, square));
            indices.map(|index| (index % moduli.gcd(), index)).collect()
        };
        let (first, second) = (residues(one, s1), residues(two, s2));
        let common = first.iter().filter_map(|(residue, &p)| moduli.solve(p, *second.get(residue)?));
        common.min()
    }
}
