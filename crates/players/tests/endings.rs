//! Exact endings against the rules.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use redouble_core::{
    Afterstate, Board, Direction, Grid as _, Position, Progress, Random, Shape, Symmetry, Tile, Watch,
};
use redouble_players::{
    DistilOptions, Ending, EndingProblem, EndingRanking, EndingState, EndingTable, Endings, Fit, Goal,
    Induction, Layout, Needs, TableError, build_in_steps, build_table, distil,
};

/// The chance of success by the definition: a recursion over the slides and spawns of the rules.
struct Plain {
    problem: EndingProblem,
    known: HashMap<Board, f64>,
}

impl Plain {
    fn new(problem: EndingProblem) -> Plain {
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

fn problem(layout: &str, tile: u64, goal: Goal) -> EndingProblem {
    EndingProblem::new(layout.parse().unwrap(), Tile::from_value(tile).unwrap(), goal).unwrap()
}

/// The board of a state: the large tiles double from the anchor on.
fn board(problem: &EndingProblem, exponents: &[u8]) -> Board {
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
fn solved(problem: &EndingProblem) -> HashMap<u32, (Vec<f32>, Vec<Option<Direction>>)> {
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
        let (ranking, layers) = (EndingRanking::new(&problem), solved(&problem));
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
    let (ranking, layers) = (EndingRanking::new(&problem), solved(&problem));
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

/// Stops the work when so many reports have come.
struct StopAfter(AtomicUsize);

impl Watch for StopAfter {
    fn progress(&self, _: Progress) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn a_table_on_disk_says_what_the_induction_found() {
    let directory = tempfile::tempdir().unwrap();
    let problem = problem("1234/8765", 32, Goal::Merge);
    let path = directory.path().join(problem.file_name());
    build_table(&problem, &path, &()).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().len(), Needs::of(&problem).file);
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1);
    let table = EndingTable::open(&path).unwrap();
    assert_eq!(table.verify(&()).unwrap(), []);
    for (sum, (chances, moves)) in solved(&problem) {
        let read = table.chances(sum).unwrap();
        assert_eq!(read.len(), chances.len());
        for (rank, &chance) in chances.iter().enumerate() {
            let ending = table.get(EndingState { sum, rank: rank as u32 }).unwrap();
            assert_eq!(ending.map(|ending| ending.direction), moves[rank]);
            assert!((read[rank] - chance).abs() < 1e-4);
        }
    }
}

#[test]
fn an_interrupted_build_goes_on_to_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let problem = problem("1234/8765", 32, Goal::Merge);
    let whole = directory.path().join("whole.ending");
    build_in_steps(&problem, &whole, 1, &()).unwrap();
    let path = directory.path().join("stopped.ending");
    for layers in [1, 3, 7] {
        let stopped = build_in_steps(&problem, &path, 1, &StopAfter(AtomicUsize::new(layers)));
        assert!(matches!(stopped, Err(TableError::Stopped)), "{stopped:?}");
        assert!(!path.exists());
    }
    // What was written after the last checkpoint is written again, and a checkpoint that is damaged is not used.
    build_in_steps(&problem, &path, 1, &()).unwrap();
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert_eq!(bytes(&whole), bytes(&path));
    let stopped = build_in_steps(&problem, &path, 1, &StopAfter(AtomicUsize::new(5)));
    assert!(stopped.is_err());
    let resume = directory.path().join("stopped.ending.resume");
    let mut checkpoint = bytes(&resume);
    let middle = checkpoint.len() / 2;
    checkpoint[middle] ^= 1;
    std::fs::write(&resume, checkpoint).unwrap();
    build_in_steps(&problem, &path, 1, &()).unwrap();
    assert_eq!(bytes(&whole), bytes(&path));
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 2);
}

#[test]
fn damaged_tables_are_named_and_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let problem = problem("1234/8765/9a..", 16, Goal::Merge);
    let path = directory.path().join("a.ending");
    build_table(&problem, &path, &()).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        EndingTable::open(&path)
    };
    let refused = |change: &dyn Fn(&mut Vec<u8>)| with(change).unwrap_err().to_string();
    assert!(refused(&|bytes| bytes[0] = 0).contains("not a table"));
    assert!(refused(&|bytes| bytes.truncate(100)).contains("not a table"));
    assert!(refused(&|bytes| bytes[8] = 9).contains("version 9"));
    assert!(refused(&|bytes| bytes[28] = 5).contains("damaged"));
    assert!(refused(&|bytes| bytes.truncate(bytes.len() - 4_096)).contains("bytes instead of"));
    assert!(refused(&|bytes| *bytes.last_mut().unwrap() ^= 1).contains("checksums at its end"));
    // A state: the table opens, the layer is named, and only states of that block are lost.
    let table = with(&|bytes| bytes[4_096] ^= 1).unwrap();
    let last = problem.last_sum();
    assert_eq!(table.verify(&()).unwrap(), [last]);
    let problem = table.get(EndingState { sum: last, rank: 0 }).unwrap_err().to_string();
    assert!(problem.contains(&format!("tile sum {last}")) && problem.contains("a.ending"), "{problem}");
    assert!(table.get(EndingState { sum: last - 2, rank: 0 }).is_ok());
}

/// A table of a layout with few free cells, and a board that fits it.
fn small_table(directory: &Path) -> (EndingProblem, EndingTable, Board) {
    let problem = problem("1234/8765", 32, Goal::Merge);
    let path = directory.join(problem.file_name());
    build_table(&problem, &path, &()).unwrap();
    let board = board(&problem, &[4, 3, 0, 1, 0, 0, 1, 0]);
    (problem, EndingTable::open(&path).unwrap(), board)
}

#[test]
fn all_images_of_a_board_have_the_image_of_its_ending() {
    let directory = tempfile::tempdir().unwrap();
    let (problem, table, board) = small_table(directory.path());
    let state = Fit::new(&problem).state_of(board).unwrap();
    let expected = table.get(state).unwrap().unwrap();
    let (endings, problems) = Endings::open(directory.path());
    assert!(problems.is_empty());
    for symmetry in Symmetry::ALL {
        let found = endings.find(board.transformed(symmetry)).unwrap();
        assert_eq!(found, Ending { direction: symmetry.direction(expected.direction), ..expected });
    }
}

#[test]
fn distilled_states_are_those_that_games_visit() {
    let directory = tempfile::tempdir().unwrap();
    let (problem, table, board) = small_table(directory.path());
    let start = Fit::new(&problem).state_of(board).unwrap();
    let options = DistilOptions { games: 2_000, seed: 1, states: 500, least: 0.0 };
    let distilled = distil(&table, &[start], &options, &()).unwrap();
    assert_eq!(distilled.len(), 500);
    // Every game begins there.
    let kept = distilled.get(start).unwrap();
    assert_eq!(kept.direction, table.get(start).unwrap().unwrap().direction);
    assert_eq!(distil(&table, &[start], &options, &()).unwrap(), distilled);
    let mut endings = Endings::default();
    endings.add_distilled(distilled);
    assert_eq!(endings.find(board), Some(kept));
}
