//! The engines: four ways to count, behind one interface, each an oracle for the others.
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

mod bitmap;
mod reference;
mod slider;
mod sorted;
mod tensor;

pub(crate) use self::tensor::share;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use redouble_core::with_packed;
use redouble_kernels::Cpu;

use crate::frame::Frame;
use crate::{Census, CountError, Layer, Observer, Variant, Work};

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
}

impl Engine {
    /// All engines, the plainest first.
    pub const ALL: [Engine; 4] = [Engine::Reference, Engine::Sorted, Engine::Bitmap, Engine::Tensor];

    /// The name on the command line and in stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["reference", "sorted", "bitmap", "tensor"][self as usize]
    }

    /// The fastest engine that can count this game.
    #[must_use]
    pub fn best_for(variant: Variant) -> Engine {
        let fast = [Engine::Tensor, Engine::Bitmap];
        fast.into_iter().find(|engine| engine.supports(variant)).unwrap_or(Engine::Sorted)
    }

    /// Whether the engine can count this game, memory aside.
    #[must_use]
    pub fn supports(self, variant: Variant) -> bool {
        match self {
            Engine::Reference | Engine::Sorted => true,
            Engine::Bitmap => bitmap::supports(variant),
            Engine::Tensor => tensor::supports(variant),
        }
    }

    /// The memory the engine takes at its peak, in bytes; `None` where only the count itself can tell.
    #[must_use]
    pub fn memory(self, variant: Variant) -> Option<u64> {
        match self {
            Engine::Reference | Engine::Sorted => None,
            Engine::Bitmap => bitmap::supports(variant).then(|| bitmap::memory(variant)),
            Engine::Tensor => tensor::supports(variant).then(|| tensor::memory(variant)),
        }
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
        write!(f, "`{}` is not an engine: write reference, sorted, bitmap or tensor", self.found)
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
    /// How many threads, from 1. Only [`Engine::Tensor`] uses more than one; the counts never depend on it.
    pub threads: usize,
    /// The most memory to use, in bytes.
    pub memory: Option<u64>,
    /// Whether to count every image of a board for itself as well.
    pub unfolded: bool,
    /// The instructions to use; the counts never depend on them.
    pub cpu: Cpu,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: None, threads: 1, memory: None, unfolded: false, cpu: Cpu::detect() }
    }
}

/// What a layer is computed with.
pub(crate) struct Task<'a> {
    pub(crate) observer: &'a mut dyn Observer,
    /// Takes the states of the layer, in the order of their positions.
    pub(crate) keep: Option<&'a mut dyn FnMut(Frame) -> Result<(), CountError>>,
    /// The states of the layers before.
    pub(crate) states_before: u64,
}

impl Task<'_> {
    /// Tells the observer, with the states of this layer in `work`, and stops if it says so.
    pub(crate) fn report(&mut self, work: &Work) -> Result<(), CountError> {
        let work = Work { states: self.states_before + work.states, ..*work };
        match self.observer.work(&work) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(CountError::Cancelled),
        }
    }
}

/// An engine that goes layer by layer.
pub(crate) trait LayerEngine {
    /// Computes the next layer: its states from the afterstates before, and its afterstates. Empty if the game ends.
    fn advance(&mut self, task: &mut Task<'_>) -> Result<Layer, CountError>;

    /// Makes this the tile sum of the next layer, without knowing the afterstates before it. Two replays follow.
    fn skip_to(&mut self, sum: u64);

    /// Takes the states of the next layer as they are, instead of computing them, and computes its afterstates.
    fn replay(&mut self, stored: &Stored<'_>, task: &mut Task<'_>) -> Result<(), CountError>;
}

/// Gives the words of a frame of a stored layer.
pub(crate) type Stored<'a> = dyn Fn(usize) -> Result<Vec<u64>, CountError> + Sync + 'a;

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
        Engine::Reference => None,
        Engine::Sorted => {
            with_packed!(variant.shape(), R, C => Box::new(sorted::Sorted::<R, C>::new(variant, options)))
        }
        Engine::Bitmap => {
            with_packed!(usual variant.shape(), R, C => Box::new(bitmap::Bitmap::<R, C>::new(variant, options)))
        }
        Engine::Tensor => Some(Box::new(tensor::Tensor::new(variant, options)?)),
    };
    built.ok_or(unsupported)
}

/// Counts a game.
///
/// # Errors
/// If the engine cannot count this game, memory does not suffice, or the observer cancels.
pub fn count(variant: Variant, options: &Options, observer: &mut dyn Observer) -> Result<Census, CountError> {
    let engine = options.engine.unwrap_or_else(|| Engine::best_for(variant));
    if engine == Engine::Reference {
        return reference::count(variant, options, observer);
    }
    check_memory(engine, variant, options)?;
    let mut layers = layer_engine(engine, variant, options)?;
    let mut census = Census::default();
    let mut states_before = 0;
    let mut gaps = 0;
    // A layer may be empty and the next one not (a 4 steps over it), so two in a row end the game.
    while gaps < 2 {
        let layer = layers.advance(&mut Task { observer, keep: None, states_before })?;
        gaps = if layer.is_empty() { gaps + 1 } else { 0 };
        states_before += layer.folded.total().states;
        if !layer.is_empty() {
            observer.layer(&layer);
            census.layers.push(layer);
        }
    }
    Ok(census)
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
