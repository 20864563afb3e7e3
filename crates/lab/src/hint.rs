//! Why a move is good or bad, in words.

use redouble_core::{Board, Direction, Grid, Position, Slide, Tile};

/// What a slide does to the board, in words: `keeps 1024 in the corner; makes 64; leaves 5 cells empty`.
#[must_use]
pub fn reason(slide: &Slide) -> String {
    let parts = [corner(slide), merges(slide), room(slide), danger(slide)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// What each legal slide does, in words that differ where the boards differ.
///
/// ```
/// use redouble_core::{Position, board};
///
/// let reasons = redouble_lab::reasons(Position::new(board! { 2 . / . . }));
/// assert_eq!(reasons[0].1, "keeps 2 in the corner; leaves 2 cells empty; brings 2 to row 1, column 2");
/// assert_eq!(reasons[1].1, "keeps 2 in the corner; leaves 2 cells empty; brings 2 to row 2, column 1");
/// ```
#[must_use]
pub fn reasons(position: Position) -> Vec<(Direction, String)> {
    let slides: Vec<Slide> = position.slides().collect();
    let mut texts: Vec<String> = slides.iter().map(reason).collect();
    // The cheap facts first; the places of the tiles tell any two boards apart.
    let tiles = position.board().max_tile().map_or(0, Tile::exponent) + 1;
    let places = (1..=tiles).rev().filter_map(Tile::new).map(Fact::Places);
    for fact in [Fact::Pairs].into_iter().chain(places) {
        add_where_equal(&mut texts, &slides, fact);
    }
    slides.iter().map(|slide| slide.direction).zip(texts).collect()
}

/// Something that may be different after two slides that do the same in short.
#[derive(Clone, Copy)]
enum Fact {
    /// How many pairs can merge next.
    Pairs,
    /// Where the tiles of a value are.
    Places(Tile),
}

impl Fact {
    fn of(self, slide: &Slide) -> String {
        let board = slide.after.board();
        match self {
            Fact::Pairs => match pairs(board) {
                0 => "no pair can merge next".to_owned(),
                1 => "1 pair can merge next".to_owned(),
                pairs => format!("{pairs} pairs can merge next"),
            },
            Fact::Places(tile) => {
                let shape = board.shape();
                let cells = shape.all_cells().filter(|&cell| board.tile(cell) == Some(tile));
                let place = |cell| format!("row {}, column {}", shape.row(cell) + 1, shape.column(cell) + 1);
                let places: Vec<String> = cells.map(place).collect();
                if places.is_empty() {
                    format!("leaves no {tile}")
                } else {
                    format!("brings {tile} to {}", places.join(" and "))
                }
            }
        }
    }
}

/// Adds a fact to every text that another slide has too, if it tells one of them from the others.
fn add_where_equal(texts: &mut [String], slides: &[Slide], fact: Fact) {
    let before = texts.to_vec();
    for (place, slide) in slides.iter().enumerate() {
        let alike = |other: &usize| before[*other] == before[place] && slides[*other].after != slide.after;
        let facts: Vec<String> =
            (0..slides.len()).filter(alike).map(|other| fact.of(&slides[other])).collect();
        let own = fact.of(slide);
        if facts.iter().any(|other| *other != own) {
            texts[place] = format!("{}; {own}", before[place]);
        }
    }
}

/// Neighbours of one value.
pub(crate) fn pairs(board: Board) -> usize {
    let shape = board.shape();
    let equal = |a: (usize, usize), b: (usize, usize)| {
        let tile = |(row, column)| board.tile(shape.cell(row, column));
        usize::from(tile(a).is_some() && tile(a) == tile(b))
    };
    let cells = (0..shape.rows()).flat_map(|row| (0..shape.columns()).map(move |column| (row, column)));
    cells
        .map(|(row, column)| {
            let right =
                if column + 1 < shape.columns() { equal((row, column), (row, column + 1)) } else { 0 };
            let below = if row + 1 < shape.rows() { equal((row, column), (row + 1, column)) } else { 0 };
            right + below
        })
        .sum()
}

/// Whether a largest tile is in a corner.
pub(crate) fn has_corner_maximum(board: Board) -> bool {
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

/// All tiles that are made, the largest first: `makes 64, 8 and 8`.
fn merges(slide: &Slide) -> Option<String> {
    let motions = slide.motions();
    let mut made: Vec<(usize, Tile)> = motions
        .iter()
        .filter(|motion| motion.merged)
        .map(|motion| (motion.to.index(), motion.tile.doubled()))
        .collect();
    // Two tiles go to the cell where they merge.
    made.sort_unstable();
    made.dedup();
    made.sort_unstable_by_key(|&(_, tile)| std::cmp::Reverse(tile));
    let names: Vec<String> = made.iter().map(|(_, tile)| tile.to_string()).collect();
    let (last, others) = names.split_last()?;
    let others = others.join(", ");
    Some(if others.is_empty() { format!("makes {last}") } else { format!("makes {others} and {last}") })
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
    use redouble_core::{Random, Rules, Shape, board};

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

    #[test]
    fn names_all_tiles_that_are_made() {
        assert!(
            of(board! { 4 4 32 32 / 2 2 . . / . . . . / . . . . }, Direction::Left)
                .contains("makes 64, 8 and 4;")
        );
    }

    #[test]
    fn two_reasons_are_equal_only_if_the_boards_are() {
        let mut random = Random::new(1);
        for game in 0..200 {
            let shape = ["4x4", "3x3", "2x5"][game % 3].parse::<Shape>().unwrap();
            let mut position = Position::start(Rules::on(shape), &mut random);
            while !position.is_over() {
                let reasons = reasons(position);
                for (way, text) in &reasons {
                    for (other, same) in reasons.iter().filter(|(_, same)| same == text) {
                        let after = |way: Direction| position.slide(way).unwrap().after;
                        assert_eq!(
                            after(*way),
                            after(*other),
                            "{}: {way} and {other}: {same}",
                            position.board()
                        );
                    }
                }
                let slides: Vec<Slide> = position.slides().collect();
                let slide = slides[random.below(slides.len() as u32) as usize];
                position = slide.after.spawn_random(Rules::default().four_chance, &mut random);
            }
        }
    }
}
