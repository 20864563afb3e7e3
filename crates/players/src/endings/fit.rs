//! Which boards a table is about, up to symmetry.

use redouble_core::{Board, Cell, Grid as _, Shape, Symmetry, Tile};

use super::layout::CELLS;
use super::problem::EndingProblem;
use super::ranking::EndingRanking;

/// Finds the state of a problem that a board is an image of.
#[derive(Debug)]
pub struct Fit {
    problem: EndingProblem,
    ranking: EndingRanking,
    images: Vec<Image>,
}

/// Where the cells of a layout are on an image of it.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    anchor: usize,
    /// The fixed cells but the anchor.
    fixed: Vec<usize>,
    /// The free cells, in the order of the layout.
    free: Vec<usize>,
}

impl Image {
    fn new(problem: &EndingProblem, symmetry: Symmetry) -> Image {
        let layout = problem.layout();
        let place = |cell: Cell| symmetry.cell(Shape::CLASSIC, cell).index();
        let fixed = layout.fixed_cells().filter(|&cell| cell != layout.anchor());
        Image {
            symmetry,
            anchor: place(layout.anchor()),
            fixed: fixed.map(place).collect(),
            free: layout.free_cells().map(place).collect(),
        }
    }
}

/// A state of a problem: the tile sum of the free cells and its number in that layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndingState {
    /// The tile sum of the free cells.
    pub sum: u32,
    /// The number in the layer of that sum, see [`EndingRanking`].
    pub rank: u32,
}

impl Fit {
    /// Finds the states of this problem.
    #[must_use]
    pub fn new(problem: &EndingProblem) -> Fit {
        let images = Symmetry::ALL.into_iter().map(|symmetry| Image::new(problem, symmetry)).collect();
        Fit { problem: *problem, ranking: EndingRanking::new(problem), images }
    }

    /// The state that a board is an image of.
    #[must_use]
    pub fn state_of(&self, board: Board) -> Option<EndingState> {
        Some(self.find(&exponents(board)?)?.0)
    }

    pub(super) const fn problem(&self) -> &EndingProblem {
        &self.problem
    }

    /// The state, and the symmetry that turns it into the board with these exponents.
    pub(super) fn find(&self, exponents: &[u8; CELLS]) -> Option<(EndingState, Symmetry)> {
        let (tile, fixed) = (self.problem.tile().exponent(), self.problem.layout().fixed());
        // Most boards have too few large tiles.
        if !(fixed..=fixed + 1).contains(&exponents.iter().filter(|&&exponent| exponent >= tile).count()) {
            return None;
        }
        let image = self.images.iter().find(|image| is_image(image, exponents, tile))?;
        let small = || image.free.iter().map(|&cell| exponents[cell]);
        if small().any(|exponent| exponent > self.problem.max_exponent()) {
            return None;
        }
        let sum = small().map(|exponent| (1 << exponent) & !1).sum();
        let state = || EndingState { sum, rank: self.ranking.rank(sum, small()) };
        (sum <= self.problem.last_sum()).then(|| (state(), image.symmetry))
    }
}

/// The exponents of a 4x4 board.
pub(super) fn exponents(board: Board) -> Option<[u8; CELLS]> {
    let mut exponents = [0; CELLS];
    for (exponent, tile) in exponents.iter_mut().zip(board.tiles()) {
        *exponent = tile.map_or(0, Tile::exponent);
    }
    (board.shape() == Shape::CLASSIC).then_some(exponents)
}

/// Whether the anchor is in its place and different larger tiles in the other fixed cells.
fn is_image(image: &Image, exponents: &[u8; CELLS], tile: u8) -> bool {
    if exponents[image.anchor] != tile {
        return false;
    }
    let sizes = image.fixed.iter().map(|&cell| exponents[cell]).filter(|&exponent| exponent > tile);
    let different = sizes.fold(0_u64, |sizes, exponent| sizes | 1 << exponent).count_ones();
    different as usize == image.fixed.len()
}

#[cfg(test)]
mod tests {
    use redouble_core::board;

    use super::super::layout::Layout;
    use super::super::problem::Goal;
    use super::*;

    fn find(board: Board, tile: u64) -> Option<(EndingState, Symmetry)> {
        let problem =
            EndingProblem::new(Layout::SNAKE, Tile::from_value(tile).unwrap(), Goal::Merge).unwrap();
        Fit::new(&problem).find(&exponents(board)?)
    }

    #[test]
    fn all_images_of_a_board_are_one_state() {
        let board = board! { 16384 8192 4096 2048 / 2 256 512 1024 / 4 . . 2 / . . . . };
        let (state, symmetry) = find(board, 512).unwrap();
        assert_eq!((state.sum, symmetry), (264, Symmetry::Identity));
        for symmetry in Symmetry::ALL {
            assert_eq!(find(board.transformed(symmetry), 512), Some((state, symmetry)));
        }
        assert_eq!(find(board, 256), None);
    }

    #[test]
    fn other_boards_do_not_fit() {
        let not = [
            board! { 16384 8192 4096 2048 / 2 256 1024 512 / 4 . . 2 / . . . . }, // the anchor elsewhere
            board! { 16384 8192 4096 4096 / 2 256 512 1024 / 4 . . 2 / . . . . }, // equal large tiles
            board! { 16384 8192 4096 2048 / 2 1024 512 1024 / 4 . . 2 / . . . . }, // another large tile
            board! { 16384 8192 4096 2048 / 512 512 512 1024 / 4 . . 2 / . . . . }, // two to merge
            board! { 16384 8192 4096 2048 / 2 512 512 1024 / 32 . . 2 / . . . . }, // too much
        ];
        for board in not {
            assert_eq!(find(board, 512), None, "{board}");
        }
        // The large tiles need not be in order, nor follow one another.
        assert!(find(board! { 4096 65536 16384 2048 / 2 512 512 1024 / 16 . . 2 / . . . . }, 512).is_some());
    }
}
