//! `redouble solve query`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::{Board, Direction, Grid, Position, Watch};
use redouble_kernels::Cpu;
use redouble_states::{Answer, Objective, QueryError, Solution, SolveOptions, solve};
use serde::Serialize;

use super::game::ObjectiveArgs;
use crate::ExitCode;
use crate::boards;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;
use crate::table::{Columns, terminal_width};
use crate::threads::Threads;

/// The most cells of a board that is solved for a question.
const MAX_CELLS: usize = 9;

/// Say what every move of a board is worth under perfect play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The board, in any of the forms below; `-` reads it from standard input
    #[arg(value_name = "BOARD", required_unless_present = "batch", value_parser = boards::argument)]
    board: Option<Board>,
    /// The directory of a solution; without it boards of up to 9 cells are solved now
    #[arg(long, value_name = "DIR", conflicts_with_all = ["goal", "goals", "maximize"])]
    store: Option<PathBuf>,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// Read many boards from a file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print JSON; of many boards, one a line
    #[arg(long)]
    json: bool,
}

/// The answer about one board. Values are those of the first objective; `values` has all of them.
#[derive(Serialize)]
pub(super) struct QueryReport {
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
    illegal: Vec<&'static str>,
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

/// The directions in which nothing moves; none of a board that is won, on which nothing is played.
fn illegal(answer: &Answer) -> Vec<&'static str> {
    let legal = Position::new(answer.board).legal();
    let nothing_moves = |direction: &Direction| !legal.contains(*direction);
    Direction::ALL.into_iter().filter(nothing_moves).map(Direction::name).collect()
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
            illegal: illegal(answer),
            best: best(0),
            bests: objectives.iter().enumerate().map(|(column, o)| (o.to_string(), best(column))).collect(),
        }
    }

    fn print(&self, objectives: &[Objective]) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if !self.reachable {
            writeln!(stdout, "not reachable in this game")?;
        }
        if self.over {
            writeln!(stdout, "{}", if self.won { "won: the goal is made" } else { "no move is left" })?;
        }
        // In the order in which they were asked for: 8, 16, 32, not 16, 32, 8.
        let names: Vec<String> = objectives.iter().map(ToString::to_string).collect();
        let line = |values: &BTreeMap<String, f64>| {
            names.iter().map(|name| format!("{:.12}", values[name])).collect()
        };
        let mut table = Columns::new(["".to_owned(), "gain".to_owned()].into_iter().chain(names.clone()));
        for direction in Direction::ALL.map(Direction::name) {
            let arrow = if Some(direction) == self.best { '>' } else { ' ' };
            let (gain, values): (String, Vec<String>) =
                match self.moves.iter().find(|entry| entry.direction == direction) {
                    Some(MoveReport { gain, values, .. }) => (gain.to_string(), line(values)),
                    None if self.over => continue,
                    None => ("–".to_owned(), vec!["not legal".to_owned(); names.len()]),
                };
            table.push([format!("{arrow} {direction}"), gain].into_iter().chain(values));
        }
        let position: Vec<String> = line(&self.values);
        table.push(["  position".to_owned(), String::new()].into_iter().chain(position));
        table.print(&mut stdout, terminal_width())
    }
}

pub(crate) fn run(args: &Args, cpu: Cpu) -> anyhow::Result<ExitCode> {
    let boards: Vec<Board> = match (&args.batch, args.board) {
        (Some(file), _) => boards::batch(file)?.into_iter().map(|entry| entry.board).collect(),
        (None, board) => board.into_iter().collect(),
    };
    let Some(first) = boards.first() else { return Ok(ExitCode::SUCCESS) };
    let solution = solution(args, cpu, *first, &boards, &Bar::new())?;
    let mut reachable = true;
    for &board in &boards {
        let answer = solution.query(board).map_err(usage)?;
        reachable &= answer.reachable;
        let report = QueryReport::new(solution.problem().objectives(), &answer);
        match (args.json, args.batch.is_some()) {
            (true, true) => writeln!(io::stdout().lock(), "{}", serde_json::to_string(&report)?)?,
            (true, false) => print_json(&report)?,
            (false, _) => report.print(solution.problem().objectives())?,
        }
    }
    Ok(if reachable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The answer about the one board of the arguments.
pub(super) fn report(args: &Args, cpu: Cpu, watch: &dyn Watch) -> anyhow::Result<QueryReport> {
    let Some(board) = args.board else { return Err(UsageError("a board is needed".to_owned()).into()) };
    let solution = solution(args, cpu, board, &[board], watch)?;
    let answer = solution.query(board).map_err(usage)?;
    Ok(QueryReport::new(solution.problem().objectives(), &answer))
}

fn usage(error: QueryError) -> anyhow::Error {
    match error {
        QueryError::Shape { .. } => UsageError(error.to_string()).into(),
        _ => error.into(),
    }
}

/// The stored solution, or one that is made for these boards.
fn solution(
    args: &Args,
    cpu: Cpu,
    first: Board,
    boards: &[Board],
    watch: &dyn Watch,
) -> anyhow::Result<Solution> {
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
    Ok(solve(&problem, &options, watch)?)
}
