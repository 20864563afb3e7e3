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
mod memory;
mod network;
mod places;
mod planes;
mod simd;
mod spread;
mod stages;
mod tuples;
mod weights;

pub(crate) use downgrade::downgraded;
pub use file::NetworkError;
pub(crate) use index::seek;
pub use index::{Indexed, Indexes, TwoIndexes};
pub(crate) use levels::Levels;
pub(crate) use memory::{Word, Words};
pub use network::Network;
pub use stages::{ParseStagesError, Stages};
pub(crate) use tuples::MAX_TUPLES;
pub use tuples::{ParseTuplesError, Tuples};
pub(crate) use weights::Weights;
