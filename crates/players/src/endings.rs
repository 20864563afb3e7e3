//! Exact endings: the chance of one more merge of the large tiles, and the move that has it.
//!
//! Late in a game six or so large tiles stay where they are, and the question is whether the cells that are free
//! suffice to make one more tile like the smallest of them. That game is small enough to be solved: see [`EndingProblem`] for
//! what is solved exactly, [`Induction`] for how. A [`EndingTable`] is a solved problem on disk, [`Distilled`] its states
//! that matter most, [`Endings`] what players ask.

mod bits;
mod build;
mod code;
mod distil;
mod distilled;
mod error;
mod file;
mod fit;
mod induction;
mod layout;
mod library;
mod problem;
mod ranking;
mod table;

pub use build::{Needs, build_in_steps, build_table};
pub use code::Ending;
pub use distil::{DistilOptions, distil};
pub use distilled::{Distilled, DistilledError};
pub use error::TableError;
pub use fit::{EndingState, Fit};
pub use induction::{EndingLayer, Induction};
pub use layout::{Layout, ParseLayoutError};
pub use library::{Endings, tables_in};
pub use problem::{EndingProblem, Goal, ProblemError};
pub use ranking::EndingRanking;
pub use table::EndingTable;
