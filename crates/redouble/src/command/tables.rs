//! `redouble tables`: exact endings.

mod build;
mod distil;
mod info;

use std::path::PathBuf;

use redouble_core::Tile;
use redouble_players::{Catalog, EndingProblem, Goal, Layout};

use crate::ExitCode;
use crate::output::UsageError;
use crate::saved::data_directory;
use crate::shipped::tables_directory;

/// Build, check and distil tables of exact endings, which players find by themselves.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
    /// Where data is kept; tables are in its directory `tables`
    #[arg(long, value_name = "DIR", env = "REDOUBLE_DATA", global = true)]
    data: Option<PathBuf>,
    /// How many threads [default: all]
    #[arg(long, value_name = "T", global = true)]
    pub(crate) threads: Option<usize>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build tables; goes on where an earlier build of the same table was interrupted
    Build(build::Args),
    /// Say which tables there are and what they promise
    Info,
    /// Read all tables and name the layers that are damaged; exits with 1 if there are any
    Verify,
    /// Keep the states of tables that matter most in a small file, like the one of the program
    Distil(distil::Args),
}

/// The tables meant.
#[derive(clap::Args)]
struct Choice {
    /// Where the large tiles are: snake, block, or rows like 1234/..65 (1 the largest, dots are free cells)
    #[arg(long, default_value = "snake")]
    layout: Layout,
    /// The tiles to be made beside the smallest of the large ones
    #[arg(long, value_name = "TILES", default_value = "256,512", value_delimiter = ',')]
    tile: Vec<Tile>,
    /// What counts as success: a tile like the anchor merges with it (merge) or is made anywhere (make)
    #[arg(long, default_value = "merge", value_parser = goal)]
    goal: Goal,
}

fn goal(text: &str) -> Result<Goal, &'static str> {
    Goal::ALL.into_iter().find(|goal| goal.name() == text).ok_or("write merge or make")
}

impl Choice {
    fn problems(&self) -> anyhow::Result<Vec<EndingProblem>> {
        let problem = |&tile: &Tile| {
            let problem = EndingProblem::new(self.layout, tile, self.goal);
            problem.map_err(|error| UsageError(format!("--tile: {error}")).into())
        };
        self.tile.iter().map(problem).collect()
    }
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let directory = tables_directory(&data_directory(args.data.as_deref())?);
    match &args.command {
        Command::Build(choice) => build::run(choice, &directory, args.json),
        Command::Info => info::run(&directory, args.json),
        Command::Verify => info::verify(&directory, args.json),
        Command::Distil(options) => distil::run(options, &directory, catalog),
    }
}
