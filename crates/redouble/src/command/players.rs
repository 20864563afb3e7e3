//! `redouble players`: who there is.

use std::io::{self, Write};
use std::process::ExitCode;

use redouble_api::view::{EvaluationReport, ParameterReport, PlayersReport};
use redouble_players::Catalog;

use crate::output::print_json;

/// List all players, their parameters and the evaluations.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let listing = PlayersReport::new(catalog);
    if args.json {
        print_json(&listing)?;
    } else {
        print_text(&listing)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(listing: &PlayersReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "players, written name:parameter=value,parameter=value")?;
    for player in &listing.players {
        writeln!(stdout, "\n  {}\n      {}", player.name, player.sentence)?;
        for ParameterReport { name, default, sentence } in &player.parameters {
            writeln!(stdout, "      {name:<10} {sentence} [{default}]")?;
        }
    }
    writeln!(stdout, "\nevaluations, combined like eval=empty*2+corner*10\n")?;
    for EvaluationReport { name, sentence } in &listing.evaluations {
        writeln!(stdout, "  {name:<18} {sentence}")?;
    }
    Ok(())
}
