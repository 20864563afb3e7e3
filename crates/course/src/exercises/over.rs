//! `over`: is the game over?

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{Cells, has_empty, rows_and_columns, transposed};

use super::yes_no;

/// Is the game over?
pub static OVER: Exercise = Exercise {
    id: "over",
    input: InputForm::Board,
    answer: AnswerForm::YesNo,
    generate,
    admissible: always,
    right: |input| yes_no(is_over(&input.cells())),
    why,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const CHECKERBOARD: &str = "4,2,4,2/2,4,2,4/4,2,4,2/2,4,2,4";

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "rows-only",
        "only neighbours in a row were compared",
        "4,2,4,2/4,2,4,2/4,2,4,2/4,2,4,2",
        |cells| !has_empty(cells) && !has_pair(cells),
    ),
    misconception(
        "columns-only",
        "only neighbours in a column were compared",
        "4,4,4,4/2,2,2,2/4,4,4,4/2,2,2,2",
        |cells| !has_empty(cells) && !has_pair(&transposed(cells)),
    ),
    misconception(
        "full-is-over",
        "a full board was taken for a lost one; equal neighbours can still merge",
        "2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2",
        |cells| !has_empty(cells),
    ),
    misconception(
        "forgets-last-row-and-column",
        "the loops over rows and columns stop one early",
        "4,2,4,2/2,4,2,4/4,2,4,2/2,4,2,2",
        forgets_last,
    ),
    misconception(
        "neighbours-wrap",
        "the end of a row was taken for a neighbour of the beginning of the next",
        CHECKERBOARD,
        neighbours_wrap,
    ),
    misconception(
        "diagonals-count",
        "diagonal neighbours were compared; tiles never merge that way",
        CHECKERBOARD,
        |cells| !has_empty(cells) && !any_pair(cells) && !diagonal_pair(cells),
    ),
    misconception(
        "product-int32",
        "the product of all tiles and differences overflows 32 bits and becomes 0",
        CHECKERBOARD,
        |cells| factors(cells).fold(1_i32, |product, factor| product.wrapping_mul(factor as i32)) != 0,
    ),
    misconception("never", "the program never says yes", CHECKERBOARD, |_| false),
    misconception(
        "product-int64",
        "the product of all tiles and differences overflows 64 bits and becomes 0",
        "2,4,8,4/4,8,4,8/2,4,2,4/4,2,4,2",
        |cells| factors(cells).fold(1_i64, i64::wrapping_mul) != 0,
    ),
    misconception(
        "empty-equals-empty",
        "pairs were searched, but never an empty cell: two empty neighbours count as a pair, a single empty cell as nothing",
        "2,.,2,./.,2,.,2/2,.,2,./.,2,.,2",
        |cells| !rows_and_columns(cells).iter().any(|line| line.windows(2).any(|pair| pair[0] == pair[1])),
    ),
    misconception(
        "won-is-over",
        "a board with 2048 on it is won, but play goes on",
        "2048,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        |cells| is_over(cells) || cells.iter().flatten().any(|&value| value >= 2048),
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    over: fn(&Cells) -> bool,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Boards(over) }
}

pub(super) fn is_over(cells: &Cells) -> bool {
    !has_empty(cells) && !any_pair(cells)
}

fn has_pair(cells: &Cells) -> bool {
    cells.iter().any(|row| row.windows(2).any(|pair| pair[0] == pair[1] && pair[0] != 0))
}

fn any_pair(cells: &Cells) -> bool {
    has_pair(&rows_and_columns(cells))
}

fn forgets_last(cells: &Cells) -> bool {
    let (rows, columns) = (cells.len() - 1, cells[0].len() - 1);
    let pair = |row: usize, column: usize| {
        let cell = cells[row][column];
        cell == cells[row][column + 1] || cell == cells[row + 1][column]
    };
    !has_empty(cells) && !(0..rows).any(|row| (0..columns).any(|column| pair(row, column)))
}

fn neighbours_wrap(cells: &Cells) -> bool {
    let columns = cells[0].len();
    let flat: Vec<i64> = cells.iter().flatten().copied().collect();
    let pair = |index: usize| [1, columns].iter().any(|step| flat.get(index + step) == Some(&flat[index]));
    !has_empty(cells) && !(0..flat.len()).any(pair)
}

fn diagonal_pair(cells: &Cells) -> bool {
    cells.windows(2).any(|rows| {
        let (above, below) = (&rows[0], &rows[1]);
        (1..above.len())
            .any(|column| above[column - 1] == below[column] || above[column] == below[column - 1])
    })
}

/// All tiles, and all differences of neighbours.
fn factors(cells: &Cells) -> impl Iterator<Item = i64> {
    let tiles: Vec<i64> = cells.iter().flatten().copied().collect();
    let lines = rows_and_columns(cells);
    let differences: Vec<i64> =
        lines.iter().flat_map(|line| line.windows(2)).map(|pair| pair[0] - pair[1]).collect();
    tiles.into_iter().chain(differences)
}

fn generate(generator: &mut Generator) {
    generator.hard_boards(Input::Board);
    for _ in 0..generator.count(150) {
        let board = generator.from_game(300);
        generator.push("games", Input::Board(board));
    }
    for _ in 0..generator.count(40) {
        let tiles = 1 + generator.below(16);
        let board = generator.large(tiles);
        generator.push("large-tiles", Input::Board(board));
    }
    let late = "131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32";
    generator.push("large-tiles", Input::parse(InputForm::Board, late).expect("a board"));
}

fn why(input: &Input) -> String {
    let cells = input.cells();
    if let Some((row, column)) = crate::plain::empty_cells(&cells).first() {
        return format!("the cell in row {}, column {} is empty", row + 1, column + 1);
    }
    let place = |cells: &Cells| {
        let pair = |line: &Vec<i64>| line.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        cells.iter().enumerate().find_map(|(number, line)| Some((number + 1, pair(line)?)))
    };
    if let Some((row, tile)) = place(&cells) {
        return format!("left and right merge, for example {tile} and {tile} in row {row}");
    }
    match place(&transposed(&cells)) {
        Some((column, tile)) => {
            format!("up and down merge, for example {tile} and {tile} in column {column}")
        }
        None => "no cell is empty and no two neighbours are equal".to_owned(),
    }
}
