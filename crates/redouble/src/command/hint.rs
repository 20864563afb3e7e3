//! `redouble hint`: what every direction is worth, and why.

mod batch;

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_api::view::{HintReport, HintedMove};
use redouble_core::{Board, FourChance, Grid, Position, Rules, Shape, Watch};
use redouble_lab::Entrant;
use redouble_players::{Budget, Catalog, Decision, Player};

use crate::ExitCode;
use crate::boards;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::shipped::named_or;

/// Value the four directions of a board, say which is best and why.
///
/// With --batch values many boards: one line each, as CSV or with --json as JSON Lines.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board, in any of the forms below; `-` reads it from standard input
    #[arg(value_name = "BOARD", required_unless_present = "batch", value_parser = boards::argument)]
    board: Option<Board>,
    /// Who is asked: see `redouble players` [default: ntuple:depth=3 where there is a network for the board,
    /// expectimax:depth=4,cut=0.0001 elsewhere]
    #[arg(long, value_name = "SPEC")]
    player: Option<Entrant>,
    /// The probability of a 4
    #[arg(long, value_name = "P", default_value_t = FourChance::default())]
    p4: FourChance,
    /// Read many boards from a file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the player says about a board. A finished game needs no player, which can take seconds to build.
fn answer(
    board: Board,
    spec: &Entrant,
    player: impl FnOnce() -> anyhow::Result<Decision>,
) -> anyhow::Result<HintReport> {
    let decision = if Position::new(board).is_over() { None } else { Some(player()?) };
    Ok(HintReport::new(board, spec, decision))
}

fn decide(board: Board, player: &mut dyn Player, watch: &dyn Watch) -> anyhow::Result<Decision> {
    player.begin(0);
    let decision =
        player.decide(Position::new(board), &Budget { parallel: true, watch, ..Budget::default() });
    // A decision that was stopped is not the player's own.
    watch.check()?;
    Ok(decision?)
}

/// Who is asked about boards of this shape.
fn asked(args: &Args, catalog: &Catalog, shape: Shape) -> Result<Entrant, UsageError> {
    let defaults = ["ntuple:depth=3", "expectimax:depth=4,cut=0.0001"];
    let spec = named_or(args.player.as_ref(), catalog, shape, defaults);
    let checked = spec.check(catalog, Rules { four_chance: args.p4, ..Rules::on(shape) });
    checked.map_err(|error| UsageError(format!("--player: {error}")))?;
    Ok(spec)
}

fn build(
    args: &Args,
    catalog: &Catalog,
    spec: &Entrant,
    shape: Shape,
    watch: &dyn Watch,
) -> Result<Box<dyn Player>, UsageError> {
    let rules = Rules { four_chance: args.p4, ..Rules::on(shape) };
    spec.build(catalog, rules, watch).map_err(|error| UsageError(format!("--player: {error}")))
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.batch {
        return batch::run(args, catalog, file);
    }
    let hint = report(args, catalog, &Bar::doing("thinking"))?;
    if args.json {
        print_json(&hint)?;
    } else {
        print_text(&hint)?;
    }
    Ok(if hint.best.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(crate) fn report(args: &Args, catalog: &Catalog, watch: &dyn Watch) -> anyhow::Result<HintReport> {
    let Some(board) = args.board else { return Err(UsageError("a board is needed".to_owned()).into()) };
    let spec = asked(args, catalog, board.shape())?;
    answer(board, &spec, || decide(board, &mut *build(args, catalog, &spec, board.shape(), watch)?, watch))
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
