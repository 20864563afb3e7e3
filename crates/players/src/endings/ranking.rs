//! The states of a layer, numbered.

use super::layout::CELLS;
use super::problem::EndingProblem;

/// Numbers the fillings of the free cells that have the same tile sum, in lexicographic order.
///
/// The number of a filling is the sum over the cells of the count of fillings that agree before the cell and have a
/// smaller tile in it: one lookup a cell. Sums are halved here: a 2 weighs 1.
#[derive(Clone, Debug)]
pub struct EndingRanking {
    /// The number of free cells.
    cells: usize,
    /// The largest exponent.
    max_exponent: u8,
    /// The number of layers: their weights go from 0.
    layers: usize,
    /// The number of weights in the tables: spawns lead up to two beyond the last layer.
    weights: usize,
    /// `counts[cell * weights + weight]`: the fillings of the cells from `cell` on.
    counts: Vec<u64>,
    /// `before[(cell * weights + weight) * 16 + exponent]`: the fillings of the cells from `cell` on with this weight
    /// and a smaller exponent in `cell`.
    before: Vec<u32>,
}

/// What a tile of this exponent weighs.
#[inline(always)]
pub(super) const fn weight(exponent: u8) -> usize {
    (1 << exponent) >> 1
}

impl EndingRanking {
    /// The numbers of the states of a problem.
    #[must_use]
    pub fn new(problem: &EndingProblem) -> EndingRanking {
        let (cells, max_exponent) = (CELLS - problem.layout().fixed(), problem.max_exponent());
        let layers = problem.last_sum() as usize / 2 + 1;
        let (counts, before) = (Vec::new(), Vec::new());
        let mut ranking = EndingRanking { cells, max_exponent, layers, weights: layers + 2, counts, before };
        ranking.count();
        ranking.sum_up();
        ranking
    }

    fn count(&mut self) {
        self.counts = vec![0; (self.cells + 1) * self.weights];
        self.counts[self.cells * self.weights] = 1;
        for place in (0..self.cells * self.weights).rev() {
            let (cell, weight) = (place / self.weights, place % self.weights);
            self.counts[place] =
                self.choices(weight).map(|(_, rest)| self.counts[(cell + 1) * self.weights + rest]).sum();
        }
    }

    fn sum_up(&mut self) {
        self.before = vec![0; self.cells * self.weights * 16];
        for place in 0..self.cells * self.weights {
            let (cell, weight) = (place / self.weights, place % self.weights);
            let mut sum = 0;
            for (exponent, rest) in self.choices(weight) {
                // A number that does not fit belongs to a layer that is too large to be solved, see `Induction`.
                self.before[place * 16 + usize::from(exponent)] = sum as u32;
                sum += self.counts[(cell + 1) * self.weights + rest];
            }
        }
    }

    /// The exponents that fit into a weight, and what they leave.
    fn choices(&self, total: usize) -> impl Iterator<Item = (u8, usize)> + use<> {
        (0..=self.max_exponent)
            .map_while(move |exponent| Some((exponent, total.checked_sub(weight(exponent))?)))
    }

    /// The number of free cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// The sums of the layers, the largest first: the order in which they are solved.
    pub fn sums(&self) -> impl ExactSizeIterator<Item = u32> + use<> {
        (0..self.layers as u32).rev().map(|weight| 2 * weight)
    }

    /// The fillings with this tile sum, which is at most 4 more than that of the last layer.
    ///
    /// # Panics
    /// If the sum is larger.
    #[must_use]
    pub fn states(&self, sum: u32) -> u64 {
        let weight = sum as usize / 2;
        assert!(weight < self.weights, "a tile sum of {sum}");
        self.count_from(0, weight)
    }

    /// The states of all layers.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums().map(|sum| self.states(sum)).sum()
    }

    /// The states of the largest layer.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.sums().map(|sum| self.states(sum)).max().unwrap_or(0)
    }

    /// The fillings of the cells from `cell` on with a weight.
    #[inline(always)]
    pub(super) fn count_from(&self, cell: usize, weight: usize) -> u64 {
        self.counts[cell * self.weights + weight]
    }

    /// The fillings of the cells from `cell` on with a weight and a smaller exponent in `cell`.
    #[inline(always)]
    pub(super) fn before(&self, cell: usize, weight: usize, exponent: u8) -> u32 {
        self.before[(cell * self.weights + weight) * 16 + usize::from(exponent)]
    }

    /// The number of a state in the layer of its sum, given the exponents of the free cells.
    ///
    /// # Panics
    /// If the sum is not `sum` or too large.
    #[must_use]
    #[inline(always)]
    pub fn rank(&self, sum: u32, exponents: impl IntoIterator<Item = u8>) -> u32 {
        let (mut rest, mut rank) = (sum as usize / 2, 0);
        for (cell, exponent) in exponents.into_iter().enumerate() {
            rank += self.before(cell, rest, exponent);
            rest -= weight(exponent);
        }
        rank
    }

    /// The exponents of the free cells of a state, by its number.
    #[must_use]
    pub fn unrank(&self, sum: u32, mut rank: u32) -> Vec<u8> {
        let mut rest = sum as usize / 2;
        let mut exponents = Vec::with_capacity(self.cells);
        for cell in 0..self.cells {
            let fits = |&(exponent, left): &(u8, usize)| {
                self.count_from(cell + 1, left) > 0 && self.before(cell, rest, exponent) <= rank
            };
            let (exponent, left) =
                self.choices(rest).filter(fits).last().expect("a number below that of the states");
            rank -= self.before(cell, rest, exponent);
            rest = left;
            exponents.push(exponent);
        }
        exponents
    }

    /// Leads a walker to every filling of the cells that are still open, in the order of their numbers.
    #[inline]
    pub(super) fn walk<W: Walker>(&self, start: Start<W::Path>, walker: &mut W) {
        let Start { place, path } = start;
        if place.cell + 1 == self.cells {
            // What is left over fits into the last cell: otherwise the walk would not have come here.
            let exponent = (usize::BITS - place.weight.leading_zeros()) as u8;
            let path = walker.step(path, place, exponent);
            return walker.arrive(path);
        }
        for (exponent, weight) in self.choices(place.weight) {
            if self.count_from(place.cell + 1, weight) > 0 {
                let path = walker.step(path, place, exponent);
                self.walk(Start { place: Place { cell: place.cell + 1, weight }, path }, walker);
            }
        }
    }

    /// The beginnings of all states of a layer, in order, each with the number of states that begin so.
    pub(super) fn beginnings(&self, sum: u32) -> Vec<Beginning> {
        /// Deep enough for a thousand or so.
        const DEPTH: usize = 3;
        let mut beginnings = vec![Beginning { exponents: Vec::new(), rest: sum as usize / 2 }];
        for cell in 0..DEPTH {
            let further = |beginning: &Beginning| {
                let exponents = beginning.exponents.clone();
                let choices = self.choices(beginning.rest);
                let possible = choices.filter(|&(_, rest)| self.count_from(cell + 1, rest) > 0);
                let longer = |(exponent, rest)| {
                    let exponents = exponents.iter().copied().chain([exponent]).collect();
                    Beginning { exponents, rest }
                };
                possible.map(longer).collect::<Vec<_>>()
            };
            beginnings = beginnings.iter().flat_map(further).collect();
        }
        beginnings
    }

    /// The number of states with this beginning.
    pub(super) fn continuations(&self, beginning: &Beginning) -> u64 {
        self.count_from(beginning.exponents.len(), beginning.rest)
    }

    /// Where a walk over the states with this beginning starts.
    pub(super) fn start<W: Walker>(
        &self,
        beginning: &Beginning,
        mut path: W::Path,
        walker: &mut W,
    ) -> Start<W::Path> {
        let held: usize = beginning.exponents.iter().map(|&exponent| weight(exponent)).sum();
        let mut place = Place { cell: 0, weight: beginning.rest + held };
        for &exponent in &beginning.exponents {
            path = walker.step(path, place, exponent);
            place = Place { cell: place.cell + 1, weight: place.weight - weight(exponent) };
        }
        Start { place, path }
    }
}

/// What is in the first free cells, and the weight that the others have to hold.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    exponents: Vec<u8>,
    rest: usize,
}

/// A free cell, and the weight that it and the cells after it hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) cell: usize,
    pub(super) weight: usize,
}

/// Where a walk starts, and the path to there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<P> {
    place: Place,
    path: P,
}

/// Who is led to all states of a layer, cell by cell.
pub(super) trait Walker {
    /// What is known of the cells that are filled.
    type Path: Copy;

    /// The path with one more cell filled.
    fn step(&mut self, path: Self::Path, place: Place, exponent: u8) -> Self::Path;

    /// All cells are filled.
    fn arrive(&mut self, path: Self::Path);
}

#[cfg(test)]
mod tests {
    use redouble_core::Tile;

    use super::super::layout::Layout;
    use super::super::problem::{EndingProblem, Goal};
    use super::*;

    fn ranking(layout: &str, tile: u64, goal: Goal) -> EndingRanking {
        let layout: Layout = layout.parse().unwrap();
        EndingRanking::new(&EndingProblem::new(layout, Tile::from_value(tile).unwrap(), goal).unwrap())
    }

    #[test]
    fn numbers_count_up_and_are_undone() {
        for goal in Goal::ALL {
            let ranking = ranking("1234/8765/9...", 16, goal);
            for sum in ranking.sums() {
                let states: Vec<Vec<u8>> =
                    (0..ranking.states(sum) as u32).map(|rank| ranking.unrank(sum, rank)).collect();
                assert!(states.is_sorted() && states.windows(2).all(|pair| pair[0] != pair[1]));
                for (rank, state) in states.iter().enumerate() {
                    assert_eq!(
                        state.iter().map(|&exponent| 2 * weight(exponent)).sum::<usize>(),
                        sum as usize
                    );
                    assert_eq!(ranking.rank(sum, state.iter().copied()), rank as u32);
                }
            }
        }
    }

    #[test]
    fn a_layer_has_as_many_states_as_there_are_fillings() {
        // Four cells and a sum of 8 with tiles up to 8: one 8; two 4; a 4 and two 2; four 2.
        let ranking = ranking("1234/8765/9abc", 8, Goal::Merge);
        assert_eq!(ranking.states(8), 4 + 6 + 12 + 1);
        assert_eq!(ranking.states(2), 4);
        let total = self::ranking("snake", 512, Goal::Merge).total();
        assert!((1_745_000_000..1_755_000_000).contains(&total), "{total}");
    }
}
