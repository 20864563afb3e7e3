//! Known counts by depth, for every representation of a board.

use std::sync::atomic::AtomicBool;

use redouble_core::{Board, Grid, HalfPly, Packed, Position, Shape, Stopped, perft, perft_from, with_packed};

struct Known {
    shape: Shape,
    field: String,
    counts: Vec<u128>,
}

fn known() -> Vec<Known> {
    let text = include_str!("../data/known.perft");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parse = |line: &str| {
        let mut words = line.split_whitespace();
        let shape = words.next().expect("a shape").parse().expect("a shape");
        let field = words.next().expect("a field").to_owned();
        Known { shape, field, counts: words.map(|word| word.parse().expect("a count")).collect() }
    };
    lines.map(parse).collect()
}

fn assert_known(known: &Known, name: &str, found: &[HalfPly]) {
    let found: Vec<u128> = match known.field.as_str() {
        "paths" => found.iter().map(|half_ply| half_ply.paths).collect(),
        "distinct" => found.iter().map(|half_ply| half_ply.distinct.into()).collect(),
        other => panic!("unknown field {other}"),
    };
    assert_eq!(found, known.counts, "{} {} of {name} boards", known.shape, known.field);
}

#[test]
fn every_representation_has_the_known_counts() {
    let known = known();
    assert_eq!(known.len(), 6);
    for known in known {
        let half_plies = known.counts.len();
        assert_known(&known, "exact", &perft_from(Board::empty(known.shape), half_plies, &()).unwrap());
        let packed =
            with_packed!(known.shape, R, C => perft_from(Packed::<R, C>::EMPTY, half_plies, &()).unwrap());
        assert_known(&known, "packed", &packed.expect("a shape of up to 16 cells"));
    }
}

/// The same numbers by plain recursion, which keeps no boards at all.
#[test]
fn paths_by_plain_recursion() {
    for known in known().into_iter().filter(|known| known.field == "paths") {
        let half_plies = known.counts.len().min(6);
        let mut counts = vec![0; half_plies];
        count(Board::empty(known.shape), 0, &mut counts);
        assert_eq!(counts, known.counts[..half_plies], "{}", known.shape);
    }
}

fn count(board: Board, half_ply: usize, counts: &mut [u128]) {
    if half_ply == counts.len() {
        return;
    }
    let next: Vec<Board> = if half_ply < 2 || half_ply % 2 == 1 {
        let empty = board.shape().all_cells().filter(|&cell| board.tile(cell).is_none());
        let tiles = [redouble_core::Tile::TWO, redouble_core::Tile::FOUR];
        empty.flat_map(|cell| tiles.map(|tile| board.with_tile(cell, Some(tile)))).collect()
    } else {
        Position::new(board).slides().map(|slide| slide.after.board()).collect()
    };
    counts[half_ply] += next.len() as u128;
    next.into_iter().for_each(|board| count(board, half_ply + 1, counts));
}

#[test]
fn counting_by_depth_can_be_stopped() {
    assert_eq!(perft(Shape::CLASSIC, 3, &AtomicBool::new(true)), Err(Stopped));
}
