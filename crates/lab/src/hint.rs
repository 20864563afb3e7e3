//! Why a move is good or bad, in words.

use redouble_core::{Board, Grid, Slide, Tile};

/// What a slide does to the board, in words: `keeps 1024 in the corner; makes 64; leaves 5 cells empty`.
#[must_use]
pub fn reason(slide: &Slide) -> String {
    let parts = [corner(slide), merges(slide), room(slide), danger(slide)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn has_corner_maximum(board: Board) -> bool {
    let (bottom, right) = (board.shape().rows() - 1, board.shape().columns() - 1);
    let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
    corners.iter().any(|&(row, column)| board.tile(board.shape().cell(row, column)) == board.max_tile())
}

fn corner(slide: &Slide) -> Option<String> {
    let (before, after) = (slide.before.board(), slide.after.board());
    let tile = after.max_tile()?;
    match (has_corner_maximum(before), has_corner_maximum(after)) {
        (true, true) => Some(format!("keeps {tile} in the corner")),
        (false, true) => Some(format!("brings {tile} into a corner")),
        (true, false) => Some(format!("takes {tile} out of the corner")),
        (false, false) => None,
    }
}

fn merges(slide: &Slide) -> Option<String> {
    let motions = slide.motions();
    let largest = motions.iter().filter(|motion| motion.merged).map(|motion| motion.tile.doubled()).max()?;
    Some(format!("makes {largest}"))
}

/// The spawn takes one of the empty cells.
fn room(slide: &Slide) -> Option<String> {
    match slide.after.board().count_empty() - 1 {
        0 => Some("leaves no cell empty".to_owned()),
        1 => Some("leaves 1 cell empty".to_owned()),
        empty => Some(format!("leaves {empty} cells empty")),
    }
}

fn danger(slide: &Slide) -> Option<String> {
    let deadly = slide.after.positions().filter(|(_, position)| position.is_over()).count();
    let only_two = |(spawn, _): &(redouble_core::Spawn, _)| spawn.tile == Tile::TWO;
    let deadly_twos = slide.after.positions().filter(only_two).filter(|(_, p)| p.is_over()).count();
    match (deadly, deadly_twos) {
        (0, _) => None,
        (_, 0) => Some("a 4 can end the game".to_owned()),
        _ => Some("the next tile can end the game".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Direction, Position, board};

    fn of(board: Board, direction: Direction) -> String {
        reason(&Position::new(board).slide(direction).unwrap())
    }

    #[test]
    fn says_what_happens() {
        let board = board! { 1024 2 2 . / 4 . . . / . . . . / . . . . };
        assert_eq!(of(board, Direction::Left), "keeps 1024 in the corner; makes 4; leaves 12 cells empty");
        let down = of(board, Direction::Down);
        assert!(down.starts_with("takes 1024 out of the corner"), "{down}");
        assert!(of(board! { 2 4 / 8 . }, Direction::Right).contains("can end the game"));
    }
}
