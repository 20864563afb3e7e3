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
//! let solution = solve(&problem, &SolveOptions::default(), &()).unwrap();
//! assert!((solution.start_value(0).unwrap() - 66.964149457101).abs() < 1e-10);
//! let answer = solution.query(board! { 4 4 / 8 32 }).unwrap();
//! assert!(answer.reachable && answer.moves.len() == 2);
//! ```

mod exact;
mod file;
mod induction;
mod kernel;
mod objective;
mod odds;
mod policy;
mod problem;
mod query;
mod sets;
mod solution;
mod solved_layer;
mod start;
mod successors;
mod values;

use std::sync::Arc;

use redouble_core::{Progress, Watch, with_packed};
use redouble_kernels::Cpu;

use self::induction::{Descent, Induction, Passed};
use self::sets::Sets;
use self::solved_layer::SolvedLayer;
use crate::rank::Ranking;

pub use self::exact::{Exact, Fraction};
pub use self::induction::{LayerSummary, WorthSpread};
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
    /// The instructions to use; the values never depend on them.
    pub cpu: Cpu,
    /// The least tile sum whose layer is wanted: the induction ends there. 4, the first layer, solves the game.
    pub down_to: u64,
    /// Whether the worths of all layers are kept in memory, and not only those of the starts.
    pub keep: bool,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { cpu: Cpu::detect(), down_to: 4, keep: true }
    }
}

/// Solves a problem in memory. The values do not depend on the number of threads, not in one bit.
///
/// # Errors
/// If the watch says stop, or memory for the sets is refused.
pub fn solve(problem: &Problem, options: &SolveOptions, watch: &dyn Watch) -> Result<Solution, SolveError> {
    let sets = Sets::reached(problem, options.cpu, watch)?;
    let (mut layers, mut summaries) = (Vec::new(), Vec::new());
    let way = Way { problem, sets: &sets, from: sets.top(), down_to: options.down_to };
    let nothing_known = |_| Ok(None);
    let done = |passed: &[Passed]| {
        // The starts are in the layers 4, 6 and 8; whether a board is reachable, the two layers below it tell.
        if options.keep || passed[0].sum <= options.down_to + 4 {
            layers.push(SolvedLayer::new(problem, passed));
        }
        summaries.push(SolvedLayer::summary(problem, passed));
        Ok(())
    };
    way.descend(nothing_known, done, watch)?;
    Ok(Solution::in_memory(problem.clone(), layers, summaries))
}

/// Where an induction goes.
struct Way<'a> {
    problem: &'a Problem,
    sets: &'a Sets,
    /// The layer it starts with.
    from: u64,
    /// The last layer wanted.
    down_to: u64,
}

impl Way<'_> {
    /// Goes down the layers; those whose worths are known are only passed through.
    fn descend(
        &self,
        known: impl Fn(u64) -> Result<Option<SolvedLayer>, SolveError>,
        mut done: impl FnMut(&[Passed]) -> Result<(), SolveError>,
        watch: &dyn Watch,
    ) -> Result<(), SolveError> {
        let Way { problem, sets, from, .. } = *self;
        let mut games = self.inductions()?;
        let mut states = sets.states_above(from);
        for sum in (self.down_to.max(4)..=from).rev().step_by(2) {
            let words = sets.words(sum)?;
            let known = known(sum)?;
            let mut passed = Vec::new();
            for (number, game) in games.iter_mut().enumerate() {
                let rows = known.as_ref().map(|known| known.columns(problem, number));
                passed.push(game.pass(sum, &words, rows.as_deref(), watch)?);
            }
            states += passed[0].summary.states;
            if known.is_none() {
                done(&passed)?;
            }
            let progress = Progress::of("solving", states, sets.states(), "states");
            watch.progress(progress.in_step("layer", sum));
            watch.check()?;
        }
        Ok(())
    }

    /// The inductions for the games of the problem, ready for the first layer.
    fn inductions(&self) -> Result<Vec<Box<dyn Descent>>, SolveError> {
        let (variant, cpu, top) = (self.problem.variant(), self.sets.cpu, self.from);
        let ranking: Arc<dyn Ranking> = self.problem.ranking()?;
        let induction = |game: Vec<Objective>| {
            let ranking = Arc::clone(&ranking);
            with_packed!(usual variant.shape(), R, C => {
                Box::new(Induction::<R, C>::new(ranking, cpu, variant, &game, top)) as Box<dyn Descent>
            })
            .expect("a problem is 4x4 or has at most 12 cells")
        };
        Ok(self.problem.games().into_iter().map(induction).collect())
    }
}
