//! The terminal app: a game in colours, with keys.

mod app;
mod screen;
mod theme;

#[cfg(test)]
mod tests;

use std::io;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::command::play::Session;
pub(crate) use app::Exit;
pub(crate) use theme::Theme;

/// Plays on the terminal until the player quits or asks for another board.
///
/// The terminal is restored however the app ends: by a key, a panic or a signal.
pub(crate) fn play(session: Session, theme: Option<Theme>) -> io::Result<(Exit, Theme)> {
    restore_on_signals()?;
    let mut app = app::App::new(session, app::palette(theme));
    let mut terminal = ratatui::try_init()?;
    let exit = run(&mut terminal, &mut app);
    ratatui::restore();
    Ok((exit?, app.palette.theme))
}

fn run(terminal: &mut DefaultTerminal, app: &mut app::App) -> io::Result<Exit> {
    loop {
        terminal.draw(|frame| screen::draw(app, frame))?;
        // Anything but a key, a new window size for example, only needs the next drawing.
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && let Some(exit) = app.press(key)
        {
            return Ok(exit);
        }
    }
}

/// Signals that end the program restore the terminal first.
#[cfg(unix)]
fn restore_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            ratatui::restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn restore_on_signals() -> io::Result<()> {
    Ok(())
}
