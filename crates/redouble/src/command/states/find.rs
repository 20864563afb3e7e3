//! `redouble states find`.

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::{Board, Grid};
use redouble_states::{Ancestry, Store};
use serde::Serialize;

use crate::ExitCode;
use crate::output::{UsageError, print_json};

/// Say whether a board can occur, its number, and a shortest game that leads to it; or which board has a number.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board: rows by `/`, cells by `,`, or 0x and digits; or with --rank the number of a state
    #[arg(value_name = "BOARD", required_unless_present = "rank")]
    board: Option<Board>,
    /// The state with this number
    #[arg(long, value_name = "N", conflicts_with = "board")]
    rank: Option<u64>,
    /// The directory of the store
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct FindReport {
    board: String,
    reachable: bool,
    state: bool,
    canonical: String,
    sum: u64,
    rank: Option<u64>,
    rank_in_layer: Option<u64>,
    game: Option<GameReport>,
}

#[derive(Serialize)]
struct GameReport {
    start: String,
    shortest: bool,
    moves: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    direction: &'static str,
    tile: u64,
    /// Row and column, from 1.
    cell: [usize; 2],
}

impl GameReport {
    fn new(ancestry: &Ancestry) -> GameReport {
        let shape = ancestry.start.shape();
        let step = |(direction, spawn): &(redouble_core::Direction, redouble_core::Spawn)| Step {
            direction: direction.name(),
            tile: spawn.tile.value(),
            cell: [shape.row(spawn.cell) + 1, shape.column(spawn.cell) + 1],
        };
        let moves = ancestry.moves.iter().map(step).collect();
        GameReport { start: ancestry.start.to_string(), shortest: ancestry.shortest, moves }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = report(args)?;
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(if report.reachable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(crate) fn report(args: &Args) -> anyhow::Result<FindReport> {
    let store = Store::open(&args.store)?;
    let board = match (args.board, args.rank) {
        (Some(board), _) => board,
        (None, rank) => {
            let (rank, states) = (rank.unwrap_or(0), store.states());
            let board = store.board(rank)?;
            board.ok_or_else(|| UsageError(format!("--rank {rank}: the store has {states} states")))?
        }
    };
    if board.shape() != store.variant().shape() {
        let (shape, variant) = (board.shape(), store.variant());
        return Err(UsageError(format!("the board is {shape}, the store holds {variant}")).into());
    }
    let place = if store.is_numbered() { store.find(board)? } else { None };
    let state = store.contains(board)?;
    let ancestry = store.ancestry(board)?;
    Ok(FindReport {
        board: board.to_string(),
        reachable: ancestry.is_some(),
        state,
        canonical: board.canonical().to_string(),
        sum: board.sum(),
        rank: place.map(|place| place.rank),
        rank_in_layer: place.map(|place| place.rank_in_layer),
        game: ancestry.as_ref().map(GameReport::new),
    })
}

fn print_text(report: &FindReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "canonical  {}", report.canonical)?;
    match (report.reachable, report.rank, report.rank_in_layer) {
        (_, Some(rank), Some(in_layer)) => {
            writeln!(
                stdout,
                "state      number {rank}, {in_layer} in the layer with tile sum {}",
                report.sum
            )?;
        }
        (true, ..) if report.state => {
            writeln!(stdout, "state      in the layer with tile sum {}", report.sum)?;
        }
        (true, ..) => writeln!(stdout, "losing     reachable, and no move is left")?,
        _ => writeln!(stdout, "not reachable in this game")?,
    }
    let Some(game) = &report.game else { return Ok(()) };
    let kind = if game.shortest { "a shortest game" } else { "a game (a shorter one may exist)" };
    writeln!(stdout, "{kind}, {} moves from {}", game.moves.len(), game.start)?;
    for (index, step) in game.moves.iter().enumerate() {
        let [row, column] = step.cell;
        writeln!(
            stdout,
            "{:>4}  {:<5}  then a {} in row {row}, column {column}",
            index + 1,
            step.direction,
            step.tile
        )?;
    }
    Ok(())
}
