//! The engines: five ways to count, behind one interface, each an oracle for the others.
//!
//! Three of them go layer by layer. With `A(m)` for the afterstates and `S(m)` for the boards to move of tile sum `m`:
//!
//! ```text
//! A(m-2) ── a 2 appears ──┐
//!                         ├──► S(m) ── slide, no goal ──► A(m)
//! A(m-4) ── a 4 appears ──┘
//! ```
//!
//! A slide keeps the sum, so afterstates of one layer come from its states alone, and 17 slides of 4x4 states share one
//! afterstate: going through afterstates means six times fewer edges than from state to state.

mod count;
mod forward;
pub(crate) mod job;
mod layers;
mod part_count;
mod reference;
pub(crate) mod row;
mod slider;
mod sorted;
mod tensor;

use std::fmt;
use std::str::FromStr;

use redouble_core::{Tile, with_packed};
use redouble_kernels::Cpu;

pub use self::count::{Count, count, count_into};
use self::forward::Forward;
pub(crate) use self::job::{LayerJob, LayerResult};
pub(crate) use self::layers::Layers;
pub use self::layers::{StoredStates, layer_after};
pub use self::part_count::PartCount;
pub use self::row::{PartCounts, PartFrame, PartOf, Parts};
use crate::rank::{SplitRank, ranking};
use crate::{CountError, Kept, Variant};

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// A hash set of canonical boards, from state to state: the counting paper's plain algorithm.
    Reference,
    /// Sorted lists of boards, layer by layer through afterstates: any shape, any goal.
    Sorted,
    /// Bitmaps over a perfect rank, layer by layer through afterstates: up to 12 cells.
    Bitmap,
    /// Bitmaps over the ranks of four quadrants: 4x4 up to 64.
    Tensor,
    /// Bitmaps of the afterstates of slides to the left: 4x4 up to 256.
    Row,
}

impl Engine {
    /// All engines, the plainest first.
    pub const ALL: [Engine; 5] =
        [Engine::Reference, Engine::Sorted, Engine::Bitmap, Engine::Tensor, Engine::Row];

    /// The name on the command line and in stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["reference", "sorted", "bitmap", "tensor", "row"][self as usize]
    }

    /// The fastest engine that can count this game.
    #[must_use]
    pub fn best_for(variant: Variant) -> Engine {
        Engine::first_of([Engine::Row, Engine::Bitmap], variant)
    }

    /// The fastest engine that can count this game and keep its layers.
    #[must_use]
    pub fn best_storing(variant: Variant) -> Engine {
        Engine::first_of([Engine::Row, Engine::Bitmap], variant)
    }

    /// The fastest engine that can number the states of this game.
    #[must_use]
    pub(crate) fn best_ranking(variant: Variant) -> Engine {
        Engine::first_of([Engine::Tensor, Engine::Bitmap], variant)
    }

    fn first_of(fast: [Engine; 2], variant: Variant) -> Engine {
        fast.into_iter().find(|engine| engine.supports(variant)).unwrap_or(Engine::Sorted)
    }

    /// Whether the engine can count this game, memory aside.
    #[must_use]
    pub fn supports(self, variant: Variant) -> bool {
        match self {
            Engine::Reference | Engine::Sorted => true,
            Engine::Bitmap => SplitRank::supports(variant),
            Engine::Tensor => tensor::supports(variant),
            Engine::Row => row::supports(variant),
        }
    }

    /// The memory the engine takes at its peak, in bytes; `None` where only the count itself can tell.
    #[must_use]
    pub fn memory(self, variant: Variant) -> Option<u64> {
        match self {
            Engine::Reference | Engine::Sorted => None,
            Engine::Bitmap => SplitRank::supports(variant).then(|| SplitRank::memory(variant)),
            Engine::Tensor => tensor::supports(variant).then(|| tensor::memory(variant)),
            Engine::Row => row::supports(variant).then(|| row::memory(variant)),
        }
    }
}

impl Engine {
    /// About the bytes that the layers of a store take; `None` where only the count itself can tell.
    #[must_use]
    pub fn disk(self, variant: Variant, kept: Kept) -> Option<u64> {
        (self == Engine::Row && self.supports(variant)).then(|| row::disk(variant, kept))
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseEngineError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseEngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an engine: write reference, sorted, bitmap, tensor or row", self.found)
    }
}

impl std::error::Error for ParseEngineError {}

impl FromStr for Engine {
    type Err = ParseEngineError;

    fn from_str(text: &str) -> Result<Engine, ParseEngineError> {
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == text);
        engine.ok_or_else(|| ParseEngineError { found: text.to_owned() })
    }
}

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which engine; the best one if not given.
    pub engine: Option<Engine>,
    /// The most memory to use, in bytes.
    pub memory: Option<u64>,
    /// What is left of the disk that a store lies on, in bytes.
    pub disk: Option<u64>,
    /// Whether to count every image of a board for itself as well.
    pub unfolded: bool,
    /// Which layers a store keeps; all, or as the store has it, if not given.
    pub kept: Option<Kept>,
    /// The instructions to use; the counts never depend on them.
    pub cpu: Cpu,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: None, memory: None, disk: None, unfolded: false, kept: None, cpu: Cpu::detect() }
    }
}

/// An engine that goes layer by layer.
pub(crate) trait LayerEngine: Send {
    /// Computes the next layer from the afterstates of the two before it, and its afterstates. Empty if the game ends.
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError>;

    /// Adds the boards with this one tile to the afterstates of the layer before the next one: a game starts with them.
    fn add_single_tiles(&mut self, tile: Tile);

    /// Makes this the tile sum of the next layer, without knowing the afterstates before it. The states of this layer
    /// and of the one behind it are known.
    fn skip_to(&mut self, sum: u64);

    /// How large the space is that a layer lies in; `None` where there is none.
    fn size(&self, sum: u64) -> Option<f64>;
}

/// The engine for a game, ready for the layer with tile sum 4.
pub(crate) fn layer_engine(
    engine: Engine,
    variant: Variant,
    options: &Options,
) -> Result<Box<dyn LayerEngine>, CountError> {
    let unsupported = CountError::Unsupported { engine, variant };
    if !engine.supports(variant) {
        return Err(unsupported);
    }
    let built: Option<Box<dyn LayerEngine>> = match engine {
        Engine::Reference => Some(Box::new(reference::Reference::new(variant, options))),
        Engine::Sorted => {
            with_packed!(variant.shape(), R, C => Box::new(sorted::Sorted::<R, C>::new(variant, options)))
        }
        Engine::Bitmap => ranking(engine, variant).and_then(|ranking| {
            with_packed!(usual variant.shape(), R, C => {
                Box::new(Forward::<R, C>::new(ranking, variant, options)) as Box<dyn LayerEngine>
            })
        }),
        Engine::Tensor => Some(Box::new(tensor::Tensor::new(variant, options)?)),
        Engine::Row => Some(Box::new(row::Row::new(variant, options)?)),
    };
    built.ok_or(unsupported)
}

/// Says beforehand if the engine is known to need more than allowed.
pub(crate) fn check_memory(engine: Engine, variant: Variant, options: &Options) -> Result<(), CountError> {
    match (engine.memory(variant), options.memory) {
        (Some(needed), Some(allowed)) if needed > allowed => {
            Err(CountError::Memory { engine, variant, needed, allowed })
        }
        _ => Ok(()),
    }
}
