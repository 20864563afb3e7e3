//! What keys do: the state of the terminal app, without a terminal.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use redouble_api::{Acted, Action};
use redouble_core::{Direction, Position, Shape, Slide};

use super::theme::{Palette, Theme};
use crate::adviser::Advice;
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
    /// Who gives hints and plays on.
    pub(crate) adviser: String,
    /// What is wanted from it.
    pub(crate) wish: Option<Wish>,
    /// The position that it thinks about.
    asked: Option<Position>,
    /// Whether slides are shown.
    pub(crate) motion: bool,
    /// The slide that is shown.
    pub(crate) sliding: Option<Sliding>,
    /// Where records are written.
    pub(crate) records: PathBuf,
}

/// What the player is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Say what it would do.
    Hint,
    /// Play on until a key is pressed or the game is over.
    Play,
}

/// A slide on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliding {
    pub(crate) slide: Slide,
    /// The picture that is shown, from 0.
    step: u8,
}

impl Sliding {
    /// Pictures of a slide.
    const STEPS: u8 = 4;

    /// How far the tiles are on their way, above 0 and below 1.
    pub(crate) fn share(&self) -> f64 {
        f64::from(self.step + 1) / f64::from(Self::STEPS + 1)
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// The last move made the goal.
    Won,
    /// The last key was a move that changes nothing.
    Illegal(Direction),
    /// Something to read: a hint, or where the record is.
    Said(String),
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
    pub(crate) fn new(session: Session, palette: Palette, adviser: String) -> App {
        App {
            session,
            palette,
            dialog: None,
            notice: None,
            refusal: None,
            adviser,
            wish: None,
            asked: None,
            motion: false,
            sliding: None,
            records: PathBuf::from("."),
        }
    }

    /// Whether something happens without a key.
    pub(crate) fn is_moving(&self) -> bool {
        self.sliding.is_some() || self.wish.is_some() || self.asked.is_some()
    }

    /// The next picture of a slide.
    pub(crate) fn tick(&mut self) {
        self.sliding = self.sliding.and_then(|sliding| {
            let step = sliding.step + 1;
            (step < Sliding::STEPS).then_some(Sliding { step, ..sliding })
        });
    }

    /// The position that the player is to think about, once for each.
    pub(crate) fn question(&mut self) -> Option<Position> {
        let (game, busy) = (self.session.game(), self.asked.is_some() || self.sliding.is_some());
        if game.is_over() {
            self.wish = None;
        }
        if busy || self.wish.is_none() || self.dialog.is_some() {
            return None;
        }
        self.asked = Some(game.position());
        self.asked
    }

    /// Takes what the player thinks. What it thought about another position is of no use: it is asked again.
    pub(crate) fn advise(&mut self, advice: &Advice) {
        self.asked = None;
        if advice.position != self.session.game().position() {
            return;
        }
        match (self.wish, &advice.said) {
            (Some(Wish::Play), Ok(decision)) if self.dialog.is_none() => {
                self.slide(decision.choice, Action::AutoSlide(decision.choice));
            }
            (Some(Wish::Hint), _) | (Some(Wish::Play), Err(_)) => {
                self.act(Action::Hint);
                self.notice = Some(Notice::Said(advice.sentence()));
                self.wish = None;
            }
            _ => {}
        }
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
        // Who presses a key does not wait for the picture, and takes the game over.
        let played_on = self.wish.take() == Some(Wish::Play);
        self.sliding = None;
        if let Some(direction) = direction_of(key) {
            self.slide(direction, Action::Slide(direction));
            return None;
        }
        match key {
            KeyCode::Char('i') => self.wish = Some(Wish::Hint),
            KeyCode::Char('p') if !played_on => self.wish = Some(Wish::Play),
            KeyCode::Char('m') => self.motion = !self.motion,
            KeyCode::Char('e') => self.write_record(),
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

    /// A slide in a direction, by a person or a player.
    fn slide(&mut self, direction: Direction, action: Action) {
        let had_won = self.session.game().has_won();
        let acted = self.act(action);
        let turn = acted.as_ref().and_then(|acted| acted.turn).filter(|_| self.motion);
        self.sliding = turn.map(|turn| Sliding { slide: turn.slide, step: 0 });
        self.notice = match acted {
            Some(Acted { changed: false, .. }) => Some(Notice::Illegal(direction)),
            Some(_) if self.session.game().has_won() && !had_won => Some(Notice::Won),
            _ => None,
        };
    }

    /// Writes the game as text, for a review or another machine.
    fn write_record(&mut self) {
        let path = self.records.join(format!("game-{}.txt", self.session.id()));
        let text = format!("{}\n", self.session.game().record());
        match redouble_files::write(&path, text.as_bytes()) {
            Ok(()) => self.notice = Some(Notice::Said(format!("The record is in {}.", path.display()))),
            Err(error) => self.refusal = Some(error.to_string()),
        }
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

/// Whether slides are shown: not to those who want no colours.
pub(crate) fn shows_motion() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
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
