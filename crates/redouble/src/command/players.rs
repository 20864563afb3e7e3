//! `redouble players`: who there is.

use std::io::{self, Write};

use redouble_api::view::{EvaluationReport, ParameterReport, PlayersReport};
use redouble_players::Catalog;

use crate::ExitCode;
use crate::output::print_json;
use crate::table::{terminal_width, wrapped};

/// List all players, their parameters and the evaluations.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print a program in Python that plays, to begin one of your own with: see docs/protocol.md
    #[arg(long, conflicts_with = "json")]
    example: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The program that is described in docs/protocol.md.
const EXAMPLE: &str = include_str!("../../../../docs/players/corner.py");

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if args.example {
        io::stdout().lock().write_all(EXAMPLE.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let listing = PlayersReport::new(catalog);
    if args.json {
        print_json(&listing)?;
    } else {
        print_text(&listing)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(listing: &PlayersReport) -> io::Result<()> {
    let (mut stdout, width) = (io::stdout().lock(), terminal_width());
    writeln!(stdout, "players, written name:parameter=value,parameter=value")?;
    for player in &listing.players {
        writeln!(stdout, "\n  {}", player.name)?;
        writeln!(stdout, "{}", wrapped(&format!("      {}", player.sentence), width, 6))?;
        for ParameterReport { name, default, sentence } in &player.parameters {
            writeln!(stdout, "{}", wrapped(&format!("      {name:<10} {sentence} [{default}]"), width, 17))?;
        }
    }
    writeln!(stdout, "\nevaluations, combined like eval=empty*2+corner*10\n")?;
    for EvaluationReport { name, sentence } in &listing.evaluations {
        writeln!(stdout, "{}", wrapped(&format!("  {name:<18} {sentence}"), width, 21))?;
    }
    Ok(())
}
