//! What the app looks like.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use redouble_core::{Board, Grid, Shape, Tile};

use super::app::{App, Dialog, Notice, Sliding, Wish};
use super::theme::{Palette, Theme};

const HEADER_HEIGHT: u16 = 3;
const FOOTER_HEIGHT: u16 = 3;
/// The header and the footer need this much.
const MIN_WIDTH: u16 = 40;
const HELP: &str = "\
arrows  WASD  HJKL   slide
u  Backspace         undo
r                    redo
i                    hint
p                    auto-play; any key stops it
e                    write the record to a file
n                    new game
b                    another board
t                    theme
m                    show slides, or not
q  Esc               quit (the game is saved)";

/// Draws everything.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let board = app.session.game().position().board();
    let Some(cell) = CellSize::fitting(board, area) else {
        return draw_too_small(board, area, frame.buffer_mut());
    };
    let (width, height) = cell.board_size(board.shape());
    let left = area.x + (area.width - width) / 2;
    let board_area = Rect::new(left, area.y + HEADER_HEIGHT, width, height);
    let wide = Rect { x: area.x + (area.width - area.width.min(60)) / 2, width: area.width.min(60), ..area };
    draw_header(app, Rect { height: HEADER_HEIGHT, ..wide }, frame.buffer_mut());
    match &app.sliding {
        Some(sliding) => draw_sliding(sliding, cell, app.palette, board_area, frame.buffer_mut()),
        None => draw_board(board, cell, app.palette, board_area, frame.buffer_mut()),
    }
    draw_footer(app, Rect { y: board_area.bottom(), height: FOOTER_HEIGHT, ..wide }, frame.buffer_mut());
    if let Some(dialog) = app.dialog {
        draw_dialog(app, dialog, area, frame.buffer_mut());
    }
}

/// The size of a cell in characters, without the gap or line between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellSize {
    width: u16,
    height: u16,
}

impl CellSize {
    /// The largest size that the window has room for; `None` if the numbers do not fit at all.
    fn fitting(board: Board, area: Rect) -> Option<CellSize> {
        let digits = board.max_tile().map_or(1, |tile| tile.to_string().len() as u16).max(4);
        let sizes = [(digits.max(5) + 4, 3), (digits.max(5) + 2, 3), (digits + 2, 1), (digits, 1)];
        sizes.into_iter().map(|(width, height)| CellSize { width, height }).find(|cell| {
            let (width, height) = cell.window_size(board.shape());
            width <= area.width && height <= area.height
        })
    }

    /// A gap or line of one character around and between cells.
    fn board_size(self, shape: Shape) -> (u16, u16) {
        let along = |count: usize, size: u16| count as u16 * (size + 1) + 1;
        (along(shape.columns(), self.width), along(shape.rows(), self.height))
    }

    fn window_size(self, shape: Shape) -> (u16, u16) {
        let (width, height) = self.board_size(shape);
        (width.max(MIN_WIDTH), height + HEADER_HEIGHT + FOOTER_HEIGHT)
    }

    /// Where a cell is drawn.
    fn area(self, board: Rect, row: usize, column: usize) -> Rect {
        let x = board.x + 1 + column as u16 * (self.width + 1);
        let y = board.y + 1 + row as u16 * (self.height + 1);
        Rect::new(x, y, self.width, self.height)
    }
}

fn draw_too_small(board: Board, area: Rect, buffer: &mut Buffer) {
    let digits = board.max_tile().map_or(1, |tile| tile.to_string().len() as u16).max(4);
    let (width, height) = CellSize { width: digits, height: 1 }.window_size(board.shape());
    let text = format!(
        "The window is too small:\n{} needs {width}x{height},\nthis is {}x{}.",
        board.shape(),
        area.width,
        area.height
    );
    Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true }).render(area, buffer);
}

fn draw_header(app: &App, area: Rect, buffer: &mut Buffer) {
    let game = app.session.game();
    let most = game.position().board().max_tile().map_or(0, Tile::value);
    let lines = vec![
        Line::from(format!("score {:<9} best {:<9} tile {most}", game.score(), app.session.best()))
            .style(bold()),
        Line::from(format!(
            "moves {:<9} undone {:<7} redo {}",
            game.turns().len(),
            game.undos(),
            game.redoable()
        )),
    ];
    Paragraph::new(lines).alignment(Alignment::Center).render(area, buffer);
}

fn draw_footer(app: &App, area: Rect, buffer: &mut Buffer) {
    let lines = vec![Line::from(status(app)).style(bold()), Line::from(""), Line::from(keys(app))];
    Paragraph::new(lines).alignment(Alignment::Center).render(area, buffer);
}

/// The one line that says how things stand.
fn status(app: &App) -> String {
    let game = app.session.game();
    if let Some(trouble) = app.refusal.as_deref().or(app.session.trouble()) {
        return trouble.to_owned();
    }
    match (&app.notice, app.wish) {
        (Some(Notice::Said(words)), _) => words.clone(),
        _ if game.is_over() => "No move is left: the game is over. u undoes, n starts anew.".to_owned(),
        (_, Some(Wish::Play)) => format!("{} plays; any key stops it.", app.adviser),
        (_, Some(Wish::Hint)) => format!("{} thinks …", app.adviser),
        (Some(Notice::Won), _) => format!("{}! You win. Keep going!", game.rules().goal),
        (Some(Notice::Illegal(direction)), _) => format!("Nothing moves {direction}."),
        (None, None) => String::new(),
    }
}

fn keys(app: &App) -> String {
    format!("u undo  i hint  p auto  n new  t {}  ? help  q quit", app.palette.theme.name())
}

fn draw_board(board: Board, cell: CellSize, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let shape = board.shape();
    buffer.set_style(area, palette.frame());
    if palette.theme == Theme::Plain {
        draw_lines(shape, cell, area, buffer);
    }
    for at in shape.all_cells() {
        let area = cell.area(area, shape.row(at), shape.column(at));
        draw_cell(board.tile(at), palette, area, buffer);
    }
}

/// The tiles between the cells where they were and those where they go; the new tile is not there yet.
fn draw_sliding(sliding: &Sliding, cell: CellSize, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let shape = sliding.slide.before.board().shape();
    draw_board(Board::empty(shape), cell, palette, area, buffer);
    let between = |from: u16, to: u16| {
        let (from, to) = (f64::from(from), f64::from(to));
        (from + (to - from) * sliding.share()).round() as u16
    };
    for motion in sliding.slide.motions() {
        let [from, to] = [motion.from, motion.to].map(|at| cell.area(area, shape.row(at), shape.column(at)));
        let on_the_way = Rect { x: between(from.x, to.x), y: between(from.y, to.y), ..from };
        draw_cell(Some(motion.tile), palette, on_the_way, buffer);
    }
}

fn draw_cell(tile: Option<Tile>, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let style = palette.cell(tile).unwrap_or_default();
    buffer.set_style(area, style);
    let text = tile.map_or(String::new(), |tile| tile.to_string());
    let middle = Rect { y: area.y + area.height / 2, height: 1, ..area };
    Paragraph::new(text)
        .style(style.add_modifier(Modifier::BOLD))
        .alignment(Alignment::Center)
        .render(middle, buffer);
}

/// The grid of the plain theme: `+----+----+` and `|`.
fn draw_lines(shape: Shape, cell: CellSize, area: Rect, buffer: &mut Buffer) {
    for (y, x) in (area.top()..area.bottom()).flat_map(|y| (area.left()..area.right()).map(move |x| (y, x))) {
        let on_row = (y - area.y).is_multiple_of(cell.height + 1);
        let on_column = (x - area.x).is_multiple_of(cell.width + 1);
        let symbol = match (on_row, on_column) {
            (true, true) => "+",
            (true, false) => "-",
            (false, true) => "|",
            (false, false) => " ",
        };
        buffer[(x, y)].set_symbol(symbol);
    }
    debug_assert_eq!((area.width, area.height), cell.board_size(shape));
}

fn draw_dialog(app: &App, dialog: Dialog, area: Rect, buffer: &mut Buffer) {
    let (title, text) = match dialog {
        Dialog::Help => (" Keys ", HELP.to_owned()),
        Dialog::ConfirmNew => (
            " New game ",
            format!(
                "Put this game away ({} points)\nand start a new one?\n\ny yes     any other key: no",
                app.session.game().score()
            ),
        ),
        Dialog::Board(shape) => (
            " Board ",
            format!(
                "{shape}\n\narrows change rows and columns\nEnter plays its saved game or a new one\nEsc stays here"
            ),
        ),
    };
    let text = Text::from(text);
    let (width, height) = (text.width() as u16 + 4, text.height() as u16 + 2);
    let (width, height) = (width.min(area.width), height.min(area.height));
    let area =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    let block = if app.palette.theme == Theme::Plain {
        Block::bordered().border_set(ASCII_BORDER).title(title)
    } else {
        Block::bordered().title(title)
    };
    Clear.render(area, buffer);
    Paragraph::new(text).block(block).alignment(Alignment::Left).render(area, buffer);
}

const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
