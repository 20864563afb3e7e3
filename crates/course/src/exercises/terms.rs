//! `terms`: six numbers that describe a board.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{Cells, reversed, rows_and_columns, tiles, transposed};

/// The terms in the order in which they are printed.
pub const NAMES: [&str; 6] = ["corner", "snake", "monotone", "edge", "pairs", "empty"];

/// Six numbers that describe a board.
pub static TERMS: Exercise = Exercise {
    id: "terms",
    input: InputForm::Board,
    answer: AnswerForm::Wholes(6),
    generate,
    admissible: always,
    right: |input| text(&terms(&input.cells())),
    why: |input| {
        let named = NAMES.iter().zip(terms(&input.cells())).map(|(name, value)| format!("{name} {value}"));
        named.collect::<Vec<_>>().join(", ")
    },
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "corner-top-left-only",
        "corner: only the top left corner was looked at; there are four",
        ".,.,.,2/.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 0, i64::from(cells[0][0] == largest(cells))),
    ),
    misconception(
        "snake-one-path",
        "snake: only one path was followed; there are eight",
        ".,.,.,2/.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 1, falling(&snake(cells), |one, next| one >= next)),
    ),
    misconception(
        "snake-needs-strict",
        "snake: equal tiles in a row were taken for the end; the path must only never rise",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 1, longest_snake(cells, |one, next| one > next)),
    ),
    misconception(
        "pairs-seen-from-both-sides",
        "pairs: every pair was counted once from each of its cells",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 4, 2 * terms(cells)[4]),
    ),
    misconception(
        "monotone-with-gaps",
        "monotone: empty cells were taken for zeros; they are left out",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 2, count(cells, is_monotone)),
    ),
    misconception(
        "monotone-falling-only",
        "monotone: only lines that never rise were counted; those that never fall count too",
        "2,4,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| with(cells, 2, count(cells, |line| tiles(line).windows(2).all(|pair| pair[0] >= pair[1]))),
    ),
    misconception(
        "pairs-of-empties",
        "pairs: two empty neighbours were counted as a pair",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| {
            let lines = rows_and_columns(cells);
            with(cells, 4, lines.iter().map(|line| equal_neighbours(line)).sum())
        },
    ),
    misconception(
        "pairs-across-gaps",
        "pairs: tiles with a gap between them were counted; the cells must touch",
        "2,.,2,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| {
            let lines = rows_and_columns(cells);
            with(cells, 4, lines.iter().map(|line| equal_neighbours(&tiles(line))).sum())
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    terms: fn(&Cells) -> Vec<i64>,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Values(terms) }
}

/// The right terms but for one.
fn with(cells: &Cells, term: usize, value: i64) -> Vec<i64> {
    let mut terms = terms(cells);
    terms[term] = value;
    terms
}

fn largest(cells: &Cells) -> i64 {
    cells.iter().flatten().copied().max().unwrap_or(0)
}

fn count(cells: &Cells, counts: impl Fn(&[i64]) -> bool) -> i64 {
    rows_and_columns(cells).iter().filter(|line| counts(line)).count() as i64
}

fn is_monotone(line: &[i64]) -> bool {
    line.windows(2).all(|pair| pair[0] >= pair[1]) || line.windows(2).all(|pair| pair[0] <= pair[1])
}

fn equal_neighbours(line: &[i64]) -> i64 {
    line.windows(2).filter(|pair| pair[0] == pair[1]).count() as i64
}

/// The cells from the top left, every other row backwards.
fn snake(cells: &Cells) -> Vec<i64> {
    let row = |(number, row): (usize, &Vec<i64>)| match number % 2 {
        0 => row.clone(),
        _ => row.iter().rev().copied().collect(),
    };
    cells.iter().enumerate().flat_map(row).collect()
}

/// How far a path goes from its beginning without an empty cell.
fn falling(path: &[i64], goes_on: impl Fn(i64, i64) -> bool) -> i64 {
    let mut length = 0;
    while length < path.len() && path[length] != 0 && (length == 0 || goes_on(path[length - 1], path[length]))
    {
        length += 1;
    }
    length as i64
}

fn longest_snake(cells: &Cells, goes_on: fn(i64, i64) -> bool) -> i64 {
    let flipped = |cells: &Cells| cells.iter().rev().cloned().collect::<Cells>();
    let mut longest = 0;
    for cells in [cells.clone(), transposed(cells)] {
        for cells in [cells.clone(), reversed(&cells), flipped(&cells), reversed(&flipped(&cells))] {
            longest = longest.max(falling(&snake(&cells), goes_on));
        }
    }
    longest
}

pub(super) fn terms(cells: &Cells) -> Vec<i64> {
    let (top, bottom) = (&cells[0], &cells[cells.len() - 1]);
    let corners = [top[0], top[top.len() - 1], bottom[0], bottom[top.len() - 1]];
    let pair =
        |line: &Vec<i64>| line.windows(2).filter(|pair| pair[0] == pair[1] && pair[0] != 0).count() as i64;
    vec![
        i64::from(corners.contains(&largest(cells))),
        longest_snake(cells, |one, next| one >= next),
        count(cells, |line| is_monotone(&tiles(line))),
        count(cells, |line| {
            let most = line.iter().copied().max().unwrap_or(0);
            most > 0 && (line[0] == most || line[line.len() - 1] == most)
        }),
        rows_and_columns(cells).iter().map(pair).sum(),
        cells.iter().flatten().filter(|&&value| value == 0).count() as i64,
    ]
}

fn text(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn generate(generator: &mut Generator) {
    boards(generator, Input::Board);
}

/// Boards on which terms and heuristics differ: single tiles, few tiles, ordered ones, games, large tiles.
pub(super) fn boards(generator: &mut Generator, input: impl Fn(redouble_core::Board) -> Input) {
    for board in generator.single() {
        generator.push("one-tile", input(board));
    }
    for _ in 0..generator.count(80) {
        let tiles = 2 + generator.below(5);
        let board = generator.scattered(tiles, 2);
        generator.push("few-tiles", input(board));
    }
    for _ in 0..generator.count(40) {
        let cells = ordered(generator);
        generator.push_cells("ordered", &cells, &input);
    }
    for _ in 0..generator.count(100) {
        let board = generator.from_game(400);
        generator.push("games", input(board));
    }
    for _ in 0..generator.count(40) {
        let tiles = 4 + generator.below(12);
        let board = generator.large(tiles);
        generator.push("large-tiles", input(board));
    }
}

/// A board whose tiles fall along a snake, sometimes with equal neighbours, from a random corner.
fn ordered(generator: &mut Generator) -> Cells {
    let shape = generator.shape();
    let length = 1 + generator.below(shape.cells());
    let mut exponent = 3 + generator.below(9);
    let mut cells = vec![vec![0; shape.columns()]; shape.rows()];
    for place in 0..length {
        let (row, column) = (place / shape.columns(), place % shape.columns());
        let column = if row % 2 == 0 { column } else { shape.columns() - 1 - column };
        cells[row][column] = 1_i64 << exponent;
        exponent = (exponent - usize::from(exponent > 1 && generator.below(3) > 0)).max(1);
    }
    if generator.below(2) == 0 {
        cells = reversed(&cells);
    }
    if generator.below(2) == 0 {
        cells.reverse();
    }
    if generator.below(2) == 0 { transposed(&cells) } else { cells }
}
