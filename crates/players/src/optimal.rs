//! Perfect play, by somebody who knows what every move is worth.
//!
//! This crate does not solve games. Whoever can, registers once how an [`Oracle`] is found, and from then on `optimal`
//! is a player like the others.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use redouble_core::{Direction, Position, Rules, Shape, Tile};

use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Forfeit, Player, Values};

/// Knows what every move is worth.
pub trait Oracle: Send + Sync {
    /// The best move of a position that has one, and the value of every legal move.
    ///
    /// # Errors
    /// In words, if the position is beyond what the oracle knows.
    fn look(&self, position: Position) -> Result<(Direction, Values), String>;

    /// A hundredth of what a game is worth before it starts: what reviews measure losses in.
    fn unit(&self) -> f64;
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

/// Finds the oracle for a wish and the rules of the games, or says why there is none.
pub type FindOracle = fn(&Wish, Rules) -> Result<Arc<dyn Oracle>, String>;

static FIND: OnceLock<FindOracle> = OnceLock::new();

/// Says how oracles are found. The first word counts.
pub fn register_oracles(find: FindOracle) {
    let _ = FIND.set(find);
}

/// The player that follows an oracle.
pub struct Optimal {
    oracle: Arc<dyn Oracle>,
}

impl Optimal {
    /// The player that follows this oracle.
    #[must_use]
    pub fn new(oracle: Arc<dyn Oracle>) -> Optimal {
        Optimal { oracle }
    }
}

impl Player for Optimal {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let (choice, values) = self.oracle.look(position).map_err(|reason| Forfeit { reason })?;
        Ok(Decision { choice, values, nodes: values.iter().count() as u64, depth: 0 })
    }

    fn unit(&self) -> f64 {
        self.oracle.unit()
    }

    fn unit_name(&self) -> &'static str {
        "% of a game's worth"
    }
}

/// Builds `optimal:…`.
pub(crate) fn build(parameters: &Parameters<'_>, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
    if let Some(text) = parameters.text("board") {
        let shape: Shape = text.parse().map_err(|error| SpecError::value("board", text, error))?;
        if shape != rules.shape {
            return Err(SpecError::value("board", text, format!("the games are played on {}", rules.shape)));
        }
    }
    let goal = parameters
        .text("goal")
        .map(|text| text.parse::<Tile>().map_err(|error| SpecError::value("goal", text, error)));
    let words = [
        ("score", Maximize::Score),
        ("win", Maximize::Win),
        ("moves", Maximize::Moves),
        ("guarantee", Maximize::Guarantee),
    ];
    let maximize = parameters.choice("maximize", &words)?;
    let wish = Wish { maximize, goal: goal.transpose()?, store: parameters.text("store").map(PathBuf::from) };
    let find = FIND.get().ok_or("nobody here can solve games".to_owned());
    let oracle = find.and_then(|find| find(&wish, rules));
    let text = parameters.text("maximize").unwrap_or("score");
    Ok(Box::new(Optimal::new(oracle.map_err(|problem| SpecError::value("maximize", text, problem))?)))
}
