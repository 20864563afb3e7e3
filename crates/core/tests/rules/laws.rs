//! One law a test, over every representation of a board.

use crate::boards::{board, board_of, direction};
use proptest::prelude::*;
use redouble_core::{
    Afterstate, Board, Cell, Direction, Grid, Packed, Packed4x4, Position, Random, Rules, Shape, Symmetry,
    Tile, reference, with_packed,
};

/// What a slide does, in terms that all representations share.
fn outcome<B: Grid + Into<Board>>(grid: B, direction: Direction) -> (Board, u64) {
    let (slid, gained) = grid.slid(direction).unwrap_or((grid, 0));
    (slid.into(), gained)
}

/// Every operation of a grid against the plain definition on face values.
fn assert_equals_reference<B: Grid + Into<Board>>(grid: B) {
    let board: Board = grid.into();
    let values = reference::grid_of(board);
    for direction in Direction::ALL {
        let (expected, gained) = reference::slide(&values, direction);
        let (found, found_gained) = outcome(grid, direction);
        assert_eq!((reference::grid_of(found), found_gained), (expected, gained), "{board} {direction}");
    }
    assert_eq!(grid.legal(), reference::legal(&values), "{board}");
    let tiles: Vec<u64> = values.concat().into_iter().filter(|&value| value != 0).collect();
    let empty = board.shape().cells() - tiles.len();
    assert_eq!(grid.count_empty(), empty, "{board}");
    assert_eq!(grid.sum(), tiles.iter().sum::<u64>(), "{board}");
    assert_eq!(grid.max_tile().map(Tile::value), tiles.iter().max().copied(), "{board}");
    if empty > 0 {
        assert_eq!(Position::new(grid).is_over(), tiles.is_empty(), "{board}");
    } else {
        assert_eq!(Position::new(grid).is_over(), reference::game_over(&values), "{board}");
    }
    let empties: Vec<usize> = values
        .concat()
        .iter()
        .enumerate()
        .filter(|(_, value)| **value == 0)
        .map(|(index, _)| index)
        .collect();
    for n in 0..=empty {
        assert_eq!(grid.nth_empty(n).map(Cell::index), empties.get(n).copied(), "{board}");
        let expected = empties.get(n).map(|_| board.with_tile(grid.nth_empty(n).unwrap(), Some(Tile::FOUR)));
        assert_eq!(grid.with_nth_empty(n, Tile::FOUR).map(Into::into), expected, "{board}");
    }
}

/// The symmetries of a packed board are those of the exact one.
fn assert_same_images<const R: usize, const C: usize>(packed: Packed<R, C>) {
    let board = Board::from(packed);
    for &symmetry in Symmetry::of(board.shape()) {
        assert_eq!(
            Board::from(packed.transformed(symmetry)),
            board.transformed(symmetry),
            "{board} {symmetry:?}"
        );
    }
    assert_eq!(Board::from(packed.canonical()), board.canonical(), "{board}");
    assert_eq!(Board::from(packed.transposed()), board.image(Symmetry::Transpose), "{board}");
}

fn assert_all(board: Board) {
    assert_equals_reference(board);
    with_packed!(board.shape(), R, C => {
        if let Ok(packed) = Packed::<R, C>::try_from(board) {
            assert_eq!(Board::from(packed), board);
            assert_equals_reference_if_it_fits(packed);
            assert_same_images(packed);
        }
    });
}

/// A packed board whose slide would make a 65536 says so instead.
fn assert_equals_reference_if_it_fits<const R: usize, const C: usize>(packed: Packed<R, C>) {
    let board = Board::from(packed);
    let too_large = |direction: &Direction| outcome(board, *direction).0.max_tile() > Tile::new(15);
    let overflows: Vec<Direction> = Direction::ALL.into_iter().filter(too_large).collect();
    for &direction in &overflows {
        assert!(packed.try_slid(direction).is_err(), "{board} {direction}");
    }
    if overflows.is_empty() {
        assert_equals_reference(packed);
    }
}

#[test]
fn all_2x2_boards() {
    for values in reference::all_grids(Shape::new(2, 2).unwrap(), 5) {
        let rows: Vec<&[u64]> = values.iter().map(Vec::as_slice).collect();
        // Three tiles of 32 and the like: more than a 2x2 board can hold.
        if let Ok(board) = Board::from_values(&rows) {
            assert_all(board);
        }
    }
}

#[test]
fn all_2x3_boards() {
    let mut count = 0;
    for values in reference::all_grids(Shape::new(2, 3).unwrap(), 7) {
        let rows: Vec<&[u64]> = values.iter().map(Vec::as_slice).collect();
        if let Ok(board) = Board::from_values(&rows) {
            count += 1;
            assert_all(board);
        }
    }
    assert_eq!(count, 194_917, "boards whose tiles sum to at most 252");
}

/// Every row of four cells that four bits a cell can hold, in all four directions.
#[test]
fn all_lines_of_a_packed_board() {
    for row in 0..65_536u64 {
        let line: Vec<u64> =
            (0..4).map(|i| row >> (12 - 4 * i) & 15).map(|e| if e == 0 { 0 } else { 1 << e }).collect();
        let across = Packed4x4::from_bits(row << 32);
        let (left, gained) = reference::combine_to_beginning(&line);
        let (right, right_gained) = reference::combine_to_end(&line);
        for (direction, upright) in [(Direction::Left, across), (Direction::Up, across.transposed())] {
            assert_line(upright, direction, &left, gained);
            assert_line(upright, direction.opposite(), &right, right_gained);
        }
    }
}

fn assert_line(packed: Packed4x4, direction: Direction, expected: &[u64], gained: u64) {
    let found = packed.try_slid(direction);
    if expected.contains(&65_536) {
        assert!(found.is_err(), "{packed:?} {direction}");
        return;
    }
    let (slid, found_gained) = found.expect("no 65536").unwrap_or((packed, 0));
    let slid = if direction.is_vertical() { slid.transposed() } else { slid };
    let exponent = |value: &u64| if *value == 0 { 0 } else { u64::from(value.ilog2()) };
    let row = expected.iter().fold(0, |row, value| row << 4 | exponent(value));
    assert_eq!((slid.bits(), found_gained), (row << 32, gained), "{packed:?} {direction}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_representation_equals_the_reference(board in board()) {
        assert_all(board);
    }

    #[test]
    fn small_shapes_too(board in (2usize..=4, 2usize..=4).prop_flat_map(|(r, c)| board_of(Shape::new(r, c).unwrap()))) {
        assert_all(board);
    }

    #[test]
    fn text_reads_back(board in board()) {
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        if let Some(hex) = board.to_hex() {
            prop_assert_eq!(Board::from_hex(board.shape(), &hex), Ok(board));
        }
    }

    #[test]
    fn slides_commute_with_symmetries(board in board(), direction in direction(), number in 0usize..8) {
        let symmetry = Symmetry::ALL[number];
        let slid_first = board.slid(direction).map(|(slid, gained)| (slid.image(symmetry), gained));
        prop_assert_eq!(board.image(symmetry).slid(symmetry.direction(direction)), slid_first);
    }

    #[test]
    fn all_images_have_one_canonical_form(board in board()) {
        for &symmetry in Symmetry::of(board.shape()) {
            prop_assert_eq!(board.transformed(symmetry).canonical(), board.canonical());
        }
    }

    #[test]
    fn motions_rebuild_the_slide(board in board(), direction in direction()) {
        if let Some(slide) = Position::new(board).slide(direction) {
            let mut rebuilt = Board::empty(board.shape());
            let motions = slide.motions();
            for motion in &motions {
                prop_assert_eq!(board.tile(motion.from), Some(motion.tile));
                let tile = if motion.merged { motion.tile.doubled() } else { motion.tile };
                rebuilt = rebuilt.with_tile(motion.to, Some(tile));
            }
            prop_assert_eq!(rebuilt, slide.after.board());
            prop_assert_eq!(motions.len(), board.shape().cells() - board.count_empty());
            let merged: u64 = motions.iter().filter(|motion| motion.merged).map(|motion| motion.tile.value()).sum();
            prop_assert_eq!(merged, slide.gained);
        }
    }

    #[test]
    fn a_slide_leaves_room_and_keeps_the_sum(board in board(), direction in direction()) {
        if let Some(slide) = Position::new(board).slide(direction) {
            prop_assert_eq!(slide.after.board().sum(), board.sum());
            prop_assert!(slide.after.board().count_empty() > 0);
            let spawns = Afterstate::new(slide.after.board()).expect("room to spawn").spawns().count();
            prop_assert_eq!(spawns, 2 * slide.after.board().count_empty());
        }
    }
}

/// A board at the limit of its shape never leaves it, whatever appears.
#[test]
fn play_never_exceeds_what_a_shape_can_hold() {
    for shape in [Shape::new(2, 2).unwrap(), Shape::new(2, 3).unwrap()] {
        for values in reference::all_grids(shape, shape.cells() as u32 + 1) {
            let rows: Vec<&[u64]> = values.iter().map(Vec::as_slice).collect();
            let Ok(board) = Board::from_values(&rows) else { continue };
            for (_, position) in Position::new(board).slides().flat_map(|slide| slide.after.positions()) {
                assert!(position.board().sum() <= shape.max_sum(), "{board}");
                assert!(position.board().max_tile() <= Tile::new(shape.cells() as u8 + 1), "{board}");
            }
        }
    }
}

/// Score = Σ (k − 1)·2^k over the tiles 2^k, minus 4 for every 4 that appeared.
#[test]
fn the_score_can_be_read_from_the_board() {
    let rules = Rules::default();
    for game in 0..200 {
        let mut random = Random::for_game(9, game);
        let mut position = Position::start(rules, &mut random);
        let is_four = |tile: &Tile| *tile == Tile::FOUR;
        let mut fours = position.board().tiles().flatten().filter(is_four).count() as u64;
        let mut score = 0;
        while let Some(slide) = position.slides().nth(random.below(2) as usize).or(position.slides().next()) {
            let spawn = slide.after.draw_spawn(rules.four_chance, &mut random);
            fours += u64::from(spawn.tile == Tile::FOUR);
            score += slide.gained;
            position = slide.after.spawn(spawn).expect("an empty cell");
        }
        let worth: u64 = position
            .board()
            .tiles()
            .flatten()
            .map(|tile| u64::from(tile.exponent() - 1) * tile.value())
            .sum();
        assert_eq!(score, worth - 4 * fours);
    }
}

/// Exact and packed boards play the same game from the same seed.
#[test]
fn the_same_seed_is_the_same_game_in_every_representation() {
    let four_chance = Rules::default().four_chance;
    let (mut random, mut packed_random) = (Random::new(4), Random::new(4));
    let mut position = Position::start(Rules::default(), &mut random);
    let mut packed = Position::start_on(Packed4x4::EMPTY, four_chance, &mut packed_random);
    loop {
        assert_eq!(Board::from(packed.board()), position.board());
        let Some(slide) = position.slides().last() else { break };
        let packed_slide = packed.slide(slide.direction).expect("legal in both");
        assert_eq!(packed_slide.gained, slide.gained);
        position = slide.after.spawn_random(four_chance, &mut random);
        packed = packed_slide.after.spawn_random(four_chance, &mut packed_random);
    }
    assert!(packed.is_over());
}
