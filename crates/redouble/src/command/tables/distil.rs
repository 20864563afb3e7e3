//! `redouble tables distil`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use redouble_lab::{Entrant, entries};
use redouble_players::{Catalog, DistilOptions, Distilled, EndingTable, Fit};

use super::Choice;
use crate::ExitCode;
use crate::number::finite;
use crate::progress::Bar;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// States to keep of each table, in the order of --tile
    #[arg(long, value_name = "N", default_value = "760000,660000", value_delimiter = ',')]
    states: Vec<usize>,
    /// The least chance of states that are kept, in the order of --tile
    #[arg(long, value_name = "P", default_value = "0.6,0.5", value_delimiter = ',', value_parser = finite::<f32>)]
    least: Vec<f32>,
    /// Games inside each table
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    games: u64,
    /// Whole games of --player, in which the games inside tables find their starts
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    starts: u64,
    /// Who plays them
    #[arg(long, value_name = "SPEC", default_value = "ntuple:depth=1")]
    player: Entrant,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args, directory: &Path, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let problems = args.choice.problems()?;
    let open =
        |problem: &redouble_players::EndingProblem| EndingTable::open(&directory.join(problem.file_name()));
    let tables = problems.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let fits: Vec<Fit> = problems.iter().map(Fit::new).collect();
    let starts = entries(&args.player, [args.starts, args.seed], &fits, catalog, &Bar::new())?;
    let mut distilled = Vec::new();
    for (place, (table, starts)) in tables.iter().zip(&starts).enumerate() {
        let problem = table.problem();
        if starts.is_empty() {
            bail!("none of {} games came to {problem}: play more with --starts", args.starts);
        }
        let of = |numbers: &[f32]| numbers.get(place).or(numbers.last()).copied().unwrap_or(0.5);
        let states = args.states.get(place).or(args.states.last()).copied().unwrap_or(0);
        let options = DistilOptions { games: args.games, seed: args.seed, states, least: of(&args.least) };
        let kept = redouble_players::distil(table, starts, &options, &Bar::new())?;
        eprintln!("{problem}: {} states from {} starts", kept.len(), starts.len());
        distilled.push(kept);
    }
    let bytes = Distilled::to_bytes(&distilled);
    redouble_files::write(&args.out, &bytes)?;
    eprintln!("{}: {} bytes", args.out.display(), bytes.len());
    Ok(ExitCode::SUCCESS)
}
