//! `redouble tables info` and `redouble tables verify`.

use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanBytes;
use redouble_api::view::{TableReport, TableSpreadReport};
use redouble_players::{EndingTable, TableError, tables_in};

use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// The tile sum of the free cells at which tables are compared: early, but with something in the cells.
const EARLY: u32 = 32;

pub(super) fn run(directory: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let (reports, problems) = look(directory, report);
    print(&reports, json)?;
    Ok(tell(directory, &reports, &problems))
}

pub(super) fn verify(directory: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let verified = |table: &EndingTable| {
        let damaged = Some(table.verify(&Bar::new())?);
        Ok(TableReport { damaged, ..bare_report(table) })
    };
    let (reports, problems) = look(directory, verified);
    print(&reports, json)?;
    let damaged = reports.iter().any(|report| report.damaged.as_ref().is_some_and(|sums| !sums.is_empty()));
    let code = tell(directory, &reports, &problems);
    Ok(if damaged { ExitCode::FAILURE } else { code })
}

/// What there is to say about the tables of a directory, and about those that cannot be used.
fn look(
    directory: &Path,
    report: impl Fn(&EndingTable) -> Result<TableReport, TableError>,
) -> (Vec<TableReport>, Vec<TableError>) {
    let (mut reports, mut problems) = (Vec::new(), Vec::new());
    for table in tables_in(directory) {
        match table.and_then(|table| report(&table)) {
            Ok(report) => reports.push(report),
            Err(problem) => problems.push(problem),
        }
    }
    (reports, problems)
}

/// Names what cannot be used.
fn tell(directory: &Path, reports: &[TableReport], problems: &[TableError]) -> ExitCode {
    problems.iter().for_each(|problem| eprintln!("error: {problem}"));
    if reports.is_empty() && problems.is_empty() {
        eprintln!("no tables in {}: make some with `redouble tables build`", directory.display());
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn bare_report(table: &EndingTable) -> TableReport {
    let problem = table.problem();
    TableReport {
        file: table.path().display().to_string(),
        layout: problem.layout().to_string(),
        tile: problem.tile().value(),
        goal: problem.goal().name(),
        free_cells: problem.layout().free_cells().count(),
        states: table.ranking().total(),
        bytes: table.bytes(),
        spread: None,
        damaged: None,
    }
}

/// What a table is and promises.
pub(super) fn report(table: &EndingTable) -> Result<TableReport, TableError> {
    let sum = EARLY.min(table.problem().last_sum());
    let chances = table.chances(sum)?;
    let mean = chances.iter().map(|&chance| f64::from(chance)).sum::<f64>() / chances.len() as f64;
    let best = f64::from(chances.into_iter().fold(0.0, f32::max));
    Ok(TableReport { spread: Some(TableSpreadReport { sum, best, mean }), ..bare_report(table) })
}

pub(super) fn print(reports: &[TableReport], json: bool) -> anyhow::Result<()> {
    if json {
        return print_json(&reports);
    }
    let mut stdout = io::stdout().lock();
    for report in reports {
        print_one(&mut stdout, report)?;
    }
    Ok(())
}

fn print_one(out: &mut impl Write, report: &TableReport) -> io::Result<()> {
    let TableReport { file, layout, tile, goal, free_cells, states, bytes, .. } = report;
    writeln!(out, "{file}")?;
    writeln!(
        out,
        "  {layout}, {free_cells} free cells: {goal} a {tile}; {states} states, {}",
        HumanBytes(*bytes)
    )?;
    if let Some(TableSpreadReport { sum, best, mean }) = &report.spread {
        let [best, mean] = [best, mean].map(|chance| 100.0 * chance);
        writeln!(out, "  chance with a free sum of {sum}: {best:.1} % at best, {mean:.1} % on average")?;
    }
    match report.damaged.as_deref() {
        None => Ok(()),
        Some([]) => writeln!(out, "  whole"),
        Some(sums) => {
            let sums: Vec<String> = sums.iter().map(u32::to_string).collect();
            writeln!(out, "  damaged: the layers of tile sum {}", sums.join(", "))
        }
    }
}
