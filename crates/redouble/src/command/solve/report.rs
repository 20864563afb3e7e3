//! A solution as text and JSON.

use std::io::{self, Write};

use redouble_core::Tile;
use redouble_states::{Exact, Fraction, LayerSummary, Objective, Solution, StartState};
use serde::Serialize;

use crate::output::peak_rss_bytes;

/// Everything that is reported; the first objective stands at the top as well.
#[derive(Serialize)]
pub(super) struct SolveReport {
    board: String,
    goal: Option<u64>,
    #[serde(flatten)]
    first: ObjectiveReport,
    objectives: Vec<ObjectiveReport>,
    states: u64,
    afterstates: u64,
    relative_error: f64,
    seconds: f64,
    states_per_second: f64,
    peak_rss_bytes: Option<u64>,
}

/// One objective.
#[derive(Serialize, Clone)]
struct ObjectiveReport {
    objective: String,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<String>,
    start_states: Vec<StartValue>,
    layers: Vec<SolvedLayerReport>,
}

#[derive(Serialize, Clone)]
struct StartValue {
    board: String,
    probability: f64,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
}

/// The optimal values of the states of a layer.
#[derive(Serialize, Clone)]
struct SolvedLayerReport {
    sum: u64,
    states: u64,
    mean: f64,
    least: f64,
    greatest: f64,
}

impl SolveReport {
    pub(super) fn new(solution: &Solution, exact: bool, seconds: f64) -> anyhow::Result<SolveReport> {
        let problem = solution.problem();
        let (starts, worths, layers) =
            (solution.start_states()?, solution.start_worths()?, solution.summaries());
        let objectives: Vec<ObjectiveReport> = problem
            .objectives()
            .iter()
            .enumerate()
            .map(|(column, &objective)| ObjectiveReport {
                objective: objective.to_string(),
                value: objective.value(worths[column]),
                loss: objective.loss(worths[column]),
                fraction: exact.then(|| fraction(solution, objective)).flatten(),
                start_states: starts.iter().map(|start| StartValue::new(objective, start, column)).collect(),
                layers: layers.iter().map(|layer| SolvedLayerReport::new(objective, layer, column)).collect(),
            })
            .collect();
        let states = layers.iter().map(|layer| layer.states).sum();
        Ok(SolveReport {
            board: problem.variant().shape().to_string(),
            goal: problem.variant().goal().map(Tile::value),
            first: objectives[0].clone(),
            objectives,
            states,
            afterstates: layers.iter().map(|layer| layer.afterstates).sum(),
            relative_error: problem.relative_error(),
            seconds,
            states_per_second: states as f64 / seconds,
            peak_rss_bytes: peak_rss_bytes(),
        })
    }

    pub(super) fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let goal = self.goal.map_or("the whole game".to_owned(), |goal| format!("to {goal}"));
        writeln!(stdout, "{}, {goal}: {} states, {:.2} s", self.board, self.states, self.seconds)?;
        for ObjectiveReport { objective, value, loss, fraction, .. } in &self.objectives {
            let loss = loss.map_or(String::new(), |loss| format!("   lost {loss:.6e}"));
            let fraction = fraction.as_ref().map_or(String::new(), |fraction| format!("   = {fraction}"));
            let line = format!("{objective:>18}  {value:<18.12}{loss}{fraction}");
            writeln!(stdout, "{}", line.trim_end())?;
        }
        writeln!(stdout, "\nstart                probability  {}", self.first.objective)?;
        for StartValue { board, probability, value, .. } in &self.first.start_states {
            writeln!(stdout, "{board:<20} {probability:>11.6}  {value:.12}")?;
        }
        writeln!(stdout, "\nrelative error below {:.1e}", self.relative_error)
    }
}

impl StartValue {
    fn new(objective: Objective, (start, worths): &(StartState, Vec<f64>), column: usize) -> StartValue {
        StartValue {
            board: start.board.to_string(),
            probability: start.probability,
            value: objective.value(worths[column]),
            loss: objective.loss(worths[column]),
        }
    }
}

impl SolvedLayerReport {
    fn new(objective: Objective, layer: &LayerSummary, column: usize) -> SolvedLayerReport {
        let spread = layer.spread[column];
        SolvedLayerReport {
            sum: layer.sum,
            states: layer.states,
            mean: objective.value(spread.mean(layer.states)),
            least: objective.value(spread.least),
            greatest: objective.value(spread.greatest),
        }
    }
}

/// The exact value of a game before it starts.
fn fraction(solution: &Solution, objective: Objective) -> Option<String> {
    let value: Fraction = Exact::new(solution.problem().variant(), objective)?.start();
    let win = matches!(objective, Objective::Win(_));
    Some(if win { value.complement() } else { value }.to_string())
}
