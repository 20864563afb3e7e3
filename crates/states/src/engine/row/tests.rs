//! Layers against their plain twin: whole small games, and parts of layers far inside large ones.

use redouble_core::{Grid, Packed4x4, Random, Symmetry};
use redouble_kernels::Cpu;

use super::left::{Left, LeftLayout};
use super::plain::{self, Boards};
use super::step::{Room, RoomSize, Step, StepCounts};
use super::tables::{Layouts, Tables};
use super::work::Context;

/// Tables and room for layers of one game.
struct Fixture {
    tables: Tables,
    size: RoomSize,
}

impl Fixture {
    fn new(max_exponent: u8) -> Fixture {
        let tables = Tables::new(max_exponent);
        let size = RoomSize::new(&Layouts::new(max_exponent), 4 * tables.fours.largest());
        Fixture { tables, size }
    }

    fn left(&self, half_sum: usize, boards: &Boards) -> Left {
        let layout = LeftLayout::new(&self.tables.half_boards, half_sum);
        let words = layout.words();
        let mut left = Left::new(layout, words).unwrap();
        left.insert(&self.tables, boards);
        left
    }

    /// A part of a layer from the boards of L of the two layers before: its boards of L, and the counts.
    fn part(
        &self,
        cpu: Cpu,
        half_sum: usize,
        from: [&Boards; 2],
        upper: Option<usize>,
    ) -> (Boards, StepCounts) {
        let (newer, older) = (self.left(half_sum - 1, from[0]), self.left(half_sum - 2, from[1]));
        let mut into = self.left(half_sum, &Boards::new());
        let mut room = Room::new(&self.size).unwrap();
        let context = Context { tables: &self.tables, cpu };
        let step = Step { context, size: &self.size, from: [&newer, &older], report: &|_, _| (), watch: &() };
        let (counts, uppers) = match upper {
            None => (step.run(&mut into, &mut room), 0..self.tables.halves.values()),
            Some(upper) => (step.part(upper..upper + 1, &mut into, &mut room), upper..upper + 1),
        };
        (into.boards(&self.tables, uppers), counts.unwrap())
    }
}

fn single_tiles(exponent: u8) -> Boards {
    plain::with_tile(&Boards::from([Packed4x4::EMPTY]), exponent)
}

/// Layers of a game from the first on, each compared; ends when the game or the patience does.
fn layers_equal_their_twins(max_exponent: u8, last: usize) {
    let fixture = Fixture::new(max_exponent);
    let mut left = vec![Boards::new(), Boards::new()];
    for half_sum in 2..=last {
        let [older, newer] = [&left[half_sum - 2], &left[half_sum - 1]];
        let afterstates = [newer, older].map(plain::images);
        let mut sources = afterstates.clone();
        (1..=2)
            .filter(|exponent| usize::from(*exponent) == half_sum - 1)
            .for_each(|exponent| sources[0].extend(single_tiles(exponent)));
        (1..=2)
            .filter(|exponent| usize::from(*exponent) + 2 == half_sum)
            .for_each(|exponent| sources[1].extend(single_tiles(exponent)));
        let states: Boards =
            plain::with_tile(&sources[0], 1).union(&plain::with_tile(&sources[1], 2)).copied().collect();
        let expected = plain::slid_left(&states, max_exponent);
        for cpu in Cpu::available() {
            let (found, counts) = fixture.part(cpu, half_sum, [newer, older], None);
            assert_eq!(found, expected, "L({half_sum}), {cpu}");
            assert_eq!(counts.states, plain::counted(&states, |_| true), "S({half_sum}), {cpu}");
            assert_eq!(
                counts.afterstates,
                plain::counted(&afterstates[0], |_| true),
                "A({half_sum} - 1), {cpu}"
            );
        }
        left.push(expected);
    }
}

#[test]
fn layers_to_8_equal_their_twins() {
    layers_equal_their_twins(2, 17);
}

#[test]
fn the_first_layers_to_64_equal_their_twins() {
    layers_equal_their_twins(5, 9);
}

/// Boards of image rows with half this tile sum, closed under the flip, of which an image has about this value of the upper half.
fn random_left(fixture: &Fixture, half_sum: usize, upper: usize, random: &mut Random) -> Boards {
    let tables = &fixture.tables;
    let mut boards = Boards::new();
    let mut below = |count: usize| random.next_u64() as usize % count.max(1);
    for attempt in 0..60_000 {
        // Some that are near themselves, and those of all others of which an image is.
        let above = if attempt < 1_000 { upper - below(3) } else { below(tables.halves.values()) };
        let Some(lower) = tables.lower(half_sum, above) else { continue };
        if tables.halves.count(above) == 0 || tables.halves.count(lower) == 0 {
            continue;
        }
        let mut rows = |value: usize| {
            tables.fours.crossed(tables.halves.quadrants(value, below(tables.halves.count(value))))
        };
        let ([first, second], [third, fourth]) = (rows(above), rows(lower));
        let board = plain::of_rows(tables, [first, second, third, fourth]);
        let near = |image: Packed4x4| (upper.saturating_sub(2)..=upper).contains(&plain::upper(image));
        // A slide leaves an empty cell.
        if board.count_empty() > 0 && Symmetry::ALL.iter().any(|&symmetry| near(board.transformed(symmetry)))
        {
            boards.extend([board, plain::of_rows(tables, [fourth, third, second, first])]);
        }
    }
    boards
}

/// Random sets of boards in the place of L, so that every table is met, also those of tiles and sums that only games of hours
/// come to: classes of 66 quadrants of the values 36, 68 and 72.
fn parts_equal_their_twins(max_exponent: u8, parts: &[[usize; 2]]) {
    let fixture = Fixture::new(max_exponent);
    let mut random = Random::new(u64::from(max_exponent));
    for &[upper, lower] in parts {
        let half_sum = upper + lower;
        let left = [1, 2].map(|less| random_left(&fixture, half_sum - less, upper, &mut random));
        let afterstates = [0, 1].map(|index| plain::images(&left[index]));
        let states: Boards = plain::with_tile(&afterstates[0], 1)
            .union(&plain::with_tile(&afterstates[1], 2))
            .copied()
            .collect();
        let mut expected = plain::slid_left(&states, max_exponent);
        expected.retain(|&board| plain::upper(board) == upper);
        assert!(expected.len() > 100, "{upper} over {lower}: {} boards are compared", expected.len());
        for cpu in Cpu::available() {
            let (found, counts) = fixture.part(cpu, half_sum, [&left[0], &left[1]], Some(upper));
            assert_eq!(found, expected, "{upper} over {lower}, {cpu}");
            assert_eq!(
                counts.states,
                plain::counted(&states, |value| value == upper),
                "{upper} over {lower}, {cpu}"
            );
            let counted = plain::counted(&afterstates[0], |value| value == upper || value + 1 == upper);
            assert_eq!(counts.afterstates, counted, "{upper} over {lower}, {cpu}");
        }
    }
}

#[test]
fn parts_of_layers_to_32_equal_their_twins() {
    parts_equal_their_twins(4, &[[24, 24], [30, 20], [40, 36]]);
}

#[test]
fn parts_of_layers_to_128_equal_their_twins() {
    parts_equal_their_twins(6, &[[164, 36], [164, 40], [140, 74], [130, 100]]);
}

#[test]
#[ignore = "half a minute for the tables"]
fn parts_of_layers_to_256_equal_their_twins() {
    parts_equal_their_twins(7, &[[328, 72], [324, 76], [300, 104]]);
}
