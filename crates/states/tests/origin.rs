//! How boards come about without a store, compared with all games of small boards.

use std::collections::BTreeMap;

use redouble_core::{Afterstate, Board, Game, Grid, Position, Random, Rules, Shape, Tile};
use redouble_states::{Ancestry, Impossible, Origin, origin};

/// Every board of every game, with the least number of moves that lead there.
fn all_boards(shape: Shape) -> BTreeMap<Board, usize> {
    let empty = Afterstate::new(Board::empty(shape)).unwrap();
    let two = |board: Board| Afterstate::new(board).into_iter().flat_map(Afterstate::positions);
    let mut open: Vec<Board> =
        empty.positions().flat_map(|(_, one)| two(one.board())).map(|(_, start)| start.board()).collect();
    let mut found = BTreeMap::new();
    for moves in 0.. {
        open.retain(|&board| !found.contains_key(&board) && found.insert(board, moves).is_none());
        if open.is_empty() {
            break;
        }
        let slides = open.iter().flat_map(|&board| Position::new(board).slides());
        open = slides.flat_map(|slide| slide.after.positions()).map(|(_, next)| next.board()).collect();
    }
    found
}

/// Plays the game and asserts that it ends there.
fn assert_leads_to(game: &Ancestry, board: Board) {
    let mut position = Position::new(game.start);
    for &(direction, spawn) in &game.moves {
        let slide = position.slide(direction).expect("a legal move");
        position = slide.after.spawn(spawn).expect("a free cell");
    }
    assert_eq!(position.board(), board);
}

/// All boards of the shape with tiles up to this exponent.
fn every_board(shape: Shape, most: u8) -> impl Iterator<Item = Board> {
    let radix = u64::from(most) + 1;
    (0..radix.pow(shape.cells() as u32)).map(move |mut number| {
        shape.all_cells().fold(Board::empty(shape), |board, cell| {
            let exponent = (number % radix) as u8;
            number /= radix;
            board.with_tile(cell, Tile::new(exponent))
        })
    })
}

#[test]
fn every_board_of_2x2_is_answered_with_a_shortest_game_or_a_reason() {
    let shape = Shape::new(2, 2).unwrap();
    let reachable = all_boards(shape);
    for board in every_board(shape, 6) {
        match (origin(board, 100_000, &()).unwrap(), reachable.get(&board)) {
            (Origin::Game(game), Some(&moves)) => {
                assert_leads_to(&game, board);
                assert!(
                    game.shortest && game.moves.len() == moves,
                    "{board}: {} not {moves}",
                    game.moves.len()
                );
            }
            (Origin::Never(_), None) => {}
            (answer, known) => panic!("{board}: {answer:?}, but {known:?}"),
        }
    }
}

#[test]
fn boards_of_2x3_are_answered_rightly() {
    let shape = Shape::new(2, 3).unwrap();
    let reachable = all_boards(shape);
    let (mut games, mut never) = (0, 0);
    for board in every_board(shape, 5).step_by(7) {
        match (origin(board, 100_000, &()).unwrap(), reachable.get(&board)) {
            (Origin::Game(game), Some(&moves)) => {
                games += 1;
                assert_leads_to(&game, board);
                assert!(!game.shortest || game.moves.len() == moves, "{board}");
            }
            (Origin::Never(_), None) => never += 1,
            (answer, known) => panic!("{board}: {answer:?}, but {known:?}"),
        }
    }
    assert!(games > 100 && never > 100, "{games} {never}");
}

/// A search that is cut off may not know, but it must not deny, and it should mostly know.
#[test]
fn positions_of_played_games_are_never_denied() {
    let mut found = 0;
    for seed in 0..8 {
        let mut game = Game::new(Rules::default(), seed);
        let mut random = Random::new(seed);
        for _ in 0..60 + 10 * seed {
            let legal: Vec<_> = game.position().legal().into_iter().collect();
            if legal.is_empty() {
                break;
            }
            game.play(legal[random.below(legal.len() as u32) as usize]);
        }
        let board = game.position().board();
        match origin(board, 20_000, &()).unwrap() {
            Origin::Game(game) => {
                assert_leads_to(&game, board);
                found += 1;
            }
            Origin::Unknown(_) => {}
            Origin::Never(reason) => panic!("{board}: {reason:?}"),
        }
    }
    assert!(found >= 4, "{found} of 8");
}

#[test]
fn reasons_are_told_apart() {
    for (board, reason) in [
        ("2,.,./.,.,./.,.,.", Impossible::TooFew),
        ("8,16,./.,.,./.,.,.", Impossible::NothingAppeared),
        ("8,.,16/.,2,./8,.,.", Impossible::NotPacked),
        ("1024,2,./.,.,./.,.,.", Impossible::DeadEnds(0)),
    ] {
        assert_eq!(origin(board.parse().unwrap(), 1_000, &()), Ok(Origin::Never(reason)), "{board}");
    }
}
