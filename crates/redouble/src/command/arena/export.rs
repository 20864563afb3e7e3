//! What an arena leaves in its directory.

use std::fs;
use std::io;
use std::path::Path;

use comfy_table::presets;
use redouble_api::view::ArenaReport;
use redouble_lab::{Experiment, Outcome, games_csv, reach_plot, score_plot};

use super::report::{table, tile_table};
use crate::plot;

/// Writes summary.json, summary.md, games.csv, manifest.json and the plots.
pub(crate) fn write(
    directory: &Path,
    experiment: &Experiment,
    report: &ArenaReport,
    outcomes: &[Outcome],
) -> io::Result<()> {
    let save = |name: &str, text: &str| fs::write(directory.join(name), text);
    save("summary.json", &serde_json::to_string_pretty(report)?)?;
    let markdown = presets::ASCII_MARKDOWN;
    save("summary.md", &format!("{}\n\n{}\n", table(report, markdown), tile_table(report, markdown)))?;
    save("games.csv", &games_csv(experiment, outcomes))?;
    save("manifest.json", &serde_json::to_string_pretty(&manifest())?)?;
    let specs: Vec<&str> = report.players.iter().map(|player| player.spec.as_str()).collect();
    plot::save(&directory.join("scores.svg"), &score_plot(&specs, outcomes))?;
    plot::save(&directory.join("tiles.svg"), &reach_plot(&specs, outcomes))
}

/// What is needed to run the experiment again, and on what it ran.
fn manifest() -> serde_json::Value {
    let command: Vec<String> = std::env::args().skip(1).collect();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    serde_json::json!({
        "program": "redouble",
        "version": env!("CARGO_PKG_VERSION"),
        "arguments": command,
        "machine": {
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
            "cores": cores,
            "processor": processor(),
        },
    })
}

/// The processor's name where the system tells it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
