//! Perfect play: the best value of every state, by backward induction.
//!
//! A slide keeps the tile sum and a spawn adds 2 or 4, so the worth of a state depends on layers above it alone, and
//! three layers in memory are enough. What is kept are the worths of *afterstates*: there are fewer of them than
//! states, and the values of the four moves in a position are four lookups.
//!
//! ```
//! use redouble_core::{Shape, board};
//! use redouble_states::{Objective, Problem, SolveOptions, Variant, solve};
//!
//! let game = Variant::new(Shape::new(2, 2).unwrap(), None).unwrap();
//! let problem = Problem::new(game, &[Objective::Score]).unwrap();
//! let solution = solve(&problem, &SolveOptions::default(), &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
//! assert!((solution.start_value(0).unwrap() - 66.964149457101).abs() < 1e-10);
//! let answer = solution.query(board! { 4 4 / 8 32 }).unwrap();
//! assert!(answer.reachable && answer.moves.len() == 2);
//! ```

mod exact;
mod file;
mod index;
mod induction;
mod kernel;
mod numbering;
mod objective;
mod policy;
mod problem;
mod query;
mod reach;
mod sets;
mod solution;
mod start;
mod table;
mod values;

use std::ops::ControlFlow;

use redouble_core::with_packed;

use self::induction::{Descent, Induction, Passed};
use self::numbering::{Quarters, Small};
use self::sets::Sets;
use self::table::Table;
use crate::Engine;

pub use self::exact::{Exact, Fraction};
pub use self::induction::{LayerSummary, Spread};
pub use self::objective::{Objective, ParseObjectiveError};
pub use self::policy::Policy;
pub use self::problem::{Problem, SolveError};
pub use self::query::{Answer, MoveValue, QueryError};
pub use self::solution::Solution;
pub use self::start::StartState;
pub use self::values::{VerifiedValues, solve_into, verify_values};

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// How many threads, from 1. The values never depend on it, not in one bit.
    pub threads: usize,
    /// The least tile sum whose layer is wanted: the induction ends there. 4, the first layer, solves the game.
    pub down_to: u64,
    /// Whether the worths of all layers are kept in memory, and not only those of the starts.
    pub keep: bool,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { threads: 1, down_to: 4, keep: true }
    }
}

/// Which half of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding the states, layer by layer upwards.
    Counting,
    /// Computing their worths, layer by layer downwards.
    Solving,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveWork {
    /// Which half of it.
    pub phase: Phase,
    /// The tile sum of the layer that is done.
    pub sum: u64,
    /// The states found, or solved, so far.
    pub states: u64,
    /// The share of this half that is done, where it is known.
    pub done: Option<f64>,
}

/// Is told about every layer; `Break` ends the work.
pub type SolveWatch<'a> = dyn FnMut(&SolveWork) -> ControlFlow<()> + 'a;

/// Solves a problem in memory.
///
/// # Errors
/// If the watcher cancels, or memory for the sets is refused.
pub fn solve(
    problem: &Problem,
    options: &SolveOptions,
    watch: &mut SolveWatch<'_>,
) -> Result<Solution, SolveError> {
    let sets = Sets::reached(problem, options.threads, watch)?;
    let (mut tables, mut summaries) = (Vec::new(), Vec::new());
    let nothing_known = |_| Ok(None);
    descend(problem, options, &sets, sets.top(), watch, nothing_known, |passed| {
        // The starts are in the layers 4, 6 and 8; whether a board is reachable, the two layers below it tell.
        if options.keep || passed[0].sum <= options.down_to + 4 {
            tables.push(Table::new(problem, passed));
        }
        summaries.push(Table::summary(problem, passed));
        Ok(())
    })?;
    Ok(Solution::in_memory(problem.clone(), tables, summaries))
}

/// Goes from a layer down to the last one wanted; layers whose worths are known are only passed through.
fn descend(
    problem: &Problem,
    options: &SolveOptions,
    sets: &Sets,
    from: u64,
    watch: &mut SolveWatch<'_>,
    known: impl Fn(u64) -> Result<Option<Table>, SolveError>,
    mut done: impl FnMut(&[Passed]) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut games: Vec<Box<dyn Descent>> =
        problem.games().iter().map(|game| induction(problem, game, options.threads, from)).collect();
    let mut states = sets.states_above(from);
    for sum in (options.down_to.max(4)..=from).rev().step_by(2) {
        let words = sets.words(sum)?;
        let table = known(sum)?;
        let passed: Vec<Passed> = games
            .iter_mut()
            .enumerate()
            .map(|(number, game)| match &table {
                Some(table) => game.replay(sum, &words, &table.columns(problem, number)),
                None => game.descend(sum, &words),
            })
            .collect();
        states += passed[0].summary.states;
        if table.is_none() {
            done(&passed)?;
        }
        let share = states as f64 / sets.states().max(1) as f64;
        if watch(&SolveWork { phase: Phase::Solving, sum, states, done: Some(share) }).is_break() {
            return Err(SolveError::Cancelled);
        }
    }
    Ok(())
}

/// The induction for a game of this shape, ready for the layer `top`.
fn induction(problem: &Problem, game: &[Objective], threads: usize, top: u64) -> Box<dyn Descent> {
    let variant = problem.variant();
    if problem.engine() == Engine::Tensor {
        return Box::new(Induction::<_, 4, 4>::new(Quarters::new(variant), variant, game, threads, top));
    }
    with_packed!(usual variant.shape(), R, C => {
        let induction = Induction::<_, R, C>::new(Small::new(variant), variant, game, threads, top);
        Box::new(induction) as Box<dyn Descent>
    })
    .expect("a problem is 4x4 or has at most 12 cells")
}
