//! Exact values: the known ones, the exact twin, and the laws.

use redouble_core::{Board, Direction, Grid, Shape, Tile};
use redouble_states::{Exact, Objective, Problem, Solution, SolveOptions, Variant, count, solve};
use serde_json::Value;

/// Values computed by a program of its own, with its definitions.
fn truth() -> Value {
    serde_json::from_str(include_str!("data/solve.json")).unwrap()
}

fn game(shape: &str, goal: Option<u64>) -> Variant {
    let shape: Shape = shape.parse().unwrap();
    Variant::new(shape, goal.and_then(Tile::from_value)).unwrap()
}

fn solved(game: Variant, objectives: &[Objective], threads: usize) -> Solution {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let problem = Problem::new(game, objectives).unwrap();
    pool.install(|| solve(&problem, &SolveOptions::default(), &())).unwrap()
}

/// Score, moves, and every goal.
fn everything(game: Variant) -> Vec<Objective> {
    let goals = Problem::goals(game).into_iter().map(Objective::Win);
    [Objective::Score, Objective::Moves].into_iter().chain(goals).collect()
}

fn board(shape: Shape, digits: &str) -> Board {
    let tiles = digits.chars().map(|digit| Tile::new(digit.to_digit(16).unwrap() as u8));
    shape.all_cells().zip(tiles).fold(Board::empty(shape), |board, (cell, tile)| board.with_tile(cell, tile))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-11 * expected.abs().max(1.0), "{found} is not {expected}");
}

fn tile(goal: &str) -> Objective {
    Objective::Win(goal.parse().unwrap())
}

#[test]
fn known_values_of_starts() {
    for shape in ["2x2", "2x3"] {
        let truth = &truth()["values"][shape];
        let game = game(shape, None);
        let solution = solved(game, &everything(game), 1);
        let column =
            |objective| solution.problem().objectives().iter().position(|&o| o == objective).unwrap();
        let value = |objective| solution.start_value(column(objective)).unwrap();
        near(value(Objective::Score), truth["optimal_expected_score"].as_f64().unwrap());
        near(value(Objective::Moves), truth["optimal_expected_moves"].as_f64().unwrap());
        for (goal, probability) in truth["optimal_win_probability"].as_object().unwrap() {
            near(value(tile(goal)), probability.as_f64().unwrap());
        }
        let starts = solution.start_states().unwrap();
        let known = truth["start_states"].as_array().unwrap();
        assert_eq!(starts.len(), known.len());
        for expected in known {
            let start = board(game.shape(), expected["board"].as_str().unwrap());
            let (found, worths) = starts.iter().find(|(found, _)| found.board == start).unwrap();
            near(found.probability, expected["probability"].as_f64().unwrap());
            near(worths[column(Objective::Score)], expected["expected_score"].as_f64().unwrap());
            for (goal, probability) in expected["win_probability"].as_object().unwrap() {
                let objective = tile(goal);
                near(objective.value(worths[column(objective)]), probability.as_f64().unwrap());
            }
        }
    }
}

#[test]
fn known_values_of_moves() {
    let game = game("2x2", None);
    let solution = solved(game, &everything(game), 1);
    let objectives = solution.problem().objectives();
    let truth = truth();
    let known = truth["action_values"]["2x2"].as_array().unwrap();
    assert_eq!(known.len(), 110);
    for expected in known {
        let answer = solution.query(board(game.shape(), expected["board"].as_str().unwrap())).unwrap();
        assert!(answer.reachable && !answer.won);
        let moves = expected["q"].as_object().unwrap();
        assert_eq!(answer.moves.len(), moves.len(), "{}", answer.board);
        for (letter, value) in moves {
            let direction: Direction = letter.to_lowercase().parse().unwrap();
            let found = answer.moves.iter().find(|entry| entry.direction == direction).unwrap();
            assert_eq!(found.gain, value["gain"].as_u64().unwrap());
            for (objective, worth) in objectives.iter().zip(&found.worths) {
                match objective {
                    Objective::Score => near(*worth, value["score"].as_f64().unwrap()),
                    Objective::Win(tile) => near(1.0 + worth, value[format!("p{tile}")].as_f64().unwrap()),
                    _ => {}
                }
            }
        }
    }
}

/// Every state of 2x2 and 2x3, every objective, against the twin; within the bound that the problem states.
#[test]
fn equals_exact_fractions() {
    let games = [("2x2", None), ("2x2", Some(16)), ("2x3", None), ("2x3", Some(64)), ("3x2", Some(32))];
    for (shape, goal) in games {
        let game = game(shape, goal);
        let mut objectives = everything(game);
        objectives.extend([Objective::GuaranteedScore, Objective::GuaranteedTile]);
        let solution = solved(game, &objectives, 1);
        for (column, &objective) in objectives.iter().enumerate() {
            let mut exact = Exact::new(game, objective).unwrap();
            let start = exact.start().to_f64();
            let bound = solution.problem().relative_error();
            let within = |found: f64, expected: f64| {
                assert!(
                    (found.abs() - expected).abs() <= bound * expected,
                    "{game} {objective}: {found} {expected}"
                );
            };
            within(solution.start_worths().unwrap()[column], start);
            for (state, _) in solution.start_states().unwrap() {
                let mut board = state.board;
                // A game along the best moves, each time with the first tile that may appear.
                loop {
                    let answer = solution.query(board).unwrap();
                    if answer.won {
                        break;
                    }
                    within(answer.worths[column], exact.value(board).to_f64());
                    for (entry, (direction, gain, value)) in answer.moves.iter().zip(exact.moves(board)) {
                        assert_eq!((entry.direction, entry.gain), (direction, gain));
                        within(entry.worths[column], value.to_f64());
                    }
                    let Some(best) = answer.best(column) else { break };
                    let after = redouble_core::Position::new(board).slide(best.direction).unwrap().after;
                    board = after.positions().next().unwrap().1.board();
                }
            }
        }
    }
}

#[test]
fn fractions_of_the_source() {
    let truth = truth();
    let game = game("2x2", None);
    let of = |objective| Exact::new(game, objective).unwrap().start();
    assert_eq!(of(Objective::Score).to_string(), truth["exact"]["2x2 expected score"]);
    assert_eq!(of(tile("16")).complement().to_string(), truth["exact"]["2x2 P(16)"]);
    assert_eq!(of(tile("32")).complement().to_string(), truth["exact"]["2x2 P(32)"]);
}

/// Every bit of every worth.
#[test]
fn threads_change_nothing() {
    for (shape, goal) in [("3x3", Some(64)), ("4x4", Some(8))] {
        let game = game(shape, goal);
        let [one, two, three] = [1, 2, 3].map(|threads| solved(game, &everything(game), threads));
        assert_eq!(one.summaries(), two.summaries());
        assert_eq!(one.fingerprint().unwrap(), two.fingerprint().unwrap());
        assert_eq!(one.fingerprint().unwrap(), three.fingerprint().unwrap());
    }
}

/// The states that are solved are those that are counted.
#[test]
fn solves_the_states_that_are_counted() {
    for (shape, goal) in
        [("2x2", None), ("2x3", None), ("2x4", Some(64)), ("3x3", Some(64)), ("4x4", Some(8))]
    {
        let game = game(shape, goal);
        let census = count(game, &redouble_states::Options::default(), &()).unwrap();
        let solution = solved(game, &[Objective::Score], 2);
        let counted: Vec<(u64, u64, u64)> = census
            .layers
            .iter()
            .map(|layer| (layer.sum, layer.folded.total().states, layer.folded.total().afterstates))
            .filter(|(_, states, _)| *states > 0)
            .collect();
        let found: Vec<(u64, u64, u64)> =
            solution.summaries().iter().map(|layer| (layer.sum, layer.states, layer.afterstates)).collect();
        assert_eq!(found, counted, "{game}");
    }
}
