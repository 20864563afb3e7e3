//! `redouble tilt cycles`: the cycles of g and the number of reachable configurations.

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::{
    Axis, CycleType, Drawing, Labelled, Landing, Notation, Pattern, reachable, reachable_labelled,
};
use serde_json::json;

use super::input;
use crate::output::print_json;

/// Show the cycles of four tilts and count the reachable configurations
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board; on a board of 2048 tiles with the same number count as the same
    board: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = input::text("BOARD", &args.board)?;
    let (pattern, reachable) = match Notation::of(&text) {
        Notation::Letters => {
            let drawing: Drawing = input::parse("BOARD", &text)?;
            (drawing.pattern().clone(), reachable(drawing.pattern()))
        }
        Notation::Numbers => {
            let labelled: Labelled = input::parse("BOARD", &text)?;
            (labelled.configuration().pattern(), reachable_labelled(&labelled))
        }
    };
    let types = [Axis::Vertical, Axis::Horizontal].map(|axis| cycle_type(&pattern, axis));
    if args.json {
        print_json(&json!({
            "width": pattern.size().width(),
            "height": pattern.size().height(),
            "tiles": pattern.tiles(),
            "cycle_type_vertical_first": types[0].flat().collect::<Vec<_>>(),
            "cycle_type_horizontal_first": types[1].flat().collect::<Vec<_>>(),
            "order_vertical_first": types[0].order().to_string(),
            "order_horizontal_first": types[1].order().to_string(),
            "reachable": reachable.to_string(),
        }))?;
    } else {
        let mut out = stdout().lock();
        writeln!(out, "{} board, {} tiles", pattern.size(), pattern.tiles())?;
        for (name, cycle_type) in ["vertical", "horizontal"].iter().zip(&types) {
            writeln!(out, "first tilt {name}: cycles {cycle_type}, order {}", cycle_type.order())?;
        }
        writeln!(out, "reachable configurations: {reachable}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn cycle_type(pattern: &Pattern, axis: Axis) -> CycleType {
    CycleType::of(Landing::new(pattern, axis, &[]).shape())
}
