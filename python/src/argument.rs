//! Arguments from Python, and why they are refused.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use redouble_core::{Board, Direction, FourChance, Shape, Tile};

use crate::board::PyBoard;

/// A sentence as `ValueError`.
pub(crate) fn refused(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A whole number that is not negative; what is none is refused by the argument's name, which PyO3 leaves out.
pub(crate) fn natural(name: &str, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    given.extract().map_err(|error: PyErr| {
        let wanted = format!("{name}: wanted a whole number from 0 to 2^64 - 1");
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            PyOverflowError::new_err(wanted)
        } else {
            PyTypeError::new_err(wanted)
        }
    })
}

macro_rules! naturals {
    ($($name:ident),*) => {
        $(
            #[doc = concat!("The argument `", stringify!($name), "`.")]
            pub(crate) fn $name(given: &Bound<'_, PyAny>) -> PyResult<u64> {
                natural(stringify!($name), given)
            }
        )*
    };
}
naturals!(seed, first, goal, cell, lane, steps, threads, num_envs);

/// The argument `tile`.
pub(crate) fn face_value(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    natural("tile", given)
}

/// The argument `seed` where there may be none.
pub(crate) fn seed_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if given.is_none() { Ok(None) } else { seed(given).map(Some) }
}

/// The argument `goal` where there may be none.
pub(crate) fn goal_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if given.is_none() { Ok(None) } else { goal(given).map(Some) }
}

/// The argument `score`: so small that what a game adds to it is a number as well.
pub(crate) fn score(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let score = natural("score", given)?;
    if score <= MOST_POINTS { Ok(score) } else { Err(refused("score: no game has so many points")) }
}

/// More points than any game has, and far from the largest number.
pub(crate) const MOST_POINTS: u64 = 1 << 62;

/// A shape: `"4x4"` or `(4, 4)`.
pub(crate) fn shape(given: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if let Ok((rows, columns)) = given.extract::<(usize, usize)>() {
        return Shape::new(rows, columns).ok_or_else(|| {
            refused(format!("({rows}, {columns}) is not a board shape: sides go from 2 to 8"))
        });
    }
    let text: String = given
        .extract()
        .map_err(|_| PyTypeError::new_err("a board shape is text like \"4x4\" or a pair of sides"))?;
    text.parse().map_err(refused)
}

/// A direction: its number or a name.
pub(crate) fn direction(given: &Bound<'_, PyAny>) -> PyResult<Direction> {
    if let Ok(text) = given.extract::<String>() {
        return text.parse().map_err(refused);
    }
    let number: i64 = given
        .extract()
        .map_err(|_| PyTypeError::new_err("a direction is a number from 0 to 3 or a name like \"left\""))?;
    usize::try_from(number)
        .ok()
        .and_then(|number| Direction::ALL.get(number).copied())
        .ok_or_else(|| refused(format!("{number} is not a direction: 0 up, 1 right, 2 down, 3 left")))
}

/// The probability of a 4.
pub(crate) fn four_chance(p4: f64) -> PyResult<FourChance> {
    FourChance::new(p4)
        .ok_or_else(|| refused(format!("p4: {p4} is not a probability, write a number from 0 to 1")))
}

/// A tile by its face value.
pub(crate) fn tile(value: u64) -> PyResult<Tile> {
    Tile::from_value(value)
        .ok_or_else(|| refused(format!("{value} is not a tile: tiles are the powers of two 2, 4, 8, …")))
}

/// A board in any of its forms: a `Board`, text, a packed number, rows of face values.
pub(crate) fn board(given: &Bound<'_, PyAny>, wanted: Option<Shape>) -> PyResult<Board> {
    let board = if let Ok(board) = given.cast::<PyBoard>() {
        board.get().0
    } else if let Ok(text) = given.extract::<String>() {
        match wanted {
            Some(shape) if text.trim().starts_with("0x") => {
                Board::from_hex(shape, text.trim()).map_err(refused)?
            }
            _ => text.parse().map_err(refused)?,
        }
    } else if let Ok(bits) = given.extract::<u64>() {
        unpack(wanted.unwrap_or(Shape::CLASSIC), bits)?
    } else {
        rows(given)?
    };
    match wanted {
        Some(shape) if shape != redouble_core::Grid::shape(board) => {
            Err(refused(format!("the board is not {shape}")))
        }
        _ => Ok(board),
    }
}

fn rows(given: &Bound<'_, PyAny>) -> PyResult<Board> {
    let wrong = |_| {
        PyTypeError::new_err(
            "a board is text, a number, or rows of face values (whole numbers, 0 where empty)",
        )
    };
    let rows: Vec<Vec<u64>> = given.extract().map_err(wrong)?;
    let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
    Board::from_values(&rows).map_err(refused)
}

/// The board of a packed number, the first cell in the highest digit.
pub(crate) fn unpack(shape: Shape, bits: u64) -> PyResult<Board> {
    let cells = shape.cells();
    if cells > 16 || (cells < 16 && bits >> (4 * cells) != 0) {
        return Err(refused(format!(
            "{bits:#x} is not a packed {shape} board: it has a digit a cell, for up to 16 cells"
        )));
    }
    let tiles = (0..cells).rev().map(|cell| Tile::new((bits >> (4 * cell) & 15) as u8));
    Board::from_tiles(shape, tiles).map_err(refused)
}

/// The packed number of a board, if it has one.
pub(crate) fn pack(board: &Board) -> Option<u64> {
    u64::from_str_radix(board.to_hex()?.strip_prefix("0x")?, 16).ok()
}
