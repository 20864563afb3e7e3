//! The result of an arena as text and JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, TableStyle, presets};
use redouble_lab::{Experiment, Found, Outcome, Summary, Verification};
use serde::Serialize;

use crate::output::print_json;

/// Everything an arena reports.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) board: String,
    pub(crate) p4: f64,
    pub(crate) players: Vec<PlayerReport>,
}

/// The figures of one player.
#[derive(Serialize)]
pub(crate) struct PlayerReport {
    pub(crate) spec: String,
    pub(crate) games: usize,
    pub(crate) mean: f64,
    pub(crate) ci95: [f64; 2],
    pub(crate) median: f64,
    pub(crate) sd: f64,
    pub(crate) quartiles: [f64; 2],
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) max_tile: u64,
    pub(crate) median_tile: u64,
    pub(crate) tiles: BTreeMap<u64, RateReport>,
    pub(crate) moves: u64,
    pub(crate) forfeits: BTreeMap<String, usize>,
    pub(crate) moves_per_second: f64,
    pub(crate) ms_per_move: f64,
    pub(crate) nodes_per_second: f64,
}

/// How often a tile was reached.
#[derive(Serialize)]
pub(crate) struct RateReport {
    pub(crate) rate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Report {
    pub(crate) fn new(experiment: &Experiment, outcomes: &[Outcome]) -> Report {
        let of = |entrant: usize| -> Vec<&Outcome> {
            outcomes.iter().filter(|outcome| outcome.pairing.entrant == entrant).collect()
        };
        let players = experiment.entrants.iter().enumerate().filter_map(|(index, entrant)| {
            Some(PlayerReport::new(entrant.to_string(), Summary::new(&of(index))?))
        });
        Report {
            seed: experiment.seed,
            games: experiment.games,
            board: experiment.rules.shape.to_string(),
            p4: experiment.rules.four_chance.probability(),
            players: players.collect(),
        }
    }

    /// Prints a table of the players, and one of the tiles they reached.
    pub(crate) fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        writeln!(
            stdout,
            "{}\n\n{}",
            self.table(presets::UTF8_HORIZONTAL_ONLY),
            self.tile_table(presets::UTF8_HORIZONTAL_ONLY)
        )?;
        for player in self.players.iter().filter(|player| !player.forfeits.is_empty()) {
            for (reason, count) in &player.forfeits {
                writeln!(stdout, "{} gave up {count} games: {reason}", player.spec)?;
            }
        }
        Ok(())
    }

    /// The players' figures, in a style of comfy-table.
    pub(crate) fn table(&self, style: TableStyle) -> Table {
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
        for player in &self.players {
            table.add_row(player.row());
        }
        table
    }

    /// How often each tile was reached, in percent with Wilson's interval.
    pub(crate) fn tile_table(&self, style: TableStyle) -> Table {
        let mut tiles: Vec<u64> =
            self.players.iter().flat_map(|player| player.tiles.keys().copied()).collect();
        tiles.sort_unstable();
        tiles.dedup();
        let header: Vec<String> =
            ["reached (%)".to_owned()].into_iter().chain(tiles.iter().map(u64::to_string)).collect();
        let mut table = right_aligned(style, &header.iter().map(String::as_str).collect::<Vec<_>>());
        for player in &self.players {
            let cell = |tile: &u64| match player.tiles.get(tile) {
                Some(RateReport { rate, low, high }) => {
                    format!("{:.1} ({:.1}–{:.1})", 100.0 * rate, 100.0 * low, 100.0 * high)
                }
                None if *tile < player.max_tile => "100".to_owned(),
                None => "0".to_owned(),
            };
            table.add_row([player.spec.clone()].into_iter().chain(tiles.iter().map(cell)));
        }
        table
    }
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

impl PlayerReport {
    fn new(spec: String, summary: Summary) -> PlayerReport {
        let rate = |rate: &redouble_lab::Rate| RateReport {
            rate: rate.rate,
            low: rate.interval.low,
            high: rate.interval.high,
        };
        PlayerReport {
            spec,
            games: summary.games,
            mean: summary.mean,
            ci95: [summary.interval.low, summary.interval.high],
            median: summary.median,
            sd: summary.deviation,
            quartiles: summary.quartiles,
            min: summary.range[0],
            max: summary.range[1],
            max_tile: summary.max_tile,
            median_tile: summary.median_tile,
            tiles: summary.reached.iter().map(|(&tile, found)| (tile, rate(found))).collect(),
            moves: summary.moves,
            moves_per_second: summary.moves_per_second(),
            ms_per_move: summary.milliseconds_per_move(),
            nodes_per_second: summary.nodes_per_second(),
            forfeits: summary.forfeits,
        }
    }

    fn row(&self) -> Vec<String> {
        let half = (self.ci95[1] - self.ci95[0]) / 2.0;
        let [low, high] = self.quartiles;
        vec![
            self.spec.clone(),
            self.games.to_string(),
            format!("{:.0} ± {half:.0}", self.mean),
            format!("{:.0}", self.median),
            format!("{:.0}", self.sd),
            format!("{low:.0}–{high:.0}"),
            self.max_tile.to_string(),
            self.median_tile.to_string(),
            self.moves.to_string(),
            format!("{:.0}", self.moves_per_second),
            format!("{:.4}", self.ms_per_move),
            format!("{:.0}", self.nodes_per_second),
        ]
    }
}

#[derive(Serialize)]
struct VerificationReport {
    recorded: usize,
    played: usize,
    different: Vec<Different>,
}

#[derive(Serialize)]
struct Different {
    player: String,
    game: u64,
    score: u64,
}

/// Says how many games went the same way when they were played again.
pub(crate) fn print_verification(found: &Found, verified: &Verification, json: bool) -> anyhow::Result<()> {
    let different = verified.different.iter().map(|outcome| Different {
        player: found.experiment.entrants[outcome.pairing.entrant].to_string(),
        game: outcome.pairing.game,
        score: outcome.score,
    });
    let report = VerificationReport {
        recorded: found.outcomes.len(),
        played: verified.played,
        different: different.collect(),
    };
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
    for Different { player, game, score } in &report.different {
        writeln!(stdout, "different: game {game} of {player}, recorded with score {score}")?;
    }
    Ok(())
}
