//! `Player`, and players written in Python.

use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyNotImplementedError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
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

/// A player by its spec, as `redouble players` lists them. May be shared between threads, which then take turns. A subclass with
/// a `choose(board)` of its own enters `arena` and `compare` as well, and needs no spec.
///
/// >>> from redouble import Board, Player
/// >>> player = Player("expectimax:depth=2")
/// >>> board = Board("512,512,.,./.,.,.,./.,.,.,./4,.,.,2")
/// >>> player.choose(board) in board.legal, player.values(board).shape
/// (True, (4,))
#[pyclass(frozen, name = "Player", module = "redouble._core", subclass)]
pub(crate) struct PyPlayer {
    rules: Rules,
    /// Who plays; nobody in a subclass without a spec.
    cast: Option<Cast>,
}

/// Players of one spec.
struct Cast {
    entrant: Entrant,
    player: Mutex<Box<dyn Player>>,
    /// Players for tasks that must not wait for the first one.
    others: Mutex<Vec<Box<dyn Player>>>,
}

impl Cast {
    fn new(entrant: Entrant, rules: Rules, watch: &dyn Watch) -> PyResult<Cast> {
        let player = Mutex::new(entrant_player(&entrant, rules, watch)?);
        Ok(Cast { entrant, player, others: Mutex::default() })
    }

    /// Does something with the player, when no other thread does. A task of a pool does not wait, it takes another player: it
    /// may have been started by a thread that is waiting with the player in its hands.
    fn play<T>(&self, rules: Rules, act: impl FnOnce(&mut dyn Player) -> PyResult<T>) -> PyResult<T> {
        let is_shared = work::is_shared();
        match self.player.try_lock() {
            Ok(mut player) => act(&mut **player),
            Err(TryLockError::WouldBlock) if is_shared => {
                let idle = self.others.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut player = idle.map_or_else(|| entrant_player(&self.entrant, rules, &()), Ok)?;
                let result = act(&mut *player);
                self.others.lock().unwrap_or_else(PoisonError::into_inner).push(player);
                result
            }
            Err(TryLockError::WouldBlock) => {
                act(&mut **self.player.lock().unwrap_or_else(PoisonError::into_inner))
            }
            // After a defect the player is as it was left.
            Err(TryLockError::Poisoned(player)) => act(&mut **player.into_inner()),
        }
    }
}

/// Boards that one player values in a row. Every such part begins anew, so that the values do not depend on the threads.
const PART: usize = 256;

impl PyPlayer {
    fn cast(&self) -> PyResult<&Cast> {
        let nobody = "this player has no spec, and its class no such method of its own";
        self.cast.as_ref().ok_or_else(|| PyNotImplementedError::new_err(nobody))
    }

    fn decide(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<Decision> {
        let (cast, board) = (self.cast()?, self.board(board)?);
        work::heeded(py, |watch| cast.play(self.rules, |player| decided(player, board, watch)))
    }

    /// The move and the values on each board, on the threads of the current pool.
    fn decide_all(&self, boards: &[Board], watch: &dyn Watch) -> PyResult<Vec<(u8, [f64; 4])>> {
        let entrant = &self.cast()?.entrant;
        let build = || entrant_player(entrant, self.rules, watch);
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
    #[classmethod]
    #[pyo3(signature = (spec = None, *, board = None, p4 = 0.1))]
    fn new(
        class: &Bound<'_, PyType>,
        spec: Option<&str>,
        board: Option<&Bound<'_, PyAny>>,
        p4: f64,
    ) -> PyResult<PyPlayer> {
        let (py, rules) = (class.py(), rules(board, p4)?);
        let Some(spec) = spec else {
            let is_subclass = !class.is(py.get_type::<PyPlayer>());
            let wanted = "spec: wanted the spec of a player, like \"expectimax:depth=2\"";
            return if is_subclass {
                Ok(PyPlayer { rules, cast: None })
            } else {
                Err(PyTypeError::new_err(wanted))
            };
        };
        let entrant: Entrant = spec.parse().map_err(refused)?;
        let cast = work::watched(py, None, None, |watch| Cast::new(entrant, rules, watch))?;
        Ok(PyPlayer { rules, cast: Some(cast) })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> PyResult<String> {
        Ok(self.cast()?.entrant.to_string())
    }

    /// A new game begins: all randomness of the player in it comes from this seed.
    fn begin(&self, py: Python<'_>, #[pyo3(from_py_with = argument::seed)] seed: u64) -> PyResult<()> {
        // A subclass without a spec need not have one of its own.
        let Some(cast) = &self.cast else { return Ok(()) };
        work::heeded(py, |_| cast.play(self.rules, |player| Ok(player.begin(seed))))
    }

    /// The move that the player makes on a board.
    fn choose(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.decide(py, board)?.choice as u8)
    }

    /// What each direction is worth to the player, `float64`, NaN where it is not legal.
    fn values<'py>(&self, py: Python<'py>, board: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, &numbers(&self.decide(py, board)?.values)))
    }

    /// The move and the values on each of many packed boards (`uint64`): arrays of n `uint8` and (n, 4) `float64`. Where no
    /// move is left the move is 0 and all values are NaN. The same whatever the number of threads; Ctrl-C stops it.
    #[pyo3(signature = (boards, *, threads = 1))]
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = argument::threads)] threads: u64,
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f64>>)> {
        let threads = usize::try_from(threads).unwrap_or(usize::MAX);
        let unpack = |bits: &u64| argument::unpack(self.rules.shape, *bits);
        let boards: Vec<Board> = array::boards(boards)?.iter().map(unpack).collect::<PyResult<_>>()?;
        let decided = work::watched(py, Some(threads), None, |watch| self.decide_all(&boards, watch))?;
        let (choices, values): (Vec<u8>, Vec<[f64; 4]>) = decided.into_iter().unzip();
        let values = Array2::from_shape_vec((values.len(), 4), values.into_flattened()).map_err(refused)?;
        let choices = PyArray1::from_owned_array(py, Array1::from_vec(choices));
        Ok((choices, PyArray2::from_owned_array(py, values)))
    }

    fn __repr__(slf: &Bound<'_, PyPlayer>) -> PyResult<String> {
        let (class, cast) = (slf.get_type().name()?, slf.get().cast.as_ref());
        Ok(cast.map_or_else(|| format!("{class}()"), |cast| format!("{class}('{}')", cast.entrant)))
    }

    /// What pickles and copies are made from; those of a subclass have its attributes as well.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Option<String>,), Bound<'py, PyDict>)> {
        let settings = PyDict::new(py);
        settings.set_item("board", self.rules.shape.to_string())?;
        settings.set_item("p4", self.rules.four_chance.probability())?;
        Ok(((self.cast.as_ref().map(|cast| cast.entrant.to_string()),), settings))
    }
}

/// The player of an entrant.
fn entrant_player(entrant: &Entrant, rules: Rules, watch: &dyn Watch) -> PyResult<Box<dyn Player>> {
    entrant.build(catalog()?, rules, watch).map_err(refused)
}

fn decided(player: &mut dyn Player, board: Board, watch: &dyn Watch) -> PyResult<Decision> {
    let budget = Budget { watch, ..Budget::default() };
    player.decide(Position::new(board), &budget).map_err(|forfeit| refused(forfeit.reason))
}

/// A player's move and values on a board; 0 and none if no move is left.
fn valued(player: &mut dyn Player, board: Board, watch: &dyn Watch) -> PyResult<(u8, [f64; 4])> {
    watch.check().map_err(refused)?;
    if board.legal().is_empty() {
        return Ok((0, [f64::NAN; 4]));
    }
    let decision = decided(player, board, watch)?;
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
        return Ok(given.cast::<PyPlayer>().map_err(refused)?.get().cast()?.entrant.clone());
    }
    let wanted =
        "a player is a spec, a Player, a function of a board, or an object with a method choose(board)";
    if let Ok(class) = given.cast::<PyType>() {
        let name = class.name()?;
        return Err(PyTypeError::new_err(format!("{wanted}: not the class {name} but {name}()")));
    }
    if !given.is_callable() && !given.hasattr("choose")? {
        return Err(PyTypeError::new_err(wanted));
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
