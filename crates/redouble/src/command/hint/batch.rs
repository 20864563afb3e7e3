//! `redouble hint --batch`: many boards, one line each.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use redouble_api::view::HintReport;
use redouble_core::{Board, Direction, Grid, Shape};
use redouble_lab::Entrant;
use redouble_players::{Catalog, Player};

use super::{Args, answer, asked};
use crate::output::UsageError;

pub(super) fn run(args: &Args, catalog: &Catalog, file: &Path) -> anyhow::Result<ExitCode> {
    let boards = boards(&read(file)?).with_context(|| format!("{}", file.display()))?;
    let mut stdout = io::stdout().lock();
    if !args.json {
        writeln!(stdout, "board,best,up,right,down,left")?;
    }
    let mut player: Option<(Shape, Entrant, Box<dyn Player>)> = None;
    for board in boards {
        if player.as_ref().is_none_or(|(shape, ..)| *shape != board.shape()) {
            let (spec, built) = asked(args, catalog, board.shape())?;
            player = Some((board.shape(), spec, built));
        }
        let (_, spec, player) = player.as_mut().expect("just built");
        let hint = answer(board, spec, &mut **player)?;
        match args.json {
            true => writeln!(stdout, "{}", serde_json::to_string(&hint)?)?,
            false => writeln!(stdout, "{}", csv_line(&hint))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if file == Path::new("-") {
        io::stdin().read_to_string(&mut text)?;
    } else {
        text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    }
    Ok(text)
}

/// The boards of a file: one a line; in CSV quoted, in the first column that parses as one.
pub(crate) fn boards(text: &str) -> Result<Vec<Board>, UsageError> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut boards = Vec::new();
    for (index, line) in lines {
        match board_of(line) {
            Ok(board) => boards.push(board),
            // A CSV file begins with the names of its columns.
            Err(_) if index == 0 && line.split(',').any(|name| name.trim() == "board") => {}
            Err(error) => return Err(UsageError(format!("line {}: {error}", index + 1))),
        }
    }
    Ok(boards)
}

fn board_of(line: &str) -> Result<Board, redouble_core::ParseBoardError> {
    let quoted = line.split('"').skip(1).step_by(2).find_map(|field| field.parse().ok());
    let hexadecimal =
        || line.split(',').find_map(|field| field.trim().strip_prefix("0x").and(field.trim().parse().ok()));
    match quoted.or_else(hexadecimal) {
        Some(board) => Ok(board),
        None => line.parse(),
    }
}

fn csv_line(hint: &HintReport) -> String {
    let value = |direction: Direction| {
        let found = hint.moves.iter().find(|entry| entry.direction == direction.name());
        found.and_then(|entry| entry.value).map_or(String::new(), |value| format!("{value:.6}"))
    };
    let values = Direction::ALL.map(value).join(",");
    format!("\"{}\",{},{values}", hint.board, hint.best.unwrap_or(""))
}
