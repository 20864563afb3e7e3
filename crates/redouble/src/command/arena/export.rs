//! What an arena leaves in its directory.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use comfy_table::presets;
use redouble_api::view::ArenaReport;
use redouble_lab::{Experiment, Outcome, games_csv, reach_plot, score_plot};

use super::report::{table, tile_table};
use crate::output::processor;
use crate::plot;

/// Writes summary.json, summary.md, games.csv, manifest.json and the plots.
pub(crate) fn write(
    directory: &Path,
    arguments: &[OsString],
    experiment: &Experiment,
    report: &ArenaReport,
    outcomes: &[Outcome],
) -> io::Result<()> {
    let save = |name: &str, text: &str| redouble_files::write(&directory.join(name), text.as_bytes());
    save("summary.json", &serde_json::to_string_pretty(report)?)?;
    let markdown = presets::ASCII_MARKDOWN;
    let (players, tiles) = (table(report).in_style(markdown), tile_table(report).in_style(markdown));
    save("summary.md", &format!("{players}\n\n{tiles}\n"))?;
    save("games.csv", &games_csv(experiment, outcomes))?;
    save("manifest.json", &serde_json::to_string_pretty(&manifest(arguments))?)?;
    let specs: Vec<&str> = report.players.iter().map(|player| player.spec.as_str()).collect();
    plot::save(&directory.join("scores.svg"), &score_plot(&specs, outcomes))?;
    plot::save(&directory.join("tiles.svg"), &reach_plot(&specs, outcomes))
}

/// What is needed to run the experiment again, and on what it ran.
fn manifest(arguments: &[OsString]) -> serde_json::Value {
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    serde_json::json!({
        "program": "redouble",
        "version": env!("CARGO_PKG_VERSION"),
        "arguments": arguments,
        "machine": {
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
            "cores": cores,
            "processor": processor(),
        },
    })
}
