//! `redouble tilt adjacent`: bring two marked tiles together.

use std::io::{Write, stdout};

use redouble_api::view::{MeetingReport, TiltsReport};
use redouble_tilt::{
    Drawing, Meeting, MeetingVerdict, Never, Obstruction, Separation, Square, shortest_meeting,
};

use super::input;
use crate::ExitCode;
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
    let (drawing, verdict) = verdict(args)?;
    match &verdict {
        _ if args.json => print_json(&report_of(&drawing, &verdict))?,
        MeetingVerdict::Meet(meeting) => print_meeting(meeting, drawing.marked())?,
        MeetingVerdict::Never(never) => print_never(never)?,
    }
    Ok(if verdict.meeting().is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verdict(args: &Args) -> anyhow::Result<(Drawing, MeetingVerdict)> {
    let drawing = input::drawing("BOARD", &args.board, args.mark)?;
    let verdict = shortest_meeting(drawing.pattern(), drawing.marked()).map_err(|error| {
        input::usage("BOARD", format!("{error}; mark tiles with 'x', or those of a 2048 board with --mark"))
    })?;
    Ok((drawing, verdict))
}

fn report_of(drawing: &Drawing, verdict: &MeetingVerdict) -> MeetingReport {
    match verdict {
        MeetingVerdict::Meet(meeting) => MeetingReport::meet(meeting, drawing.marked()),
        MeetingVerdict::Never(never) => MeetingReport::never(never),
    }
}

pub(super) fn report(args: &Args) -> anyhow::Result<MeetingReport> {
    let (drawing, verdict) = verdict(args)?;
    Ok(report_of(&drawing, &verdict))
}

fn print_meeting(meeting: &Meeting, marked: &[Square]) -> anyhow::Result<()> {
    let [one, two] = meeting.marks.map(|mark| marked[mark]);
    let [here, there] = meeting.squares;
    let (length, tilts) = (&meeting.length, TiltsReport::text(&meeting.tilts));
    let colon = if tilts.is_empty() { "" } else { ": " };
    writeln!(stdout(), "{length} tilts{colon}{tilts}")?;
    Ok(writeln!(stdout(), "the tiles from {one} and {two} meet on {here} and {there}")?)
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
