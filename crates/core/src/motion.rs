//! Where each tile goes in a slide.

use crate::{Board, Cell, Direction, Grid, Tile};

/// The way of one tile in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Where the tile was.
    pub from: Cell,
    /// Where it is now; the same cell if it did not move.
    pub to: Cell,
    /// The tile as it was before the slide.
    pub tile: Tile,
    /// Whether it merged there with the other tile that has the same `to`.
    pub merged: bool,
}

/// The ways of all tiles, line by line and from the wall outwards.
pub(crate) fn motions<B: Grid>(board: B, direction: Direction) -> Vec<Motion> {
    let mut motions: Vec<Motion> = Vec::new();
    for line in Board::lines(board.shape(), direction) {
        let first = motions.len();
        let mut free = line.cells();
        for from in line.cells() {
            let Some(tile) = board.tile(from) else { continue };
            let merges = motions[first..].last().is_some_and(|last| last.tile == tile && !last.merged);
            if merges {
                let partner = motions.last_mut().expect("a tile to merge with");
                partner.merged = true;
                let to = partner.to;
                motions.push(Motion { from, to, tile, merged: true });
            } else {
                let to = free.next().expect("a line has a cell for each of its tiles");
                motions.push(Motion { from, to, tile, merged: false });
            }
        }
    }
    motions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, board};

    #[test]
    fn four_equal_tiles_make_two_pairs() {
        let slide = Position::new(board! { 2 2 2 2 / . . . 4 }).slide(Direction::Left).unwrap();
        let ways: Vec<_> = slide.motions().iter().map(|m| (m.from.index(), m.to.index(), m.merged)).collect();
        assert_eq!(ways, [(0, 0, true), (1, 0, true), (2, 1, true), (3, 1, true), (7, 4, false)]);
    }
}
