//! `redouble states plot`.

use std::path::PathBuf;

use redouble_core::{Shape, Tile};
use redouble_kernels::Cpu;
use redouble_lab::census_plot;
use redouble_states::{Options, Store, count};

use super::game::variant;
use crate::ExitCode;
use crate::output::UsageError;
use crate::plot;
use crate::progress::Bar;

/// Draw states per tile sum by largest tile, for one or several goals.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shape of the board, up to 16 cells
    #[arg(long, value_name = "ROWSxCOLS", default_value = "3x3")]
    board: Shape,
    /// The goals, for example --goal 256,1024; without one the whole game
    #[arg(long, value_name = "TILE", value_delimiter = ',')]
    goal: Vec<Tile>,
    /// Take the counts of a store instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["board", "goal"])]
    store: Option<PathBuf>,
    /// Where to: a name that ends in .svg
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    if args.out.extension().is_none_or(|extension| extension != "svg") {
        let out = args.out.display();
        return Err(UsageError(format!("--out {out}: the name must end in .svg")).into());
    }
    let mut games = Vec::new();
    if let Some(store) = &args.store {
        let store = Store::open(store)?;
        games.push((store.variant().to_string(), store.census()?));
    } else {
        let goals = args.goal.iter().copied().map(Some).chain(args.goal.is_empty().then_some(None));
        for goal in goals {
            let variant = variant(args.board, goal)?;
            let options = Options { cpu, ..Options::default() };
            let census = count(variant, &options, &Bar::new())?;
            games.push((variant.to_string(), census));
        }
    }
    plot::save(&args.out, &census_plot(&games))?;
    Ok(ExitCode::SUCCESS)
}
