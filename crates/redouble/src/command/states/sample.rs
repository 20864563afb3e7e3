//! `redouble states sample`.

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::Random;
use redouble_states::Store;
use serde::Serialize;

use crate::ExitCode;
use crate::output::print_json;

/// Draw states of a store, each equally likely.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the store
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u32,
    /// The seed of the draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct Drawn {
    rank: u64,
    board: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let drawn = report(args)?;
    if args.json {
        print_json(&drawn)?;
    } else {
        let mut stdout = io::stdout().lock();
        drawn.iter().try_for_each(|Drawn { rank, board }| writeln!(stdout, "{rank:>14}  {board}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn report(args: &Args) -> anyhow::Result<Vec<Drawn>> {
    let store = Store::open(&args.store)?;
    let mut random = Random::new(args.seed);
    let states = store.states();
    anyhow::ensure!(states > 0, "{}: the store has no states yet", args.store.display());
    let mut drawn = Vec::new();
    for _ in 0..args.count {
        let rank = ((u128::from(random.next_u64()) * u128::from(states)) >> 64) as u64;
        let board = store.board(rank)?.map_or(String::new(), |board| board.to_string());
        drawn.push(Drawn { rank, board });
    }
    Ok(drawn)
}
