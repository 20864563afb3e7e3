//! One case: what a program is given.

use std::cmp::Reverse;
use std::fmt;

use redouble_core::{Board, Direction, Grid, Shape};

use crate::plain::{self, Cells};

/// The kinds of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// `BOARD`
    Board,
    /// `BOARD DIRECTION`
    Move,
    /// `LINE`
    Line,
    /// Commands, one a line; `;` separates them where a case is written on one line.
    Script,
    /// `term=weight,… BOARD`
    Weighted,
    /// `DEPTH BOARD`
    Deep,
    /// `DEPTH RUNS BOARD`
    Simulation,
    /// `draw K BOARD` or `mean tile:value …`
    Sampling,
    /// A word and numbers: `wilson 13 100`
    Question,
}

/// What a program is given: one line, or for scripts several.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A board.
    Board(Board),
    /// A board and a direction to slide it.
    Move(Board, Direction),
    /// A line of face values, the front first.
    Line(Vec<i64>),
    /// The commands of a script, the first one `new`.
    Script(Vec<String>),
    /// Weights as text, and a board.
    Weighted(Vec<(String, f64)>, Board),
    /// A depth and a board.
    Deep(u32, Board),
    /// Depth, runs and a board.
    Simulation(u32, u32, Board),
    /// How many spawns to draw, and a board.
    Draw(usize, Board),
    /// Drawn tiles and the values behind them.
    Mean(Vec<(i64, f64)>),
    /// A word and numbers.
    Question(String, Vec<f64>),
}

/// Smaller cases first: cells, tiles, sum of exponents, then tiles near the top left first, then the rest.
pub type Size = (usize, usize, usize, u64, Reverse<Vec<u8>>, u64);

/// The text is no case of this exercise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a case of this exercise: {why}")]
pub struct ParseInputError {
    /// The text.
    pub found: String,
    /// What is wrong with it.
    pub why: String,
}

impl Input {
    /// Reads a case as it is written on one line.
    ///
    /// # Errors
    /// If the text is no such case.
    pub fn parse(form: InputForm, text: &str) -> Result<Input, ParseInputError> {
        parse(form, text.trim()).map_err(|why| ParseInputError { found: shortened(text, 80), why })
    }

    /// How many lines it is, and so how many lines the answer has.
    #[must_use]
    pub fn lines(&self) -> usize {
        if let Input::Script(commands) = self { commands.len() } else { 1 }
    }

    /// The lines that are sent, each with its end.
    #[must_use]
    pub fn sent(&self) -> String {
        match self {
            Input::Script(commands) => commands.iter().map(|command| format!("{command}\n")).collect(),
            _ => format!("{self}\n"),
        }
    }

    /// The board of the case, if it has one.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        match self {
            Input::Board(board)
            | Input::Move(board, _)
            | Input::Weighted(_, board)
            | Input::Deep(_, board)
            | Input::Simulation(_, _, board)
            | Input::Draw(_, board) => Some(board),
            Input::Line(_) | Input::Script(_) | Input::Mean(_) | Input::Question(..) => None,
        }
    }

    /// The same case with another board.
    #[must_use]
    pub fn with_board(&self, board: Board) -> Input {
        let mut input = self.clone();
        match &mut input {
            Input::Board(own)
            | Input::Move(own, _)
            | Input::Weighted(_, own)
            | Input::Deep(_, own)
            | Input::Simulation(_, _, own)
            | Input::Draw(_, own) => *own = board,
            Input::Line(_) | Input::Script(_) | Input::Mean(_) | Input::Question(..) => {}
        }
        input
    }

    /// The face values of the board.
    ///
    /// # Panics
    /// If the case has no board.
    #[must_use]
    pub fn cells(&self) -> Cells {
        plain::cells(self.board().expect("a case with a board"))
    }

    /// The direction of a move.
    ///
    /// # Panics
    /// If the case is no move.
    #[must_use]
    pub fn direction(&self) -> Direction {
        let Input::Move(_, direction) = self else { panic!("a case with a direction") };
        *direction
    }

    /// The line.
    ///
    /// # Panics
    /// If the case is no line.
    #[must_use]
    pub fn line(&self) -> &[i64] {
        let Input::Line(line) = self else { panic!("a case that is a line") };
        line
    }

    /// Where the case stands among all, the smallest first.
    #[must_use]
    pub fn size(&self) -> Size {
        let rest = match self {
            Input::Move(_, direction) => *direction as u64,
            Input::Weighted(weights, _) => weights.len() as u64,
            Input::Deep(depth, _) | Input::Simulation(depth, ..) => u64::from(*depth),
            Input::Draw(count, _) => *count as u64,
            _ => 0,
        };
        match (self, self.board()) {
            (_, Some(board)) => size_of(plain::exponents(board), rest),
            (Input::Line(line), _) => size_of(line.iter().map(|&value| exponent(value)).collect(), rest),
            (Input::Script(commands), _) => {
                let length = commands.iter().map(String::len).sum::<usize>();
                (commands.len(), length, 0, 0, Reverse(Vec::new()), 0)
            }
            (Input::Mean(values), _) => (values.len(), 0, 0, 0, Reverse(Vec::new()), 0),
            _ => (0, 0, 0, 0, Reverse(Vec::new()), 0),
        }
    }

    /// The case drawn: boards as boards, everything else as text.
    #[must_use]
    pub fn drawn(&self) -> String {
        let board = self.board().map(|board| drawn(&plain::cells(board)));
        match (self, board) {
            (Input::Move(_, direction), Some(board)) => format!("{board}slide {direction}\n"),
            (Input::Weighted(..), Some(board)) => format!("{board}weights {}\n", self.head()),
            (Input::Deep(depth, _), Some(board)) => format!("{board}depth {depth}\n"),
            (Input::Simulation(depth, runs, _), Some(board)) => {
                format!("{board}{depth} moves, {runs} runs\n")
            }
            (Input::Draw(count, _), Some(board)) => format!("{board}draw {count}\n"),
            (_, Some(board)) => board,
            (Input::Line(line), _) if line.len() <= 12 => drawn(&vec![line.clone()]),
            (Input::Script(commands), _) => {
                commands.iter().map(|command| format!("     {command}\n")).collect()
            }
            _ => format!("     {}\n", shortened(&self.to_string(), 200)),
        }
    }

    /// What stands before the board.
    fn head(&self) -> String {
        self.to_string().rsplit_once(' ').map_or(String::new(), |(head, _)| head.to_owned())
    }
}

/// The exponent of a face value, 0 where empty.
fn exponent(value: i64) -> u8 {
    if value <= 0 { 0 } else { value.trailing_zeros() as u8 }
}

fn size_of(exponents: Vec<u8>, rest: u64) -> Size {
    let tiles = exponents.iter().filter(|&&exponent| exponent > 0).count();
    let sum = exponents.iter().map(|&exponent| u64::from(exponent)).sum();
    (0, exponents.len(), tiles, sum, Reverse(exponents), rest)
}

/// The text, cut where it is too long to read.
#[must_use]
pub fn shortened(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    let cut: String = text.chars().take(length).collect();
    format!("{cut}… ({} characters)", text.chars().count())
}

/// A board drawn in columns.
#[must_use]
pub fn drawn(cells: &Cells) -> String {
    let cell = |&value: &i64| match value {
        0 => format!("{:>7}", '.'),
        _ => format!("{value:>7}"),
    };
    cells.iter().map(|row| row.iter().map(cell).collect::<String>() + "\n").collect()
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Board(board) => write!(f, "{board}"),
            Input::Move(board, direction) => write!(f, "{board} {direction}"),
            Input::Line(line) => f.write_str(&plain::line_text(line)),
            Input::Script(commands) => f.write_str(&commands.join("; ")),
            Input::Weighted(weights, board) => {
                let weights: Vec<String> =
                    weights.iter().map(|(term, weight)| format!("{term}={weight}")).collect();
                write!(f, "{} {board}", weights.join(","))
            }
            Input::Deep(depth, board) => write!(f, "{depth} {board}"),
            Input::Simulation(depth, runs, board) => write!(f, "{depth} {runs} {board}"),
            Input::Draw(count, board) => write!(f, "draw {count} {board}"),
            Input::Mean(values) => {
                f.write_str("mean")?;
                values.iter().try_for_each(|(tile, value)| write!(f, " {tile}:{value}"))
            }
            Input::Question(word, numbers) => {
                f.write_str(word)?;
                numbers.iter().try_for_each(|number| write!(f, " {number}"))
            }
        }
    }
}

fn parse(form: InputForm, text: &str) -> Result<Input, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = |wanted: usize, what: &str| match words.len() == wanted {
        true => Ok(()),
        false => Err(format!("write {what}")),
    };
    let input = match form {
        InputForm::Board => {
            count(1, "BOARD")?;
            Input::Board(parse_board(words[0])?)
        }
        InputForm::Move => {
            count(2, "BOARD DIRECTION")?;
            let direction: Result<Direction, _> = words[1].parse();
            Input::Move(parse_board(words[0])?, direction.map_err(|error| error.to_string())?)
        }
        InputForm::Line => {
            count(1, "LINE")?;
            Input::Line(parse_line(words[0])?)
        }
        InputForm::Script => Input::Script(parse_script(text)?),
        InputForm::Weighted => {
            count(2, "term=weight,term=weight BOARD")?;
            Input::Weighted(parse_weights(words[0])?, parse_board(words[1])?)
        }
        InputForm::Deep => {
            count(2, "DEPTH BOARD")?;
            Input::Deep(number(words[0], 1, 4)?, parse_board(words[1])?)
        }
        InputForm::Simulation => {
            count(3, "DEPTH RUNS BOARD")?;
            Input::Simulation(
                number(words[0], 1, 4)?,
                number(words[1], 1, 1_000_000)?,
                parse_board(words[2])?,
            )
        }
        InputForm::Sampling => parse_sampling(&words)?,
        InputForm::Question => {
            let (word, rest) = words.split_first().ok_or("write a word and numbers")?;
            let numbers: Option<Vec<f64>> = rest.iter().map(|word| word.parse().ok()).collect();
            Input::Question((*word).to_owned(), numbers.ok_or("what follows the word must be numbers")?)
        }
    };
    Ok(input)
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a whole number from {least} to {most}"))
}

/// Every board of a case has a tile: on the empty board the two meanings of "over" differ.
fn parse_board(text: &str) -> Result<Board, String> {
    let board: Board = text.parse().map_err(|error: redouble_core::ParseBoardError| error.to_string())?;
    if board.count_empty() == board.shape().cells() {
        Err("a board of a case has a tile".to_owned())
    } else {
        Ok(board)
    }
}

fn parse_line(text: &str) -> Result<Vec<i64>, String> {
    let cell = |cell: &str| match cell {
        "." | "0" | "" => Some(0),
        value => value
            .parse()
            .ok()
            .filter(|&value: &i64| (2..=131_072).contains(&value) && value.count_ones() == 1),
    };
    let line: Option<Vec<i64>> = text.split(',').map(cell).collect();
    line.ok_or_else(|| "cells are `.` or powers of two from 2 to 131072, separated by `,`".to_owned())
}

fn parse_weights(text: &str) -> Result<Vec<(String, f64)>, String> {
    let weight = |part: &str| {
        let (term, weight) = part.split_once('=')?;
        crate::exercises::terms::NAMES.contains(&term).then_some((term.to_owned(), weight.parse().ok()?))
    };
    let weights: Option<Vec<_>> = text.split(',').map(weight).collect();
    weights.ok_or_else(|| {
        format!("weights are written term=number; the terms are {}", crate::exercises::terms::NAMES.join(" "))
    })
}

fn parse_sampling(words: &[&str]) -> Result<Input, String> {
    match words {
        ["draw", count, board] => Ok(Input::Draw(number(count, 1, 128)? as usize, parse_board(board)?)),
        ["mean", values @ ..] if !values.is_empty() => {
            let value = |word: &&str| {
                let (tile, value) = word.split_once(':')?;
                Some((tile.parse().ok().filter(|&tile: &i64| tile == 2 || tile == 4)?, value.parse().ok()?))
            };
            let values: Option<Vec<_>> = values.iter().map(value).collect();
            values.map(Input::Mean).ok_or_else(|| "values are written 2:value or 4:value".to_owned())
        }
        _ => Err("write draw K BOARD, or mean tile:value …".to_owned()),
    }
}

fn parse_script(text: &str) -> Result<Vec<String>, String> {
    let commands: Vec<String> = text
        .split([';', '\n'])
        .map(|command| command.trim().to_owned())
        .filter(|command| !command.is_empty())
        .collect();
    let starts = commands.first().is_some_and(|command| command.starts_with("new "));
    if !starts {
        return Err("a script begins with new ROWSxCOLUMNS".to_owned());
    }
    match commands.iter().find(|command| !is_command(command)) {
        Some(command) => Err(format!("`{command}` is not a command")),
        None => Ok(commands),
    }
}

fn is_command(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    let is_side = |word: &str| word.parse::<usize>().is_ok();
    match words.as_slice() {
        ["new", shape] => shape.parse::<Shape>().is_ok(),
        ["tile", row, column, value] => {
            is_side(row) && is_side(column) && parse_line(value).is_ok_and(|line| line[0] > 0)
        }
        ["move", direction] => direction.parse::<Direction>().is_ok(),
        ["score" | "grid" | "legal" | "over" | "undo"] | ["copy" | "use", _] => true,
        _ => false,
    }
}
