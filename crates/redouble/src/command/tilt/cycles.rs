//! `redouble tilt cycles`: the cycles of g and the number of reachable configurations.

use std::io::{Write, stdout};

use redouble_api::view::CyclesReport;
use redouble_tilt::{
    Axis, CycleType, Drawing, Labelled, Landing, Notation, Pattern, reachable, reachable_labelled,
};

use super::input;
use crate::ExitCode;
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
    let Cycles { pattern, types, reachable } = cycles(args)?;
    if args.json {
        print_json(&CyclesReport::new(&pattern, &types, &reachable))?;
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

pub(super) fn report(args: &Args) -> anyhow::Result<CyclesReport> {
    let Cycles { pattern, types, reachable } = cycles(args)?;
    Ok(CyclesReport::new(&pattern, &types, &reachable))
}

/// A pattern, the cycles of both first tilts, and how many configurations can be reached.
struct Cycles {
    pattern: Pattern,
    types: [CycleType; 2],
    reachable: String,
}

fn cycles(args: &Args) -> anyhow::Result<Cycles> {
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
    Ok(Cycles { pattern, types, reachable: reachable.to_string() })
}

fn cycle_type(pattern: &Pattern, axis: Axis) -> CycleType {
    CycleType::of(Landing::new(pattern, axis, &[]).shape())
}
