//! Those who know what every move is worth, and how they are found.
//!
//! This crate does not solve games. Who can is given to the catalog as an [`Oracles`].

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use redouble_core::{Direction, FourChance, Position, Rules, Shape, Stopped, Tile, Watch};

use crate::Values;

/// Knows what every move is worth.
pub trait Oracle: Send + Sync {
    /// The best move of a position that has one, and the value of every legal move.
    ///
    /// # Errors
    /// If the position is beyond what the oracle knows.
    fn look(&self, position: Position) -> Result<(Direction, Values), UnknownPosition>;

    /// A hundredth of what a game is worth before it starts.
    fn unit(&self) -> f64;

    /// Whether values are points of score.
    fn counts_points(&self) -> bool {
        false
    }
}

/// What a perfect player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What it maximises.
    pub maximize: Maximize,
    /// The tile that ends the game.
    pub goal: Option<Tile>,
    /// Where a solution is kept.
    pub store: Option<PathBuf>,
}

/// What can be maximised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maximize {
    /// The expected score.
    Score,
    /// The probability of making the goal.
    Win,
    /// The expected number of moves.
    Moves,
    /// The score that no choice of tiles can prevent.
    Guarantee,
}

/// Finds oracles.
pub trait Oracles: Send + Sync {
    /// Says, without long work, whether there can be an oracle for this wish in games by these rules.
    ///
    /// # Errors
    /// Why there is none.
    fn check(&self, wish: &Wish, rules: Rules) -> Result<(), OracleError>;

    /// The oracle for a wish in games by these rules. It may have to solve the game first.
    ///
    /// # Errors
    /// Why there is none, or [`OracleError::Stopped`].
    fn find(&self, wish: &Wish, rules: Rules, watch: &dyn Watch) -> Result<Arc<dyn Oracle>, OracleError>;
}

/// Nobody finds oracles.
impl Oracles for () {
    fn check(&self, _: &Wish, _: Rules) -> Result<(), OracleError> {
        Err(OracleError::NoSolver)
    }

    fn find(&self, _: &Wish, _: Rules, _: &dyn Watch) -> Result<Arc<dyn Oracle>, OracleError> {
        Err(OracleError::NoSolver)
    }
}

/// Why there is no oracle for a wish.
#[derive(Debug)]
#[non_exhaustive]
pub enum OracleError {
    /// The catalog has nobody who solves games.
    NoSolver,
    /// Games with this probability of a 4 are not solved.
    FourChance(FourChance),
    /// Who plays to win has not said with which tile.
    NoGoal,
    /// The board is too large to be solved before a player plays.
    TooLarge(Shape),
    /// The store is not there.
    NoStore(PathBuf),
    /// The store holds the solution of something else.
    OtherProblem {
        /// What it holds.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// The game cannot be solved, or its solution not be read.
    Failed(Box<dyn Error + Send + Sync>),
    /// The watch said so before the game was solved.
    Stopped,
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OracleError::NoSolver => f.write_str("nobody here can solve games"),
            OracleError::FourChance(chance) => {
                write!(f, "games are solved for fours with probability 0.1, not {chance}")
            }
            OracleError::NoGoal => f.write_str("give the tile to win with, for example goal=512"),
            OracleError::TooLarge(shape) => write!(f, "{shape} is not solved in passing: give store=DIR"),
            OracleError::NoStore(store) => {
                write!(f, "{} is not there: `redouble solve --store` makes one", store.display())
            }
            OracleError::OtherProblem { found, asked } => {
                write!(f, "the store holds {found}, asked for is {asked}")
            }
            OracleError::Failed(error) => error.fmt(f),
            OracleError::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for OracleError {}

impl From<Stopped> for OracleError {
    fn from(_: Stopped) -> OracleError {
        OracleError::Stopped
    }
}

/// A position that an oracle does not know, with the reason.
#[derive(Debug)]
pub struct UnknownPosition(pub Box<dyn Error + Send + Sync>);

impl fmt::Display for UnknownPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for UnknownPosition {}
