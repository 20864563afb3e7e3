//! An experiment: the program prints tables of games, and what they say is judged.

use redouble_core::Watch;
use redouble_kernels::clock::Instant;

use std::time::Duration;

use crate::check::{CheckOptions, CheckReport, Failure, Kind, Part};
use crate::exercise::Test;
use crate::input::shortened;
use crate::run::{self, Bounds, End, Program, Ran, RunError};

/// An experiment that is judged by its tables.
pub struct Experiment {
    /// Its name: `x-table`.
    pub id: &'static str,
    /// What is judged; points are shared out over these.
    pub parts: &'static [&'static str],
    /// Judges the tables.
    pub judge: fn(&[Table]) -> Judgement,
    /// What is often misunderstood: names, and what each means.
    pub misconceptions: &'static [(&'static str, &'static str)],
}

/// The program may take so long: it plays thousands of games.
const SECONDS: u64 = 600;

/// A table as CSV: a header that begins with `player`, and rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The tables of a text; each begins with its header, blank lines do not matter.
    ///
    /// # Errors
    /// A sentence that names the line that belongs to no table.
    pub fn parse(lines: &[String]) -> Result<Vec<Table>, String> {
        let mut tables: Vec<Table> = Vec::new();
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            let cells: Vec<String> = line.split(',').map(|cell| cell.trim().to_owned()).collect();
            match tables.last_mut() {
                _ if cells[0] == "player" => tables.push(Table { header: cells, rows: Vec::new() }),
                Some(table) if cells.len() == table.header.len() => table.rows.push(cells),
                _ => return Err(shortened(line, 200)),
            }
        }
        Ok(tables)
    }

    /// The table with this header.
    #[must_use]
    pub fn find<'a>(tables: &'a [Table], header: &str) -> Option<&'a Table> {
        tables.iter().find(|table| table.header.join(",") == header)
    }
}

/// What tables are worth.
#[derive(Default)]
pub struct Judgement {
    /// How many rows were looked at, and how many of them were refused, by part.
    parts: Vec<(&'static str, usize, usize)>,
    failure: Option<Failure>,
    /// The statistical tests.
    pub statistics: Vec<Test>,
    /// What is shown and not judged.
    pub notes: Vec<String>,
}

/// Something that is wrong with a table.
pub(crate) struct Complaint {
    pub(crate) kind: Kind,
    pub(crate) row: String,
    pub(crate) answer: String,
    pub(crate) right: String,
    pub(crate) why: String,
    pub(crate) misconception: Option<&'static str>,
}

impl Complaint {
    pub(crate) fn new(kind: Kind, row: impl Into<String>, why: impl Into<String>) -> Complaint {
        let (row, why) = (row.into(), why.into());
        Complaint { kind, row, answer: String::new(), right: String::new(), why, misconception: None }
    }
}

impl Judgement {
    /// Notes how many rows of a part were looked at.
    pub(crate) fn looked_at(&mut self, part: &'static str, rows: usize) {
        self.parts.push((part, rows, 0));
    }

    /// Refuses something; the first complaint is the one that is shown.
    pub(crate) fn refuse(&mut self, part: &'static str, complaint: Complaint) {
        match self.parts.iter_mut().find(|(name, ..)| *name == part) {
            Some((_, _, refused)) => *refused += 1,
            None => self.parts.push((part, 1, 1)),
        }
        let text = |text: String| Some(text).filter(|text| !text.is_empty());
        let Complaint { kind, row, answer, right, why, misconception } = complaint;
        self.failure.get_or_insert_with(|| Failure {
            family: Some(part.to_owned()),
            case: text(row),
            answer: text(answer),
            right: text(right),
            why: text(why),
            misconception: misconception.map(str::to_owned),
            ..Failure::new(kind)
        });
    }
}

/// Runs the program, or reads the file, and judges its tables.
///
/// # Errors
/// If it cannot be started, or the watch stopped it.
pub(crate) fn check(
    experiment: &'static Experiment,
    program: &Program,
    options: &CheckOptions,
    watch: &dyn Watch,
) -> Result<CheckReport, RunError> {
    let started = Instant::now();
    let time = options.time.unwrap_or(Duration::from_secs(SECONDS));
    let bounds = Bounds { time, memory: options.memory, ..Bounds::default() };
    let ran = run::run(program, Vec::new(), &bounds, watch)?;
    let mut judgement = judged(experiment, &ran, &bounds);
    if let Some(failure) = &mut judgement.failure {
        failure.says = experiment
            .misconceptions
            .iter()
            .find(|(name, _)| failure.misconception.as_deref() == Some(name))
            .map(|(_, says)| (*says).to_owned());
        failure.matched = failure.misconception.as_ref().map(|_| crate::check::Match::Equal);
        failure.stderr = shortened(ran.errors.trim_end(), 4000);
    }
    let parts = |name: &&'static str| {
        let of = judgement.parts.iter().filter(|(part, ..)| part == name);
        let (cases, failed) =
            of.fold((0, 0), |(cases, failed), (_, more, refused)| (cases + more, failed + refused));
        // What was not reached is not right.
        let failed = if cases == 0 { 1 } else { failed };
        Part { name, cases: cases.max(1), failed }
    };
    let parts: Vec<Part> = experiment.parts.iter().map(parts).collect();
    let mut report = CheckReport::of_parts(experiment.id, options, &parts, judgement.failure);
    (report.statistics, report.notes) = (judgement.statistics, judgement.notes);
    (report.starts, report.seconds) = (1, started.elapsed().as_secs_f64());
    Ok(report)
}

fn judged(experiment: &Experiment, ran: &Ran, bounds: &Bounds) -> Judgement {
    let mut judgement = Judgement::default();
    let ended = match ran.end {
        End::Exited(status) if status.success() => None,
        End::Exited(status) => Some((Kind::Crash, format!("the program ended with {status}"))),
        End::Time => Some((Kind::Time, format!("it was stopped after {} s", bounds.time.as_secs_f64()))),
        End::Memory => Some((Kind::Memory, "it was stopped because of its memory".to_owned())),
        End::Output => Some((Kind::Output, "it was stopped because it printed too much".to_owned())),
    };
    let complaint = match (ended, Table::parse(&ran.lines)) {
        (Some((kind, why)), _) => Complaint::new(kind, "", why),
        (None, Ok(tables)) if !tables.is_empty() => return (experiment.judge)(&tables),
        (None, Ok(_)) => {
            Complaint::new(Kind::TooFewLines, "", "there is no table: it begins with `player,…`")
        }
        (None, Err(line)) => {
            Complaint::new(Kind::NotAnAnswer, line, "this line is no row of the table before it")
        }
    };
    judgement.refuse(experiment.parts[0], complaint);
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_begin_with_their_headers() {
        let lines = ["player,game", "a,1", "", "player,mean", "a, 2.5"].map(str::to_owned);
        let tables = Table::parse(&lines).unwrap();
        assert_eq!(tables.len(), 2);
        assert_eq!(Table::find(&tables, "player,mean").unwrap().rows, [["a", "2.5"]]);
        assert_eq!(Table::parse(&["a,1".to_owned()]), Err("a,1".to_owned()));
        assert!(Table::parse(&["player,game".to_owned(), "a,1,2".to_owned()]).is_err());
    }
}
