//! Players of 2048: who chooses a move, and by what.
//!
//! A [`Player`] gets a position and a [`Budget`] and gives a [`Decision`]: its choice and the value of every legal
//! direction. A [`Spec`] is a player as text, a [`Catalog`] knows what kinds there are and builds them. An [`Evaluation`] is a weighted sum of
//! [`Term`]s, and whatever looks ahead is generic over a [`Leaf`], of which `Evaluation` is one.
//!
//! ```
//! use redouble_core::{Game, Rules};
//! use redouble_players::{Budget, Catalog, Spec};
//!
//! let rules = Rules::default();
//! let spec: Spec = "expectimax:depth=2,eval=line-ends,leaf=spawn".parse().unwrap();
//! let mut player = Catalog::default().build(&spec, rules, &()).unwrap();
//! let mut game = Game::new(rules, 1);
//! player.begin(1);
//! while !game.is_over() && game.turns().len() < 100 {
//!     let decision = player.decide(game.position(), &Budget::default()).unwrap();
//!     game.play(decision.choice);
//! }
//! assert!(game.score() > 500);
//! ```
//!
//! Searches run on packed boards where these are exact and on [`Board`](redouble_core::Board) otherwise, with the same
//! code: see [`Searchable`].

#![forbid(unsafe_code)]

mod catalog;
mod choose;
mod endings;
mod eval;
mod expectimax;
mod kind;
mod kinds;
mod leaf_table;
mod learn;
mod line_table;
mod mcts;
mod monte_carlo;
mod networks;
mod ntuple;
mod ntuple_player;
mod optimal;
mod oracle;
mod player;
mod random_play;
mod sample;
mod search;
mod searchable;
mod simple;
mod spec;
mod strongest;
mod table;

pub use catalog::{BuildError, Catalog};
pub use endings::{
    DistilOptions, Distilled, DistilledError, Ending, EndingLayer, EndingProblem, EndingRanking, EndingState,
    EndingTable, Endings, Fit, Goal, Induction, Layout, Needs, ParseLayoutError, ProblemError, TableError,
    build_in_steps, build_table, distil, tables_in,
};
pub use eval::{Evaluation, Leaf, ParseEvaluationError, STRONG, Term};
pub use kind::{Kind, Parameter};
pub use learn::{AdoptError, CheckpointError, Learner, Point, Recipe, Rule, Starts, Tally};
pub use line_table::LineTable;
pub use networks::DefaultNetwork;
pub use ntuple::{Indexed, Network, NetworkError, ParseStagesError, ParseTuplesError, Stages, Tuples};
pub use oracle::{Maximize, Oracle, OracleError, Oracles, UnknownPosition, Wish};
pub use player::{Budget, Decision, Forfeit, Player, Values, player_random};
pub use searchable::{Searchable, Slides, Visit, fastest};
pub use spec::{Spec, SpecError};
