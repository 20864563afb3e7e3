//! Exact endings against the rules.

use std::collections::HashMap;

use redouble_core::{Afterstate, Board, Direction, Grid as _, Position, Random, Shape, Tile};
use redouble_players::{Goal, Induction, Layout, Problem, Ranking};

/// The chance of success by the definition: a recursion over the slides and spawns of the rules.
struct Plain {
    problem: Problem,
    known: HashMap<Board, f64>,
}

impl Plain {
    fn new(problem: Problem) -> Plain {
        Plain { problem, known: HashMap::new() }
    }

    fn free_sum(&self, board: Board) -> u64 {
        self.problem.layout().free_cells().filter_map(|cell| Some(board.tile(cell)?.value())).sum()
    }

    fn chance(&mut self, board: Board) -> f64 {
        if self.free_sum(board) > u64::from(self.problem.last_sum()) {
            return 0.0;
        }
        if let Some(&chance) = self.known.get(&board) {
            return chance;
        }
        let position = Position::new(board);
        let chance = position.slides().map(|slide| self.behind(board, slide.after)).fold(0.0, f64::max);
        self.known.insert(board, chance);
        chance
    }

    /// The chance behind a slide; 0 if it displaces a large tile.
    fn behind(&mut self, before: Board, after: Afterstate) -> f64 {
        let (layout, tile) = (self.problem.layout(), self.problem.tile());
        let others = layout.fixed_cells().filter(|&cell| cell != layout.anchor());
        let stays = others.into_iter().all(|cell| after.board().tile(cell) == before.tile(cell));
        let anchor = after.board().tile(layout.anchor());
        if stays && anchor == Some(tile.doubled()) {
            return 1.0;
        }
        if !stays || anchor != Some(tile) {
            return 0.0;
        }
        let made = layout.free_cells().any(|cell| after.board().tile(cell) == Some(tile));
        if made && self.problem.goal() == Goal::Make {
            return 1.0;
        }
        let empty = after.board().count_empty() as f64;
        let weigh = |(spawn, position): (redouble_core::Spawn, Position)| {
            let likely = if spawn.tile == Tile::TWO { 0.9 } else { 0.1 };
            likely / empty * self.chance(position.board())
        };
        after.positions().map(weigh).sum()
    }
}

fn problem(layout: &str, tile: u64, goal: Goal) -> Problem {
    Problem::new(layout.parse().unwrap(), Tile::from_value(tile).unwrap(), goal).unwrap()
}

/// The board of a state: the large tiles double from the anchor on.
fn board(problem: &Problem, exponents: &[u8]) -> Board {
    let layout = problem.layout();
    let mut board = Board::empty(Shape::CLASSIC);
    let mut tile = problem.tile();
    for cell in layout.fixed_cells().collect::<Vec<_>>().into_iter().rev() {
        board = board.with_tile(cell, Some(tile));
        tile = tile.doubled();
    }
    let small = layout.free_cells().zip(exponents);
    small.fold(board, |board, (cell, &exponent)| board.with_tile(cell, Tile::new(exponent)))
}

/// All chances and moves of a problem, by tile sum.
fn solved(problem: &Problem) -> HashMap<u32, (Vec<f32>, Vec<Option<Direction>>)> {
    let mut induction = Induction::new(problem);
    let mut layers = HashMap::new();
    while let Some(layer) = induction.next_layer(&()).unwrap() {
        let moves = (0..layer.chances.len() as u32).map(|rank| layer.direction(rank)).collect();
        layers.insert(layer.sum, (layer.chances.to_vec(), moves));
    }
    layers
}

#[test]
fn chances_are_those_of_the_rules_in_all_states() {
    let layouts = [
        "123a/6789/54b./....", // five free cells
        "1234/8765/9a../....", // six
        "145a/2367/89../....",
        "1234/8765/9.../....", // seven
        "123./.4../56../789.",
    ];
    let mut states = 0;
    for (layout, tile, goal) in layouts.iter().flat_map(|layout| {
        [16, 32].into_iter().flat_map(move |tile| Goal::ALL.map(|goal| (layout, tile, goal)))
    }) {
        let problem = problem(layout, tile, goal);
        let (ranking, layers) = (Ranking::new(&problem), solved(&problem));
        let mut plain = Plain::new(problem);
        for (&sum, (chances, _)) in &layers {
            for (rank, &chance) in chances.iter().enumerate() {
                let board = board(&problem, &ranking.unrank(sum, rank as u32));
                let expected = plain.chance(board);
                assert!(
                    (f64::from(chance) - expected).abs() < 1e-6,
                    "{problem} {board}: {chance}, {expected}"
                );
                states += 1;
            }
        }
        assert_eq!(layers.len(), problem.last_sum() as usize / 2 + 1);
    }
    assert!(states > 200_000, "{states}");
}

/// Playing the table's moves by the rules succeeds as often as the table says. 40,000 games from 400 random starts: the
/// number of successes is within 4 standard deviations of the sum of the chances with a probability of 0.99994.
#[test]
fn the_moves_of_a_table_succeed_as_often_as_it_says() {
    let problem = problem("1234/8765/9...", 32, Goal::Merge);
    let (ranking, layers) = (Ranking::new(&problem), solved(&problem));
    let lookup = |board: Board| {
        let exponents: Vec<u8> =
            problem.layout().free_cells().map(|cell| board.tile(cell).map_or(0, Tile::exponent)).collect();
        let sum: u32 = exponents.iter().map(|&exponent| (1 << exponent) & !1).sum();
        let (chances, moves) = layers.get(&sum)?;
        let rank = ranking.rank(sum, exponents) as usize;
        Some((chances[rank], moves[rank]?))
    };
    let mut random = Random::new(34);
    let (mut expected, mut variance, mut succeeded) = (0.0, 0.0, 0);
    for _ in 0..400 {
        let sum = 2 * (2 + random.below(16));
        let start = board(&problem, &ranking.unrank(sum, random.below(ranking.states(sum) as u32)));
        let chance = lookup(start).map_or(0.0, |(chance, _)| f64::from(chance));
        for _ in 0..100 {
            expected += chance;
            variance += chance * (1.0 - chance);
            let mut position = Position::new(start);
            while let Some((_, direction)) = lookup(position.board()) {
                let after = position.slide(direction).expect("a legal slide").after;
                if after.board().tile(problem.layout().anchor()) == Some(problem.tile().doubled()) {
                    succeeded += 1;
                    break;
                }
                position = after.spawn_random(redouble_core::FourChance::default(), &mut random);
            }
        }
    }
    let deviations = (f64::from(succeeded) - expected) / variance.sqrt();
    assert!(variance > 1_000.0 && deviations.abs() < 4.0, "{succeeded} of {expected}: {deviations}");
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let problem = problem("1234/8765", 32, Goal::Merge);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solved(&problem))
    };
    assert_eq!(on(1), on(3));
    assert_eq!(Layout::SNAKE, "snake".parse().unwrap());
}
