//! New tiles.

use std::fmt;
use std::str::FromStr;

use crate::random::scale;
use crate::{Cell, Random, Tile};

/// A tile that appears in an empty cell after a move: a 2 or a 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spawn {
    /// Where it appears.
    pub cell: Cell,
    /// What appears: [`Tile::TWO`] or [`Tile::FOUR`].
    pub tile: Tile,
}

/// How often a spawn is a 4: 0.1 in the usual game, 0 in the game of twos only.
///
/// ```
/// use redouble_core::FourChance;
///
/// assert_eq!(FourChance::default().probability(), 0.1);
/// assert_eq!("0.25".parse::<FourChance>().unwrap().to_string(), "0.25");
/// assert!("1.5".parse::<FourChance>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct FourChance {
    /// 0 to 1, never `NaN`.
    probability: f64,
    /// A spawn is a 4 if 32 random bits are below this: the probability times 2^32, rounded.
    threshold: u64,
}

impl Eq for FourChance {}

impl Default for FourChance {
    fn default() -> FourChance {
        const { FourChance::from_probability(0.1) }
    }
}

impl FourChance {
    /// Only twos.
    pub const NEVER: FourChance = FourChance::from_probability(0.0);

    /// The chance with this probability, from 0 to 1.
    #[must_use]
    pub fn new(probability: f64) -> Option<FourChance> {
        // Adding zero turns −0 into 0, so that equal chances also print alike.
        (0.0..=1.0).contains(&probability).then(|| FourChance::from_probability(probability + 0.0))
    }

    const fn from_probability(probability: f64) -> FourChance {
        FourChance { probability, threshold: (probability * 4_294_967_296.0 + 0.5) as u64 }
    }

    /// The probability, from 0 to 1.
    #[must_use]
    pub const fn probability(self) -> f64 {
        self.probability
    }

    /// The probability that a spawn is this tile.
    #[must_use]
    pub fn of(self, tile: Tile) -> f64 {
        match tile {
            Tile::TWO => 1.0 - self.probability,
            Tile::FOUR => self.probability,
            _ => 0.0,
        }
    }

    /// Which of `empty` cells, and whether a 4: both from one random number.
    ///
    /// The high 32 bits choose the cell, the low 32 bits are a 4 if below the probability times 2^32, rounded.
    #[inline]
    pub(crate) fn draw(self, random: &mut Random, empty: usize) -> (usize, Tile) {
        let bits = random.next_u64();
        let four = bits & 0xffff_ffff < self.threshold;
        (scale(bits, empty as u32) as usize, if four { Tile::FOUR } else { Tile::TWO })
    }
}

impl fmt::Display for FourChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.probability, f)
    }
}

/// A text that is not a probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFourChanceError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseFourChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not the probability of a 4: write a number from 0 to 1, for example 0.1",
            self.found
        )
    }
}

impl std::error::Error for ParseFourChanceError {}

impl FromStr for FourChance {
    type Err = ParseFourChanceError;

    fn from_str(text: &str) -> Result<FourChance, ParseFourChanceError> {
        let probability = text.parse().ok();
        probability.and_then(FourChance::new).ok_or_else(|| ParseFourChanceError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spawn_in_ten_is_a_four() {
        let mut random = Random::new(5);
        let draws: Vec<_> = (0..100_000).map(|_| FourChance::default().draw(&mut random, 16)).collect();
        let fours = draws.iter().filter(|(_, tile)| *tile == Tile::FOUR).count();
        assert!((9_600..10_400).contains(&fours), "{fours}");
        for cell in 0..16 {
            let count = draws.iter().filter(|(drawn, _)| *drawn == cell).count();
            assert!((5_900..6_600).contains(&count), "cell {cell}: {count}");
        }
    }

    #[test]
    fn never_and_always_mean_it() {
        let mut random = Random::new(6);
        let always = FourChance::new(1.0).unwrap();
        for _ in 0..10_000 {
            assert_eq!(FourChance::NEVER.draw(&mut random, 3).1, Tile::TWO);
            assert_eq!(always.draw(&mut random, 3).1, Tile::FOUR);
        }
    }
}
