//! The rules of 2048.
//!
//! 1. A board has rows and columns; a cell is empty or holds a tile, a power of two.
//! 2. The player slides all tiles up, right, down or left, as far as they go.
//! 3. Two equal tiles that meet become one of twice the value; a tile merges once a move, the pair nearest the wall
//!    first.
//! 4. A slide that changes nothing is not a move.
//! 5. After each move a tile appears in a random empty cell: a 2, or with probability 0.1 a 4.
//! 6. A game starts with two such tiles on the empty board.
//! 7. A merge scores the value of the tile it makes.
//! 8. Making the goal, 2048, wins; play goes on.
//! 9. The game is over when no move is left.
//!
//! # The types
//!
//! [`Board`] is a board of any [`Shape`] from 2x2 to 8x8, exact for every [`Tile`] that play can reach.
//! [`Packed`] is a board of up to 16 cells in 64 bits, many times faster. Both are [`Grid`]s, and whatever is
//! written over grids takes either: a [`Position`] is a grid with the player to move, an [`Afterstate`] one that
//! waits for a [`Spawn`].
//!
//! ```
//! use redouble_core::{Direction, Packed4x4, Position, Random, Rules};
//!
//! // A game of random moves, and how it ends.
//! let rules = Rules::default();
//! let mut random = Random::new(1);
//! let mut position = Position::start_on(Packed4x4::EMPTY, rules.four_chance, &mut random);
//! let mut score = 0;
//! while let Some(direction) = {
//!     let legal = position.legal();
//!     legal.nth(random.below(legal.len().max(1) as u32) as usize)
//! } {
//!     let slide = position.slide(direction).expect("a legal move");
//!     score += slide.gained;
//!     position = slide.after.spawn_random(rules.four_chance, &mut random);
//! }
//! assert!(position.is_over() && score > 0);
//! ```
//!
//! [`Game`] is a game that a person plays, with undo and redo; [`Record`] is a game as text. All randomness comes from
//! [`Random`], a specified generator: the same seed is the same game everywhere. [`perft`](perft()) counts positions
//! by depth, to check implementations against known numbers. [`mod@reference`] is the rules a second time, as plainly as
//! they can be written; the tests compare everything else with it.
//!
//! Long work anywhere in the project takes a [`Watch`], which hears of its progress and can stop it.
//!
//! The crate does no input or output, starts no threads, reads no clock and has no dependencies.

#![forbid(unsafe_code)]

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub mod reference;

mod board;
mod checksum;
mod closest;
mod direction;
mod game;
mod grid;
mod line;
mod motion;
mod packed;
mod perft;
mod position;
mod random;
mod record;
mod record_text;
mod rules;
mod shape;
mod spawn;
mod symmetry;
mod text;
mod tile;
mod watch;

pub use board::{Board, TooMuchError};
pub use checksum::crc32;
pub use closest::{closest, did_you_mean};
pub use direction::{Direction, Directions, DirectionsIter, ParseDirectionError};
pub use game::{Game, Turn};
pub use grid::Grid;
pub use motion::Motion;
pub use packed::{PackError, Packed, Packed4x4};
pub use perft::{HalfPly, perft, perft_from};
pub use position::{Afterstate, Position, Slide};
pub use random::Random;
pub use record::{ParseRecordError, Ply, Record, ReplayError, Start};
pub use rules::Rules;
pub use shape::{Cell, ParseShapeError, Shape};
pub use spawn::{FourChance, ParseFourChanceError, Spawn};
pub use symmetry::Symmetry;
pub use text::ParseBoardError;
pub use tile::{ParseTileError, Tile};
pub use watch::{Progress, Step, Stopped, Watch};
