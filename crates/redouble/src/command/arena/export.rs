//! What an arena leaves in its directory.

use std::fs;
use std::io;
use std::path::Path;

use comfy_table::presets;
use redouble_lab::{Outcome, reach_plot, score_plot};

use super::report::Report;
use crate::plot;

/// Writes summary.json, summary.md, games.csv, manifest.json and the plots.
pub(crate) fn write(directory: &Path, report: &Report, outcomes: &[Outcome]) -> io::Result<()> {
    let save = |name: &str, text: &str| fs::write(directory.join(name), text);
    save("summary.json", &serde_json::to_string_pretty(report)?)?;
    let markdown = presets::ASCII_MARKDOWN;
    save("summary.md", &format!("{}\n\n{}\n", report.table(markdown), report.tile_table(markdown)))?;
    save("games.csv", &games_csv(report, outcomes))?;
    save("manifest.json", &serde_json::to_string_pretty(&manifest())?)?;
    let specs: Vec<&str> = report.players.iter().map(|player| player.spec.as_str()).collect();
    plot::save(&directory.join("scores.svg"), &score_plot(&specs, outcomes))?;
    plot::save(&directory.join("tiles.svg"), &reach_plot(&specs, outcomes))
}

/// One line a game.
pub(crate) fn games_csv(report: &Report, outcomes: &[Outcome]) -> String {
    let mut csv = String::from("player,game,score,moves,max_tile,nodes,seconds,forfeit\n");
    for outcome in outcomes {
        let spec = &report.players[outcome.pairing.entrant].spec;
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let forfeit = outcome.forfeit.as_deref().map_or(String::new(), quoted);
        csv += &format!(
            "{},{},{},{},{},{},{:.6},{forfeit}\n",
            quoted(spec),
            outcome.pairing.game,
            outcome.score,
            outcome.moves,
            outcome.max_tile,
            outcome.nodes,
            outcome.nanoseconds as f64 / 1e9,
        );
    }
    csv
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
