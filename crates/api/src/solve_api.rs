//! `/api/solve`: the solving room. One small game is solved in memory and kept; then it is played with exact values.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use redouble_core::{
    Board, Direction, FourChance, Grid, Ply, Position, Progress, Random, Rules, Turn, Watch,
};
use redouble_states::{Answer, Objective, Problem, Solution, SolveError, SolveOptions, Variant, solve};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::events::Events;
use crate::input::{Body, RulesInput};
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::view::{TurnView, cells};
use redouble_kernels::clock::Instant;

/// The most cells of a board that is solved here: 3x3 takes seconds and some hundred megabytes.
const MAX_CELLS: usize = 9;

/// The solution that is kept.
#[derive(Default)]
pub(crate) struct Solved(Mutex<Option<Arc<Solution>>>);

impl Solved {
    fn of(&self, problem: &Problem) -> Option<Arc<Solution>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|solution| solution.problem() == problem).cloned()
    }

    fn keep(&self, solution: Option<Arc<Solution>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = solution;
    }
}

/// A board, and the tile to reach; without one the score counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuestion {
    shape: String,
    goal: Option<u64>,
}

impl SolveQuestion {
    fn problem(&self) -> Result<Problem, Refusal> {
        let rules =
            RulesInput { shape: Some(("shape", &self.shape)), goal: self.goal, ..RulesInput::default() };
        let (shape, goal) = (rules.rules(Rules::default())?.shape, rules.goal()?);
        if shape.cells() > MAX_CELLS {
            return Err(Refusal::bad(format!(
                "the page solves boards of up to {MAX_CELLS} cells; in a terminal, `redouble solve --board {shape}` goes on"
            )));
        }
        let variant = Variant::new(shape, goal).map_err(Refusal::bad)?;
        Problem::new(variant, &[goal.map_or(Objective::Score, Objective::Win)]).map_err(Refusal::bad)
    }
}

/// `POST /api/solve`: events until the game is solved; closing the connection ends the work.
pub(crate) async fn solve_game(
    State(app): State<Arc<App>>,
    Body(question): Body<SolveQuestion>,
) -> Result<Response, Refusal> {
    let problem = question.problem()?;
    let keeper = Arc::clone(&app);
    app.stream(Urgency::Count, move |events| solve_for(&keeper, &problem, events))
}

fn solve_for(app: &App, problem: &Problem, events: &Events<'_>) -> Result<(), Refusal> {
    let start = Instant::now();
    match solution(app, problem, &events.telling(progress)) {
        Ok(solution) => {
            let states: u64 = solution.summaries().iter().map(|layer| layer.states).sum();
            let value = solution.start_value(0).unwrap_or(f64::NAN);
            let seconds = start.elapsed().as_secs_f64();
            events.send(&json!({ "state": "done", "value": value, "states": states, "seconds": seconds }));
            Ok(())
        }
        Err(SolveError::Stopped(_)) => Ok(()),
        Err(error) => Err(Refusal::bad(error)),
    }
}

/// The solution that is kept, or a new one in its place: there is memory for one.
fn solution(app: &App, problem: &Problem, watch: &dyn Watch) -> Result<Arc<Solution>, SolveError> {
    if let Some(known) = app.solved.of(problem) {
        return Ok(known);
    }
    app.solved.keep(None);
    let options = SolveOptions { cpu: app.catalog.cpu(), ..SolveOptions::default() };
    let found = Arc::new(solve(problem, &options, watch)?);
    app.solved.keep(Some(Arc::clone(&found)));
    Ok(found)
}

/// Finding the states is the first half of the bar, solving them the second.
fn progress(progress: Progress) -> Value {
    let half = if progress.phase == "counting" { 0.0 } else { 0.5 };
    let done = progress.share.map(|share| half + share / 2.0);
    let sum = progress.step.map_or(0, |step| step.number);
    json!({ "state": progress.phase, "states": progress.done, "sum": sum, "done": done })
}

/// A move on a board of a solved game, or a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvedMoveQuestion {
    shape: String,
    goal: Option<u64>,
    /// Without one, a game starts.
    board: Option<String>,
    /// Without one, the board is only looked at.
    direction: Option<String>,
}

/// A position with the value of every move in it.
#[derive(Serialize)]
pub(crate) struct SolvedView {
    board: String,
    rows: usize,
    columns: usize,
    cells: Vec<u64>,
    /// How it came about.
    turn: Option<TurnView>,
    won: bool,
    reachable: bool,
    /// What perfect play makes of it from here on.
    value: f64,
    best: Option<&'static str>,
    moves: Vec<ExactMove>,
    /// How much better than the average the new tile was.
    luck: f64,
    /// How much worse than the best move this one was.
    loss: f64,
}

#[derive(Serialize)]
struct ExactMove {
    direction: &'static str,
    value: f64,
}

/// `POST /api/solve/move`: the exact values of a position, after a move if there is one.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Body(asked): Body<SolvedMoveQuestion>,
) -> Result<Json<SolvedView>, Refusal> {
    let problem = SolveQuestion { shape: asked.shape, goal: asked.goal }.problem()?;
    let solution = app.solved.of(&problem);
    let solution =
        solution.ok_or_else(|| Refusal::not_found("this game is not solved yet: solve it first"))?;
    let board: Option<Board> = asked.board.map(|text| text.parse().map_err(Refusal::bad)).transpose()?;
    let direction: Option<Direction> =
        asked.direction.map(|text| text.parse().map_err(Refusal::bad)).transpose()?;
    let mut random = Random::new(app.fresh_seed());
    let work = move || match (board, direction) {
        (None, _) => begun(&solution, &mut random),
        (Some(board), None) => Ok(view(&solution, &query(&solution, board)?, None, 0.0, 0.0)),
        (Some(board), Some(direction)) => moved(&solution, board, direction, &mut random),
    };
    app.moment(work).await.map(Json)
}

fn query(solution: &Solution, board: Board) -> Result<Answer, Refusal> {
    solution.query(board).map_err(Refusal::bad)
}

/// A new game, and the luck of its first two tiles.
fn begun(solution: &Solution, random: &mut Random) -> Result<SolvedView, Refusal> {
    let shape = solution.problem().variant().shape();
    let start = Position::start(Rules::on(shape), random);
    let answer = query(solution, start.board())?;
    let luck = answer.worths[0] - solution.start_worths().map_err(Refusal::bad)?[0];
    Ok(view(solution, &answer, None, luck, 0.0))
}

fn moved(
    solution: &Solution,
    board: Board,
    direction: Direction,
    random: &mut Random,
) -> Result<SolvedView, Refusal> {
    let before = query(solution, board)?;
    let entry = before.moves.iter().find(|entry| entry.direction == direction);
    let entry = entry.ok_or_else(|| Refusal::bad(format!("{direction} is no move there")))?;
    let slide = Position::new(board).slide(direction).expect("a move with a value is legal");
    let spawn = slide.after.draw_spawn(FourChance::default(), random);
    let next = slide.after.spawn(spawn).expect("a drawn cell is free");
    let answer = query(solution, next.board())?;
    let gain = if solution.problem().objectives() == [Objective::Score] { slide.gained as f64 } else { 0.0 };
    let luck = gain + answer.worths[0] - entry.worths[0];
    let loss = before.worths[0] - entry.worths[0];
    let turn = Turn { slide, ply: Ply { direction, spawn } };
    Ok(view(solution, &answer, Some(TurnView::from(&turn)), luck, loss))
}

fn view(solution: &Solution, answer: &Answer, turn: Option<TurnView>, luck: f64, loss: f64) -> SolvedView {
    let objective = solution.problem().objectives()[0];
    let shape = answer.board.shape();
    let valued = |entry: &redouble_states::MoveValue| ExactMove {
        direction: entry.direction.name(),
        value: objective.value(entry.worths[0]),
    };
    SolvedView {
        board: answer.board.to_string(),
        rows: shape.rows(),
        columns: shape.columns(),
        cells: cells(&answer.board),
        turn,
        won: answer.won,
        reachable: answer.reachable,
        value: objective.value(answer.worths[0]),
        best: answer.best(0).map(|entry| entry.direction.name()),
        moves: answer.moves.iter().map(valued).collect(),
        luck,
        loss,
    }
}
