//! `heuristic`: the evaluation of the paper.

use redouble_core::{Board, Grid};

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always, unexplained};
use crate::input::InputForm;
use crate::plain::{self, Cells, rows_and_columns};

use super::terms;

/// The evaluation of the paper.
pub static HEURISTIC: Exercise = Exercise {
    id: "heuristic",
    input: InputForm::Board,
    answer: AnswerForm::Whole,
    generate: terms::generate,
    admissible: always,
    right: |input| heuristic(&input.cells()).to_string(),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const ONE_TILE: &str = "2,.,.,./.,.,.,./.,.,.,./.,.,.,.";

const MISCONCEPTIONS: &[Misconception] = &[
    misconception("rows-only", "only rows were counted; columns are lines too", ONE_TILE, |cells| {
        vec![cells.iter().map(|line| value(line)).sum()]
    }),
    misconception(
        "empties-once",
        "every empty cell was counted once; it lies in a row and in a column",
        ONE_TILE,
        |cells| vec![heuristic(cells) - cells.iter().map(|line| empty(line)).sum::<i64>()],
    ),
    misconception(
        "empty-line-has-a-maximum",
        "a line without tiles was given a maximum at its end; it has none",
        ONE_TILE,
        |cells| {
            let lines = rows_and_columns(cells);
            let without = lines.iter().filter(|line| line.iter().all(|&value| value == 0)).count();
            vec![heuristic(cells) + without as i64]
        },
    ),
    misconception(
        "ties-do-not-count",
        "an end that holds the maximum did not count because an inner cell holds it too",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| {
            sum(cells, |line| {
                let most = maximum(line);
                let inner = line[1..line.len() - 1].contains(&most);
                i64::from(at_end(line) && !inner)
            })
        },
    ),
    misconception(
        "first-end-only",
        "only the first cell of a line was looked at; it has two ends",
        ".,.,.,2/.,.,.,./.,.,.,./.,.,.,.",
        |cells| sum(cells, |line| i64::from(maximum(line) > 0 && line[0] == maximum(line))),
    ),
    misconception(
        "both-ends-count-twice",
        "a line with its maximum at both ends was counted twice",
        "2,.,.,2/.,.,.,./.,.,.,./.,.,.,.",
        |cells| {
            sum(cells, |line| {
                let most = maximum(line);
                let ends = [line[0], line[line.len() - 1]];
                if most == 0 { 0 } else { ends.iter().filter(|&&end| end == most).count() as i64 }
            })
        },
    ),
    misconception(
        "outer-lines-only",
        "only the outermost rows and columns were given a point; every line has ends",
        ".,2,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| {
            let outer = |lines: &Cells| {
                let last = lines.len() - 1;
                let points = |line: &Vec<i64>| i64::from(at_end(line));
                let points: i64 = [0, last].iter().map(|&place| points(&lines[place])).sum();
                points + lines.iter().map(|line| empty(line)).sum::<i64>()
            };
            vec![outer(cells) + outer(&plain::transposed(cells))]
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    value: fn(&Cells) -> Vec<i64>,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Values(value) }
}

fn maximum(line: &[i64]) -> i64 {
    line.iter().copied().max().unwrap_or(0)
}

fn empty(line: &[i64]) -> i64 {
    line.iter().filter(|&&value| value == 0).count() as i64
}

fn at_end(line: &[i64]) -> bool {
    let most = maximum(line);
    most > 0 && (line[0] == most || line[line.len() - 1] == most)
}

fn value(line: &[i64]) -> i64 {
    i64::from(at_end(line)) + empty(line)
}

/// The empty cells of all lines, and these points.
fn sum(cells: &Cells, points: impl Fn(&[i64]) -> i64) -> Vec<i64> {
    vec![rows_and_columns(cells).iter().map(|line| points(line) + empty(line)).sum()]
}

/// One point for every line with its maximum at an end, and its empty cells.
pub(crate) fn heuristic(cells: &Cells) -> i64 {
    rows_and_columns(cells).iter().map(|line| value(line)).sum()
}

/// The same of a board, many times faster.
pub(crate) fn heuristic_of(board: &Board) -> i64 {
    let (shape, mut exponents) = (board.shape(), [0_u8; 64]);
    board
        .tiles()
        .zip(&mut exponents)
        .for_each(|(tile, cell)| *cell = tile.map_or(0, redouble_core::Tile::exponent));
    let line = |first: usize, step: usize, length: usize| {
        let cells = (0..length).map(|place| exponents[first + place * step]);
        let (most, empty) =
            cells.fold((0, 0), |(most, empty), cell| (cell.max(most), empty + i64::from(cell == 0)));
        let ends = exponents[first] == most || exponents[first + (length - 1) * step] == most;
        empty + i64::from(most > 0 && ends)
    };
    let (rows, columns) = (shape.rows(), shape.columns());
    let horizontal: i64 = (0..rows).map(|row| line(row * columns, 1, columns)).sum();
    horizontal + (0..columns).map(|column| line(column, columns, rows)).sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Shape, reference};

    #[test]
    fn the_fast_heuristic_equals_the_plain_one() {
        for grid in reference::all_grids(Shape::new(2, 3).expect("a shape"), 3) {
            let cells: Cells =
                grid.iter().map(|row| row.iter().map(|&value| value as i64).collect()).collect();
            let board = plain::board(&cells).expect("a board");
            assert_eq!(heuristic_of(&board), heuristic(&cells), "{board}");
        }
    }
}
