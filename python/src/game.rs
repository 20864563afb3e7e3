//! `Game`.

use pyo3::prelude::*;
use redouble_core::{Game, Position, Record, Rules, Start};

use crate::argument::{self, refused};
use crate::board::{PyBoard, numbers};

/// A game with undo: the game of its seed, the same one that Rust, the command line and the page play.
///
/// >>> from redouble import Game
/// >>> game = Game(seed=2048)
/// >>> [game.play(direction) for direction in ("left", "up", "right", "down")]
/// [0, 4, 0, 4]
/// >>> game.undo(), game.redo(), game.score
/// (True, True, 8)
#[pyclass(name = "Game", module = "redouble._core")]
pub(crate) struct PyGame(Game);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (seed = None, *, board = None, p4 = 0.1, goal = 2048))]
    fn new(
        #[pyo3(from_py_with = argument::seed_or_none)] seed: Option<u64>,
        board: Option<&Bound<'_, PyAny>>,
        p4: f64,
        #[pyo3(from_py_with = argument::goal)] goal: u64,
    ) -> PyResult<PyGame> {
        let mut rules = Rules {
            four_chance: argument::four_chance(p4)?,
            goal: argument::tile(goal)?,
            ..Rules::default()
        };
        if let Some(board) = board {
            rules.shape = argument::shape(board)?;
        }
        Ok(PyGame(Game::new(rules, seed.unwrap_or_else(any_seed))))
    }

    /// A game that goes on from a board.
    #[staticmethod]
    #[pyo3(signature = (board, seed, *, score = 0, p4 = 0.1))]
    fn from_board(
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
        #[pyo3(from_py_with = argument::score)] score: u64,
        p4: f64,
    ) -> PyResult<PyGame> {
        let rules = Rules { four_chance: argument::four_chance(p4)?, ..Rules::default() };
        Ok(PyGame(Game::from_position(rules, Position::new(argument::board(board, None)?), score, seed)))
    }

    /// The game of a record.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<PyGame> {
        let record: Record = text.parse().map_err(refused)?;
        Game::from_record(&record).map(PyGame).map_err(refused)
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.position().board())
    }

    /// The sum of all merged tiles.
    #[getter]
    fn score(&self) -> u64 {
        self.0.score()
    }

    /// How many moves were made.
    #[getter]
    fn moves(&self) -> usize {
        self.0.turns().len()
    }

    /// The moves there are.
    #[getter]
    fn legal(&self) -> Vec<u16> {
        numbers(self.0.position().legal())
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Whether the goal, or more, is on the board.
    #[getter]
    fn has_won(&self) -> bool {
        self.0.has_won()
    }

    /// The seed of its spawns.
    #[getter]
    fn seed(&self) -> Option<u64> {
        match self.0.start() {
            Start::Seed(seed) => Some(*seed),
            Start::Board { seed, .. } => *seed,
        }
    }

    /// Makes a move; the score gained, or `None` if the move is not legal.
    fn play(&mut self, direction: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        Ok(self.0.play(argument::direction(direction)?).map(|turn| turn.slide.gained))
    }

    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Makes the last undone move again, if there is one.
    fn redo(&mut self) -> bool {
        self.0.redo().is_some()
    }

    /// The game as text.
    fn record(&self) -> String {
        self.0.record().to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<PyGame>().getattr("from_record")?, (self.record(),)))
    }

    fn __str__(&self) -> String {
        format!("{}\nscore {}", self.board().draw(), self.score())
    }

    fn __repr__(&self) -> String {
        let (board, score, moves) = (self.0.position().board(), self.score(), self.moves());
        format!("<Game {board} score {score}, {moves} moves>")
    }

    fn _repr_html_(&self) -> String {
        format!("{}<p>score {}, {} moves</p>", self.board()._repr_html_(), self.score(), self.moves())
    }

    fn __copy__(&self) -> PyGame {
        PyGame(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.__copy__()
    }

    fn __eq__(&self, other: &Bound<'_, PyGame>) -> PyResult<bool> {
        Ok(self.0 == other.try_borrow()?.0)
    }
}

/// A seed that nobody knows beforehand: what the standard library's hash maps are keyed with.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
