//! Oracles: solutions of small boards as players and reviewers use them.

use std::sync::{Arc, Mutex};

use redouble_core::{Direction, FourChance, Position, Rules};
use redouble_players::{Maximize, Oracle, Values, Wish};
use redouble_states::{Objective, Problem, Solution, SolveOptions, Variant, solve};

/// The most cells of a board that is solved because a player asks for it: 3x3 takes some ten seconds and 350 MB.
const MAX_CELLS: usize = 9;

/// A solution for one objective.
struct Solved {
    solution: Solution,
    unit: f64,
}

impl Oracle for Solved {
    fn look(&self, position: Position) -> Result<(Direction, Values), String> {
        let answer = self.solution.query(position.board()).map_err(|error| error.to_string())?;
        let Some(best) = answer.best(0) else {
            // Beyond the goal every move is as good as any other.
            let values: Values = position.legal().into_iter().map(|direction| (direction, 0.0)).collect();
            return values.best().map(|best| (best, values)).ok_or_else(|| "no move is left".to_owned());
        };
        let objective = self.solution.problem().objectives()[0];
        let value = |entry: &redouble_states::MoveValue| (entry.direction, objective.value(entry.worths[0]));
        Ok((best.direction, answer.moves.iter().map(value).collect()))
    }

    fn unit(&self) -> f64 {
        self.unit
    }
}

/// The last wish that was granted: the players of an experiment share one solution.
static LAST: Mutex<Option<(Problem, Arc<Solved>)>> = Mutex::new(None);

/// Finds the solution for a wish: the one in its store, or that of a board small enough to be solved now.
///
/// # Errors
/// In words, if there is none.
pub fn find_oracle(wish: &Wish, rules: Rules) -> Result<Arc<dyn Oracle>, String> {
    if rules.four_chance != FourChance::default() {
        return Err(format!("games are solved for fours with probability 0.1, not {}", rules.four_chance));
    }
    let problem = problem(wish, rules)?;
    // The lock is held while a board is solved: others who want the same wait for it.
    let mut last = LAST.lock().map_err(|_| "an earlier solution failed".to_owned())?;
    if let Some((_, solved)) = last.as_ref().filter(|(known, _)| *known == problem) {
        return Ok(Arc::clone(solved) as Arc<dyn Oracle>);
    }
    // Two solutions at a time would be too much for small machines.
    *last = None;
    let solution = solution(wish, &problem)?;
    let worth = solution.start_worths().map_err(|error| error.to_string())?[0];
    let unit = problem.objectives()[0].value(worth) / 100.0;
    let solved = Arc::new(Solved { solution, unit });
    *last = Some((problem, Arc::clone(&solved)));
    Ok(solved)
}

fn problem(wish: &Wish, rules: Rules) -> Result<Problem, String> {
    let objective = match (wish.maximize, wish.goal) {
        (Maximize::Score, _) => Objective::Score,
        (Maximize::Moves, _) => Objective::Moves,
        (Maximize::Guarantee, _) => Objective::GuaranteedScore,
        (Maximize::Win, Some(goal)) => Objective::Win(goal),
        (Maximize::Win, None) => return Err("give the tile to win with, for example goal=512".to_owned()),
    };
    let variant = Variant::new(rules.shape, wish.goal).map_err(|error| error.to_string())?;
    Problem::new(variant, &[objective]).map_err(|error| error.to_string())
}

fn solution(wish: &Wish, problem: &Problem) -> Result<Solution, String> {
    if let Some(store) = &wish.store {
        let solution = Solution::open(store).map_err(|error| error.to_string())?;
        if solution.problem() != problem {
            let found: Vec<String> =
                solution.problem().objectives().iter().map(ToString::to_string).collect();
            let (found, game) = (found.join(", "), solution.problem().variant());
            let (asked, on) = (problem.objectives()[0], problem.variant());
            return Err(format!("the store holds {found} on {game}, asked for is {asked} on {on}"));
        }
        return Ok(solution);
    }
    let shape = problem.variant().shape();
    if shape.cells() > MAX_CELLS {
        return Err(format!("{shape} is not solved in passing: give store=DIR"));
    }
    solve(problem, &SolveOptions::default(), &()).map_err(|error| error.to_string())
}
