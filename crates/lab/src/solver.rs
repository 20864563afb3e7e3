//! Oracles: solutions of small boards as players and reviewers use them.

use std::error::Error;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use redouble_core::{Direction, FourChance, Position, Rules, Watch};
use redouble_kernels::Cpu;
use redouble_players::{Maximize, Oracle, OracleError, Oracles, UnknownPosition, Values, Wish};
use redouble_states::{Objective, Problem, Solution, SolveError, SolveOptions, Variant, solve};

/// The most cells of a board that is solved because a player asks for it: 3x3 takes some ten seconds and 350 MB.
const MAX_CELLS: usize = 9;
/// How often somebody who waits for another's solution asks whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// A solution for one objective.
struct Solved {
    problem: Problem,
    solution: Solution,
    unit: f64,
}

impl Solved {
    fn new(problem: &Problem, wish: &Wish, cpu: Cpu, watch: &dyn Watch) -> Result<Solved, OracleError> {
        let solution = solution(wish, problem, cpu, watch)?;
        let worth = solution.start_worths().map_err(failed)?[0];
        let unit = problem.objectives()[0].value(worth) / 100.0;
        Ok(Solved { problem: problem.clone(), solution, unit })
    }
}

impl Oracle for Solved {
    fn look(&self, position: Position) -> Result<(Direction, Values), UnknownPosition> {
        let answer =
            self.solution.query(position.board()).map_err(|error| UnknownPosition(Box::new(error)))?;
        let Some(best) = answer.best(0) else {
            // Beyond the goal every move is as good as any other.
            let values: Values = position.legal().into_iter().map(|direction| (direction, 0.0)).collect();
            let best = values.best().ok_or_else(|| UnknownPosition("no move is left".into()))?;
            return Ok((best, values));
        };
        let objective = self.problem.objectives()[0];
        let value = |entry: &redouble_states::MoveValue| (entry.direction, objective.value(entry.worths[0]));
        Ok((best.direction, answer.moves.iter().map(value).collect()))
    }

    fn unit(&self) -> f64 {
        self.unit
    }

    fn counts_points(&self) -> bool {
        matches!(self.problem.objectives()[0], Objective::Score)
    }
}

/// Solves small boards when a player asks for it, and shares solutions between players.
pub struct Solver {
    /// The instructions that solving uses.
    cpu: Cpu,
    known: Mutex<Known>,
    /// Told whenever somebody has solved something, or has given up.
    changed: Condvar,
}

#[derive(Default)]
struct Known {
    /// The last one found is kept for the next player; two at a time would be too much for small machines.
    last: Option<Arc<Solved>>,
    /// Those that players still use.
    in_use: Vec<Weak<Solved>>,
    /// What somebody is solving now.
    at_work: Vec<Problem>,
}

impl Known {
    fn get(&self, problem: &Problem) -> Option<Arc<Solved>> {
        self.in_use.iter().filter_map(Weak::upgrade).find(|solved| solved.problem == *problem)
    }
}

impl Solver {
    /// Solves with these instructions.
    #[must_use]
    pub fn new(cpu: Cpu) -> Solver {
        Solver { cpu, known: Mutex::default(), changed: Condvar::new() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solution if there is one, or the right to find it. Whoever wants what another is solving waits for that.
    ///
    /// A task of a pool of threads never waits: it might run on top of the very task it waits for. It solves the game
    /// a second time.
    fn turn(&self, problem: &Problem, watch: &dyn Watch) -> Result<Turn<'_>, OracleError> {
        let mut known = self.known();
        loop {
            watch.check()?;
            if let Some(solved) = known.get(problem) {
                return Ok(Turn::Known(solved));
            }
            if !known.at_work.contains(problem) || rayon::current_thread_index().is_some() {
                known.last = None;
                known.at_work.push(problem.clone());
                return Ok(Turn::Mine(AtWork { solver: self, problem: problem.clone() }));
            }
            let waited = self.changed.wait_timeout(known, PATIENCE);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

enum Turn<'a> {
    Known(Arc<Solved>),
    Mine(AtWork<'a>),
}

/// Somebody at work on a problem; when it is dropped, with a solution or without, another one may try.
struct AtWork<'a> {
    solver: &'a Solver,
    problem: Problem,
}

impl AtWork<'_> {
    fn found(&self, solved: &Arc<Solved>) {
        let mut known = self.solver.known();
        known.in_use.retain(|other| other.strong_count() > 0);
        known.in_use.push(Arc::downgrade(solved));
        known.last = Some(Arc::clone(solved));
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut known = self.solver.known();
        if let Some(place) = known.at_work.iter().position(|problem| *problem == self.problem) {
            known.at_work.swap_remove(place);
        }
        drop(known);
        self.solver.changed.notify_all();
    }
}

impl Oracles for Solver {
    fn check(&self, wish: &Wish, rules: Rules) -> Result<(), OracleError> {
        problem(wish, rules)?;
        match &wish.store {
            Some(store) if !store.is_dir() => Err(OracleError::NoStore(store.clone())),
            Some(_) => Ok(()),
            None if rules.shape.cells() > MAX_CELLS => Err(OracleError::TooLarge(rules.shape)),
            None => Ok(()),
        }
    }

    fn find(&self, wish: &Wish, rules: Rules, watch: &dyn Watch) -> Result<Arc<dyn Oracle>, OracleError> {
        let problem = problem(wish, rules)?;
        let at_work = match self.turn(&problem, watch)? {
            Turn::Known(solved) => return Ok(solved),
            Turn::Mine(at_work) => at_work,
        };
        let solved = Arc::new(Solved::new(&problem, wish, self.cpu, watch)?);
        at_work.found(&solved);
        Ok(solved)
    }
}

fn failed(error: impl Error + Send + Sync + 'static) -> OracleError {
    OracleError::Failed(Box::new(error))
}

fn problem(wish: &Wish, rules: Rules) -> Result<Problem, OracleError> {
    if rules.four_chance != FourChance::default() {
        return Err(OracleError::FourChance(rules.four_chance));
    }
    let objective = match (wish.maximize, wish.goal) {
        (Maximize::Score, _) => Objective::Score,
        (Maximize::Moves, _) => Objective::Moves,
        (Maximize::Guarantee, _) => Objective::GuaranteedScore,
        (Maximize::Win, Some(goal)) => Objective::Win(goal),
        (Maximize::Win, None) => return Err(OracleError::NoGoal),
    };
    let variant = Variant::new(rules.shape, wish.goal).map_err(failed)?;
    Problem::new(variant, &[objective]).map_err(failed)
}

/// The solution in a store, or that of a board small enough to be solved now.
fn solution(wish: &Wish, problem: &Problem, cpu: Cpu, watch: &dyn Watch) -> Result<Solution, OracleError> {
    if let Some(store) = &wish.store {
        let solution = Solution::open(store).map_err(failed)?;
        if solution.problem() != problem {
            let (found, asked) = (title(solution.problem()), title(problem));
            return Err(OracleError::OtherProblem { found, asked });
        }
        return Ok(solution);
    }
    let shape = problem.variant().shape();
    if shape.cells() > MAX_CELLS {
        return Err(OracleError::TooLarge(shape));
    }
    let options = SolveOptions { cpu, ..SolveOptions::default() };
    solve(problem, &options, watch).map_err(|error| match error {
        SolveError::Stopped(_) => OracleError::Stopped,
        error => failed(error),
    })
}

/// Objectives and game in words.
fn title(problem: &Problem) -> String {
    let objectives: Vec<String> = problem.objectives().iter().map(ToString::to_string).collect();
    format!("{} on {}", objectives.join(", "), problem.variant())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    const SCORE: Wish = Wish { maximize: Maximize::Score, goal: None, store: None };

    fn same(one: &Arc<dyn Oracle>, other: &Arc<dyn Oracle>) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(one), Arc::as_ptr(other))
    }

    #[test]
    fn players_share_a_solution_as_long_as_one_uses_it() {
        let (solver, rules) = (Solver::new(Cpu::detect()), |shape: &str| Rules::on(shape.parse().unwrap()));
        let first = solver.find(&SCORE, rules("2x2"), &()).unwrap();
        let other = solver.find(&SCORE, rules("2x3"), &()).unwrap();
        assert!(same(&first, &solver.find(&SCORE, rules("2x2"), &()).unwrap()));
        assert!(same(&other, &solver.find(&SCORE, rules("2x3"), &()).unwrap()));
        assert!(!same(&first, &other));
    }

    #[test]
    fn a_solve_that_was_stopped_can_be_tried_again() {
        let (solver, rules) = (Solver::new(Cpu::detect()), Rules::on("2x3".parse().unwrap()));
        let stopped = solver.find(&SCORE, rules, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(OracleError::Stopped)));
        assert!(solver.find(&SCORE, rules, &()).is_ok());
    }

    #[test]
    fn what_cannot_be_solved_is_said_without_solving() {
        let solver = Solver::new(Cpu::detect());
        let to_16 = Wish { goal: redouble_core::Tile::from_value(16), ..SCORE };
        let large = solver.check(&to_16, Rules::default()).unwrap_err();
        assert_eq!(large.to_string(), "4x4 is not solved in passing: give store=DIR");
        let win = Wish { maximize: Maximize::Win, ..SCORE };
        assert!(matches!(solver.check(&win, Rules::default()), Err(OracleError::NoGoal)));
        let stored = Wish { store: Some("no such directory".into()), ..SCORE };
        assert!(matches!(
            solver.check(&stored, Rules::on("3x3".parse().unwrap())),
            Err(OracleError::NoStore(_))
        ));
    }
}
