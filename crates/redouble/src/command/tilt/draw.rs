//! `redouble tilt draw`: boards as pictures.

use std::path::PathBuf;

use redouble_tilt::{Colour, Style, Tilts, draw};

use super::input;

use crate::ExitCode;

/// Draw a board as SVG: cycles coloured, arrows where four tilts take each tile
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board
    board: String,
    /// The file to write
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    /// What a colour stands for
    #[arg(long, value_enum, default_value = "cycles")]
    colour: ColourArg,
    /// Number the tiles along their cycles, from a marked tile if there is one
    #[arg(long)]
    numbers: bool,
    /// Leave the arrows out
    #[arg(long)]
    no_arrows: bool,
    /// Draw the board again after each of these tilts instead of the arrows
    #[arg(long, default_value = "")]
    tilts: String,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ColourArg {
    /// The cycle of four tilts
    Cycles,
    /// The ring on which tiles turn
    Rings,
    /// Tiles that four tilts move by the same distance
    Blocks,
}

/// Panels beyond this are no picture any more.
const MOST_TILTS: usize = 64;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let drawing = input::drawing("BOARD", &args.board, None)?;
    let tilts: Tilts = args.tilts.parse().map_err(|error| input::usage("--tilts", error))?;
    let too_many = || input::usage("--tilts", format!("more than {MOST_TILTS} tilts"));
    let style = Style {
        colour: match args.colour {
            ColourArg::Cycles => Colour::Cycles,
            ColourArg::Rings => Colour::Rings,
            ColourArg::Blocks => Colour::Blocks,
        },
        arrows: !args.no_arrows,
        numbers: args.numbers,
        tilts: tilts.word(MOST_TILTS).ok_or_else(too_many)?,
    };
    redouble_files::write(&args.out, draw(&drawing, &style).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
