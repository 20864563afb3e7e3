//! What expectimax must be: exact where the truth is known, the same on every representation, blind to symmetry.

use proptest::prelude::*;
use redouble_core::{
    Board, Direction, Grid, Packed, Packed4x4, Position, Random, Rules, Shape, Symmetry, board,
};
use redouble_players::{Budget, Catalog, Decision, Evaluation, Leaf, Values};
use serde_json::Value;

fn decide(spec: &str, board: Board) -> Decision {
    let rules = Rules::on(board.shape());
    let mut player = Catalog::default().build(&spec.parse().unwrap(), rules, &()).unwrap();
    player.begin(1);
    player.decide(Position::new(board), &Budget::default()).unwrap()
}

fn values(spec: &str, board: Board) -> Values {
    decide(spec, board).values
}

fn assert_close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0), "{what}: {a} and {b}");
}

fn truth() -> Value {
    serde_json::from_str(include_str!("../../states/tests/data/solve.json")).unwrap()
}

/// The expected score of a start under full-depth expectimax, averaged over the starts of the truth file.
fn optimum(shape: &str, depth: u32) -> (f64, f64) {
    let truth = &truth()["values"][shape];
    let shape: Shape = shape.parse().unwrap();
    let spec = format!("expectimax:depth={depth},eval=score");
    let mut mean = 0.0;
    for start in truth["start_states"].as_array().unwrap() {
        let board = Board::from_hex(shape, start["board"].as_str().unwrap()).unwrap();
        let value = values(&spec, board).max().unwrap();
        let expected = start["expected_score"].as_f64().unwrap();
        assert!((value - expected).abs() < 1e-8, "{board}: {value}, not {expected}");
        mean += start["probability"].as_f64().unwrap() * value;
    }
    (mean, truth["optimal_expected_score"].as_f64().unwrap())
}

#[test]
fn full_depth_on_2x2_is_the_optimum() {
    let (found, expected) = optimum("2x2", 24);
    assert!((found - 66.964149457101).abs() < 1e-9, "{found}");
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// All 110 boards of 2x2, every legal move of each.
#[test]
fn every_move_on_2x2_has_its_exact_value() {
    for entry in truth()["action_values"]["2x2"].as_array().unwrap() {
        let board = Board::from_hex(Shape::new(2, 2).unwrap(), entry["board"].as_str().unwrap()).unwrap();
        let expected = entry["q"].as_object().unwrap();
        if Position::new(board).is_over() {
            assert!(expected.is_empty(), "{board}");
            continue;
        }
        let found = values("expectimax:depth=24,eval=score", board);
        assert_eq!(found.iter().count(), expected.len(), "{board}");
        for (direction, value) in found.iter() {
            let letter = direction.letter().to_ascii_uppercase().to_string();
            assert_close(
                value,
                expected[&letter]["score"].as_f64().unwrap(),
                &format!("{board} {direction}"),
            );
        }
    }
}

/// Boards as they occur in random games, so that slides and merges abound.
fn random_board(shape: Shape, seed: u64) -> Board {
    let mut random = Random::new(seed);
    let rules = Rules::on(shape);
    let mut position = Position::start(rules, &mut random);
    for _ in 0..random.below(150) {
        let legal = position.legal();
        let Some(direction) = legal.nth(random.below(legal.len().max(1) as u32) as usize) else { break };
        let next = position.slide(direction).unwrap().after.spawn_random(rules.four_chance, &mut random);
        if next.is_over() {
            break;
        }
        position = next;
    }
    position.board()
}

const SPECS: [&str; 6] = [
    "greedy",
    "expectimax:depth=1,leaf=spawn",
    "expectimax:depth=2",
    "expectimax:depth=2,eval=line-ends-no-ties,leaf=spawn",
    "expectimax:depth=3,cut=0.01",
    "expectimax:depth=2,eval=snake+corner*100+smooth+merges*0.5+score*2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn values_turn_with_the_board(seed: u64, spec in 0..SPECS.len(), image in 0..8usize) {
        let board = random_board(Shape::CLASSIC, seed);
        let symmetry = Symmetry::ALL[image];
        let (of_board, of_image) = (values(SPECS[spec], board), values(SPECS[spec], board.image(symmetry)));
        for (direction, value) in of_board.iter() {
            let turned = of_image.get(symmetry.direction(direction)).expect("the same moves are legal");
            // Single precision tables add rows and columns in another order.
            prop_assert!((value - turned).abs() <= 1e-6 * value.abs().max(1.0), "{board} {direction}: {value} {turned}");
        }
    }

    #[test]
    fn a_sample_of_everything_is_exact(seed: u64, rows in 2..=4usize, columns in 2..=4usize) {
        let board = random_board(Shape::new(rows, columns).unwrap(), seed);
        for mean in ["strata", "weighted", "plain"] {
            let sampled = values(&format!("expectimax:depth=2,samples=32,mean={mean}"), board);
            let exact = values("expectimax:depth=2", board);
            prop_assert_eq!(sampled, exact);
        }
    }

    #[test]
    fn the_table_changes_nothing(seed: u64, cut in prop::sample::select(vec!["0", "0.001", "0.02"])) {
        let board = random_board(Shape::CLASSIC, seed);
        let with = values(&format!("expectimax:depth=3,cut={cut}"), board);
        let without = values(&format!("expectimax:depth=3,cut={cut},table=off"), board);
        prop_assert_eq!(with, without);
    }

    #[test]
    fn line_tables_equal_the_terms(bits: u64, term in 0..redouble_players::Term::ALL.len()) {
        let board = Packed4x4::from_bits(bits);
        let evaluation = Evaluation::new(vec![(redouble_players::Term::ALL[term], 3.0), (redouble_players::Term::Empty, 0.5)]);
        let (fast, slow) = (evaluation.value(board), evaluation.of(board));
        prop_assert!((fast - slow).abs() <= 1e-5 * slow.abs().max(1.0), "{fast} {slow}");
        fn check<const R: usize, const C: usize>(evaluation: &Evaluation, bits: u64) -> (f64, f64) {
            let board = Packed::<R, C>::from_bits(bits >> (64 - 4 * R * C));
            (evaluation.value(board), evaluation.of(board))
        }
        for (fast, slow) in [
            check::<2, 2>(&evaluation, bits),
            check::<2, 4>(&evaluation, bits),
            check::<3, 2>(&evaluation, bits),
            check::<3, 3>(&evaluation, bits),
            check::<4, 3>(&evaluation, bits),
        ] {
            prop_assert!((fast - slow).abs() <= 1e-5 * slow.abs().max(1.0), "{fast} {slow}");
        }
    }

    /// The exact board gives what the packed one gives: a 2x8 board is packed, its plain search is not.
    #[test]
    fn parallel_and_single_agree(seed: u64) {
        let board = random_board(Shape::CLASSIC, seed);
        for spec in ["expectimax:depth=3", "expectimax:depth=2,samples=3"] {
            let build = || Catalog::default().build(&spec.parse().unwrap(), Rules::default(), &()).unwrap();
            let answer = |parallel| {
                let mut player = build();
                player.begin(9);
                player.decide(Position::new(board), &Budget { parallel, ..Budget::default() }).unwrap()
            };
            prop_assert_eq!(answer(true).values, answer(false).values);
        }
    }
}

/// The plainest expectimax there is, on exact boards: the twin of the search on packed ones.
fn plain(board: Board, depth: u32, evaluation: &Evaluation) -> Option<f64> {
    let value = |direction| {
        let slide = Position::new(board).slide(direction)?;
        Some(plain_after(slide.after.board(), depth - 1, evaluation))
    };
    Direction::ALL.into_iter().filter_map(value).reduce(f64::max)
}

fn plain_after(after: Board, depth: u32, evaluation: &Evaluation) -> f64 {
    if depth == 0 {
        return evaluation.of(after);
    }
    let positions = redouble_core::Afterstate::new(after).unwrap().positions();
    let mean = positions.map(|(spawn, position)| {
        let probability = Rules::default().four_chance.of(spawn.tile) / after.count_empty() as f64;
        let over = evaluation.value_when_over(position.board());
        probability * plain(position.board(), depth, evaluation).unwrap_or(over)
    });
    mean.sum()
}

#[test]
fn packed_search_equals_the_plain_one() {
    let evaluation = Evaluation::strong();
    for seed in 0..40 {
        let board = random_board(Shape::CLASSIC, seed);
        let found = values("expectimax:depth=2", board).max().unwrap();
        let expected = plain(board, 2, &evaluation).unwrap();
        assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{board}: {found} {expected}");
    }
}

#[test]
fn tiles_beyond_the_packed_ones_are_played() {
    for board in [
        board! { 65536 65536 . . / 2 . . . / . . . . / . . . . },
        board! { 131072 65536 32768 16384 / 1024 2048 4096 8192 / 512 256 128 64 / 2 4 8 . },
        board! { 32768 32768 4 2 / . . . . / . . . . / . . . . },
    ] {
        for spec in ["random", "greedy", "monte-carlo:runs=20", "expectimax:depth=2", "mcts:iterations=20"] {
            let decision = decide(spec, board);
            assert!(Position::new(board).legal().contains(decision.choice), "{spec} on {board}");
            assert_eq!(decision.values.iter().count(), Position::new(board).legal().len(), "{spec}");
        }
    }
    let merge = decide("expectimax:depth=2", board! { 65536 65536 . . / 2 . . . / . . . . / . . . . });
    assert!(!merge.choice.is_vertical(), "two 65536 are merged");
}

#[test]
fn large_boards_are_played() {
    for shape in ["5x5", "2x8", "8x2", "3x6", "8x8"] {
        let shape: Shape = shape.parse().unwrap();
        let board = random_board(shape, 3);
        let decision = decide("expectimax:depth=1,leaf=spawn", board);
        assert!(Position::new(board).legal().contains(decision.choice), "{shape}");
    }
}

#[test]
fn time_gives_depth() {
    let board = random_board(Shape::CLASSIC, 5);
    let decision = decide("expectimax:ms=60", board);
    assert!(decision.depth >= 1 && decision.nodes > 0);
    let limited = decide("expectimax:ms=60000,depth=2", board);
    assert_eq!((limited.depth, limited.values), (2, values("expectimax:depth=2,cut=0.0001", board)));
}

#[test]
fn a_stopped_player_still_answers() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let board = random_board(Shape::CLASSIC, 6);
    for spec in ["expectimax:depth=8", "monte-carlo:runs=100000000", "mcts:iterations=100000000"] {
        let mut player = Catalog::default().build(&spec.parse().unwrap(), Rules::default(), &()).unwrap();
        player.begin(1);
        let budget = Budget { watch: &stop, ..Budget::default() };
        let decision = player.decide(Position::new(board), &budget).unwrap();
        assert!(Position::new(board).legal().contains(decision.choice), "{spec}");
    }
}
