//! How often each tile appears, in whole numbers.

use redouble_core::{FourChance, Tile};

/// Of `all` spawns so many are a 2, the others a 4. Sums with whole weights round less, and fractions stay exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Odds {
    pub(super) twos: u32,
    pub(super) all: u32,
}

impl Odds {
    /// Those of the usual game, the one that is solved.
    pub(super) fn usual() -> Odds {
        let all = (1.0 / FourChance::default().probability()).round() as u32;
        Odds { twos: all - 1, all }
    }

    /// The weight of a tile.
    pub(super) fn of(self, tile: Tile) -> u32 {
        if tile == Tile::TWO { self.twos } else { self.all - self.twos }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_the_chances_of_the_rules() {
        let odds = Odds::usual();
        for tile in [Tile::TWO, Tile::FOUR] {
            let share = f64::from(odds.of(tile)) / f64::from(odds.all);
            assert!((share - FourChance::default().of(tile)).abs() < 1e-15, "{tile}");
        }
    }
}
