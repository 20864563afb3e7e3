//! `can-move`: is a move in this direction legal?

use redouble_core::Direction;

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells, has_empty, lines};

use super::yes_no;

/// Is a move in this direction legal?
pub static CAN_MOVE: Exercise = Exercise {
    id: "can-move",
    input: InputForm::Move,
    answer: AnswerForm::YesNo,
    generate,
    admissible: always,
    right: |input| yes_no(plain::can_move(&input.cells(), input.direction())),
    why,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "any-empty-cell",
        "an empty cell behind the last tile of a line was taken for room to move",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. up",
        any_empty_cell,
    ),
    misconception(
        "empty-equals-empty",
        "two empty neighbours were taken for a pair that merges",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. up",
        |cells, direction| {
            lines(cells, direction)
                .iter()
                .any(|line| line.windows(2).any(|pair| pair[0] == pair[1] || (pair[0] == 0 && pair[1] != 0)))
        },
    ),
    misconception(
        "opposite",
        "the line was read from the wrong end: this answers for the opposite direction",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. up",
        |cells, direction| plain::can_move(cells, direction.opposite()),
    ),
    misconception(
        "any-direction",
        "the direction was not looked at: this answers whether any move is legal",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. up",
        |cells, _| Direction::ALL.iter().any(|&direction| plain::can_move(cells, direction)),
    ),
    misconception(
        "transposed",
        "rows and columns were exchanged: up was taken for left, down for right",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,. up",
        |cells, direction| plain::can_move(&plain::transposed(cells), direction),
    ),
    misconception(
        "merges-only",
        "only merges were looked for; a tile with an empty cell before it moves too",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| lines(cells, direction).iter().any(|line| touching_pair(line)),
    ),
    misconception(
        "no-merges",
        "only room was looked for; equal neighbours move too, because they merge",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,. left",
        |cells, direction| lines(cells, direction).iter().any(|line| has_room(line)),
    ),
    misconception(
        "front-cell-only",
        "only the first cell of a line was searched for room",
        "2,.,2,./.,.,.,./.,.,.,./.,.,.,. left",
        |cells, direction| {
            lines(cells, direction)
                .iter()
                .any(|line| (line[0] == 0 && line.iter().any(|&value| value != 0)) || touching_pair(line))
        },
    ),
    misconception(
        "first-line-only",
        "only the first row or column was looked at",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,. down",
        |cells, direction| {
            lines(cells, direction).first().is_some_and(|line| has_room(line) || touching_pair(line))
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    can_move: fn(&Cells, Direction) -> bool,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Moves(can_move) }
}

fn touching_pair(line: &[i64]) -> bool {
    line.windows(2).any(|pair| pair[0] == pair[1] && pair[0] != 0)
}

fn has_room(line: &[i64]) -> bool {
    line.windows(2).any(|pair| pair[0] == 0 && pair[1] != 0)
}

pub(super) fn any_empty_cell(cells: &Cells, direction: Direction) -> bool {
    has_empty(cells) || lines(cells, direction).iter().any(|line| touching_pair(line))
}

pub(super) fn generate(generator: &mut Generator) {
    for board in generator.single() {
        for direction in Direction::ALL {
            generator.push("one-tile", Input::Move(board, direction));
        }
    }
    for _ in 0..generator.count(60) {
        let shape = generator.shape();
        let direction = generator.direction();
        let side = if direction.is_vertical() { shape.rows() } else { shape.columns() };
        let across = shape.cells() / side;
        let mut lines = vec![vec![0; side]; across];
        let place = generator.below(across);
        lines[place] = generator.line(side, 2, 4);
        generator.push_cells("one-line", &plain::from_lines(&lines, direction), &|board| {
            Input::Move(board, direction)
        });
    }
    for direction in Direction::ALL {
        generator.full_lines(8, |board| Input::Move(board, direction));
    }
    for _ in 0..generator.count(100) {
        let board = generator.from_game(300);
        let direction = generator.direction();
        generator.push("games", Input::Move(board, direction));
    }
    for turn in 0..generator.count(60) {
        let values = generator.one_of(&[2, 3, 4]);
        let full =
            if turn % 2 == 0 { generator.lost(4) } else { plain::cells(&generator.scattered(16, values)) };
        let direction = generator.direction();
        generator.push_cells("full-boards", &full, &|board| Input::Move(board, direction));
    }
    for _ in 0..generator.count(40) {
        let tiles = 1 + generator.below(16);
        let (board, direction) = (generator.large(tiles), generator.direction());
        generator.push("large-tiles", Input::Move(board, direction));
    }
}

fn why(input: &Input) -> String {
    let direction = input.direction();
    let what = if direction.is_vertical() { "column" } else { "row" };
    for (number, line) in lines(&input.cells(), direction).iter().enumerate() {
        let tiles = plain::tiles(line);
        if let Some(pair) = tiles.windows(2).find(|pair| pair[0] == pair[1]) {
            return format!("{} and {} merge in {what} {}", pair[0], pair[1], number + 1);
        }
        if has_room(line) {
            return format!("a tile in {what} {} has an empty cell before it", number + 1);
        }
    }
    format!("in no {what} a tile has an equal one or an empty cell before it")
}
