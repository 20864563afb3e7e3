//! `legal`: which moves are legal?

use redouble_core::Direction;

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells};

use super::can_move::any_empty_cell;

/// Which moves are legal?
pub static LEGAL: Exercise = Exercise {
    id: "legal",
    input: InputForm::Board,
    answer: AnswerForm::Directions,
    generate,
    admissible: always,
    right: |input| names(&legal(&input.cells(), plain::can_move)),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const ONE_TILE: &str = "2,.,.,./.,.,.,./.,.,.,./.,.,.,.";

const MISCONCEPTIONS: &[Misconception] = &[
    Misconception {
        name: "opposite-too",
        says: "with a direction its opposite was taken for legal as well",
        smallest: ONE_TILE,
        answers: Answers::Each(|input| {
            let either = |cells: &Cells, direction: Direction| {
                plain::can_move(cells, direction) || plain::can_move(cells, direction.opposite())
            };
            names(&legal(&input.cells(), either))
        }),
    },
    Misconception {
        name: "if-not-over-all-four",
        says: "all four directions were printed unless the game is over; each must be tried by itself",
        smallest: ONE_TILE,
        answers: Answers::Each(|input| {
            let any =
                |cells: &Cells, _| Direction::ALL.iter().any(|&direction| plain::can_move(cells, direction));
            names(&legal(&input.cells(), any))
        }),
    },
    Misconception {
        name: "any-empty-cell",
        says: "an empty cell behind the last tile of a line was taken for room to move",
        smallest: ONE_TILE,
        answers: Answers::Each(|input| names(&legal(&input.cells(), any_empty_cell))),
    },
    Misconception {
        name: "first-found",
        says: "the search stopped at the first legal direction",
        smallest: ONE_TILE,
        answers: Answers::Each(|input| {
            let all = legal(&input.cells(), plain::can_move);
            names(&all[..all.len().min(1)])
        }),
    },
];

/// The directions for which `can_move` says yes.
pub(super) fn legal(cells: &Cells, can_move: impl Fn(&Cells, Direction) -> bool) -> Vec<Direction> {
    Direction::ALL.into_iter().filter(|&direction| can_move(cells, direction)).collect()
}

/// `up left`, or `none`.
pub(super) fn names(directions: &[Direction]) -> String {
    let names: Vec<&str> = directions.iter().map(|direction| direction.name()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn generate(generator: &mut Generator) {
    for board in generator.single() {
        generator.push("one-tile", Input::Board(board));
    }
    for _ in 0..generator.count(40) {
        let tiles = 2 + generator.below(4);
        let board = generator.scattered(tiles, 2);
        generator.push("few-tiles", Input::Board(board));
    }
    generator.full_lines(24, Input::Board);
    generator.hard_boards(Input::Board);
    for _ in 0..generator.count(100) {
        let board = generator.from_game(300);
        generator.push("games", Input::Board(board));
    }
    for _ in 0..generator.count(40) {
        let tiles = 1 + generator.below(16);
        let board = generator.large(tiles);
        generator.push("large-tiles", Input::Board(board));
    }
}
