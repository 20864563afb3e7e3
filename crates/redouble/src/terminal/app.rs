//! What keys do: the state of the terminal app, without a terminal.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use redouble_api::{Acted, Action};
use redouble_core::{Direction, Shape};

use super::theme::{Palette, Theme};
use crate::command::play::Session;
use crate::host::fresh_seed;

/// The running app.
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) palette: Palette,
    pub(crate) dialog: Option<Dialog>,
    /// Said until the next move.
    pub(crate) notice: Option<Notice>,
    /// Why the last key could not be obeyed.
    pub(crate) refusal: Option<String>,
}

/// A question or a page in front of the board; keys go to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// What the keys do.
    Help,
    /// Whether to put this game away for a new one.
    ConfirmNew,
    /// Which board to play on.
    Board(Shape),
}

/// Something that just happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// The last move made the goal.
    Won,
    /// The last key was a move that changes nothing.
    Illegal(Direction),
}

/// Why the app ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The player has had enough.
    Quit,
    /// The player wants another board.
    Board(Shape),
}

impl App {
    pub(crate) fn new(session: Session, palette: Palette) -> App {
        App { session, palette, dialog: None, notice: None, refusal: None }
    }

    /// Does what a key says; some keys end the app.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Option<Exit> {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Some(Exit::Quit);
        }
        match self.dialog {
            None => self.press_in_game(key.code),
            Some(Dialog::Board(shape)) => self.press_in_board_dialog(shape, key.code),
            Some(Dialog::ConfirmNew) => {
                self.dialog = None;
                if matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
                    self.start_over();
                }
                None
            }
            Some(Dialog::Help) => {
                self.dialog = None;
                None
            }
        }
    }

    fn press_in_game(&mut self, key: KeyCode) -> Option<Exit> {
        if let Some(direction) = direction_of(key) {
            self.slide(direction);
            return None;
        }
        match key {
            KeyCode::Char('u') | KeyCode::Backspace => {
                self.act(Action::Undo);
                self.notice = None;
            }
            KeyCode::Char('r') => {
                self.act(Action::Redo);
                self.notice = None;
            }
            KeyCode::Char('n') => self.ask_for_new_game(),
            KeyCode::Char('b') => self.dialog = Some(Dialog::Board(self.session.game().rules().shape)),
            KeyCode::Char('t') => self.palette.theme = self.palette.theme.next(),
            KeyCode::Char('?') | KeyCode::F(1) => self.dialog = Some(Dialog::Help),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Exit::Quit),
            _ => {}
        }
        None
    }

    fn press_in_board_dialog(&mut self, shape: Shape, key: KeyCode) -> Option<Exit> {
        let (rows, columns) = (shape.rows(), shape.columns());
        let changed = match direction_of(key) {
            Some(Direction::Up) => Shape::new(rows - 1, columns),
            Some(Direction::Down) => Shape::new(rows + 1, columns),
            Some(Direction::Left) => Shape::new(rows, columns - 1),
            Some(Direction::Right) => Shape::new(rows, columns + 1),
            None => None,
        };
        self.dialog = match key {
            KeyCode::Enter if shape == self.session.game().rules().shape => None,
            KeyCode::Enter => return Some(Exit::Board(shape)),
            KeyCode::Esc | KeyCode::Char('q') => None,
            _ => Some(Dialog::Board(changed.unwrap_or(shape))),
        };
        None
    }

    fn slide(&mut self, direction: Direction) {
        let had_won = self.session.game().has_won();
        self.notice = match self.act(Action::Slide(direction)) {
            Some(Acted { changed: false, .. }) => Some(Notice::Illegal(direction)),
            Some(_) if self.session.game().has_won() && !had_won => Some(Notice::Won),
            _ => None,
        };
    }

    /// What an action did; `None` if it is refused.
    fn act(&mut self, action: Action) -> Option<Acted> {
        let acted = self.session.act(action);
        self.refusal = acted.as_ref().err().map(ToString::to_string);
        acted.ok()
    }

    /// A game without a move, or one that is over, is not worth a question.
    fn ask_for_new_game(&mut self) {
        let game = self.session.game();
        if game.turns().is_empty() || game.is_over() {
            self.start_over();
        } else {
            self.dialog = Some(Dialog::ConfirmNew);
        }
    }

    fn start_over(&mut self) {
        self.act(Action::StartOver(self.session.game().rules(), fresh_seed()));
        self.notice = None;
    }
}

/// Arrows, WASD and HJKL.
fn direction_of(key: KeyCode) -> Option<Direction> {
    match key {
        KeyCode::Up | KeyCode::Char('w' | 'k') => Some(Direction::Up),
        KeyCode::Right | KeyCode::Char('d' | 'l') => Some(Direction::Right),
        KeyCode::Down | KeyCode::Char('s' | 'j') => Some(Direction::Down),
        KeyCode::Left | KeyCode::Char('a' | 'h') => Some(Direction::Left),
        _ => None,
    }
}

/// The palette for this terminal: no colours under `NO_COLOR`, all of them if the terminal says so.
pub(crate) fn palette(theme: Option<Theme>) -> Palette {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let colour_term = std::env::var("COLORTERM").unwrap_or_default();
    let default = if is_set("NO_COLOR") { Theme::Plain } else { Theme::Classic };
    Palette {
        theme: theme.unwrap_or(default),
        true_colour: matches!(colour_term.as_str(), "truecolor" | "24bit"),
    }
}
