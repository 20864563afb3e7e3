//! `redouble tilt space`: boards of three dimensions.

use std::io::{Write, stdout};

use redouble_api::view::{SpaceCountReport, SpaceMeetingReport};
use redouble_tilt::Drawing;
use redouble_tilt::space::SpaceBoard;

use super::input;
use crate::ExitCode;
use crate::output::{print_json, to_json};

/// Bring two marked tiles together in three dimensions (exit code 1 if they never meet), or count
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The layers of the box from the lowest on, each a board, separated by '//': "x./..//../.x"
    board: String,
    /// Count the packed configurations that can be reached instead
    #[arg(long)]
    count: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.count {
        let counted = counted(args)?;
        if args.json {
            print_json(&counted)?;
        } else {
            let SpaceCountReport { patterns, reachable_packed } = counted;
            writeln!(stdout(), "{patterns} sets of full cells, {reachable_packed} packed configurations")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let meeting = meeting(args)?;
    match &meeting.tilts {
        _ if args.json => print_json(&meeting)?,
        Some(word) => writeln!(stdout(), "{} tilts: {word}", word.len())?,
        None => writeln!(stdout(), "never: no tilts bring marked tiles together")?,
    }
    Ok(if meeting.tilts.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn counted(args: &Args) -> anyhow::Result<SpaceCountReport> {
    Ok(SpaceCountReport::new(&read(&args.board)?.0))
}

fn meeting(args: &Args) -> anyhow::Result<SpaceMeetingReport> {
    let (board, marked) = read(&args.board)?;
    if marked.len() < 2 {
        return Err(input::usage("BOARD", format!("{} marked tiles: at least two are needed", marked.len())));
    }
    Ok(SpaceMeetingReport::new(board.shortest_meeting(&marked).as_deref()))
}

/// What it says with `--json`.
pub(super) fn json(args: &Args) -> anyhow::Result<String> {
    if args.count { to_json(&counted(args)?) } else { to_json(&meeting(args)?) }
}

/// The board and the numbers of its marked tiles.
fn read(argument: &str) -> anyhow::Result<(SpaceBoard, Vec<usize>)> {
    let text = input::text("BOARD", argument)?;
    let layers: Vec<Drawing> =
        text.split("//").map(|layer| input::parse("BOARD", layer)).collect::<anyhow::Result<_>>()?;
    let size = layers[0].pattern().size();
    let (mut tiles, mut marked) = (Vec::new(), Vec::new());
    for (z, layer) in (0..).zip(&layers) {
        let other = layer.pattern().size();
        if other != size {
            return Err(input::usage("BOARD", format!("layer {} is {other}, but layer 1 is {size}", z + 1)));
        }
        for square in layer.pattern().squares() {
            marked.extend(layer.marked().contains(&square).then_some(tiles.len()));
            tiles.push(vec![square.x, square.y, z]);
        }
    }
    let sides = [size.width(), size.height(), layers.len() as u32];
    Ok((SpaceBoard::new(&sides, &tiles).map_err(|error| input::usage("BOARD", error))?, marked))
}
