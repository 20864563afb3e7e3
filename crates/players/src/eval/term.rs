//! The single things that an evaluation can look at.

use redouble_core::{Grid, Shape, Tile};

/// One property of a board, as a number.
///
/// Line terms are sums over the rows and the columns; the tables of [`LineTable`](crate::LineTable) rest on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Term {
    /// Neller's evaluation: a point for each line whose maximum is at an end, and one for each empty cell of it.
    /// Ties count; a line without tiles has no maximum. This is the reading that gives the paper's figures.
    LineEnds,
    /// The same, but an inner tile as large as the one at the end takes the point away.
    LineEndsNoTies,
    /// The same, but a line without tiles gets a point too, as if nothing were its maximum.
    LineEndsEmpty,
    /// Empty cells.
    Empty,
    /// Equal tiles that meet when their line slides.
    Merges,
    /// How far the lines are from falling or rising throughout.
    Monotone,
    /// How much neighbours differ.
    Smooth,
    /// How much the tiles weigh: many middle-sized tiles weigh more than one large one.
    Tiles,
    /// The largest tile in a corner.
    Corner,
    /// The tiles in the order of a snake from a corner.
    Snake,
    /// What the moves on the way gained.
    Score,
    /// The end of the game.
    Over,
}

impl Term {
    /// All terms, in the order in which they are listed.
    pub const ALL: [Term; 12] = [
        Term::LineEnds,
        Term::LineEndsNoTies,
        Term::LineEndsEmpty,
        Term::Empty,
        Term::Merges,
        Term::Monotone,
        Term::Smooth,
        Term::Tiles,
        Term::Corner,
        Term::Snake,
        Term::Score,
        Term::Over,
    ];

    /// The name in specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Term::LineEnds => "line-ends",
            Term::LineEndsNoTies => "line-ends-no-ties",
            Term::LineEndsEmpty => "line-ends-empty",
            Term::Empty => "empty",
            Term::Merges => "merges",
            Term::Monotone => "monotone",
            Term::Smooth => "smooth",
            Term::Tiles => "tiles",
            Term::Corner => "corner",
            Term::Snake => "snake",
            Term::Score => "score",
            Term::Over => "over",
        }
    }

    /// What it measures, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Term::LineEnds => {
                "Neller's: per row and column 1 if an end holds its maximum, ties included, plus its empty cells"
            }
            Term::LineEndsNoTies => "line-ends, but not if an inner tile is as large as the end",
            Term::LineEndsEmpty => "line-ends, but a line without tiles gets a point for its maximum too",
            Term::Empty => "the number of empty cells",
            Term::Merges => "pairs of equal tiles that meet when their line slides",
            Term::Monotone => {
                "minus the smaller of the rises and the falls of each line, in fourth powers of exponents"
            }
            Term::Smooth => "minus the differences of neighbouring tiles, in exponents",
            Term::Tiles => {
                "minus the sum of the tiles' exponents to the power 3.5, counted in row and column"
            }
            Term::Corner => "1 if a largest tile is in a corner",
            Term::Snake => {
                "tile values along a snake from a corner, each cell half the one before; best of all images"
            }
            Term::Score => "the score gained on the way",
            Term::Over => "minus 1 if the game is over",
        }
    }

    /// The term with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.name() == name)
    }

    /// The part of one row or column, given as exponents with 0 for empty; `None` if the term is not a sum over lines.
    #[must_use]
    pub fn of_line(self, line: &[u8]) -> Option<f64> {
        match self {
            Term::LineEnds => Some(empty(line) + point(ends_hold_maximum(line) && maximum(line) > 0)),
            Term::LineEndsNoTies => {
                let alone = ends_hold_maximum(line) && !inner_holds_maximum(line);
                Some(empty(line) + point(alone && maximum(line) > 0))
            }
            Term::LineEndsEmpty => Some(empty(line) + point(ends_hold_maximum(line))),
            // Every cell is in a row and in a column.
            Term::Empty => Some(empty(line) / 2.0),
            Term::Merges => Some(meeting_pairs(line)),
            Term::Monotone => Some(-rises(line).min(falls(line))),
            Term::Smooth => Some(-neighbours(line).map(|(a, b)| f64::from(a.abs_diff(b))).sum::<f64>()),
            Term::Tiles => Some(-line.iter().map(|&exponent| f64::from(exponent).powf(3.5)).sum::<f64>()),
            Term::Corner | Term::Snake | Term::Score | Term::Over => None,
        }
    }

    /// The value on a whole board. `Score` and `Over` are not properties of a board: they are 0 here.
    #[must_use]
    pub fn of<B: Grid>(self, board: B) -> f64 {
        match self {
            Term::Corner => point(has_corner_maximum(board)),
            Term::Snake => snake(board),
            Term::Score | Term::Over => 0.0,
            line_term => sum_over_lines(board, |line| line_term.of_line(line).unwrap_or(0.0)),
        }
    }
}

fn point(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

fn empty(line: &[u8]) -> f64 {
    line.iter().filter(|&&exponent| exponent == 0).count() as f64
}

fn maximum(line: &[u8]) -> u8 {
    line.iter().copied().max().unwrap_or(0)
}

fn ends_hold_maximum(line: &[u8]) -> bool {
    [line.first(), line.last()].into_iter().flatten().any(|&end| end == maximum(line))
}

fn inner_holds_maximum(line: &[u8]) -> bool {
    line[1..line.len() - 1].contains(&maximum(line))
}

/// Neighbouring cells that both hold a tile.
fn neighbours(line: &[u8]) -> impl Iterator<Item = (u8, u8)> + '_ {
    line.windows(2).map(|pair| (pair[0], pair[1])).filter(|&(a, b)| a != 0 && b != 0)
}

fn meeting_pairs(line: &[u8]) -> f64 {
    let tiles: Vec<u8> = line.iter().copied().filter(|&exponent| exponent != 0).collect();
    tiles.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64
}

/// How much a line rises from cell to cell, in fourth powers: a step between large tiles counts most.
fn rises(line: &[u8]) -> f64 {
    let power = |exponent: u8| f64::from(exponent).powi(4);
    line.windows(2).map(|pair| (power(pair[1]) - power(pair[0])).max(0.0)).sum()
}

fn falls(line: &[u8]) -> f64 {
    let backwards: Vec<u8> = line.iter().rev().copied().collect();
    rises(&backwards)
}

fn exponents<B: Grid>(
    board: B,
    cells: impl Iterator<Item = (usize, usize)>,
) -> ([u8; Shape::MAX_SIDE], usize) {
    let mut line = [0; Shape::MAX_SIDE];
    let mut length = 0;
    for (row, column) in cells {
        line[length] = board.tile(board.shape().cell(row, column)).map_or(0, Tile::exponent);
        length += 1;
    }
    (line, length)
}

/// The sum of a function of each row and each column.
pub(super) fn sum_over_lines<B: Grid>(board: B, of_line: impl Fn(&[u8]) -> f64) -> f64 {
    let (rows, columns) = (board.shape().rows(), board.shape().columns());
    let row = |row: usize| exponents(board, (0..columns).map(|column| (row, column)));
    let column = |column: usize| exponents(board, (0..rows).map(|row| (row, column)));
    let lines = (0..rows).map(row).chain((0..columns).map(column));
    lines.map(|(line, length)| of_line(&line[..length])).sum()
}

fn has_corner_maximum<B: Grid>(board: B) -> bool {
    let (bottom, right) = (board.shape().rows() - 1, board.shape().columns() - 1);
    let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
    let max = board.max_tile();
    max.is_some() && corners.iter().any(|&(row, column)| board.tile(board.shape().cell(row, column)) == max)
}

/// The best sum over the snakes that start in a corner and go along rows or columns.
fn snake<B: Grid>(board: B) -> f64 {
    let (rows, columns) = (board.shape().rows(), board.shape().columns());
    let tile = |row: usize, column: usize| {
        board.tile(board.shape().cell(row, column)).map_or(0.0, |tile| tile.value() as f64)
    };
    let mut best = f64::NEG_INFINITY;
    for flips in 0..4 {
        let flip = |row: usize, column: usize| {
            let row = if flips & 1 == 0 { row } else { rows - 1 - row };
            (row, if flips & 2 == 0 { column } else { columns - 1 - column })
        };
        let along_rows = winding(rows, columns, |row, column| {
            let (row, column) = flip(row, column);
            tile(row, column)
        });
        let along_columns = winding(columns, rows, |column, row| {
            let (row, column) = flip(row, column);
            tile(row, column)
        });
        best = best.max(along_rows).max(along_columns);
    }
    best
}

/// The sum along the snake that goes to and fro over lines, each cell weighing half the one before.
fn winding(lines: usize, length: usize, tile: impl Fn(usize, usize) -> f64) -> f64 {
    let (mut sum, mut weight) = (0.0, 1.0);
    for line in 0..lines {
        for step in 0..length {
            let place = if line % 2 == 0 { step } else { length - 1 - step };
            sum += weight * tile(line, place);
            weight /= 2.0;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::board;

    fn line(term: Term, exponents: &[u8]) -> f64 {
        term.of_line(exponents).unwrap()
    }

    #[test]
    fn line_ends_in_its_three_readings() {
        let of = |exponents: &[u8]| {
            [Term::LineEnds, Term::LineEndsNoTies, Term::LineEndsEmpty].map(|term| line(term, exponents))
        };
        assert_eq!(of(&[3, 2, 1, 0]), [2.0, 2.0, 2.0]);
        assert_eq!(of(&[1, 3, 2, 0]), [1.0, 1.0, 1.0]);
        assert_eq!(of(&[3, 3, 0, 0]), [3.0, 2.0, 3.0]); // the tie
        assert_eq!(of(&[3, 1, 1, 3]), [1.0, 1.0, 1.0]); // both ends are ends
        assert_eq!(of(&[0, 0, 0, 0]), [4.0, 4.0, 5.0]); // the empty line
    }

    #[test]
    fn every_line_term_on_one_line() {
        assert_eq!(line(Term::Empty, &[1, 0, 0, 2]), 1.0);
        assert_eq!(line(Term::Merges, &[1, 1, 0, 1]), 2.0);
        assert_eq!(line(Term::Monotone, &[3, 2, 2, 0]), 0.0);
        assert_eq!(line(Term::Monotone, &[2, 1, 2, 1]), -15.0);
        assert_eq!(line(Term::Smooth, &[4, 1, 0, 2]), -3.0);
        assert_eq!(line(Term::Tiles, &[4, 0, 1, 0]), -129.0);
    }

    #[test]
    fn board_terms() {
        assert_eq!(Term::Corner.of(board! { 2 4 / 8 2 }), 1.0);
        assert_eq!(Term::Corner.of(board! { 2 8 2 / . . . }), 0.0);
        // 8 + 4/2 + 2/4: along the first row and back along the second.
        assert_eq!(Term::Snake.of(board! { 8 4 / . 2 }), 10.5);
        assert_eq!(Term::Snake.of(board! { . 2 / 8 4 }), 10.5);
        assert_eq!(Term::Empty.of(board! { 8 . . / . . 2 }), 4.0);
    }

    #[test]
    fn names_are_unique_and_found() {
        for term in Term::ALL {
            assert_eq!(Term::from_name(term.name()), Some(term));
        }
    }
}
