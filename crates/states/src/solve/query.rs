//! What every move is worth in a position.

use redouble_core::{
    Afterstate, Board, Direction, Grid, Packed, Position, Shape, Stopped, Tile, with_packed,
};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::objective::Objective;
use super::odds::Odds;
use super::problem::SolveError;
use super::solution::Solution;
use crate::StoreError;
use crate::store::packed;

/// How many afterstates are computed for a board that no game reaches.
const MAX_COMPUTED: usize = 200_000;

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The board asked for.
    pub board: Board,
    /// Whether some game reaches it.
    pub reachable: bool,
    /// Whether it holds the tile that ends the game.
    pub won: bool,
    /// Every legal move; none if the game is over.
    pub moves: Vec<MoveValue>,
    /// The worth of the position under perfect play, one number for each objective.
    pub worths: Vec<f64>,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub direction: Direction,
    /// What it scores at once.
    pub gain: u64,
    /// Its worth if play is perfect from then on, one number for each objective.
    pub worths: Vec<f64>,
}

impl Answer {
    /// The best move for the objective with this number; of equal ones the first of up, right, down, left.
    #[must_use]
    pub fn best(&self, objective: usize) -> Option<&MoveValue> {
        let best = self.worths[objective];
        self.moves.iter().find(|entry| entry.worths[objective] == best)
    }

    /// What a move gives away, for each objective; `None` if it is not legal.
    #[must_use]
    pub fn loss(&self, direction: Direction) -> Option<Vec<f64>> {
        let entry = self.moves.iter().find(|entry| entry.direction == direction)?;
        Some(self.worths.iter().zip(&entry.worths).map(|(best, worth)| best - worth).collect())
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The board has another shape.
    #[error("the board is {found}, solved is {solved}")]
    Shape {
        /// The shape of the board.
        found: Shape,
        /// The shape of the solution.
        solved: Shape,
    },
    /// The board is not reachable, and its value would take too long.
    #[error("{0} is not reachable, and its values are too many to be computed on the fly")]
    TooMuch(Board),
    /// The worths of this layer were not kept.
    #[error("the values of the layer with tile sum {0} were not kept")]
    NotSolved(u64),
    /// A stored layer cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The states could not be found again.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The watch said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Solution {
    /// What every move is worth on a board.
    ///
    /// Boards that no game reaches are answered too, where what follows from them is little enough to be computed.
    ///
    /// # Errors
    /// If the board has another shape, a layer cannot be read, or there is too much to compute.
    pub fn query(&self, board: Board) -> Result<Answer, QueryError> {
        let solved = self.problem.variant().shape();
        if board.shape() != solved {
            return Err(QueryError::Shape { found: board.shape(), solved });
        }
        let reachable = self.is_reachable(board)?;
        let position = Position::new(board);
        let mut computed = Computed { solution: self, known: FxHashMap::default(), asked: board };
        let won = computed.is_won(board);
        let mut moves = Vec::new();
        for slide in position.slides().filter(|_| !won) {
            let mut worths = computed.afterstate(slide.after)?;
            self.add_gain(&mut worths, slide.gained);
            moves.push(MoveValue { direction: slide.direction, gain: slide.gained, worths });
        }
        let best =
            moves.iter().map(|entry| entry.worths.clone()).reduce(|best, other| greatest(&best, &other));
        let worths = best.unwrap_or_else(|| self.ending(board));
        Ok(Answer { board, reachable, won, moves, worths })
    }

    /// The worths of an afterstate by one step from the layers above it, in the order in which the induction adds.
    pub(super) fn computed_again(&self, bits: u64) -> Result<Vec<f64>, QueryError> {
        let shape = self.problem.variant().shape();
        let board = with_packed!(shape, R, C => Board::from(Packed::<R, C>::from_bits(bits)))
            .expect("a problem has a board of at most 16 cells");
        let mut computed = Computed { solution: self, known: FxHashMap::default(), asked: board };
        Afterstate::new(board).map_or_else(|| Ok(Vec::new()), |after| computed.by_chance(after))
    }

    fn add_gain(&self, worths: &mut [f64], gained: u64) {
        for (worth, objective) in worths.iter_mut().zip(self.problem.objectives()) {
            *worth = objective.gain_weight() * gained as f64 + (objective.move_weight() + *worth);
        }
    }

    fn ending(&self, board: Board) -> Vec<f64> {
        let max = board.max_tile().map_or(0, Tile::exponent).min(15);
        self.problem.objectives().iter().map(|objective| objective.ending(max)).collect()
    }
}

fn greatest(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a.max(*b)).collect()
}

/// Worths that the solution has, or that follow from those it has.
struct Computed<'a> {
    solution: &'a Solution,
    /// By canonical board.
    known: FxHashMap<Board, Vec<f64>>,
    asked: Board,
}

impl Computed<'_> {
    fn is_won(&self, board: Board) -> bool {
        self.solution.problem.variant().goal().is_some_and(|goal| board.max_tile() >= Some(goal))
    }

    fn afterstate(&mut self, after: Afterstate) -> Result<Vec<f64>, QueryError> {
        let board = after.board();
        if self.is_won(board) {
            return Ok(self.solution.ending(board));
        }
        // What was not kept is computed again.
        let layer = match self.solution.layer(board.sum()) {
            Err(QueryError::NotSolved(_)) => None,
            layer => layer?,
        };
        let bits = packed(board);
        if let Some(worths) = layer.as_ref().zip(bits).and_then(|(layer, bits)| layer.worths(bits)) {
            return Ok(worths.to_vec());
        }
        let board = board.canonical();
        if let Some(worths) = self.known.get(&board) {
            return Ok(worths.clone());
        }
        if self.known.len() == MAX_COMPUTED {
            return Err(QueryError::TooMuch(self.asked));
        }
        let worths = self.by_chance(Afterstate::new(board).expect("a slide leaves an empty cell"))?;
        self.known.insert(board, worths.clone());
        Ok(worths)
    }

    /// The chance step of the induction.
    fn by_chance(&mut self, after: Afterstate) -> Result<Vec<f64>, QueryError> {
        let mut rows = Vec::new();
        for (spawn, position) in after.positions() {
            rows.push((spawn.tile, self.position(position)?));
        }
        let objectives = self.solution.problem.objectives().iter().enumerate();
        Ok(objectives.map(|(column, &objective)| combine(objective, &rows, column)).collect())
    }

    /// The choice step.
    fn position(&mut self, position: Position) -> Result<Vec<f64>, QueryError> {
        let mut best: Option<Vec<f64>> = None;
        for slide in position.slides() {
            let mut worths = self.afterstate(slide.after)?;
            self.solution.add_gain(&mut worths, slide.gained);
            best = Some(best.map_or_else(|| worths.clone(), |best| greatest(&best, &worths)));
        }
        Ok(best.unwrap_or_else(|| self.solution.ending(position.board())))
    }
}

fn combine(objective: Objective, rows: &[(Tile, Vec<f64>)], column: usize) -> f64 {
    // The induction begins with the last cell.
    let of =
        |tile: Tile| rows.iter().rev().filter(move |(other, _)| *other == tile).map(|(_, row)| row[column]);
    if objective.is_guarantee() {
        return rows.iter().map(|(_, row)| row[column]).fold(f64::INFINITY, f64::min);
    }
    let odds = Odds::usual();
    let weighed = |tile: Tile| f64::from(odds.of(tile)) * of(tile).sum::<f64>();
    // There are two rows for every empty cell.
    (weighed(Tile::TWO) + weighed(Tile::FOUR)) / (f64::from(odds.all) * (rows.len() / 2) as f64)
}
