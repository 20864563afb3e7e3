//! `redouble arena --from FILE --until TILE`: how often a tile is reached from given positions.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use redouble_api::view::{StagePlayerReport, StageTestReport};
use redouble_core::{Rules, Tile};
use redouble_lab::{StageSummary, StageTest, read_positions};
use redouble_players::Catalog;

use super::Args;
use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;

pub(super) fn run(
    args: &Args,
    file: &Path,
    until: Tile,
    rules: Rules,
    catalog: &Catalog,
) -> anyhow::Result<ExitCode> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    let positions = read_positions(&text, rules.shape, until)
        .map_err(|error| UsageError(format!("{}, {error}", file.display())))?;
    let test = StageTest { entrants: args.players.clone(), positions, until, seed: args.seed, rules };
    test.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    let mut summaries = Vec::new();
    for entrant in &test.entrants {
        let runs = test.run(entrant, catalog, &Bar::new())?;
        summaries.push((entrant.clone(), StageSummary::new(until, &runs)));
    }
    let report = StageTestReport::new(&test, &summaries);
    if args.json {
        print_json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(report: &StageTestReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for player in &report.players {
        let StagePlayerReport { spec, runs, reached, rate, low, high, moves_per_second, .. } = player;
        let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
        writeln!(stdout, "{spec}")?;
        writeln!(
            stdout,
            "  {} from {runs} positions: {reached}, {rate:.1} % ({low:.1}–{high:.1}), {moves_per_second:.0} moves/s",
            report.until
        )?;
        for stage in &player.stages {
            let share = 100.0 * stage.lost as f64 / stage.came.max(1) as f64;
            writeln!(
                stdout,
                "  {:>6}–{:<6} {:>5} came, {:>5} lost, {share:>5.1} %",
                stage.from, stage.to, stage.came, stage.lost
            )?;
        }
        if player.forfeits > 0 {
            writeln!(stdout, "  gave up {} games", player.forfeits)?;
        }
    }
    Ok(())
}
