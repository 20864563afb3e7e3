//! The result of an arena as text and JSON.

use std::io::{self, Write};

use redouble_api::view::{
    ArenaReport, DifferentGame, FiguresReport, PlayerReport, RateReport, VerificationReport,
};
use redouble_lab::{Ending, Found, Verification};

use crate::output::print_json;
use crate::table::{Columns, terminal_width};

/// Prints a table of the players, and one of the tiles they reached.
pub(crate) fn print(report: &ArenaReport) -> io::Result<()> {
    let (mut stdout, width) = (io::stdout().lock(), terminal_width());
    table(report).print(&mut stdout, width)?;
    writeln!(stdout)?;
    tile_table(report).print(&mut stdout, width)?;
    for player in &report.players {
        for (reason, count) in player.figures.iter().flat_map(|figures| &figures.forfeits) {
            writeln!(stdout, "{} gave up {count} games: {reason}", player.spec)?;
        }
    }
    Ok(())
}

/// The players' figures.
pub(crate) fn table(report: &ArenaReport) -> Columns {
    let mut table = Columns::new([
        "player",
        "games",
        "mean ± 95 %",
        "median",
        "sd",
        "quartiles",
        "max tile",
        "median tile",
        "moves",
        "moves/s",
        "ms/move",
        "nodes/s",
    ]);
    report.players.iter().for_each(|player| table.push(row(player)));
    table
}

/// How often each tile was reached, in percent with Wilson's interval.
pub(crate) fn tile_table(report: &ArenaReport) -> Columns {
    let mut tiles: Vec<u64> = played(report).flat_map(|(_, figures)| figures.tiles.keys().copied()).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let mut table =
        Columns::new(["reached (%)".to_owned()].into_iter().chain(tiles.iter().map(u64::to_string)));
    for (player, figures) in played(report) {
        let cell = |tile: &u64| match figures.tiles.get(tile) {
            Some(RateReport { rate, low, high }) => {
                format!("{:.1} ({:.1}–{:.1})", 100.0 * rate, 100.0 * low, 100.0 * high)
            }
            None if *tile < figures.max_tile => "100".to_owned(),
            None => "0".to_owned(),
        };
        table.push([player.name.clone()].into_iter().chain(tiles.iter().map(cell)));
    }
    table
}

/// Those who have played, with what their games came to.
fn played(report: &ArenaReport) -> impl Iterator<Item = (&PlayerReport, &FiguresReport)> {
    report.players.iter().filter_map(|player| Some((player, player.figures.as_ref()?)))
}

fn row(player: &PlayerReport) -> Vec<String> {
    let mut row = vec![player.name.clone(), player.games.to_string()];
    let Some(figures) = &player.figures else { return row };
    let half = (figures.ci95[1] - figures.ci95[0]) / 2.0;
    let [low, high] = figures.quartiles;
    row.extend([
        format!("{:.0} ± {half:.0}", figures.mean),
        format!("{:.0}", figures.median),
        format!("{:.0}", figures.sd),
        format!("{low:.0}–{high:.0}"),
        figures.max_tile.to_string(),
        figures.median_tile.to_string(),
        figures.moves.to_string(),
        speed(figures.moves_per_second, 0),
        speed(figures.ms_per_move, 4),
        speed(figures.nodes_per_second, 0),
    ]);
    row
}

/// A speed; results of other programs may come without times.
fn speed(value: f64, digits: usize) -> String {
    if value.is_finite() { format!("{value:.digits$}") } else { "–".to_owned() }
}

/// Says how many games went the same way when they were played again.
pub(crate) fn print_verification(found: &Found, verified: &Verification, json: bool) -> anyhow::Result<()> {
    let report = VerificationReport::new(found, verified);
    if json {
        return print_json(&report);
    }
    let mut stdout = io::stdout().lock();
    let same = report.played - report.different.len();
    writeln!(
        stdout,
        "{same} of {} games played again are the same, of {} recorded",
        report.played, report.recorded
    )?;
    for DifferentGame { player, game, score } in &report.different {
        writeln!(stdout, "different: game {game} of {player}, recorded with score {score}")?;
    }
    match found.ending {
        Ending::Counted => {}
        Ending::Unfinished => {
            writeln!(stdout, "the run has not ended: the same arena command goes on with it")?;
        }
        Ending::CutOff => {
            writeln!(stdout, "the last line was cut off or altered: its game is not among them")?;
        }
        Ending::Uncounted => writeln!(
            stdout,
            "the file is of version 1: nobody can tell whether games are missing at its end"
        )?,
    }
    Ok(())
}
