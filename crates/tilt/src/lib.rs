//! 2048 without merging: tilt a board of tiles that slide but never merge.
//!
//! The subject is the paper *2048 Without Merging* by Akitaya, Demaine, Ku, Lynch, Paterson and Tóth; `docs/tilt.md`
//! tells the theory with its corrections. In short:
//!
//! * A [`Pattern`] says which squares of a board are full, a [`Configuration`] where each tile is, a [`Labelled`]
//!   board what is written on them. A [`Drawing`] is a pattern with marked tiles, read from text.
//! * After two tilts the tiles are packed into a corner. Reflected into the south-west they always fill the same
//!   Young diagram, a [`YoungDiagram`]; a vertical tilt reverses its columns and a horizontal tilt its rows. Four clockwise
//!   tilts are the paper's permutation `g`.
//! * The two reversals cut the diagram into [`Rings`], on which every tile advances by one slot a tilt. So the
//!   state after any number of tilts is an addition ([`run`], [`Orbit`]), and questions about meetings are congruences.
//!
//! ```
//! use redouble_tilt::{Drawing, reachable, shortest_meeting};
//!
//! let drawing: Drawing = "
//!     x.oo.
//!     .o...
//!     ox..o
//!     o..o.
//! ".parse()?;
//! let verdict = shortest_meeting(drawing.pattern(), drawing.marked())?;
//! assert_eq!(verdict.meeting().expect("these two meet").tilts.to_string(), "ES");
//! assert_eq!(reachable(drawing.pattern()).to_string(), "61");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every fast path has a plain twin: [`paper`] is the paper's own algorithm, [`search`] is breadth-first search over
//! whole configurations. Tests compare all three. Three and more dimensions are in [`space`].
//!
//! The crate prints nothing, reads no arguments and knows no JSON.

#![forbid(unsafe_code)]

mod arithmetic;
mod atlas;
mod bits;
mod bounds;
mod component;
mod configuration;
mod congruences;
mod construction;
mod count;
mod cycle_type;
mod cycles;
mod direction;
mod drawing;
mod frame;
mod group;
mod index;
mod labelled;
mod landing;
mod lockstep;
mod meeting;
mod orbit;
mod pair;
pub mod paper;
mod pattern;
mod reach;
mod rings;
mod route;
mod run;
pub mod search;
pub mod space;
mod special;
mod square;
mod svg;
mod tilts;
mod word;
mod young_diagram;

pub use atlas::{Atlas, Entry, Summary, TileCount};
pub use bounds::{landau, order_bound};
pub use component::{Component, Sense, Slot, Track};
pub use configuration::{Configuration, PlacementError, TileMotion};
pub use construction::{ConstructionError, rings, single_cycle};
pub use count::{Orbits, reachable, reachable_labelled};
pub use cycle_type::CycleType;
pub use cycles::Cycles;
pub use direction::{Axis, Corner, Direction};
pub use drawing::{Drawing, ParseDrawingError};
pub use frame::Frame;
pub use group::PermutationGroup;
pub use index::MeetingIndex;
pub use labelled::{Label, Labelled, Notation};
pub use landing::Landing;
pub use meeting::{MarkError, Meeting, MeetingVerdict, Never, Obstruction, Separation, shortest_meeting};
pub use orbit::{Orbit, Times};
pub use pair::Apart;
pub use pattern::Pattern;
pub use reach::{Passage, ReachError, shortest_passage};
pub use rings::{RingCells, RingPlace, RingSlot, Rings};
pub use route::shortest_route;
pub use run::run;
pub use special::{any_meet, shortest_meeting_on_rings};
pub use square::{Size, SizeError, Square};
pub use svg::{Colour, Style, draw};
pub use tilts::{ParseTiltsError, Part, Rotation, Tilts};
pub use young_diagram::{DiagramError, YoungDiagram};
