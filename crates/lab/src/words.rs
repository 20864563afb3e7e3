//! What sets moves apart, in one sentence: only what can be checked on the board, with its number.

use redouble_core::{Direction, FourChance, Grid, Position, Slide, Tile};

use crate::hint::{has_corner_maximum, pairs};
use crate::verdict::Mark;

/// What the moves of a position differ by, in a sentence: the best one beside the best of those that give something away.
///
/// `losses` has every legal move with what it gives away, as a share of what is at stake.
///
/// ```
/// use redouble_core::{Direction, FourChance, Position, board};
///
/// let position = Position::new(board! { 1024 2 2 . / 4 . . . / . . . . / . . . . });
/// let losses = [(Direction::Left, 0.0), (Direction::Down, 0.031)];
/// let sentence = redouble_lab::sentence(position, &losses, FourChance::default());
/// assert_eq!(sentence, "Left keeps 1024 in its corner; Down takes it out and gives away 3.1 %.");
/// ```
#[must_use]
pub fn sentence(position: Position, losses: &[(Direction, f64)], four_chance: FourChance) -> String {
    let mut losses = losses.to_vec();
    losses.sort_by(|a, b| a.1.total_cmp(&b.1));
    let as_good = losses.partition_point(|&(_, loss)| loss < Mark::TIE);
    let names: Vec<String> = losses[..as_good].iter().map(|&(direction, _)| name(direction)).collect();
    match (&names[..], losses.get(as_good)) {
        ([], _) => String::new(),
        ([only], None) => format!("{only} is the only move."),
        ([_, _, ..], None) => format!("{} are as good.", listed(&names)),
        ([_, ..], Some(&(worse, loss))) => {
            let slides = [losses[0].0, worse].map(|direction| position.slide(direction));
            let [Some(best), Some(other)] = slides else { return String::new() };
            contrast(&names, &best, &other, loss, four_chance)
        }
    }
}

/// `Up`.
fn name(direction: Direction) -> String {
    let name = direction.name();
    name[..1].to_uppercase() + &name[1..]
}

/// `Up, Left and Right`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn contrast(names: &[String], best: &Slide, other: &Slide, loss: f64, four_chance: FourChance) -> String {
    let (as_good, worse) = (listed(names), name(other.direction));
    let given = format!("gives away {:.1} %", 100.0 * loss);
    let several = names.len() > 1;
    match difference(best, other, four_chance) {
        // What is true of the best move need not be true of those that are as good.
        _ if several => format!("{as_good} are as good; {worse} {given}."),
        Some([good, bad]) => format!("{as_good} {good}; {worse} {bad} and {given}."),
        None => format!("{as_good} is best; {worse} {given}."),
    }
}

/// What one slide does and the other does not: the gravest difference that there is.
fn difference(best: &Slide, other: &Slide, four_chance: FourChance) -> Option<[String; 2]> {
    let facts =
        [deaths(best, other, four_chance), corner(best, other), merge(best, other), room(best, other)];
    facts.into_iter().flatten().next().or_else(|| chances_to_merge(best, other))
}

/// In how many of 100 games the next tile is the last one.
fn deaths(best: &Slide, other: &Slide, four_chance: FourChance) -> Option<[String; 2]> {
    let [good, bad] = [best, other].map(|slide| deadly(slide, four_chance));
    let words = |deadly: f64| match 100.0 * deadly {
        0.0 => "cannot end the game at once".to_owned(),
        percent => format!("ends the game at once in {percent:.0} %"),
    };
    (good < bad).then(|| [words(good), words(bad)])
}

/// The chance that the tile after a slide ends the game.
fn deadly(slide: &Slide, four_chance: FourChance) -> f64 {
    let empty = slide.after.board().count_empty() as f64;
    let over = slide.after.positions().filter(|(_, position)| position.is_over());
    over.map(|(spawn, _)| four_chance.of(spawn.tile) / empty).sum()
}

fn corner(best: &Slide, other: &Slide) -> Option<[String; 2]> {
    let before = has_corner_maximum(best.before.board());
    let [good, bad] = [best, other].map(|slide| has_corner_maximum(slide.after.board()));
    let tile = best.after.board().max_tile()?;
    // That a 4 is in a corner says nothing about a board.
    let says_something = tile.value() >= 32;
    match (before, good, bad) {
        (true, true, false) if says_something => {
            Some([format!("keeps {tile} in its corner"), "takes it out".to_owned()])
        }
        (false, true, false) if says_something => {
            Some([format!("brings {tile} into a corner"), "does not".to_owned()])
        }
        _ => None,
    }
}

/// The largest tile that a slide makes.
fn made(slide: &Slide) -> Option<Tile> {
    let motions = slide.motions();
    motions.iter().filter(|motion| motion.merged).map(|motion| motion.tile.doubled()).max()
}

fn merge(best: &Slide, other: &Slide) -> Option<[String; 2]> {
    let [good, bad] = [best, other].map(made);
    let words = |tile: Option<Tile>| tile.map_or("joins nothing".to_owned(), |tile| format!("makes {tile}"));
    (good > bad).then(|| [words(good), words(bad)])
}

/// The cells that stay empty after the next tile.
fn room(best: &Slide, other: &Slide) -> Option<[String; 2]> {
    let [good, bad] = [best, other].map(|slide| slide.after.board().count_empty() - 1);
    let words = |cells: usize| match cells {
        1 => "leaves 1 cell empty".to_owned(),
        cells => format!("leaves {cells} cells empty"),
    };
    (good > bad).then(|| [words(good), words(bad).replace(" empty", "")])
}

/// How many neighbours can be joined next.
fn chances_to_merge(best: &Slide, other: &Slide) -> Option<[String; 2]> {
    let [good, bad] = [best, other].map(|slide| pairs(slide.after.board()));
    let words = |pairs: usize| match pairs {
        0 => "has no pair to join next".to_owned(),
        1 => "has 1 pair to join next".to_owned(),
        pairs => format!("has {pairs} pairs to join next"),
    };
    (good > bad).then(|| [words(good), words(bad).replace(" to join next", "")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Board, board};

    fn said(board: Board, losses: &[(Direction, f64)]) -> String {
        sentence(Position::new(board), losses, FourChance::default())
    }

    #[test]
    fn moves_that_are_as_good_are_said_to_be() {
        let board = board! { 2 . / . 2 };
        let both = [(Direction::Up, 0.0), (Direction::Left, 0.000_4)];
        assert_eq!(said(board, &both), "Up and Left are as good.");
        assert_eq!(said(board, &both[..1]), "Up is the only move.");
        let three = [(Direction::Up, 0.0), (Direction::Left, 0.000_4), (Direction::Down, 0.02)];
        assert_eq!(said(board, &three), "Up and Left are as good; Down gives away 2.0 %.");
    }

    #[test]
    fn the_gravest_difference_is_told_with_its_number() {
        let crowded = board! { 2 8 4 16 / 16 2 8 4 / 4 16 2 8 / 8 4 16 16 };
        // After Left every tile ends the game; after Right a 4 joins the one above it.
        let text = said(crowded, &[(Direction::Right, 0.0), (Direction::Left, 0.05)]);
        let right = "Right ends the game at once in 90 %";
        assert_eq!(text, format!("{right}; Left ends the game at once in 100 % and gives away 5.0 %."));
        let room = board! { 2 2 4 4 / 64 8 16 32 / . . . . / . . . . };
        let text = said(room, &[(Direction::Left, 0.0), (Direction::Down, 0.012)]);
        assert_eq!(text, "Left makes 8; Down joins nothing and gives away 1.2 %.");
        let nothing = board! { 2 . / . . };
        let text = said(nothing, &[(Direction::Right, 0.0), (Direction::Down, 0.006)]);
        assert_eq!(text, "Right is best; Down gives away 0.6 %.");
    }

    #[test]
    fn death_is_counted_in_tiles_that_can_come() {
        // After Right one cell is empty: a 2 there joins the one above, a 4 ends the game.
        let right = Position::new(board! { 2 4 / 8 . }).slide(Direction::Right).unwrap();
        assert!((deadly(&right, FourChance::default()) - 0.1).abs() < 1e-12);
    }
}
