//! `redouble tilt adjacent`: bring two marked tiles together.

use std::io::{Write, stdout};
use std::process::ExitCode;

use redouble_tilt::{Meeting, Never, Obstruction, Separation, Square, Verdict, shortest_meeting};
use serde_json::{Value, json};

use super::{input, render};
use crate::output::print_json;

/// Find the shortest tilts that bring any two marked tiles together, or why none do (exit code 1)
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board, with two or more tiles marked 'x'
    board: String,
    /// Mark the tiles with this label instead, as in `--mark 1024` for a board of 2048
    #[arg(long, value_name = "LABEL")]
    mark: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Offsets listed for each obstruction; there may be thousands.
const LISTED: usize = 24;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let drawing = input::drawing("BOARD", &args.board, args.mark)?;
    let verdict = shortest_meeting(drawing.pattern(), drawing.marked()).map_err(|error| {
        input::usage("BOARD", format!("{error}; mark tiles with 'x', or those of a 2048 board with --mark"))
    })?;
    match (&verdict, args.json) {
        (Verdict::Meet(meeting), true) => print_json(&meeting_json(meeting, drawing.marked()))?,
        (Verdict::Meet(meeting), false) => print_meeting(meeting, drawing.marked())?,
        (Verdict::Never(never), true) => print_json(&json!({ "adjacent": false, "why": why(never) }))?,
        (Verdict::Never(never), false) => print_never(never)?,
    }
    Ok(if verdict.meeting().is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn meeting_json(meeting: &Meeting, marked: &[Square]) -> Value {
    json!({
        "adjacent": true,
        "length": render::number(&meeting.length),
        "tilts": render::tilts(&meeting.tilts),
        "meeting": render::squares(&meeting.squares),
        "tiles": render::squares(&meeting.marks.map(|mark| marked[mark])),
    })
}

fn print_meeting(meeting: &Meeting, marked: &[Square]) -> anyhow::Result<()> {
    let [one, two] = meeting.marks.map(|mark| marked[mark]);
    let [here, there] = meeting.squares;
    let (length, tilts) = (&meeting.length, render::tilts_text(&meeting.tilts));
    let colon = if tilts.is_empty() { "" } else { ": " };
    writeln!(stdout(), "{length} tilts{colon}{tilts}")?;
    Ok(writeln!(stdout(), "the tiles from {one} and {two} meet on {here} and {there}")?)
}

fn why(never: &Never) -> Value {
    match never {
        Never::Pair(apart) => apart.obstructions().iter().map(obstruction_json).collect(),
        Never::Set(separations) => separations.iter().map(separation_json).collect(),
    }
}

fn obstruction_json(obstruction: &Obstruction) -> Value {
    json!({
        "first_tilt": obstruction.first.to_string(),
        "cycles": obstruction.cycles,
        "rings": obstruction.circumferences,
        "same_ring": obstruction.same_ring,
        "modulus": obstruction.modulus,
        "offset": obstruction.offset,
        "touching_offsets": obstruction.touching.len(),
        "touching": obstruction.touching.iter().take(LISTED).collect::<Vec<_>>(),
    })
}

fn separation_json(separation: &Separation) -> Value {
    json!({
        "first_tilt": separation.first.to_string(),
        "rings": separation.rings,
        "touching_pairs": separation.touching_pairs,
        "offsets": separation.offsets,
    })
}

fn print_never(never: &Never) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "never: no tilts bring marked tiles together")?;
    match never {
        Never::Pair(apart) => apart.obstructions().iter().try_for_each(|obstruction| {
            let Obstruction { first, circumferences: [one, two], modulus, offset, touching, .. } =
                obstruction;
            let found = if touching.is_empty() {
                "these rings touch nowhere".to_owned()
            } else {
                format!("these rings touch only where they differ by {} modulo {modulus}", list(touching))
            };
            let places = format!("rings of {one} and {two} slots, {offset} apart modulo {modulus}");
            writeln!(out, "  first tilt {first}: {places}; {found}")
        })?,
        Never::Set(separations) => separations.iter().try_for_each(|separation| {
            let Separation { first, rings, touching_pairs, offsets } = separation;
            let places = format!("marks on {rings} rings, of which {touching_pairs} pairs touch");
            writeln!(out, "  first tilt {first}: {places}, at {offsets} offsets that no two marks have")
        })?,
    }
    Ok(())
}

fn list(numbers: &[u64]) -> String {
    let shown: Vec<_> = numbers.iter().take(LISTED).map(u64::to_string).collect();
    let more =
        if numbers.len() > LISTED { format!(" and {} more", numbers.len() - LISTED) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
