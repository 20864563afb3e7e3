//! Mistakes that other 2048 programs have made, each with the test that would have found it.

use redouble_core::{Direction, Game, Grid, Packed4x4, Position, Random, Rules, Tile, board};

#[test]
fn legal_moves_come_from_the_board_not_from_the_last_merge() {
    let slide = Position::new(board! { . . 2 2 / . . . . }).slide(Direction::Right).unwrap();
    let after = Position::new(slide.after.board());
    assert_eq!(after.board(), board! { . . . 4 / . . . . });
    assert!(!after.legal().contains(Direction::Right));
    assert!(Position::new(board! { . . 4 4 / . . . . }).legal().contains(Direction::Right));
}

#[test]
fn a_tile_appears_after_a_merge_on_a_full_board() {
    let full = board! {
        2 2 4 8 /
        16 32 64 128 /
        256 512 1024 2048 /
        4096 8192 16384 32768
    };
    let mut game = Game::from_position(Rules::default(), Position::new(full), 0, 1);
    assert!(game.play(Direction::Left).is_some());
    assert_eq!(game.position().board().count_empty(), 0);
}

#[test]
fn a_game_starts_with_two_tiles() {
    for seed in 0..100 {
        let board = Game::new(Rules::default(), seed).position().board();
        assert_eq!(board.shape().cells() - board.count_empty(), 2);
    }
}

#[test]
fn tiles_do_not_end_at_65536() {
    let two = board! { 65536 65536 . . / . . . . / . . . . / . . . . };
    let slide = Position::new(two).slide(Direction::Left).unwrap();
    assert_eq!(slide.after.board().max_tile(), Tile::from_value(131_072));
    assert_eq!(slide.gained, 131_072);
    let packed = Packed4x4::try_from(board! { 32768 32768 . . / . . . . / . . . . / . . . . }).unwrap();
    assert!(packed.try_slid(Direction::Left).is_err() && !packed.has_headroom());
    assert!(Packed4x4::try_from(two).is_err());
}

#[test]
fn an_illegal_move_changes_nothing_and_spawns_nothing() {
    let start = Position::new(board! { 2 . . / 4 . . / 8 . . });
    let mut game = Game::from_position(Rules::default(), start, 0, 1);
    let before = game.clone();
    assert_eq!(game.play(Direction::Left), None);
    assert_eq!(game, before);
}

/// The fingerprint of the rules: uniformly random play scores 1095 ± 5 on average; a missing spawn made it 1380.
#[test]
fn random_play_scores_what_it_should() {
    const GAMES: u64 = 40_000;
    let four_chance = Rules::default().four_chance;
    let mut total = 0;
    for game in 0..GAMES {
        let mut random = Random::for_game(1, game);
        let mut position = Position::start_on(Packed4x4::EMPTY, four_chance, &mut random);
        loop {
            let legal = position.legal();
            let Some(direction) = legal.nth(random.below(legal.len() as u32) as usize) else { break };
            let slide = position.slide(direction).expect("a legal move");
            total += slide.gained;
            position = slide.after.spawn_random(four_chance, &mut random);
        }
    }
    let mean = total as f64 / GAMES as f64;
    assert!((1_080.0..1_110.0).contains(&mean), "mean {mean}");
}
