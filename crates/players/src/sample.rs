//! Spawns drawn without replacement, as Neller's paper describes.

use redouble_core::{FourChance, Random, Shape, Tile};

/// The outcomes of a chance node not yet drawn: one list of cells for 2s and one for 4s.
///
/// A draw first chooses the list, with weight 0.9 for every 2 left and 0.1 for every 4 left, then a cell of it; the
/// drawn cell is replaced by the last of the list, as in the shuffle of Fisher and Yates.
pub(crate) struct Urn {
    lists: [List; 2],
    /// The probability of a 2 and of a 4.
    chances: [f64; 2],
}

#[derive(Clone, Copy)]
struct List {
    cells: [u8; Shape::MAX_CELLS],
    left: usize,
}

impl List {
    fn draw(&mut self, random: &mut Random) -> usize {
        let place = random.below(self.left as u32) as usize;
        let cell = self.cells[place];
        self.left -= 1;
        self.cells[place] = self.cells[self.left];
        usize::from(cell)
    }
}

/// A drawn outcome: which empty cell, which tile, and how probable it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drawn {
    /// The number of empty cells before the one drawn.
    pub nth_empty: usize,
    /// What appears there.
    pub tile: Tile,
    /// The probability of the tile, not divided by the number of cells.
    pub weight: f64,
}

impl Urn {
    /// All outcomes of a board with so many empty cells.
    #[must_use]
    pub(crate) fn new(empty: usize, four_chance: FourChance) -> Urn {
        let cells = std::array::from_fn(|cell| cell as u8);
        let left = |chance: f64| if chance > 0.0 { empty } else { 0 };
        let chances = [four_chance.of(Tile::TWO), four_chance.of(Tile::FOUR)];
        Urn { lists: chances.map(|chance| List { cells, left: left(chance) }), chances }
    }

    /// The number of outcomes left.
    #[must_use]
    pub(crate) fn left(&self) -> usize {
        self.lists[0].left + self.lists[1].left
    }

    /// Draws an outcome; `None` if all are drawn.
    pub(crate) fn draw(&mut self, random: &mut Random) -> Option<Drawn> {
        let weights = [0, 1].map(|list| self.chances[list] * self.lists[list].left as f64);
        if self.left() == 0 {
            return None;
        }
        let point = unit_interval(random) * (weights[0] + weights[1]);
        let list = usize::from(self.lists[0].left == 0 || point >= weights[0] && self.lists[1].left > 0);
        let nth_empty = self.lists[list].draw(random);
        Some(Drawn { nth_empty, tile: [Tile::TWO, Tile::FOUR][list], weight: self.chances[list] })
    }
}

/// A number from 0 to 1, 1 excluded.
pub(crate) fn unit_interval(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_every_outcome_once() {
        let mut random = Random::new(1);
        let mut urn = Urn::new(5, FourChance::default());
        let mut drawn: Vec<(usize, u64)> =
            std::iter::from_fn(|| urn.draw(&mut random)).map(|o| (o.nth_empty, o.tile.value())).collect();
        drawn.sort_unstable();
        let expected: Vec<(usize, u64)> = (0..5).flat_map(|cell| [(cell, 2), (cell, 4)]).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn the_first_draw_is_a_four_one_time_in_ten() {
        let mut random = Random::new(2);
        let is_four =
            |random: &mut Random| Urn::new(7, FourChance::default()).draw(random).unwrap().tile == Tile::FOUR;
        let fours = (0..100_000).filter(|_| is_four(&mut random)).count();
        assert!((9_600..10_400).contains(&fours), "{fours}");
    }

    #[test]
    fn a_game_of_twos_has_no_fours_to_draw() {
        let mut random = Random::new(3);
        let mut urn = Urn::new(4, FourChance::NEVER);
        assert_eq!(urn.left(), 4);
        assert!(std::iter::from_fn(|| urn.draw(&mut random)).all(|outcome| outcome.tile == Tile::TWO));
    }
}
