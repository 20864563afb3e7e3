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
mod pull;
mod push;
mod stage;

use std::sync::Arc;

use redouble_core::{Direction, Shape, Tile};

use self::fold::Folds;
use self::layer::Ring;
use self::moves::Moves;
use self::pull::Spawns;
use self::push::ImageRanks;
use super::job::{LayerJob, LayerResult};
use super::{Engine, LayerEngine, Options};
use crate::rank::quadrant::Quadrants;
use crate::rank::tensor::TensorLayer;
use crate::rank::{Ranking, ranking};
use crate::{CountError, Variant};

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
            let here = rest & self.at_most[class][exponent];
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
    ranking: Arc<dyn Ranking>,
    ring: Ring,
    /// The words of layers with their extensions, by half their sum.
    lengths: Vec<usize>,
}

impl Tensor {
    pub(super) fn new(variant: Variant, options: &Options) -> Result<Tensor, CountError> {
        let engine = Engine::Tensor;
        let ranking = ranking(engine, variant).ok_or(CountError::Unsupported { engine, variant })?;
        let tables = Tables::new(variant.max_exponent());
        let half_sums = 0..=variant.max_sum() as usize / 2;
        let length = |half_sum| TensorLayer::with_extensions(&tables.quadrants, half_sum).len();
        let lengths: Vec<usize> = half_sums.map(length).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let ring = Ring::new(&tables, longest).map_err(CountError::Allocate)?;
        Ok(Tensor { tables, options: *options, ranking, ring, lengths })
    }
}

impl LayerEngine for Tensor {
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError> {
        assert_eq!(job.sum, self.ring.next_sum(), "layers come one after the other");
        self.ring.advance(&self.tables, &self.options, &*self.ranking.layer(job.sum), job)
    }

    fn add_single_tiles(&mut self, tile: Tile) {
        self.ring.add_single_tiles(&self.tables, tile);
    }

    fn skip_to(&mut self, sum: u64) {
        self.ring.skip_to(&self.tables, sum as usize / 2);
    }

    fn size(&self, sum: u64) -> Option<f64> {
        self.lengths.get(sum as usize / 2).map(|&length| length as f64)
    }
}
