//! How many states there can be at most, by counting alone.

use num_bigint::BigUint;
use redouble_core::{Shape, Tile};

/// Both combinatorial bounds of the counting paper, its one collapsed win state included.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::Bounds;
///
/// let bounds = Bounds::new(Shape::new(2, 2).unwrap(), Tile::from_value(32).unwrap());
/// assert_eq!((bounds.baseline, bounds.layered), (537u32.into(), 529u32.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Boards without the goal that have two tiles or more, a 2 or a 4 among them, since one has just appeared; and
    /// one for all wins. Not folded by symmetry.
    pub baseline: BigUint,
    /// Those of them whose tile sum can be reached: sums grow by 2 or 4, so two empty layers in a row are the end.
    pub layered: BigUint,
}

impl Bounds {
    /// The bounds of the game on this board up to this goal.
    #[must_use]
    pub fn new(shape: Shape, goal: Tile) -> Bounds {
        let layers = layers(shape.cells(), goal.exponent());
        let gap = layers.windows(2).skip(2).position(|pair| pair.iter().all(|layer| *layer == BigUint::ZERO));
        let reachable = gap.map_or(layers.len(), |at| at + 2);
        let total = |layers: &[BigUint]| layers.iter().sum::<BigUint>() + 1u32;
        Bounds { baseline: total(&layers), layered: total(&layers[..reachable]) }
    }
}

/// Boards by half their tile sum: at least two tiles, at least one of them a 2 or a 4, all below the goal.
fn layers(cells: usize, goal_exponent: u8) -> Vec<BigUint> {
    let mut layers = boards_by_sum(cells, 1..goal_exponent);
    for (layer, without) in layers.iter_mut().zip(boards_by_sum(cells, 3..goal_exponent)) {
        *layer -= without;
    }
    for tile in (1..goal_exponent.min(3)).map(|exponent| 1usize << (exponent - 1)) {
        layers[tile] -= cells;
    }
    layers
}

/// The number of boards by half their tile sum, with empty cells and tiles of these exponents.
fn boards_by_sum(cells: usize, exponents: std::ops::Range<u8>) -> Vec<BigUint> {
    let half_tiles: Vec<usize> = exponents.map(|exponent| 1 << (exponent - 1)).collect();
    let largest = half_tiles.last().copied().unwrap_or(0);
    let mut boards = vec![BigUint::from(1u32)];
    for _ in 0..cells {
        let mut more = boards.clone();
        more.resize(boards.len() + largest, BigUint::ZERO);
        for &tile in &half_tiles {
            boards.iter().zip(&mut more[tile..]).for_each(|(count, sum)| *sum += count);
        }
        boards = more;
    }
    boards
}
