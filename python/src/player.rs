//! `Player`, and players written in Python.

use std::sync::{Mutex, OnceLock, PoisonError};

use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use redouble_core::{Board, Direction, Grid, Position, Rules, Shape, Watch};
use redouble_lab::{Entrant, Given};
use redouble_players::{Budget, Catalog, Decision, Forfeit, Player, Values};

use crate::argument::{self, refused};
use crate::array;
use crate::board::PyBoard;
use crate::work;

/// Who builds players: the one of the program, with the network that comes with it.
pub(crate) fn catalog() -> PyResult<&'static Catalog> {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    let cpu = redouble::cpu().map_err(refused)?;
    Ok(CATALOG.get_or_init(|| redouble::catalog(cpu)))
}

/// The usual rules but for these.
pub(crate) fn rules(board: Option<&Bound<'_, PyAny>>, p4: f64) -> PyResult<Rules> {
    let shape = board.map_or(Ok(Shape::CLASSIC), argument::shape)?;
    Ok(Rules { four_chance: argument::four_chance(p4)?, ..Rules::on(shape) })
}

/// A player by its spec, as `redouble players` lists them. May be shared between threads, which then take turns.
///
/// >>> from redouble import Board, Player
/// >>> player = Player("expectimax:depth=2")
/// >>> board = Board("512,512,.,./.,.,.,./.,.,.,./4,.,.,2")
/// >>> player.choose(board) in board.legal, player.values(board).shape
/// (True, (4,))
#[pyclass(frozen, name = "Player", module = "redouble._core", subclass)]
pub(crate) struct PyPlayer {
    entrant: Entrant,
    rules: Rules,
    player: Mutex<Box<dyn Player>>,
}

/// Boards that one player values in a row. Every such part begins anew, so that the values do not depend on the threads.
const PART: usize = 256;

impl PyPlayer {
    fn decide(&self, board: Board, watch: &dyn Watch) -> PyResult<Decision> {
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let budget = Budget { watch, ..Budget::default() };
        player.decide(Position::new(board), &budget).map_err(|forfeit| refused(forfeit.reason))
    }

    /// The move and the values on each board, on the threads of the current pool.
    fn decide_all(&self, boards: &[Board], watch: &dyn Watch) -> PyResult<Vec<(u8, [f64; 4])>> {
        let build = || entrant_player(&self.entrant, self.rules, watch);
        let part = |player: &mut PyResult<Box<dyn Player>>, boards: &[Board]| {
            let player = player.as_mut().map_err(|error| refused(error))?;
            player.begin(0);
            boards.iter().map(|&board| valued(&mut **player, board, watch)).collect::<PyResult<Vec<_>>>()
        };
        let parts = boards.par_chunks(PART).map_init(build, part).collect::<PyResult<Vec<_>>>()?;
        Ok(parts.concat())
    }

    /// The board, of this player's shape and with a move left.
    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        let board = argument::board(board, Some(self.rules.shape))?;
        if board.legal().is_empty() { Err(refused("no move is left on this board")) } else { Ok(board) }
    }
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (spec, *, board = None, p4 = 0.1))]
    fn new(py: Python<'_>, spec: &str, board: Option<&Bound<'_, PyAny>>, p4: f64) -> PyResult<PyPlayer> {
        let (entrant, rules): (Entrant, Rules) = (spec.parse().map_err(refused)?, rules(board, p4)?);
        let built = work::watched(py, None, None, |watch| entrant_player(&entrant, rules, watch))?;
        Ok(PyPlayer { entrant, rules, player: Mutex::new(built) })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.entrant.to_string()
    }

    /// A new game begins: all randomness of the player in it comes from this seed.
    fn begin(&self, py: Python<'_>, seed: u64) {
        py.detach(|| self.player.lock().unwrap_or_else(PoisonError::into_inner).begin(seed));
    }

    /// The move that the player makes on a board.
    fn choose(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u8> {
        let board = self.board(board)?;
        Ok(py.detach(|| self.decide(board, &()))?.choice as u8)
    }

    /// What each direction is worth to the player, `float64`, NaN where it is not legal.
    fn values<'py>(&self, py: Python<'py>, board: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let board = self.board(board)?;
        let values = py.detach(|| self.decide(board, &()))?.values;
        Ok(PyArray1::from_slice(py, &numbers(&values)))
    }

    /// The move and the values on each of many packed boards (`uint64`): arrays of n `uint8` and (n, 4) `float64`. Where no
    /// move is left the move is 0 and all values are NaN. The same whatever the number of threads; Ctrl-C stops it.
    #[pyo3(signature = (boards, *, threads = 1))]
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f64>>)> {
        let unpack = |bits: &u64| argument::unpack(self.rules.shape, *bits);
        let boards: Vec<Board> = array::boards(boards)?.iter().map(unpack).collect::<PyResult<_>>()?;
        let decided = work::watched(py, Some(threads), None, |watch| self.decide_all(&boards, watch))?;
        let (choices, values): (Vec<u8>, Vec<[f64; 4]>) = decided.into_iter().unzip();
        let values = Array2::from_shape_vec((values.len(), 4), values.into_flattened()).map_err(refused)?;
        let choices = PyArray1::from_owned_array(py, Array1::from_vec(choices));
        Ok((choices, PyArray2::from_owned_array(py, values)))
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.entrant)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyPlayer>) -> PyResult<(Bound<'py, PyAny>, (String, String, f64))> {
        let player = slf.get();
        let kept = (player.spec(), player.rules.shape.to_string(), player.rules.four_chance.probability());
        Ok((slf.py().get_type::<PyPlayer>().getattr("_restore")?, kept))
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, spec: &str, board: &Bound<'_, PyAny>, p4: f64) -> PyResult<PyPlayer> {
        PyPlayer::new(py, spec, Some(board), p4)
    }
}

/// The player of an entrant.
fn entrant_player(entrant: &Entrant, rules: Rules, watch: &dyn Watch) -> PyResult<Box<dyn Player>> {
    entrant.build(catalog()?, rules, watch).map_err(refused)
}

/// A player's move and values on a board; 0 and none if no move is left.
fn valued(player: &mut dyn Player, board: Board, watch: &dyn Watch) -> PyResult<(u8, [f64; 4])> {
    watch.check().map_err(refused)?;
    if board.legal().is_empty() {
        return Ok((0, [f64::NAN; 4]));
    }
    let budget = Budget { watch, ..Budget::default() };
    let decision = player.decide(Position::new(board), &budget);
    let decision = decision.map_err(|forfeit| refused(forfeit.reason))?;
    Ok((decision.choice as u8, numbers(&decision.values)))
}

/// A value a direction, NaN where it is not legal.
fn numbers(values: &Values) -> [f64; 4] {
    Direction::ALL.map(|direction| values.get(direction).unwrap_or(f64::NAN))
}

/// A player that is a Python object: a function of a board, or something with a method `choose`, and perhaps `begin(seed)` and
/// `end(score)`.
struct Written {
    object: Py<PyAny>,
    /// An exception of `begin` loses the game at its first move.
    failed: Option<Forfeit>,
}

impl Written {
    /// Calls a method, if the object has it.
    fn tell(&self, method: &str, number: u64) -> Result<(), Forfeit> {
        Python::attach(|py| {
            let object = self.object.bind(py);
            match object.hasattr(method) {
                Ok(true) => {
                    object.call_method1(method, (number,)).map(drop).map_err(|error| forfeit(py, &error))
                }
                _ => Ok(()),
            }
        })
    }

    fn ask(&self, board: Board) -> Result<Direction, Forfeit> {
        Python::attach(|py| {
            let object = self.object.bind(py);
            let answer = match object.getattr("choose") {
                Ok(choose) => choose.call1((PyBoard(board),)),
                Err(_) => object.call1((PyBoard(board),)),
            };
            let direction = answer.and_then(|answer| argument::direction(&answer));
            direction.map_err(|error| forfeit(py, &error))
        })
    }
}

fn forfeit(py: Python<'_>, error: &PyErr) -> Forfeit {
    let kind = error.get_type(py).name().map_or_else(|_| "exception".to_owned(), |name| name.to_string());
    Forfeit { reason: format!("{kind}: {}", error.value(py)) }
}

impl Player for Written {
    fn begin(&mut self, seed: u64) {
        self.failed = self.tell("begin", seed).err();
    }

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let choice = self.failed.take().map_or_else(|| self.ask(position.board()), Err)?;
        if !position.legal().contains(choice) {
            return Err(Forfeit { reason: format!("illegal move {choice} on {}", position.board()) });
        }
        let value = |direction| (direction, f64::from(u8::from(direction == choice)));
        Ok(Decision { choice, values: position.legal().into_iter().map(value).collect(), nodes: 0, depth: 0 })
    }

    fn end(&mut self, score: u64) {
        // The game is over: there is nobody to tell of an exception.
        let _ = self.tell("end", score);
    }
}

/// Who enters an experiment: a spec, a `Player`, or an object that plays.
pub(crate) fn entrant(given: &Bound<'_, PyAny>) -> PyResult<Entrant> {
    if let Ok(spec) = given.extract::<String>() {
        return spec.parse().map_err(refused);
    }
    if given.get_type().is(given.py().get_type::<PyPlayer>()) {
        return Ok(given.cast::<PyPlayer>().map_err(refused)?.get().entrant.clone());
    }
    if !given.is_callable() && !given.hasattr("choose")? {
        let wanted =
            "a player is a spec, a Player, a function of a board, or an object with a method choose(board)";
        return Err(pyo3::exceptions::PyTypeError::new_err(wanted));
    }
    let name =
        ["name", "__name__"].iter().find_map(|name| given.getattr(*name).ok()?.extract::<String>().ok());
    let name = name.map_or_else(|| given.get_type().name().map(|name| name.to_string()), Ok)?;
    let object = given.clone().unbind();
    let make = move |_| -> Box<dyn Player> {
        Box::new(Written { object: Python::attach(|py| object.clone_ref(py)), failed: None })
    };
    Ok(Entrant::Given(Given::new(format!("python:{name}"), make)))
}
