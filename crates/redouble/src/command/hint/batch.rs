//! `redouble hint --batch`: many boards, one line each.

use std::io::{self, Write};
use std::path::Path;

use redouble_api::view::HintReport;
use redouble_core::{Direction, Grid, Shape};
use redouble_lab::Entrant;
use redouble_players::{Catalog, Player};

use super::{Args, answer, asked, build, decide};
use crate::ExitCode;
use crate::boards::{self, Entry};
use crate::progress::Bar;

pub(super) fn run(args: &Args, catalog: &Catalog, file: &Path) -> anyhow::Result<ExitCode> {
    let entries = boards::batch(file)?;
    let mut stdout = io::stdout().lock();
    if !args.json {
        writeln!(stdout, "board,best,up,right,down,left")?;
    }
    let mut player: Option<(Shape, Entrant, Box<dyn Player>)> = None;
    for Entry { board, .. } in entries {
        if player.as_ref().is_none_or(|(shape, ..)| *shape != board.shape()) {
            let spec = asked(args, catalog, board.shape())?;
            let built = build(args, catalog, &spec, board.shape(), &Bar::new())?;
            player = Some((board.shape(), spec, built));
        }
        let (_, spec, player) = player.as_mut().expect("just built");
        let hint = answer(board, spec, || decide(board, &mut **player, &()))?;
        match args.json {
            true => writeln!(stdout, "{}", serde_json::to_string(&hint)?)?,
            false => writeln!(stdout, "{}", csv_line(&hint))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn csv_line(hint: &HintReport) -> String {
    let value = |direction: Direction| {
        let found = hint.moves.iter().find(|entry| entry.direction == direction.name());
        found.and_then(|entry| entry.value).map_or(String::new(), |value| format!("{value:.6}"))
    };
    let values = Direction::ALL.map(value).join(",");
    format!("\"{}\",{},{values}", hint.board, hint.best.unwrap_or(""))
}
