//! `greedy`: the move after which the board looks best.

use redouble_core::{Direction, Grid};

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells, slid};

use super::heuristic::heuristic;
use super::terms;

/// The move after which the board looks best.
pub static GREEDY: Exercise = Exercise {
    id: "greedy",
    input: InputForm::Board,
    answer: AnswerForm::Choice,
    generate,
    admissible: |input| input.board().is_some_and(|board| !board.legal().is_empty()),
    right: |input| best(&input.cells(), &Direction::ALL, right_value),
    why: |input| {
        let cells = input.cells();
        let legal = Direction::ALL.into_iter().filter(|&direction| plain::can_move(&cells, direction));
        let values = legal.map(|direction| format!("{direction} {}", heuristic(&slid(&cells, direction).0)));
        format!("the legal moves are worth {}", values.collect::<Vec<_>>().join(", "))
    },
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const ONE_TILE: &str = "2,.,.,./.,.,.,./.,.,.,./.,.,.,.";

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "considers-illegal-moves",
        "a move that changes nothing was considered too",
        ONE_TILE,
        |input| {
            best(&input.cells(), &Direction::ALL, |cells, direction| {
                Some(heuristic(&slid(cells, direction).0))
            })
        },
    ),
    misconception(
        "last-of-ties",
        "of equally good moves the last was taken; ties go to the first of up, right, down, left",
        ONE_TILE,
        |input| {
            let backwards = [Direction::Left, Direction::Down, Direction::Right, Direction::Up];
            best(&input.cells(), &backwards, right_value)
        },
    ),
    misconception(
        "spawns-first",
        "a new tile was placed before the board was looked at",
        ONE_TILE,
        |input| {
            best(&input.cells(), &Direction::ALL, |cells, direction| {
                right_value(cells, direction)?;
                let (mut after, _) = slid(cells, direction);
                if let Some(cell) = after.iter_mut().flatten().find(|value| **value == 0) {
                    *cell = 2;
                }
                Some(heuristic(&after))
            })
        },
    ),
    misconception(
        "adds-the-gain",
        "what the move scores was added; only the board counts",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |input| {
            best(&input.cells(), &Direction::ALL, |cells, direction| {
                Some(right_value(cells, direction)? + slid(cells, direction).1)
            })
        },
    ),
    misconception(
        "evaluates-before-the-move",
        "the board before the move was looked at instead of the one after it",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |input| {
            best(&input.cells(), &Direction::ALL, |cells, direction| {
                right_value(cells, direction).map(|_| heuristic(cells))
            })
        },
    ),
    misconception(
        "own-order",
        "ties were decided in another order than up, right, down, left",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |input| {
            let order = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
            best(&input.cells(), &order, right_value)
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    answer: fn(&Input) -> String,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Each(answer) }
}

/// The value of a legal move.
fn right_value(cells: &Cells, direction: Direction) -> Option<i64> {
    let (after, _) = slid(cells, direction);
    (after != *cells).then(|| heuristic(&after))
}

/// The first of the best moves, in this order.
fn best(cells: &Cells, order: &[Direction], value: impl Fn(&Cells, Direction) -> Option<i64>) -> String {
    let mut best: Option<(Direction, i64)> = None;
    for &direction in order {
        if let Some(value) = value(cells, direction)
            && best.is_none_or(|(_, most)| value > most)
        {
            best = Some((direction, value));
        }
    }
    best.map_or("none 0".to_owned(), |(direction, value)| format!("{direction} {value}"))
}

fn generate(generator: &mut Generator) {
    terms::boards(generator, Input::Board);
    for _ in 0..generator.count(60) {
        let board = generator.scattered(16, 4);
        generator.push("full-boards", Input::Board(board));
    }
}
