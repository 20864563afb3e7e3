//! `redouble states graph`.

use std::path::PathBuf;

use redouble_core::FourChance;
use redouble_states::Graph;

use super::game::GameArgs;
use crate::ExitCode;
use crate::output::UsageError;

/// The most states that a picture still shows.
const MOST_STATES: usize = 1_000;

/// Draw the states of a small game and what may follow each, with probabilities.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// States with the same tile sum and largest tile in one box
    #[arg(long)]
    grouped: bool,
    /// How often a 4 appears
    #[arg(long, value_name = "P", default_value = "0.1")]
    p4: FourChance,
    /// Where to: a name that ends in .svg or .dot
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let variant = args.game.variant()?;
    let graph = Graph::new(variant, args.p4, MOST_STATES).map_err(|error| UsageError(error.to_string()))?;
    let text = match args.out.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => graph.to_svg(args.grouped),
        Some("dot") => graph.to_dot(args.grouped),
        _ => {
            let out = args.out.display();
            return Err(UsageError(format!("--out {out}: the name must end in .svg or .dot")).into());
        }
    };
    redouble_files::write(&args.out, text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
