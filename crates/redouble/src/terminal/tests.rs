//! Whole screens, and what keys do.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use redouble_core::{Board, Direction, Game, Grid, Position, Rules, Shape, Tile, board};

use super::app::{App, Dialog, Exit, Notice, Wish};
use super::screen;
use super::theme::{Palette, Theme};
use crate::adviser::Adviser;
use crate::command::play::Session;
use redouble_api::Games;
use redouble_lab::Entrant;
use redouble_players::Catalog;

fn app(game: &Game) -> App {
    let mut games = Box::new(Games::unsaved());
    let id = games.add(game).unwrap();
    let palette = Palette { theme: Theme::Plain, true_colour: true };
    App::new(Session::open(games, id).unwrap(), palette, "greedy".to_owned())
}

fn app_from(board: Board) -> App {
    app(&Game::from_position(Rules::default(), Position::new(board), 0, 1))
}

/// The screen as text, in a window of this size.
fn screen_of(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

fn press(app: &mut App, keys: &[KeyCode]) -> Option<Exit> {
    keys.iter().filter_map(|&key| app.press(KeyEvent::from(key))).last()
}

#[test]
fn a_new_game() {
    insta::assert_snapshot!(screen_of(&app(&Game::new(Rules::default(), 1)), 60, 24));
}

#[test]
fn a_full_board_with_large_tiles() {
    let app = app_from(board! {
        131072 65536 32768 16384 /
        1024 2048 4096 8192 /
        512 256 128 64 /
        4 8 16 32
    });
    insta::assert_snapshot!(screen_of(&app, 60, 24));
}

#[test]
fn every_shape_fits_a_large_window_and_8x8_a_usual_one() {
    for shape in Shape::all() {
        let screen = screen_of(&app(&Game::new(Rules::on(shape), 1)), 80, 40);
        assert!(!screen.contains("too small"), "{shape}:\n{screen}");
    }
    insta::assert_snapshot!(screen_of(&app(&Game::new(Rules::on(Shape::new(8, 8).unwrap()), 1)), 80, 24));
}

#[test]
fn a_window_that_is_too_small_says_so() {
    insta::assert_snapshot!(screen_of(&app(&Game::new(Rules::default(), 1)), 30, 10));
    // One cell, or no cell at all: nothing to say, but no panic either.
    screen_of(&app(&Game::new(Rules::default(), 1)), 1, 1);
}

#[test]
fn the_help_page() {
    let mut app = app(&Game::new(Rules::default(), 1));
    press(&mut app, &[KeyCode::Char('?')]);
    insta::assert_snapshot!(screen_of(&app, 60, 24));
    press(&mut app, &[KeyCode::Char('x')]);
    assert_eq!(app.dialog, None);
}

#[test]
fn colours_are_on_the_tiles() {
    let mut app = app_from(board! { 2 2048 . . / . 4 . . / . . . . / . . . . });
    app.palette.theme = Theme::Classic;
    let mut terminal = Terminal::new(TestBackend::new(60, 24)).unwrap();
    terminal.draw(|frame| screen::draw(&app, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let shown = |tile: u64| {
        let style = app.palette.cell(Tile::from_value(tile)).unwrap();
        buffer.content().iter().any(|cell| Some(cell.bg) == style.bg && Some(cell.fg) == style.fg)
    };
    assert!(shown(2) && shown(4) && shown(2048) && !shown(8));
}

#[test]
fn all_three_sets_of_keys_slide() {
    let start = board! { . . . / . 2 . / . . . };
    let keys = [
        (Direction::Up, [KeyCode::Up, KeyCode::Char('w'), KeyCode::Char('k')]),
        (Direction::Right, [KeyCode::Right, KeyCode::Char('d'), KeyCode::Char('l')]),
        (Direction::Down, [KeyCode::Down, KeyCode::Char('s'), KeyCode::Char('j')]),
        (Direction::Left, [KeyCode::Left, KeyCode::Char('a'), KeyCode::Char('h')]),
    ];
    for (direction, keys) in keys {
        for key in keys {
            let mut app = app_from(start);
            press(&mut app, &[key]);
            assert_eq!(app.session.game().turns()[0].ply.direction, direction, "{key:?}");
        }
    }
}

#[test]
fn a_move_that_changes_nothing_is_said() {
    let mut app = app_from(board! { 2 . / 4 . });
    press(&mut app, &[KeyCode::Left]);
    assert_eq!(app.notice, Some(Notice::Illegal(Direction::Left)));
    assert!(screen_of(&app, 60, 24).contains("Nothing moves left."));
}

#[test]
fn undo_and_redo_are_counted() {
    let mut app = app(&Game::new(Rules::default(), 1));
    press(
        &mut app,
        &[KeyCode::Left, KeyCode::Up, KeyCode::Char('u'), KeyCode::Backspace, KeyCode::Char('r')],
    );
    let game = app.session.game();
    assert_eq!((game.turns().len(), game.undos(), game.redoable()), (1, 2, 1));
    assert!(screen_of(&app, 60, 24).contains("undone 2"));
}

#[test]
fn winning_is_announced_and_play_goes_on() {
    let mut app = app_from(board! { 1024 1024 . . / . . . . / . . . . / . . . . });
    press(&mut app, &[KeyCode::Left]);
    assert!(screen_of(&app, 60, 24).contains("2048! You win. Keep going!"));
    press(&mut app, &[KeyCode::Right]);
    assert_eq!((app.notice, app.session.game().turns().len()), (None, 2));
}

#[test]
fn tiles_beyond_65536_merge() {
    let mut app = app_from(board! { 65536 65536 . . / . . . . / . . . . / . . . . });
    press(&mut app, &[KeyCode::Left]);
    assert_eq!(app.session.game().position().board().max_tile(), Tile::from_value(131_072));
    assert!(screen_of(&app, 60, 24).contains("131072"));
}

#[test]
fn the_end_is_said() {
    let app = app_from(board! { 2 4 / 4 2 });
    assert!(screen_of(&app, 70, 24).contains("the game is over"));
}

#[test]
fn a_new_game_asks_before_it_puts_one_away() {
    let mut app = app(&Game::new(Rules::default(), 1));
    press(&mut app, &[KeyCode::Left, KeyCode::Char('n')]);
    assert_eq!(app.dialog, Some(Dialog::ConfirmNew));
    assert!(screen_of(&app, 60, 24).contains("start a new one?"));
    press(&mut app, &[KeyCode::Char('n')]);
    assert_eq!((app.dialog, app.session.game().turns().len()), (None, 1));
    press(&mut app, &[KeyCode::Char('n'), KeyCode::Char('y')]);
    assert_eq!(app.session.game().turns().len(), 0);
}

#[test]
fn the_board_can_be_chosen() {
    let mut app = app(&Game::new(Rules::default(), 1));
    let exit = press(&mut app, &[KeyCode::Char('b'), KeyCode::Down, KeyCode::Left, KeyCode::Enter]);
    assert_eq!(exit, Some(Exit::Board(Shape::new(5, 3).unwrap())));
    let mut smallest = app_from(board! { 2 . / . . });
    press(&mut smallest, &[KeyCode::Char('b'), KeyCode::Up, KeyCode::Left]);
    assert_eq!(smallest.dialog, Some(Dialog::Board(Shape::new(2, 2).unwrap())));
}

#[test]
fn the_themes_come_in_turn() {
    let mut app = app(&Game::new(Rules::default(), 1));
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(app.palette.theme);
        press(&mut app, &[KeyCode::Char('t')]);
    }
    assert_eq!(seen, [Theme::Plain, Theme::Classic, Theme::Log2, Theme::Safe]);
}

/// Lets the player think about what the app asks.
fn think(app: &mut App) {
    let (catalog, greedy): (Catalog, Entrant) = (Catalog::default(), "greedy".parse().unwrap());
    let position = app.question().unwrap();
    app.advise(&Adviser::new(&catalog, Some(&greedy), Rules::default()).advise(position, &()));
}

#[test]
fn a_hint_says_a_move_and_why_and_moves_nothing() {
    let mut app = app_from(board! { 1024 . . . / 2 . . . / 2 . . . / . . . . });
    press(&mut app, &[KeyCode::Char('i')]);
    assert!(screen_of(&app, 60, 24).contains("greedy thinks"));
    think(&mut app);
    let Some(Notice::Said(words)) = &app.notice else { panic!("{:?}", app.notice) };
    assert!(words.contains(": ") && words.contains("1024"), "{words}");
    assert_eq!((app.wish, app.session.game().turns().len()), (None, 0));
    assert!(app.question().is_none(), "one hint for one key");
}

#[test]
fn the_player_plays_on_until_a_key_is_pressed() {
    let mut app = app(&Game::new(Rules::default(), 1));
    press(&mut app, &[KeyCode::Char('p')]);
    (0..5).for_each(|_| think(&mut app));
    assert_eq!((app.wish, app.session.game().turns().len()), (Some(Wish::Play), 5));
    press(&mut app, &[KeyCode::Char('p')]);
    assert!(app.wish.is_none() && app.question().is_none());
}

#[test]
fn the_player_plays_to_the_end_and_no_further() {
    let mut app = app(&Game::new(Rules::on(Shape::new(2, 2).unwrap()), 1));
    press(&mut app, &[KeyCode::Char('p')]);
    while !app.session.game().is_over() {
        think(&mut app);
    }
    assert!(app.question().is_none() && app.wish.is_none());
}

/// Its move is for the position that it thought about.
#[test]
fn what_was_thought_about_another_position_is_not_played() {
    let mut app = app(&Game::new(Rules::default(), 1));
    press(&mut app, &[KeyCode::Char('p')]);
    let old = app.question().unwrap();
    press(&mut app, &[KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Char('p')]);
    let turns = app.session.game().turns().len();
    assert!(turns > 0 && app.session.game().position() != old);
    let catalog = Catalog::default();
    let greedy = "greedy".parse().unwrap();
    app.advise(&Adviser::new(&catalog, Some(&greedy), Rules::default()).advise(old, &()));
    assert_eq!(app.session.game().turns().len(), turns);
    think(&mut app);
    assert_eq!(app.session.game().turns().len(), turns + 1);
}

#[test]
fn the_record_key_writes_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let mut app = app(&Game::new(Rules::default(), 1));
    app.records = directory.path().to_owned();
    press(&mut app, &[KeyCode::Left, KeyCode::Up, KeyCode::Char('e')]);
    let path = directory.path().join(format!("game-{}.txt", app.session.id()));
    let record: redouble_core::Record = std::fs::read_to_string(path).unwrap().parse().unwrap();
    assert_eq!(record, app.session.game().record());
    app.records = directory.path().join("nowhere");
    press(&mut app, &[KeyCode::Char('e')]);
    assert!(app.refusal.is_some());
}

#[test]
fn tiles_slide_and_arrive_unless_motion_is_off() {
    let mut app = app_from(board! { . . . 2 / . . . . / . . . . / . . . . });
    press(&mut app, &[KeyCode::Left]);
    assert!(app.sliding.is_none(), "no motion was asked for");
    press(&mut app, &[KeyCode::Char('u'), KeyCode::Char('m'), KeyCode::Left]);
    let (mut pictures, mut seen) = (0, std::collections::BTreeSet::new());
    while app.sliding.is_some() {
        seen.insert(
            screen_of(&app, 60, 24)
                .lines()
                .filter(|line| line.contains('|'))
                .find_map(|line| line.find('2'))
                .unwrap(),
        );
        app.tick();
        pictures += 1;
    }
    assert!(pictures > 2 && seen.len() == pictures, "{seen:?}");
    assert!(!app.is_moving());
    press(&mut app, &[KeyCode::Char('m'), KeyCode::Right]);
    assert!(app.sliding.is_none());
}
