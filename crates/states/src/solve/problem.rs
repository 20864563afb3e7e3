//! What is to be solved: a game and what its player wants.

use std::sync::Arc;

use redouble_core::{Shape, Stopped, Tile};
use thiserror::Error;

use super::kernel::MAX_LANES;
use super::objective::Objective;
use super::query::QueryError;
use crate::rank::Ranking;
use crate::store::ranking_of;
use crate::{Engine, StoreError, Variant, VariantError};

/// A game and one or several objectives, each of which perfect play maximises for itself.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::{Objective, Problem, Variant};
///
/// let game = Variant::new(Shape::new(2, 2).unwrap(), None).unwrap();
/// let problem = Problem::new(game, &[Objective::Score]).unwrap();
/// assert_eq!(problem.objectives(), [Objective::Score]);
/// let too_much = Objective::Win(Tile::from_value(64).unwrap());
/// assert!(Problem::new(game, &[too_much]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    variant: Variant,
    /// Without repetitions, at least one.
    objectives: Vec<Objective>,
}

/// Why a problem cannot be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The tile of an objective cannot be reached.
    #[error("{0}")]
    Tile(#[from] VariantError),
    /// The tile of an objective lies beyond the one that ends the game.
    #[error("the game ends with {goal}: {tile} is never made")]
    BeyondGoal {
        /// The tile asked for.
        tile: Tile,
        /// The tile that ends the game.
        goal: Tile,
    },
    /// Nothing to maximise, or too much.
    #[error("{0} objectives: give from 1 to {MAX_LANES}")]
    Objectives(usize),
    /// No perfect rank is made for this game.
    #[error("{0} is too large to solve: {limit}", limit = limit(.0.shape()))]
    TooLarge(Variant),
    /// The states cannot be counted.
    #[error("{0}")]
    Count(#[source] crate::CountError),
    /// A store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was solved before does not say.
    #[error(transparent)]
    Query(Box<QueryError>),
    /// The watch said stop. What is stored stays, and the work can be resumed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<crate::CountError> for SolveError {
    fn from(error: crate::CountError) -> SolveError {
        match error {
            crate::CountError::Stopped(stopped) => SolveError::Stopped(stopped),
            crate::CountError::Store(error) => SolveError::Store(error),
            error => SolveError::Count(error),
        }
    }
}

impl From<QueryError> for SolveError {
    fn from(error: QueryError) -> SolveError {
        match error {
            QueryError::Store(error) => SolveError::Store(error),
            QueryError::Solve(error) => error,
            QueryError::Stopped(stopped) => SolveError::Stopped(stopped),
            error => SolveError::Query(Box::new(error)),
        }
    }
}

impl Problem {
    /// The problem, if it can be solved.
    ///
    /// # Errors
    /// If there are no or too many objectives, a tile cannot be reached, or the game is too large.
    pub fn new(variant: Variant, objectives: &[Objective]) -> Result<Problem, SolveError> {
        let mut unique: Vec<Objective> = Vec::new();
        for &objective in objectives {
            if let Objective::Win(tile) = objective {
                Variant::new(variant.shape(), Some(tile))?;
                if let Some(goal) = variant.goal().filter(|&goal| tile > goal) {
                    return Err(SolveError::BeyondGoal { tile, goal });
                }
            }
            if !unique.contains(&objective) {
                unique.push(objective);
            }
        }
        if unique.is_empty() || unique.len() > MAX_LANES {
            return Err(SolveError::Objectives(unique.len()));
        }
        if !is_solvable(variant) {
            return Err(SolveError::TooLarge(variant));
        }
        Ok(Problem { variant, objectives: unique })
    }

    /// The largest goal up to which games on this board are solved; `None` if there is none.
    ///
    /// ```
    /// use redouble_core::{Shape, Tile};
    /// use redouble_states::Problem;
    ///
    /// assert_eq!(Problem::largest_goal(Shape::CLASSIC), Tile::from_value(32));
    /// assert_eq!(Problem::largest_goal(Shape::new(5, 5).unwrap()), None);
    /// ```
    #[must_use]
    pub fn largest_goal(shape: Shape) -> Option<Tile> {
        let mut games =
            (3..=15).filter_map(Tile::new).filter_map(|goal| Variant::new(shape, Some(goal)).ok());
        games.rfind(|&game| is_solvable(game)).and_then(Variant::goal)
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What is maximised.
    #[must_use]
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Every tile that can be a goal on the board of a game: 8 and on.
    #[must_use]
    pub fn goals(variant: Variant) -> Vec<Tile> {
        let last = variant.goal().unwrap_or_else(|| Variant::largest_tile(variant.shape()));
        (3..=last.exponent()).filter_map(Tile::new).collect()
    }

    /// How far computed values may be from the exact ones, relative to their size; for probabilities, to the size of the
    /// chance of losing.
    ///
    /// A move rounds at most `empty cells + 3` times, each time by a factor within 2^-53 of 1, and nothing cancels. A
    /// game has at most half its last tile sum of moves.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        let roundings = self.variant.shape().cells() as f64 + 2.0;
        let moves = (self.variant.max_sum() / 2) as f64;
        let unit = f64::EPSILON / 2.0;
        1.01 * moves * roundings * unit
    }

    /// The ranking of that engine.
    pub(super) fn ranking(&self) -> Result<Arc<dyn Ranking>, StoreError> {
        ranking_of(self.engine(), self.variant)
    }

    /// The engine in the order of whose boards sets are kept.
    pub(super) fn engine(&self) -> Engine {
        Engine::best_ranking(self.variant)
    }

    /// The games to play: with chance, against an opponent, or both; each with its objectives.
    pub(super) fn games(&self) -> Vec<Vec<Objective>> {
        let of = |guarantee| self.objectives.iter().copied().filter(move |o| o.is_guarantee() == guarantee);
        [false, true]
            .map(|guarantee| of(guarantee).collect())
            .into_iter()
            .filter(|game: &Vec<_>| !game.is_empty())
            .collect()
    }

    /// For each objective the game it belongs to and its place there.
    pub(super) fn places(&self) -> Vec<(usize, usize)> {
        let games = self.games();
        let place = |objective: &Objective| {
            let of_game = |game: &Vec<Objective>| game.iter().position(|other| other == objective);
            games.iter().enumerate().find_map(|(number, game)| Some((number, of_game(game)?)))
        };
        self.objectives.iter().filter_map(place).collect()
    }
}

/// How far games on this board are solved.
fn limit(shape: Shape) -> String {
    match Problem::largest_goal(shape) {
        Some(goal) => format!("on {shape} games with a goal of up to {goal} are solved"),
        None => "boards of up to 12 cells, and 4x4 with a goal, are solved".to_owned(),
    }
}

/// Whether a rank is made for the game whose positions fit 32 bits.
fn is_solvable(variant: Variant) -> bool {
    match Engine::best_ranking(variant) {
        Engine::Bitmap => true,
        Engine::Tensor => variant.max_exponent() <= 4,
        Engine::Reference | Engine::Sorted | Engine::Row => false,
    }
}
