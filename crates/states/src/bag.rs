//! 2048 in a bag: how many moves a win takes when tiles always find each other.
//!
//! Without a board, a move merges every pair of equal tiles once and then a tile appears. No play can be faster on
//! average, so its expected number of moves is a lower bound for every board.

use std::collections::BTreeMap;

use redouble_core::{FourChance, Tile};

/// How many tiles of each exponent are in the bag.
type Bag = [u8; 32];

/// The expected number of moves until the goal is made.
///
/// ```
/// use redouble_core::{FourChance, Tile};
/// use redouble_states::expected_moves;
///
/// let moves = expected_moves(Tile::from_value(2048).unwrap(), FourChance::default());
/// assert!((moves - 938.8).abs() < 0.05);
/// ```
///
/// # Panics
/// If the goal is beyond 2^31: its bag does not fit, and nobody would wait for the sum.
#[must_use]
pub fn expected_moves(goal: Tile, four_chance: FourChance) -> f64 {
    let goal = usize::from(goal.exponent());
    assert!(goal < 32, "a bag holds tiles up to 2^31");
    // Bags by tile sum with the probability of passing through them; sums only grow.
    let mut waiting: BTreeMap<u64, BTreeMap<Bag, f64>> = BTreeMap::new();
    let spawn = |waiting: &mut BTreeMap<u64, BTreeMap<Bag, f64>>, sum: u64, bag: Bag, chance: f64| {
        for tile in [Tile::TWO, Tile::FOUR].into_iter().filter(|&tile| four_chance.of(tile) > 0.0) {
            let mut bag = bag;
            bag[usize::from(tile.exponent())] += 1;
            let bags = waiting.entry(sum + tile.value()).or_default();
            *bags.entry(bag).or_default() += chance * four_chance.of(tile);
        }
    };
    let mut first = BTreeMap::new();
    spawn(&mut first, 0, [0; 32], 1.0);
    for (sum, bags) in first {
        bags.into_iter().for_each(|(bag, chance)| spawn(&mut waiting, sum, bag, chance));
    }
    let mut moves = 0.0;
    while let Some((sum, bags)) = waiting.pop_first() {
        for (bag, chance) in bags {
            if bag[goal..].iter().any(|&tiles| tiles > 0) {
                continue;
            }
            moves += chance;
            spawn(&mut waiting, sum, merged(&bag), chance);
        }
    }
    moves
}

/// Every pair of equal tiles merged once.
fn merged(bag: &Bag) -> Bag {
    std::array::from_fn(|exponent| bag[exponent] % 2 + if exponent > 0 { bag[exponent - 1] / 2 } else { 0 })
}
