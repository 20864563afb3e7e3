//! The result of an arena as text and JSON.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, TableStyle, presets};
use redouble_api::view::{
    ArenaReport, DifferentGame, FiguresReport, PlayerReport, RateReport, VerificationReport,
};
use redouble_lab::{Found, Verification};

use crate::output::print_json;

/// Prints a table of the players, and one of the tiles they reached.
pub(crate) fn print(report: &ArenaReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{}\n\n{}",
        table(report, presets::UTF8_HORIZONTAL_ONLY),
        tile_table(report, presets::UTF8_HORIZONTAL_ONLY)
    )?;
    for player in &report.players {
        for (reason, count) in player.figures.iter().flat_map(|figures| &figures.forfeits) {
            writeln!(stdout, "{} gave up {count} games: {reason}", player.spec)?;
        }
    }
    Ok(())
}

/// The players' figures, in a style of comfy-table.
pub(crate) fn table(report: &ArenaReport, style: TableStyle) -> Table {
    let header = [
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
    ];
    let mut table = right_aligned(style, &header);
    for player in &report.players {
        table.add_row(row(player));
    }
    table
}

/// How often each tile was reached, in percent with Wilson's interval.
pub(crate) fn tile_table(report: &ArenaReport, style: TableStyle) -> Table {
    let mut tiles: Vec<u64> = played(report).flat_map(|(_, figures)| figures.tiles.keys().copied()).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let header: Vec<String> =
        ["reached (%)".to_owned()].into_iter().chain(tiles.iter().map(u64::to_string)).collect();
    let mut table = right_aligned(style, &header.iter().map(String::as_str).collect::<Vec<_>>());
    for (player, figures) in played(report) {
        let cell = |tile: &u64| match figures.tiles.get(tile) {
            Some(RateReport { rate, low, high }) => {
                format!("{:.1} ({:.1}–{:.1})", 100.0 * rate, 100.0 * low, 100.0 * high)
            }
            None if *tile < figures.max_tile => "100".to_owned(),
            None => "0".to_owned(),
        };
        table.add_row([player.spec.clone()].into_iter().chain(tiles.iter().map(cell)));
    }
    table
}

/// Those who have played, with what their games came to.
fn played(report: &ArenaReport) -> impl Iterator<Item = (&PlayerReport, &FiguresReport)> {
    report.players.iter().filter_map(|player| Some((player, player.figures.as_ref()?)))
}

fn right_aligned(style: TableStyle, header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_header(header);
    for column in 1..header.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn row(player: &PlayerReport) -> Vec<String> {
    let mut row = vec![player.spec.clone(), player.games.to_string()];
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
        format!("{:.0}", figures.moves_per_second),
        format!("{:.4}", figures.ms_per_move),
        format!("{:.0}", figures.nodes_per_second),
    ]);
    row
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
    Ok(())
}
