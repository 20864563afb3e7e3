//! The game line by line, for screen readers and pipes: one command in, one or two sentences out.

use std::io::{self, BufRead, Write};

use redouble_api::{Acted, Action};
use redouble_core::{Board, Direction, Game, Grid, Tile, did_you_mean};

use crate::adviser::{Advice, Adviser};
use crate::command::play::Session;
use crate::host::fresh_seed;

const HELP: &str =
    "Type up, right, down or left (or u, r, d, l); hint, auto, undo, redo, show, new, record, help, quit.";
const COMMANDS: [&str; 13] =
    ["up", "right", "down", "left", "hint", "auto", "undo", "redo", "show", "new", "record", "help", "quit"];
/// A longer line is no command.
const MAX_LINE: u64 = 1_000;

/// Reads commands until the input ends or says quit.
pub(crate) fn play(
    session: &mut Session,
    mut adviser: Adviser<'_>,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    writeln!(output, "{HELP}")?;
    describe(session.game(), &mut output)?;
    let mut input = input;
    loop {
        output.flush()?;
        let mut line = Vec::new();
        if io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let command = String::from_utf8_lossy(&line).trim().to_lowercase();
        if matches!(command.as_str(), "quit" | "q" | "exit") {
            return Ok(());
        }
        obey(session, &mut adviser, &command, &mut output)?;
        if let Some(trouble) = session.trouble() {
            writeln!(output, "Warning: {trouble}.")?;
        }
    }
}

fn obey(
    session: &mut Session,
    adviser: &mut Adviser<'_>,
    command: &str,
    output: &mut impl Write,
) -> io::Result<()> {
    match command {
        "hint" | "auto" if session.game().is_over() => describe(session.game(), output),
        "hint" => {
            let advice = adviser.advise(session.game().position(), &());
            act(session, Action::Hint, output)?;
            writeln!(output, "{} says {}.", adviser.name(), advice.sentence())
        }
        "auto" => match adviser.advise(session.game().position(), &()) {
            Advice { said: Ok(decision), .. } => {
                slide(session, decision.choice, Action::AutoSlide(decision.choice), output)
            }
            advice => writeln!(output, "{} says {}.", adviser.name(), advice.sentence()),
        },
        "" | "show" => describe(session.game(), output),
        "help" | "?" => writeln!(output, "{HELP}"),
        "record" => writeln!(output, "{}", session.game().record()),
        "undo" => match act(session, Action::Undo, output)? {
            Some(_) => writeln!(output, "Undone; {} in all.", session.game().undos())
                .and_then(|()| describe(session.game(), output)),
            None => writeln!(output, "There is nothing to undo."),
        },
        "redo" => match act(session, Action::Redo, output)? {
            Some(_) => writeln!(output, "Redone.").and_then(|()| describe(session.game(), output)),
            None => writeln!(output, "There is nothing to redo."),
        },
        "new" => {
            let rules = session.game().rules();
            if act(session, Action::StartOver(rules, fresh_seed()), output)?.is_some() {
                writeln!(output, "A new game; the old one is in the history.")?;
            }
            describe(session.game(), output)
        }
        other => match other.parse() {
            Ok(direction) => slide(session, direction, Action::Slide(direction), output),
            Err(_) => writeln!(output, "`{other}` is not a command{}. {HELP}", did_you_mean(other, COMMANDS)),
        },
    }
}

/// What an action changed, if it changed anything; what stands in its way is said.
fn act(session: &mut Session, action: Action, output: &mut impl Write) -> io::Result<Option<Acted>> {
    match session.act(action) {
        Ok(acted) => Ok(acted.changed.then_some(acted)),
        Err(error) => writeln!(output, "This cannot be done: {error}.").map(|()| None),
    }
}

/// A slide in a direction, by a person or a player.
fn slide(
    session: &mut Session,
    direction: Direction,
    action: Action,
    output: &mut impl Write,
) -> io::Result<()> {
    let had_won = session.game().has_won();
    let Some(turn) = act(session, action, output)?.and_then(|acted| acted.turn) else {
        return writeln!(output, "Nothing moves {direction}.");
    };
    let game = session.game();
    let (shape, spawn) = (game.rules().shape, turn.ply.spawn);
    let name = direction.name();
    write!(output, "{}{}", name[..1].to_uppercase(), &name[1..])?;
    match turn.slide.gained {
        0 => write!(output, ", no merge.")?,
        gained => write!(output, ", {gained} points.")?,
    }
    writeln!(
        output,
        " A {} appears in row {}, column {}.",
        spawn.tile,
        shape.row(spawn.cell) + 1,
        shape.column(spawn.cell) + 1
    )?;
    if game.has_won() && !had_won {
        writeln!(output, "You made {}: you win! Keep going.", game.rules().goal)?;
    }
    describe(game, output)
}

fn describe(game: &Game, output: &mut impl Write) -> io::Result<()> {
    let board = game.position().board();
    for row in rows(board) {
        writeln!(output, "{row}")?;
    }
    let most = board.max_tile().map_or(0, Tile::value);
    let (moves, plural) = (game.turns().len(), if game.turns().len() == 1 { "" } else { "s" });
    write!(output, "Score {}, {moves} move{plural}, largest tile {most}.", game.score())?;
    match game.is_over() {
        true => writeln!(output, " No move is left: the game is over."),
        false => writeln!(output),
    }
}

/// The rows with their columns lined up.
fn rows(board: Board) -> Vec<String> {
    let width = board.max_tile().map_or(1, |tile| tile.to_string().len());
    let cells: Vec<String> =
        board.tiles().map(|tile| tile.map_or(".".to_owned(), |tile| tile.to_string())).collect();
    let row =
        |cells: &[String]| cells.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ");
    cells.chunks(board.shape().columns()).map(row).collect()
}
