//! The arguments that say what is to be solved.

use clap::ValueEnum;
use redouble_core::{Shape, Tile};
use redouble_states::{Exact, Objective, Problem, SolveError, Variant, VariantError};

use crate::output::UsageError;

/// A board, perhaps a goal, and what to maximise.
#[derive(clap::Args, Clone)]
pub(super) struct ProblemArgs {
    /// The shape of the board: up to 12 cells, or 4x4 with a goal of up to 32
    #[arg(long, value_name = "ROWSxCOLS", default_value = "3x3")]
    board: Shape,
    #[command(flatten)]
    objectives: ObjectiveArgs,
}

/// Perhaps a goal, and what to maximise.
#[derive(clap::Args, Clone)]
pub(super) struct ObjectiveArgs {
    /// The tile that ends the game; without it the game goes on until no move is left
    #[arg(long, value_name = "TILE")]
    goal: Option<Tile>,
    /// The tiles to win with, for `win`: all, or a list; the goal if not given, all of them without a goal
    #[arg(long, value_name = "all|TILES")]
    goals: Option<String>,
    /// What to maximise, one or several, each for itself
    #[arg(long, value_name = "OBJECTIVES", value_delimiter = ',', default_value = "score")]
    maximize: Vec<Maximize>,
}

/// What can be maximised.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Maximize {
    /// The probability of making the goal
    Win,
    /// The expected score
    Score,
    /// The expected number of moves
    Moves,
    /// The score and the largest tile when an opponent chooses the new tiles
    Guarantee,
}

impl ProblemArgs {
    pub(super) fn problem(&self) -> anyhow::Result<Problem> {
        self.objectives.problem(self.board)
    }
}

impl ObjectiveArgs {
    pub(super) fn problem(&self, shape: Shape) -> anyhow::Result<Problem> {
        let usage = |error: &dyn std::fmt::Display| UsageError(error.to_string());
        let variant = Variant::new(shape, self.goal).map_err(|error| match error {
            // What is counted goes further than what is solved.
            VariantError::NeedsGoal(_) => match Problem::largest_goal(shape) {
                Some(goal) => {
                    usage(&format!("{shape} is too large to solve without a goal: give one of up to {goal}"))
                }
                None => usage(&format!("{shape} is too large to solve")),
            },
            error => usage(&error),
        })?;
        let mut objectives = Vec::new();
        for maximize in &self.maximize {
            match maximize {
                Maximize::Score => objectives.push(Objective::Score),
                Maximize::Moves => objectives.push(Objective::Moves),
                Maximize::Guarantee => {
                    objectives.extend([Objective::GuaranteedScore, Objective::GuaranteedTile]);
                }
                Maximize::Win => objectives.extend(self.tiles(variant)?.into_iter().map(Objective::Win)),
            }
        }
        if self.goals.is_some() && !self.maximize.contains(&Maximize::Win) {
            objectives.extend(self.tiles(variant)?.into_iter().map(Objective::Win));
        }
        let problem = Problem::new(variant, &objectives);
        Ok(problem.map_err(|error: SolveError| usage(&error))?)
    }

    /// The tiles to win with.
    fn tiles(&self, variant: Variant) -> anyhow::Result<Vec<Tile>> {
        match (self.goals.as_deref(), self.goal) {
            (None, Some(goal)) => Ok(vec![goal]),
            (None | Some("all"), _) => Ok(Problem::goals(variant)),
            (Some(list), _) => {
                let tile = |text: &str| {
                    text.trim()
                        .parse::<Tile>()
                        .map_err(|error| UsageError(format!("--goals: {error}")).into())
                };
                list.split(',').map(tile).collect()
            }
        }
    }
}

/// Fractions are for small boards.
pub(super) fn check_exact(exact: bool, problem: &Problem) -> Result<(), UsageError> {
    let shape = problem.variant().shape();
    if exact && shape.cells() > Exact::MAX_CELLS {
        let most = Exact::MAX_CELLS;
        return Err(UsageError(format!(
            "--exact: {shape} has {} cells, at most {most} are possible",
            shape.cells()
        )));
    }
    Ok(())
}
