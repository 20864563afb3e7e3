//! Records: what is written reads back, and nothing else does.

use crate::boards::direction;
use proptest::prelude::*;
use redouble_core::{
    Board, Direction, FourChance, Game, Grid, Position, Record, Rules, Shape, Start, Tile, board,
};

/// A game on some board with some moves, undos and redos.
fn game() -> impl Strategy<Value = Game> {
    let steps = proptest::collection::vec((direction(), 0u8..12), 0..120);
    (crate::boards::shape(), any::<u64>(), 0u32..=10, steps).prop_map(|(shape, seed, tenths, steps)| {
        let four_chance = FourChance::new(f64::from(tenths) / 10.0).unwrap();
        let mut game = Game::new(Rules { four_chance, ..Rules::on(shape) }, seed);
        for (direction, kind) in steps {
            match kind {
                0 => drop(game.undo()),
                1 => drop(game.redo()),
                _ => drop(game.play(direction)),
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_game_survives_its_text(game in game()) {
        let text = game.record().to_string();
        let record: Record = text.parse().expect("our own text");
        prop_assert_eq!(&record, &game.record());
        prop_assert_eq!(Game::from_record(&record).expect("our own record"), game);
        let rewrapped = text.split_whitespace().collect::<Vec<_>>().join("\r\n   ");
        prop_assert_eq!(rewrapped.parse::<Record>(), Ok(record));
    }

    #[test]
    fn undo_and_redo_are_inverse(game in game()) {
        let mut again = game.clone();
        let undone = (0..).take_while(|_| again.undo()).count();
        prop_assert_eq!(undone, game.turns().len());
        for _ in 0..undone {
            prop_assert!(again.redo().is_some());
        }
        prop_assert_eq!(again.position(), game.position());
        prop_assert_eq!(again.turns(), game.turns());
        prop_assert_eq!(again.redoable(), game.redoable());
    }

    #[test]
    fn a_cut_record_is_refused(game in game(), part in 0.0..1.0f64) {
        let text = game.record().to_string();
        let cut = (text.len() as f64 * part) as usize;
        prop_assert!(text[..cut].parse::<Record>().is_err());
    }

    #[test]
    fn an_altered_record_is_refused(game in game(), part in 0.0..1.0f64, byte in 0x21u8..0x7f) {
        let text = game.record().to_string();
        let mut bytes = text.clone().into_bytes();
        let place = (bytes.len() as f64 * part) as usize;
        prop_assume!(!bytes[place].is_ascii_whitespace() && !bytes[place].eq_ignore_ascii_case(&byte));
        bytes[place] = byte;
        prop_assert!(String::from_utf8(bytes).unwrap().parse::<Record>().is_err());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(redouble-game 1 )?(board=[0-9x]{1,4} |p4=[0-9.]{1,3} |goal=[0-9]{1,6} |seed=[0-9]{1,20} |moves=[urdlURDL0-9a-f]{0,9} |[ -~é]{0,12})*") {
        let _ = text.parse::<Record>();
        let _ = text.parse::<Board>();
    }
}

#[test]
fn errors_name_the_place() {
    let mut game = Game::new(Rules::default(), 1);
    for _ in 0..20 {
        let direction = game.position().legal().nth(0).unwrap();
        game.play(direction);
    }
    let good = game.record();
    let error = |record: &Record| record.to_string().parse::<Record>().unwrap_err().to_string();
    let mut wrong = good.clone();
    wrong.plies[12].spawn.tile = if wrong.plies[12].spawn.tile == Tile::TWO { Tile::FOUR } else { Tile::TWO };
    assert!(error(&wrong).starts_with("move 13: the record has"), "{}", error(&wrong));
    let mut wrong = good.clone();
    wrong.score += 4;
    assert!(error(&wrong).contains("its moves score"), "{}", error(&wrong));
    let version = good.to_string().replacen("game 1", "game 2", 1);
    assert!(version.parse::<Record>().unwrap_err().to_string().contains("version `2`"));
}

#[test]
fn a_record_may_begin_anywhere_and_come_from_elsewhere() {
    let start = board! { 65536 65536 . . / . . . . / . . . . / . . . 2 };
    let mut game = Game::from_position(Rules::default(), Position::new(start), 1_900_000, 3);
    game.play(Direction::Left);
    let record: Record = game.record().to_string().parse().unwrap();
    assert_eq!(record.replay().unwrap()[1].board().max_tile(), Tile::from_value(131_072));
    assert_eq!(record.score, 1_900_000 + 131_072);

    // Without a seed the spawns are taken as they stand, and the game cannot be continued.
    let foreign = Record { start: Start::Board { board: start, score: 1_900_000, seed: None }, ..record };
    let foreign: Record = foreign.to_string().parse().unwrap();
    assert_eq!(foreign.replay().unwrap().len(), 2);
    assert!(Game::from_record(&foreign).is_err());
    let other_shape = Record { rules: Rules::on(Shape::new(3, 3).unwrap()), ..foreign };
    assert!(other_shape.to_string().parse::<Record>().is_err());
}

/// Pinned: these bytes must read as this game for as long as version 1 is read.
#[test]
fn the_format_does_not_drift() {
    let mut game = Game::new(Rules::default(), 2048);
    for direction in [Direction::Left, Direction::Up, Direction::Right, Direction::Down, Direction::Left] {
        game.play(direction);
    }
    game.undo();
    assert_eq!(game.record().to_string(), include_str!("../data/pinned.record").trim_end());
}
