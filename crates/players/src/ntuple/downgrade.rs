//! Late boards as earlier ones.

use redouble_core::{Grid, Tile};

/// The board with its largest tiles halved until all are smaller than 2^`limit`.
///
/// Halved are the tiles above the largest size that is missing, so that no two tiles that differ become equal: 32768 and
/// 16384 above a missing 8192 become 16384 and 8192. Late boards are rare in training; their image is not. The same moves are
/// legal on both, and the same tiles merge.
pub(crate) fn downgraded<G: Grid>(mut board: G, limit: u8) -> G {
    while let Some(largest) = board.max_tile().filter(|tile| tile.exponent() >= limit) {
        let tiles =
            |board: G| board.shape().all_cells().filter_map(move |cell| Some((cell, board.tile(cell)?)));
        let sizes = tiles(board).fold(0_u64, |sizes, (_, tile)| sizes | 1 << tile.exponent());
        let Some(missing) = (1..largest.exponent()).rev().find(|exponent| sizes >> exponent & 1 == 0) else {
            break;
        };
        let large = tiles(board).filter(|(_, tile)| tile.exponent() > missing);
        board =
            large.fold(board, |board, (cell, tile)| board.with_tile(cell, Tile::new(tile.exponent() - 1)));
    }
    board
}

#[cfg(test)]
mod tests {
    use redouble_core::board;

    use super::*;

    #[test]
    fn large_tiles_are_halved_down_to_a_gap() {
        let late = board! { 32768 16384 4096 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(late, 15), board! { 16384 8192 4096 2 / 2 . . . / . . . . / . . . . });
        let later = board! { 65536 1024 1024 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(later, 15), board! { 16384 1024 1024 2 / 2 . . . / . . . . / . . . . });
        let early = board! { 16384 8192 2 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(early, 15), early);
    }
}
