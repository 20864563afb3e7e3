//! `Batch`.

use numpy::ndarray::{Dim, Ix1, Ix2, Ix3};
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use redouble_core::{Board, Grid, Shape, Tile};

use crate::argument::{self, refused};
use crate::array::{ActionArray, Output};
use crate::board::PyBoard;
use crate::lane::LaneState;
use crate::lanes::{Ended, Lanes, Results, Setting, lanes, mask_of, random};
use crate::work;

/// Many games side by side, for learners: arrays in, arrays out.
///
/// Lane i of n plays game `first + i` of the experiment with this seed, and when that ends the games `first + i + n`,
/// `first + i + 2n`, …; game k depends on the seed and k alone, and is game k of `redouble arena --seed`.
///
/// >>> from redouble import Batch
/// >>> batch = Batch(3, seed=7)
/// >>> rewards, terminated, legal = batch.step(batch.random_actions())
/// >>> batch.boards.dtype, rewards.dtype, terminated.dtype, legal.dtype
/// (dtype('uint64'), dtype('int32'), dtype('bool'), dtype('uint8'))
/// >>> batch.rollout(1000)
/// 3000
/// >>> len(batch.finished()) > 10
/// True
#[pyclass(name = "Batch", module = "redouble._core")]
pub(crate) struct PyBatch {
    pub(crate) lanes: Box<dyn Lanes>,
    pub(crate) setting: Setting,
    seed: u64,
    first: u64,
}

/// The most lanes: two gigabytes of them.
pub(crate) const MOST_LANES: usize = 1 << 24;
/// Moves between two looks for Ctrl-C: about a quarter of a second.
const MOVES_AT_A_TIME: u64 = 8_000_000;

impl PyBatch {
    /// A value of every lane.
    fn of_lanes<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        value: impl Fn(LaneState) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_iter(py, (0..self.lanes.len()).map(|lane| value(self.lanes.state(lane))))
    }

    fn shape_of_all(&self) -> Ix3 {
        Dim([self.lanes.len(), self.setting.shape.rows(), self.setting.shape.columns()])
    }
}

/// Only boards of up to 16 cells and tiles up to 32768 have numbers.
fn unpackable(lane: usize) -> PyErr {
    refused(format!(
        "lane {lane}: only boards of up to 16 cells and tiles up to 32768 have a packed form; use exponents()"
    ))
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (n, seed = 1, *, first = 0, board = None, p4 = 0.1, autoreset = true))]
    pub(crate) fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
        #[pyo3(from_py_with = argument::first)] first: u64,
        board: Option<&Bound<'_, PyAny>>,
        p4: f64,
        autoreset: bool,
    ) -> PyResult<PyBatch> {
        let n: usize = n.extract().map_err(|_| refused("n: wanted a whole number"))?;
        if !(1..=MOST_LANES).contains(&n) {
            return Err(refused(format!("n: {n} is not from 1 to {MOST_LANES}")));
        }
        if first.checked_add(n as u64).is_none() {
            return Err(PyOverflowError::new_err("first: the games' numbers end before 2^64"));
        }
        let shape = board.map_or(Ok(Shape::CLASSIC), argument::shape)?;
        let setting = Setting { shape, four_chance: argument::four_chance(p4)?, autoreset };
        let games = move || (first..first + n as u64).map(move |game| (seed, game));
        let lanes = py.detach(|| lanes(setting, games()));
        Ok(PyBatch { lanes, setting, seed, first })
    }

    /// The seed of all games.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Rows and columns of the boards.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.setting.shape.rows(), self.setting.shape.columns())
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    /// The packed boards, `uint64`: see `Board.bits`.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut out = Output::new(py, "boards", None, Dim([self.lanes.len()]))?;
        self.lanes.bits(out.slice()).map_err(unpackable)?;
        Ok(out.array)
    }

    /// The score of every lane's game, `int64`.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.of_lanes(py, |lane| lane.score as i64)
    }

    /// The number of every lane's game, `int64`.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.of_lanes(py, |lane| lane.game as i64)
    }

    /// How many moves were made in every lane's game, `int64`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.of_lanes(py, |lane| lane.moves as i64)
    }

    /// Whether every lane's game has ended; never with `autoreset`.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.of_lanes(py, |lane| lane.ended)
    }

    /// The legal moves, `uint8`: bit d is set if direction d is legal.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, (0..self.lanes.len()).map(|lane| self.lanes.legal(lane)))
    }

    /// The exponents of all boards, `uint8` of shape (n, rows, columns), 0 where empty.
    #[pyo3(signature = (out = None))]
    fn exponents<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let mut out = Output::<u8, Ix3>::new(py, "out", out, self.shape_of_all())?;
        let exponents = out.slice();
        py.detach(|| self.lanes.exponents(exponents));
        Ok(out.array)
    }

    /// The legal moves, `int8` of shape (n, 4): 1 where a direction is legal.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mut out = Output::<i8, Ix2>::new(py, "out", out, Dim([self.lanes.len(), 4]))?;
        let masks = out.slice().as_chunks_mut::<4>().0;
        masks.iter_mut().enumerate().for_each(|(lane, mask)| *mask = mask_of(self.lanes.legal(lane)));
        Ok(out.array)
    }

    /// The packed boards after each slide, before the spawn, and the scores gained: `uint64` and `int32`, both of shape
    /// (n, 4). Where a slide is not legal the board is 0.
    #[pyo3(signature = (out = None, gains = None))]
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        gains: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray2<u64>>, Bound<'py, PyArray2<i32>>)> {
        let shape = Dim([self.lanes.len(), 4]);
        let mut boards = Output::<u64, Ix2>::new(py, "out", out, shape)?;
        let mut gains = Output::<i32, Ix2>::new(py, "gains", gains, shape)?;
        let (to, gained) = (boards.slice(), gains.slice());
        py.detach(|| self.lanes.afterstates(to, gained)).map_err(unpackable)?;
        Ok((boards.array, gains.array))
    }

    /// Plays an action in every lane; one that is not legal changes nothing. The score gained (`int32`), whether the game
    /// ended (`bool`) and the legal moves of the next position (`uint8` bits): into the arrays given, or new ones.
    #[pyo3(signature = (actions, rewards = None, terminated = None, legal = None))]
    #[expect(clippy::type_complexity, reason = "the type of three arrays")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        rewards: Option<&Bound<'py, PyAny>>,
        terminated: Option<&Bound<'py, PyAny>>,
        legal: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u8>>)> {
        let n = self.lanes.len();
        let given = ActionArray::new(actions, n)?;
        let mut rewards = Output::<i32, Ix1>::new(py, "rewards", rewards, Dim([n]))?;
        let mut terminated = Output::<bool, Ix1>::new(py, "terminated", terminated, Dim([n]))?;
        let mut legal = Output::<u8, Ix1>::new(py, "legal", legal, Dim([n]))?;
        let actions = given.actions();
        // Before the first lane changes: a bad action must not leave half a step.
        if let Some((lane, action)) = actions.wrong() {
            return Err(refused(format!(
                "actions: {action} in lane {lane} is not a direction: 0 up, 1 right, 2 down, 3 left"
            )));
        }
        let results =
            Results { rewards: rewards.slice(), terminated: terminated.slice(), legal: legal.slice() };
        let lanes = &mut self.lanes;
        py.detach(|| lanes.step(actions, results));
        Ok((rewards.array, terminated.array, legal.array))
    }

    /// A random legal move of every lane, `uint8`: what the player `random` plays in these games. 0 where none is left.
    #[pyo3(signature = (out = None))]
    fn random_actions<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut out = Output::<u8, Ix1>::new(py, "out", out, Dim([self.lanes.len()]))?;
        let (lanes, actions) = (&mut self.lanes, out.slice());
        py.detach(|| lanes.random_actions(actions));
        Ok(out.array)
    }

    /// Plays so many random moves in every lane; how many were played, which is fewer without `autoreset`. The games do not
    /// depend on the number of threads. Ctrl-C leaves the batch where it is.
    #[pyo3(signature = (steps, *, threads = 1))]
    fn rollout(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::steps)] steps: u64,
        #[pyo3(from_py_with = argument::threads)] threads: u64,
    ) -> PyResult<u64> {
        let pool = work::pool(Some(usize::try_from(threads).unwrap_or(usize::MAX)))?;
        let slice = (MOVES_AT_A_TIME * threads / self.lanes.len() as u64).max(1);
        let (mut left, mut played) = (steps, 0);
        while left > 0 {
            let now = left.min(slice);
            let lanes = &mut self.lanes;
            let moves = py.detach(|| pool.install(|| lanes.rollout(now)));
            py.check_signals()?;
            (left, played) = (left - now, played + moves);
            if moves == 0 {
                break;
            }
        }
        Ok(played)
    }

    /// The games that ended since the last call, by their number.
    fn finished(&mut self) -> Finished {
        Finished(self.lanes.take_ended())
    }

    /// Begins the next game in every lane, or in those where the mask, an array of n `bool`, is true.
    #[pyo3(signature = (mask = None))]
    fn reset(&mut self, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let n = self.lanes.len();
        let chosen = mask.map(|mask| reset_mask(mask, n)).transpose()?;
        (0..n)
            .filter(|&lane| chosen.as_ref().is_none_or(|chosen| chosen[lane]))
            .for_each(|lane| self.lanes.restart(lane));
        Ok(())
    }

    /// The board of a lane.
    fn board(&self, #[pyo3(from_py_with = argument::lane)] lane: u64) -> PyResult<PyBoard> {
        if lane >= self.lanes.len() as u64 {
            return Err(PyIndexError::new_err(format!("lane {lane}: there are {}", self.lanes.len())));
        }
        Ok(PyBoard(self.lanes.state(lane as usize).board))
    }

    fn __repr__(&self) -> String {
        let Setting { shape, four_chance, autoreset } = self.setting;
        let autoreset = if autoreset { "True" } else { "False" };
        format!(
            "Batch({}, seed={}, first={}, board='{shape}', p4={four_chance}, autoreset={autoreset})",
            self.lanes.len(),
            self.seed,
            self.first
        )
    }

    fn __copy__(&self) -> PyBatch {
        PyBatch { lanes: self.lanes.copy(), setting: self.setting, seed: self.seed, first: self.first }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBatch {
        self.__copy__()
    }

    #[expect(clippy::type_complexity, reason = "what Python wants to know to make the batch again")]
    fn __reduce__<'py>(
        slf: &Bound<'py, PyBatch>,
    ) -> PyResult<(Bound<'py, PyAny>, (usize, u64), Bound<'py, PyAny>)> {
        let (py, batch) = (slf.py(), slf.try_borrow()?);
        let kept = PyDict::new(py);
        kept.set_item("first", batch.first)?;
        kept.set_item("board", batch.shape())?;
        kept.set_item("p4", batch.setting.four_chance.probability())?;
        kept.set_item("autoreset", batch.setting.autoreset)?;
        kept.set_item("lanes", PyBytes::new(py, &pickled(&*batch.lanes)))?;
        kept.set_item("finished", Finished(batch.lanes.ended().to_vec()))?;
        // Like n and seed, the settings are read back by `__setstate__`, which makes the lanes again.
        let class = slf.get_type().into_any();
        Ok((class, (batch.lanes.len().min(1), batch.seed), kept.into_any()))
    }

    fn __setstate__(&mut self, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let item =
            |name: &str| state.get_item(name)?.ok_or_else(|| refused(format!("a pickle without {name}")));
        let shape = argument::shape(&item("board")?)?;
        let four_chance = argument::four_chance(item("p4")?.extract()?)?;
        let setting = Setting { shape, four_chance, autoreset: item("autoreset")?.extract()? };
        let bytes: Vec<u8> = item("lanes")?.extract()?;
        let states =
            unpickled(shape, &bytes).ok_or_else(|| refused("a pickle of a batch that is damaged"))?;
        let mut restored = lanes(setting, states.iter().map(|state| (state.seed, state.game)));
        states.into_iter().enumerate().for_each(|(lane, state)| restored.set(lane, state));
        restored.set_ended(item("finished")?.cast::<Finished>().map_err(PyErr::from)?.get().0.clone());
        (self.lanes, self.setting, self.first) = (restored, setting, item("first")?.extract()?);
        Ok(())
    }
}

/// An array of n truth values.
pub(crate) fn reset_mask(given: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<bool>> {
    let wanted = || PyTypeError::new_err(format!("mask: wanted an array of {n} bool"));
    let mask = given.cast::<PyArray1<bool>>().map_err(|_| wanted())?;
    let mask: Vec<bool> =
        numpy::PyArrayMethods::to_vec(mask).or_else(|_| given.call_method0("tolist")?.extract())?;
    if mask.len() == n {
        Ok(mask)
    } else {
        Err(refused(format!("mask: wanted {n} values, got {}", mask.len())))
    }
}

/// Numbers of a lane before its exponents.
const WORDS: usize = 13;

/// All lanes in bytes: eight a number, little end first, then an exponent a cell.
pub(crate) fn pickled(lanes: &dyn Lanes) -> Vec<u8> {
    let mut bytes = Vec::new();
    for lane in (0..lanes.len()).map(|lane| lanes.state(lane)) {
        let words = [u64::from(lane.ended), lane.score, lane.moves, lane.game, lane.seed];
        let words = words.into_iter().chain(lane.random.state()).chain(lane.player.state());
        words.for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.extend(lane.board.tiles().map(|tile| tile.map_or(0, Tile::exponent)));
    }
    bytes
}

/// The lanes of such bytes; `None` if they are damaged.
pub(crate) fn unpickled(shape: Shape, bytes: &[u8]) -> Option<Vec<LaneState>> {
    let length = 8 * WORDS + shape.cells();
    if bytes.is_empty() || bytes.len() % length != 0 {
        return None;
    }
    bytes.chunks_exact(length).map(|lane| unpickled_lane(shape, lane)).collect()
}

fn unpickled_lane(shape: Shape, lane: &[u8]) -> Option<LaneState> {
    let (words, exponents) = lane.split_at(8 * WORDS);
    let words: Vec<u64> = words.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    if exponents.iter().any(|&exponent| exponent > Tile::MAX_EXPONENT) {
        return None;
    }
    let board = Board::from_tiles(shape, exponents.iter().map(|&exponent| Tile::new(exponent))).ok()?;
    let &[ended, score, moves, game, seed, ..] = words.as_slice() else { return None };
    // Play adds to these two, and must not come to the end of the numbers.
    if score.max(moves) > argument::MOST_POINTS {
        return None;
    }
    let ended = ended == 1 || board.legal().is_empty();
    Some(LaneState {
        board,
        ended,
        score,
        moves,
        game,
        seed,
        random: random(&words[5..9])?,
        player: random(&words[9..13])?,
    })
}

/// The games that ended, by their number: arrays of `int64`, one for each of game, score, moves and max_tile.
#[pyclass(frozen, name = "Finished", module = "redouble._core")]
pub(crate) struct Finished(Vec<Ended>);

impl Finished {
    fn array<'py>(&self, py: Python<'py>, value: impl Fn(&Ended) -> u64) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.0.iter().map(|ended| value(ended) as i64))
    }
}

#[pymethods]
impl Finished {
    /// The numbers of the games.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.array(py, |ended| ended.game)
    }

    /// Their scores.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.array(py, |ended| ended.score)
    }

    /// Their moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.array(py, |ended| ended.moves)
    }

    /// Their largest tiles.
    #[getter]
    fn max_tile<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.array(py, |ended| ended.max_tile)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __copy__(slf: Py<Finished>) -> Py<Finished> {
        slf
    }

    fn __deepcopy__(slf: Py<Finished>, _memo: &Bound<'_, PyAny>) -> Py<Finished> {
        slf
    }

    #[expect(clippy::type_complexity, reason = "what Python wants to know to make it again")]
    fn __reduce__<'py>(slf: &Bound<'py, Finished>) -> PyResult<(Bound<'py, PyAny>, (Vec<[u64; 4]>,))> {
        let numbers = |ended: &Ended| [ended.game, ended.score, ended.moves, ended.max_tile];
        let kept = slf.get().0.iter().map(numbers).collect();
        Ok((slf.get_type().getattr("_restore")?, (kept,)))
    }

    #[staticmethod]
    fn _restore(games: Vec<[u64; 4]>) -> Finished {
        let ended = |[game, score, moves, max_tile]: [u64; 4]| Ended { game, score, moves, max_tile };
        Finished(games.into_iter().map(ended).collect())
    }

    fn __repr__(&self) -> String {
        format!("<{} finished games>", self.0.len())
    }
}
