//! N-tuple networks: the value of a board as a sum of table entries.
//!
//! A tuple is a set of cells. What stands in them, read as a number, is an index into the tuple's table of weights; the
//! value of a board is the sum of the weights of all tuples in all eight images of the board under the symmetries of the
//! square. [`Tuples`] says which cells, [`Network`] holds the tables.

mod codec;
mod coded;
mod downgrade;
mod file;
mod index;
mod levels;
mod network;
mod stages;
mod tuples;

pub(crate) use downgrade::downgraded;
pub use file::NetworkError;
pub use index::Indexed;
pub(crate) use levels::Levels;
pub use network::Network;
pub use stages::{ParseStagesError, Stages};
pub use tuples::{ParseTuplesError, Tuples};
