//! `redouble tilt space`: boards of three dimensions.

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::Drawing;
use redouble_tilt::space::{SpaceBoard, SpaceTilt};
use serde_json::{Value, json};

use super::input;
use crate::output::print_json;

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
    let (board, marked) = read(&args.board)?;
    if args.count {
        let (patterns, reachable) = (board.patterns(), board.reachable_canonical().to_string());
        if args.json {
            print_json(&json!({ "patterns": patterns, "reachable_packed": reachable }))?;
        } else {
            writeln!(stdout(), "{patterns} sets of full cells, {reachable} packed configurations")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if marked.len() < 2 {
        return Err(input::usage("BOARD", format!("{} marked tiles: at least two are needed", marked.len())));
    }
    let word: Option<String> =
        board.shortest_meeting(&marked).map(|tilts| tilts.iter().map(letter).collect());
    match (&word, args.json) {
        (_, true) => print_json(&answer(word.as_deref()))?,
        (Some(word), false) => writeln!(stdout(), "{} tilts: {word}", word.len())?,
        (None, false) => writeln!(stdout(), "never: no tilts bring marked tiles together")?,
    }
    Ok(if word.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn answer(word: Option<&str>) -> Value {
    match word {
        Some(word) => json!({ "adjacent": true, "length": word.len(), "tilts": word }),
        None => json!({ "adjacent": false }),
    }
}

/// West and east, south and north, down and up.
fn letter(tilt: &SpaceTilt) -> char {
    [['W', 'E'], ['S', 'N'], ['D', 'U']][tilt.axis][usize::from(tilt.far)]
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
