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

/// A drawn outcome: which empty cell, and which tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drawn {
    /// The number of empty cells before the one drawn.
    pub nth_empty: usize,
    /// What appears there.
    pub tile: Tile,
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
        Some(Drawn { nth_empty, tile: [Tile::TWO, Tile::FOUR][list] })
    }
}

/// How sampled spawns are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mean {
    /// The mean of the 2s and the mean of the 4s, by the probability of the tile; if only one kind was drawn, its mean.
    Strata,
    /// Every drawn spawn by the probability of its tile. They were drawn in proportion to it, so that 4s count too little.
    Weighted,
    /// All alike. Without replacement the 2s run short, so that 4s count too much.
    Plain,
}

/// The values behind drawn spawns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// The sum and the number of the values behind 2s, and behind 4s.
    sums: [f64; 2],
    counts: [f64; 2],
}

impl Sample {
    pub(crate) fn push(&mut self, tile: Tile, value: f64) {
        let kind = usize::from(tile == Tile::FOUR);
        self.sums[kind] += value;
        self.counts[kind] += 1.0;
    }

    /// An estimate of the mean over all spawns.
    pub(crate) fn mean(&self, mean: Mean, four_chance: FourChance) -> f64 {
        let chances = [four_chance.of(Tile::TWO), four_chance.of(Tile::FOUR)];
        let weight = |kind: usize| match mean {
            Mean::Strata if self.counts[kind] > 0.0 => chances[kind] / self.counts[kind],
            Mean::Strata => 0.0,
            Mean::Weighted => chances[kind],
            Mean::Plain => 1.0,
        };
        let weights = [weight(0), weight(1)];
        let sum = |of: [f64; 2]| weights[0] * of[0] + weights[1] * of[1];
        sum(self.sums) / sum(self.counts)
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

    /// What the 4s weigh in the mean of 10 draws, over many samples: by the rules 0.1.
    fn weight_of_fours(empty: usize, mean: Mean) -> f64 {
        let (runs, mut random) = (40_000, Random::new(4));
        let mut sampled = || {
            let (mut urn, mut sample) = (Urn::new(empty, FourChance::default()), Sample::default());
            for _ in 0..10 {
                let tile = urn.draw(&mut random).unwrap().tile;
                sample.push(tile, f64::from(u8::from(tile == Tile::FOUR)));
            }
            sample.mean(mean, FourChance::default())
        };
        (0..runs).map(|_| sampled()).sum::<f64>() / f64::from(runs)
    }

    /// The exact weights of 10 draws, computed apart from this program: strata, weighted, plain.
    #[test]
    fn strata_have_the_least_bias() {
        for (empty, weights) in [
            (6, [0.1, 0.069, 0.40]),
            (8, [0.1, 0.035, 0.24]),
            (10, [0.093, 0.024, 0.17]),
            (14, [0.081, 0.019, 0.14]),
        ] {
            let found = [Mean::Strata, Mean::Weighted, Mean::Plain].map(|mean| weight_of_fours(empty, mean));
            for (found, known) in found.into_iter().zip(weights) {
                assert!((found - known).abs() < 0.006, "{empty}: {found} {known}");
            }
            let bias = found.map(|weight| (weight - 0.1).abs());
            assert!(bias[0] < bias[1] && bias[0] < bias[2], "{empty}: {bias:?}");
        }
    }

    /// With up to 9 empty cells 10 draws have both kinds, and the mean of all samples is the mean of all spawns.
    #[test]
    fn strata_have_the_mean_of_the_rules() {
        let (empty, runs, mut random) = (7, 100_000, Random::new(5));
        let value =
            |cell: usize, tile: Tile| (cell * cell) as f64 + if tile == Tile::FOUR { 30.0 } else { 0.0 };
        let exact = (0..empty).map(|cell| (cell * cell) as f64).sum::<f64>() / empty as f64 + 0.1 * 30.0;
        let mut sampled = || {
            let (mut urn, mut sample) = (Urn::new(empty, FourChance::default()), Sample::default());
            for drawn in (0..10).map(|_| urn.draw(&mut random).unwrap()) {
                sample.push(drawn.tile, value(drawn.nth_empty, drawn.tile));
            }
            sample.mean(Mean::Strata, FourChance::default())
        };
        let mean = (0..runs).map(|_| sampled()).sum::<f64>() / f64::from(runs);
        assert!((mean - exact).abs() < 0.02, "{mean} {exact}");
    }

    #[test]
    fn one_kind_alone_is_its_mean() {
        let mut sample = Sample::default();
        sample.push(Tile::FOUR, 4.0);
        sample.push(Tile::FOUR, 8.0);
        assert!((sample.mean(Mean::Strata, FourChance::default()) - 6.0).abs() < 1e-12);
        sample.push(Tile::TWO, 1.0);
        assert!((sample.mean(Mean::Strata, FourChance::default()) - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_game_of_twos_has_no_fours_to_draw() {
        let mut random = Random::new(3);
        let mut urn = Urn::new(4, FourChance::NEVER);
        assert_eq!(urn.left(), 4);
        assert!(std::iter::from_fn(|| urn.draw(&mut random)).all(|outcome| outcome.tile == Tile::TWO));
    }
}
