//! Everything exhaustive about 2048: reachable states counted, stored, found and drawn.
//!
//! A *state* is a board with the player to move that some game reaches from a start of two tiles, with at least one
//! legal move and, if there is a goal, no tile as large as the goal. Boards that are images of one another under the
//! symmetries of the board are one state, represented by the least of them. *Losing* boards (no move is left) and
//! *afterstates* (boards after a move, before the next tile appears) are counted beside the states.
//!
//! ```
//! use redouble_core::{Shape, Tile};
//! use redouble_states::{Engine, Options, Variant, count};
//!
//! let variant = Variant::new(Shape::new(3, 3).unwrap(), Tile::from_value(16)).unwrap();
//! let options = Options { engine: Some(Engine::Bitmap), ..Options::default() };
//! let census = count(variant, &options, &()).unwrap();
//! assert_eq!(census.total().states, 16_834);
//! assert_eq!(census.total().losing, 61);
//! ```
//!
//! [`count`] counts in memory with one of five [`Engine`]s; [`count_into`] keeps the layers in a directory, where a
//! [`Store`] gives every state a number and finds it again, and [`verify`](verify()) checks every byte, [`verify_deeply`] that layers follow from one another. A
//! [`Count`] gives its layers one by one, [`layer_after`] computes one from the two before it,
//! and [`Parts`] a part of one, wherever the other parts are computed. Long work is watched and stopped by a [`Watch`](redouble_core::Watch) and
//! shared out on the threads of the rayon pool it is called in. [`Bounds`] and [`expected_moves`] are what can be said without counting;
//! [`Graph`] draws; [`origin`](origin()) says how a board comes about, without a store.
//!
//! Nothing here prints, reads arguments or writes JSON.

#![forbid(unsafe_code)]

mod ancestry;
mod bag;
mod bound;
mod census;
mod codec;
mod draw;
mod engine;
mod error;
mod frame;
mod graph;
mod index;
mod origin;
mod rank;
mod share;
mod solve;
mod store;
mod variant;
mod verify;

pub use ancestry::Ancestry;
pub use bag::expected_moves;
pub use bound::Bounds;
pub use census::{BoardCounts, Census, Groups, LayerCounts};
pub use engine::{
    Count, Engine, Options, ParseEngineError, PartCount, PartCounts, PartFrame, PartOf, Parts, StoredStates,
    count, count_into, layer_after,
};
pub use error::CountError;
pub use graph::{Edge, Graph, Node, TooManyStates};
pub use origin::{Impossible, Origin, origin};
pub use solve::{
    Answer, Exact, Fraction, LayerSummary, MoveValue, Objective, ParseObjectiveError, Policy, Problem,
    QueryError, Solution, SolveError, SolveOptions, StartState, VerifiedValues, WorthSpread, solve,
    solve_into, verify_values,
};
pub use store::{Kept, Place, Store, StoreError, StoredLayer};
pub use variant::{Variant, VariantError};
pub use verify::{
    ComparedGroups, DeepOptions, DeeplyVerified, DrawnBoards, KnownGroup, LeftOut, OtherCount, Verified,
    VerifyError, compare, recount, verify, verify_deeply,
};
