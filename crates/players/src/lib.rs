//! Players of 2048: who chooses a move, and by what.
//!
//! A [`Player`] gets a position and a [`Budget`] and gives a [`Decision`]: its choice and the value of every legal
//! direction. A [`Spec`] is a player as text; [`KINDS`] lists what there is. An [`Evaluation`] is a weighted sum of
//! [`Term`]s, and whatever looks ahead is generic over a [`Leaf`], of which `Evaluation` is one.
//!
//! ```
//! use redouble_core::{Game, Rules};
//! use redouble_players::{Budget, Spec};
//!
//! let rules = Rules::default();
//! let spec: Spec = "expectimax:depth=2,eval=line-ends,leaf=spawn".parse().unwrap();
//! let mut player = spec.build(rules).unwrap();
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

mod catalog;
mod choose;
mod eval;
mod expectimax;
mod leaf_table;
mod learn;
mod mcts;
mod monte_carlo;
mod ntuple;
mod optimal;
mod player;
mod random_play;
mod sample;
mod search;
mod searchable;
mod simple;
mod spec;
mod strongest;
mod table;

pub use catalog::{KINDS, Kind, Parameter};
pub use choose::Ties;
pub use eval::{Evaluation, Leaf, LineTable, ParseEvaluationError, STRONG, Term};
pub use expectimax::{Expectimax, Limits, max_depth};
pub use learn::{AdoptError, CheckpointError, Learner, Point, Recipe, Rule, Starts, Tally};
pub use mcts::Mcts;
pub use monte_carlo::MonteCarlo;
pub use ntuple::{
    DefaultNetwork, Indexed, Indexes, Network, NetworkError, ParseStagesError, ParseTuplesError, Stages,
    Tuples, TwoIndexes, has_default_network, set_default_network,
};
pub use optimal::{FindOracle, Maximize, Optimal, Oracle, Wish, register_oracles};
pub use player::{Budget, Clock, Decision, Forfeit, Player, Values};
pub use sample::{Outcome, Urn};
pub use search::{Chance, Horizon, Mean, Plan, Search, SearchOptions};
pub use searchable::{Searchable, Slides, Visit, fastest};
pub use simple::{Greedy, RandomPlayer};
pub use spec::{Parameters, Spec, SpecError};
pub use table::{Table, Work};
