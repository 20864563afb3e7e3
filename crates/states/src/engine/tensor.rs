//! Bitmaps over the ranks of four quadrants: the engine for 4x4.
//!
//! No list of boards, no sorting, no hashing. Only afterstate layers are kept, as bitmaps over a perfect rank
//! ([`crate::rank::tensor`]). A layer takes three stages:
//!
//! ```text
//!  A(m-2)  A(m-4)                       A(m)                              A(m)
//!     └──┬───┘      pull    S(m)  push   │   mend: images in tied blocks,  │
//!        └─────────────────► row ───────►│   extension blocks ────────────►│
//! ```
//!
//! * pull: every word of states is an OR of words of afterstates, all spawns of up to 58 boards at once;
//! * push: each state is slid four ways by tables of half boards, and one bit of `A(m)` set for each;
//! * mend: what symmetry implies is filled in, so that the next pulls find every block they read.
//!
//! States are never stored in memory: a row of them lives in a few cache lines between pull and push.

mod fold;
mod layer;
mod memory;
mod mend;
mod moves;
mod parallel;
mod pull;
mod push;
mod stage;

use redouble_core::{Direction, Shape, Tile};

pub(crate) use self::parallel::share;

use self::fold::Folds;
use self::layer::{Ring, Stage};
use self::moves::Moves;
use self::pull::Spawns;
use self::push::ImageRanks;
use super::{LayerEngine, Options, Stored, Task};
use crate::rank::quadrant::Quadrants;
use crate::rank::tensor::TensorLayer;
use crate::{CountError, Layer, Variant};

/// Whether the rank is made for this game.
pub(super) fn supports(variant: Variant) -> bool {
    variant.shape() == Shape::CLASSIC && variant.max_exponent() <= Quadrants::MAX_EXPONENT
}

/// The memory of three layers at their largest and the tables, in bytes.
pub(super) fn memory(variant: Variant) -> u64 {
    let quadrants = Quadrants::new(variant.max_exponent());
    let tables = 4 * 4 * (quadrants.len() * quadrants.len()) as u64 + (16 << 20);
    3 * 8 * longest_layer(&quadrants, variant) as u64 + tables
}

/// The words of the longest layer, with its extensions.
fn longest_layer(quadrants: &Quadrants, variant: Variant) -> usize {
    let half_sums = 1..=variant.max_sum() as usize / 2;
    half_sums.map(|half_sum| TensorLayer::with_extensions(quadrants, half_sum).len()).max().unwrap_or(0)
}

/// What depends on the goal only.
struct Tables {
    quadrants: Quadrants,
    folds: Folds,
    /// A 2 appears, a 4 appears.
    spawns: [Spawns; 2],
    /// By number of the direction.
    moves: [Moves; 4],
    ranks: ImageRanks,
    /// `[class][exponent]`: the quadrants of the class whose largest tile is at most this.
    at_most: Vec<[u64; 16]>,
    /// The exponent of the largest tile, by number.
    max: Vec<u8>,
}

impl Tables {
    fn new(max_exponent: u8) -> Tables {
        let quadrants = Quadrants::new(max_exponent);
        let at_most = |class: usize| {
            let of_class = quadrants.first(class)..quadrants.first(class + 1);
            std::array::from_fn(|exponent| {
                let fits = |number: &usize| usize::from(quadrants.max(*number)) <= exponent;
                of_class.clone().filter(fits).fold(0, |bits, number| bits | 1 << quadrants.rank(number))
            })
        };
        Tables {
            folds: Folds::new(&quadrants),
            spawns: [Tile::TWO, Tile::FOUR].map(|tile| Spawns::new(&quadrants, tile.exponent())),
            moves: Direction::ALL.map(|direction| Moves::new(&quadrants, direction)),
            ranks: ImageRanks::new(&quadrants),
            at_most: (0..quadrants.classes()).map(at_most).collect(),
            max: (0..quadrants.len()).map(|number| quadrants.max(number)).collect(),
            quadrants,
        }
    }

    /// Boards of a word by largest tile: `class` is that of the bits, `exponent` the largest tile of the other three.
    #[inline(always)]
    fn by_max(&self, class: usize, exponent: u8, boards: u64, mut add: impl FnMut(usize, u64)) {
        let (mut rest, mut exponent) = (boards, usize::from(exponent));
        while rest != 0 {
            let here = rest & self.at_most[class][exponent & 15];
            add(exponent, here);
            rest &= !here;
            exponent += 1;
        }
    }
}

/// See the module.
pub(super) struct Tensor {
    tables: Tables,
    options: Options,
    /// Half the largest tile sum of a layer.
    last: usize,
    ring: Ring,
    /// Words in all layers, and in those before this one: the measure of the work.
    weights: (f64, f64),
}

impl Tensor {
    pub(super) fn new(variant: Variant, options: &Options) -> Result<Tensor, CountError> {
        let tables = Tables::new(variant.max_exponent());
        let last = variant.max_sum() as usize / 2;
        let lengths =
            (1..=last).map(|half_sum| TensorLayer::with_extensions(&tables.quadrants, half_sum).len());
        let lengths: Vec<usize> = lengths.collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let ring = Ring::new(&tables, longest).map_err(CountError::Allocate)?;
        let weights = (lengths.iter().map(|&length| length as f64).sum(), 0.0);
        Ok(Tensor { tables, options: *options, last, ring, weights })
    }
}

impl Tensor {
    /// Computes the next layer, or only its afterstates if its states are stored.
    fn next(&mut self, task: &mut Task<'_>, stored: Option<&Stored<'_>>) -> Result<Layer, CountError> {
        let half_sum = self.ring.next_half_sum();
        let mut layer = Layer::empty(2 * half_sum as u64, self.options.unfolded);
        if half_sum > self.last {
            return Ok(layer);
        }
        let target = TensorLayer::with_extensions(&self.tables.quadrants, half_sum);
        let before = self.weights.1;
        self.weights.1 += target.len() as f64;
        let share = |part: f64| (before + part * (self.weights.1 - before)) / self.weights.0;
        let mut stage = Stage { tables: &self.tables, options: &self.options, task, stored, share: &share };
        self.ring.advance(target, &mut stage, &mut layer)?;
        Ok(layer)
    }
}

impl LayerEngine for Tensor {
    fn advance(&mut self, task: &mut Task<'_>) -> Result<Layer, CountError> {
        self.next(task, None)
    }

    fn skip_to(&mut self, sum: u64) {
        let half_sum = sum as usize / 2;
        if half_sum > 2 {
            self.ring.skip_to(&self.tables, half_sum);
            let length =
                |half_sum| TensorLayer::with_extensions(&self.tables.quadrants, half_sum).len() as f64;
            self.weights.1 = (2..half_sum).map(length).sum();
        }
    }

    fn replay(&mut self, stored: &Stored<'_>, task: &mut Task<'_>) -> Result<(), CountError> {
        self.next(task, Some(stored)).map(|_| ())
    }
}
