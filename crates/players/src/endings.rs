//! Exact endings: the chance of one more merge of the large tiles, and the move that has it.
//!
//! Late in a game six or so large tiles stay where they are, and the question is whether the cells that are free
//! suffice to make one more tile like the smallest of them. That game is small enough to be solved: see [`Problem`] for
//! what is solved exactly, [`Induction`] for how.

mod code;
mod induction;
mod layout;
mod problem;
mod ranking;

pub use code::Ending;
pub use induction::{Induction, SolvedLayer};
pub use layout::{Layout, ParseLayoutError};
pub use problem::{Goal, Problem, ProblemError};
pub use ranking::Ranking;
