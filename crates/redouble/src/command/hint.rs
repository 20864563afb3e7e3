//! `redouble hint`: what every direction is worth, and why.

pub(crate) mod batch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use redouble_api::view::{HintReport, HintedMove};
use redouble_core::{Board, FourChance, Grid, Position, Rules, Shape};
use redouble_lab::Entrant;
use redouble_players::{Budget, Catalog, Decision, Player};

use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::shipped::named_or;

/// Value the four directions of a board, say which is best and why.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board: rows by `/`, cells by `,`, for example 2,4,.,./.,.,8,./.,.,.,./.,.,.,2; or 0x and digits
    #[arg(value_name = "BOARD", required_unless_present = "batch")]
    board: Option<Board>,
    /// Who is asked: see `redouble players` [default: ntuple:depth=3 where there is a network for the board,
    /// expectimax:depth=4,cut=0.0001 elsewhere]
    #[arg(long, value_name = "SPEC")]
    player: Option<Entrant>,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Read many boards from a file, one a line (or CSV with a column `board`), and write CSV; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the player says about a board.
fn answer(board: Board, spec: &Entrant, player: &mut dyn Player) -> anyhow::Result<HintReport> {
    let position = Position::new(board);
    let decision = if position.is_over() { None } else { Some(decide(position, player)?) };
    Ok(HintReport::new(board, spec, decision))
}

fn decide(position: Position, player: &mut dyn Player) -> anyhow::Result<Decision> {
    player.begin(0);
    Ok(player.decide(position, &Budget { parallel: true, ..Budget::default() })?)
}

/// Who is asked about boards of this shape, and the player.
fn asked(args: &Args, catalog: &Catalog, shape: Shape) -> Result<(Entrant, Box<dyn Player>), UsageError> {
    let defaults = ["ntuple:depth=3", "expectimax:depth=4,cut=0.0001"];
    let spec = named_or(args.player.as_ref(), catalog, shape, defaults);
    let rules = Rules { four_chance: args.p4, ..Rules::on(shape) };
    let player = spec.build(catalog, rules, &Bar::new());
    Ok((spec, player.map_err(|error| UsageError(format!("--player: {error}")))?))
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.batch {
        return batch::run(args, catalog, file);
    }
    let board = args.board.expect("clap asks for a board or a batch");
    let (spec, mut player) = asked(args, catalog, board.shape())?;
    let hint = answer(board, &spec, &mut *player)?;
    if args.json {
        print_json(&hint)?;
    } else {
        print_text(&hint)?;
    }
    Ok(if hint.best.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_text(hint: &HintReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let Some(best) = hint.best else { return writeln!(stdout, "no move is left: the game is over") };
    for HintedMove { direction, value, reason } in &hint.moves {
        let arrow = if *direction == best { '>' } else { ' ' };
        let value = value.map_or("–".to_owned(), |value| format!("{value:.2}"));
        writeln!(stdout, "{arrow} {direction:<6} {value:>12}  {reason}")?;
    }
    writeln!(stdout, "{}, {} moves deep, {} boards", hint.player, hint.depth, hint.nodes)
}
