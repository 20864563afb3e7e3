//! Boards with larger tiles than were ever reached.
//!
//! A network that never saw a 32768 takes the boards shortly before one for the end of the game, because so far it was, and
//! avoids them: what it fears it never learns. Boards like them come from earlier in a game, with the large tiles twice as
//! large.

use redouble_core::Grid;

/// The board with its large tiles twice as large: those above the largest size that is missing below the largest tile, so
/// that no two tiles become equal. `None` if none is missing or the largest tile cannot be doubled.
pub(super) fn enlarged<G: Grid>(board: G) -> Option<G> {
    let largest = board.max_tile().filter(|tile| tile.exponent() < 15)?.exponent();
    let tiles = |board: G| board.shape().all_cells().filter_map(move |cell| Some((cell, board.tile(cell)?)));
    let has = |exponent: u8| tiles(board).any(|(_, tile)| tile.exponent() == exponent);
    let missing = (1..largest).rev().find(|&exponent| !has(exponent))?;
    let large = tiles(board).filter(|(_, tile)| tile.exponent() > missing);
    Some(large.fold(board, |board, (cell, tile)| board.with_tile(cell, Some(tile.doubled()))))
}

#[cfg(test)]
mod tests {
    use redouble_core::board;

    use super::*;

    #[test]
    fn tiles_above_the_gap_are_doubled() {
        let early = board! { 8192 4096 1024 8 / 2 4096 . . / . . . . / . . . . };
        let late = board! { 16384 8192 1024 8 / 2 8192 . . / . . . . / . . . . };
        assert_eq!(enlarged(early), Some(late));
        assert_eq!(enlarged(board! { 8 4 2 . / 2 . . . / . . . . / . . . . }), None);
        assert_eq!(enlarged(board! { 32768 4 2 . / 2 . . . / . . . . / . . . . }), None);
    }
}
