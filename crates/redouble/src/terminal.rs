//! The terminal app: a game in colours, with keys.

mod app;
mod screen;
mod theme;
mod thinker;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::adviser::Adviser;
use crate::command::play::Session;
pub(crate) use app::Exit;
pub(crate) use theme::Theme;

/// Plays on the terminal until the player quits or asks for another board.
///
/// The terminal is restored however the app ends: by a key, a panic or a signal.
pub(crate) fn play(
    session: Session,
    theme: Option<Theme>,
    adviser: Adviser<'_>,
) -> io::Result<(Exit, Theme)> {
    restore_on_signals()?;
    let mut app = app::App::new(session, app::palette(theme), adviser.name());
    app.motion = app::shows_motion();
    let mut terminal = ratatui::try_init()?;
    let stop = AtomicBool::new(false);
    let exit = std::thread::scope(|scope| {
        run(&mut terminal, &mut app, &thinker::Thinker::start(scope, adviser, &stop))
    });
    ratatui::restore();
    let exit = exit?;
    // The screen that said so is gone.
    match app.session.trouble() {
        Some(trouble) => Err(io::Error::other(trouble.to_owned())),
        None => Ok((exit, app.palette.theme)),
    }
}

/// Between two pictures of sliding tiles, and between two looks at what the player thinks.
const FRAME: Duration = Duration::from_millis(25);

fn run(
    terminal: &mut DefaultTerminal,
    app: &mut app::App,
    thinker: &thinker::Thinker<'_>,
) -> io::Result<Exit> {
    loop {
        if let Some(position) = app.question() {
            thinker.ask(position);
        }
        terminal.draw(|frame| screen::draw(app, frame))?;
        if app.is_moving() && !event::poll(FRAME)? {
            app.tick();
            if let Some(advice) = thinker.answer() {
                app.advise(&advice);
            }
            continue;
        }
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
