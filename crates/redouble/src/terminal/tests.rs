//! Whole screens, and what keys do.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use redouble_core::{Board, Direction, Game, Grid, Position, Rules, Shape, Tile, board};

use super::app::{App, Dialog, Exit, Notice};
use super::screen;
use super::theme::{Palette, Theme};
use crate::command::play::Session;
use redouble_api::Games;

fn app(game: &Game) -> App {
    let mut games = Box::new(Games::unsaved());
    let id = games.add(game).unwrap();
    App::new(Session::open(games, id).unwrap(), Palette { theme: Theme::Plain, true_colour: true })
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
