//! `redouble solve query`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use redouble_core::{Board, Grid};
use redouble_kernels::Cpu;
use redouble_states::{Answer, Objective, QueryError, Solution, SolveOptions, solve};
use serde::Serialize;

use super::game::ObjectiveArgs;
use crate::command::hint::batch::{boards, read};
use crate::output::{UsageError, print_json};
use crate::progress::Bar;

/// The most cells of a board that is solved for a question.
const MAX_CELLS: usize = 9;

/// Say what every move of a board is worth under perfect play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board: rows by `/`, cells by `,`, for example 2,4,./.,.,8/.,.,2; or 0x and digits
    #[arg(value_name = "BOARD", required_unless_present = "batch")]
    board: Option<Board>,
    /// The directory of a solution; without it boards of up to 9 cells are solved now
    #[arg(long, value_name = "DIR", conflicts_with_all = ["goal", "goals", "maximize"])]
    store: Option<PathBuf>,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// Read many boards from a file, one a line (or CSV with a column `board`); `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// How many threads
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Print JSON; of many boards, one a line
    #[arg(long)]
    json: bool,
}

/// The answer about one board. Values are those of the first objective; `values` has all of them.
#[derive(Serialize)]
struct QueryReport {
    board: String,
    reachable: bool,
    over: bool,
    won: bool,
    objective: String,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    values: BTreeMap<String, f64>,
    moves: Vec<MoveReport>,
    best: Option<&'static str>,
    bests: BTreeMap<String, Option<&'static str>>,
}

#[derive(Serialize)]
struct MoveReport {
    direction: &'static str,
    gain: u64,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    values: BTreeMap<String, f64>,
}

fn named(objectives: &[Objective], worths: &[f64]) -> BTreeMap<String, f64> {
    objectives
        .iter()
        .zip(worths)
        .map(|(objective, &worth)| (objective.to_string(), objective.value(worth)))
        .collect()
}

impl QueryReport {
    fn new(objectives: &[Objective], answer: &Answer) -> QueryReport {
        let first = objectives[0];
        let entry = |entry: &redouble_states::MoveValue| MoveReport {
            direction: entry.direction.name(),
            gain: entry.gain,
            value: first.value(entry.worths[0]),
            loss: first.loss(entry.worths[0]),
            values: named(objectives, &entry.worths),
        };
        let best = |column: usize| answer.best(column).map(|entry| entry.direction.name());
        QueryReport {
            board: answer.board.to_string(),
            reachable: answer.reachable,
            over: answer.moves.is_empty(),
            won: answer.won,
            objective: first.to_string(),
            value: first.value(answer.worths[0]),
            loss: first.loss(answer.worths[0]),
            values: named(objectives, &answer.worths),
            moves: answer.moves.iter().map(entry).collect(),
            best: best(0),
            bests: objectives.iter().enumerate().map(|(column, o)| (o.to_string(), best(column))).collect(),
        }
    }

    fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if !self.reachable {
            writeln!(stdout, "not reachable in this game")?;
        }
        if self.over {
            writeln!(stdout, "{}", if self.won { "won: the goal is made" } else { "no move is left" })?;
        }
        let names: Vec<&String> = self.values.keys().collect();
        let line = |values: &BTreeMap<String, f64>| -> String {
            names.iter().map(|name| format!("  {:>18.12}", values[*name])).collect()
        };
        let head: String = names.iter().map(|name| format!("  {name:>18}")).collect();
        writeln!(stdout, "  {:<9} {:>6}{head}", "", "gain")?;
        for entry in &self.moves {
            let arrow = if Some(entry.direction) == self.best { '>' } else { ' ' };
            writeln!(stdout, "{arrow} {:<9} {:>6}{}", entry.direction, entry.gain, line(&entry.values))?;
        }
        writeln!(stdout, "  {:<9} {:>6}{}", "position", "", line(&self.values))
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let boards = match (&args.batch, args.board) {
        (Some(file), _) => boards(&read(file)?)?,
        (None, board) => board.into_iter().collect(),
    };
    let Some(first) = boards.first() else { return Ok(ExitCode::SUCCESS) };
    let solution = solution(args, cpu, *first, &boards)?;
    let mut reachable = true;
    for &board in &boards {
        let answer = solution.query(board).map_err(usage)?;
        reachable &= answer.reachable;
        let report = QueryReport::new(solution.problem().objectives(), &answer);
        match (args.json, args.batch.is_some()) {
            (true, true) => writeln!(io::stdout().lock(), "{}", serde_json::to_string(&report)?)?,
            (true, false) => print_json(&report)?,
            (false, _) => report.print()?,
        }
    }
    Ok(if reachable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn usage(error: QueryError) -> anyhow::Error {
    match error {
        QueryError::Shape { .. } => UsageError(error.to_string()).into(),
        _ => error.into(),
    }
}

/// The stored solution, or one that is made for these boards.
fn solution(args: &Args, cpu: Cpu, first: Board, boards: &[Board]) -> anyhow::Result<Solution> {
    if let Some(store) = &args.store {
        return Ok(Solution::open(store)?);
    }
    let problem = args.objectives.problem(first.shape())?;
    if first.shape().cells() > MAX_CELLS {
        let shape = first.shape();
        return Err(UsageError(format!("{shape} is not solved in passing: give --store DIR")).into());
    }
    let lowest = boards.iter().map(|board| board.sum()).min().unwrap_or(4);
    let options = SolveOptions {
        cpu,
        // Whether a board is reachable, the two layers below it tell.
        down_to: lowest.saturating_sub(4).max(4) / 2 * 2,
        keep: boards.len() > 1,
    };
    Ok(solve(&problem, &options, &Bar::new())?)
}
