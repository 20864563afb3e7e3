//! `Single` and `Several`: what the Gymnasium environments stand on.

use numpy::ndarray::{ArrayView1, ArrayView2, Dim, Ix1, Ix2, Ix3};
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use redouble_core::{Grid, Random, Shape, Tile};
use redouble_players::player_random;

use crate::argument::{self, refused};
use crate::array::{ActionArray, Output};
use crate::batch::{MOST_LANES, pickled, reset_mask, unpickled};
use crate::board::PyBoard;
use crate::lane::LaneState;
use crate::lanes::{Actions, Illegal, Lanes, Observed, Reward, Setting, lanes, mask_of};

/// The most cells of a board.
const MOST_CELLS: usize = Shape::MAX_CELLS;

fn reward(name: &str) -> PyResult<Reward> {
    match name {
        "score" => Ok(Reward::Score),
        "log" => Ok(Reward::Log),
        "empty" => Ok(Reward::Empty),
        _ => Err(refused(format!("reward: `{name}` is not score, log or empty"))),
    }
}

fn illegal(name: &str) -> PyResult<Illegal> {
    match name {
        "noop" => Ok(Illegal::Noop),
        "error" => Ok(Illegal::Error),
        "terminate" => Ok(Illegal::Terminate),
        _ => Err(refused(format!("illegal: `{name}` is not noop, error or terminate"))),
    }
}

fn setting(board: &Bound<'_, PyAny>, p4: f64) -> PyResult<Setting> {
    // What happens at the end of a game, the environments say themselves.
    Ok(Setting { shape: argument::shape(board)?, four_chance: argument::four_chance(p4)?, autoreset: false })
}

/// Lanes as bytes and back.
fn restore(setting: Setting, bytes: &[u8]) -> PyResult<Box<dyn Lanes>> {
    let states = unpickled(setting.shape, bytes)
        .ok_or_else(|| refused("a pickle of an environment that is damaged"))?;
    let mut restored = lanes(setting, states.iter().map(|state| (state.seed, state.game)));
    states.into_iter().enumerate().for_each(|(lane, state)| restored.set(lane, state));
    Ok(restored)
}

/// One game, stepped by one call that builds everything that `Env.step` returns.
#[pyclass(name = "Single", module = "redouble._core")]
pub(crate) struct Single {
    lanes: Box<dyn Lanes>,
    setting: Setting,
    kinds: (Reward, Illegal),
    names: (String, String),
}

impl Single {
    fn observation<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i8>>) {
        let (mut exponents, mut mask) = ([0; MOST_CELLS], [0; 4]);
        let cells = self.setting.shape.cells();
        self.lanes.show(&[0], &mut exponents[..cells], &mut mask);
        (self.grid(py, &exponents[..cells]), array(py, mask))
    }

    fn grid<'py>(&self, py: Python<'py>, exponents: &[u8]) -> Bound<'py, PyArray2<u8>> {
        let sides = (self.setting.shape.rows(), self.setting.shape.columns());
        PyArray2::from_array(py, &ArrayView2::from_shape(sides, exponents).expect("an exponent a cell"))
    }
}

fn array(py: Python<'_>, mask: [i8; 4]) -> Bound<'_, PyArray1<i8>> {
    PyArray1::from_array(py, &ArrayView1::from(&mask))
}

#[pymethods]
impl Single {
    #[new]
    #[pyo3(signature = (board, p4, reward, illegal))]
    fn new(board: &Bound<'_, PyAny>, p4: f64, reward: &str, illegal: &str) -> PyResult<Single> {
        let setting = setting(board, p4)?;
        let kinds = (self::reward(reward)?, self::illegal(illegal)?);
        let lanes = lanes(setting, std::iter::once((0, 0)));
        Ok(Single { lanes, setting, kinds, names: (reward.to_owned(), illegal.to_owned()) })
    }

    /// Begins the game of a seed; the observation and the mask of legal moves.
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i8>>) {
        self.lanes = lanes(self.setting, std::iter::once((seed, 0)));
        self.observation(py)
    }

    /// Goes on from a board, with the random numbers of a seed.
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn start<'py>(
        &mut self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = argument::score)] score: u64,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i8>>)> {
        let board = argument::board(board, Some(self.setting.shape))?;
        let (random, player) = (Random::new(seed), player_random(seed));
        let ended = board.legal().is_empty();
        self.lanes.set(0, LaneState { board, ended, score, moves: 0, game: 0, seed, random, player });
        Ok(self.observation(py))
    }

    /// Plays an action: observation, reward, terminated, truncated, info.
    fn step<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let action: i64 =
            action.extract().map_err(|_| PyTypeError::new_err("an action is a whole number from 0 to 3"))?;
        let actions = [action];
        let actions = Actions::Words(&actions);
        if self.kinds.1 == Illegal::Error && self.lanes.first_illegal(actions).is_some() {
            return Err(refused(format!("{action} is not a legal move here")));
        }
        let (mut exponents, mut mask, mut pay, mut terminated) = ([0; MOST_CELLS], [0; 4], [0.0], [false]);
        let cells = self.setting.shape.cells();
        let seen = Observed {
            exponents: &mut exponents[..cells],
            rewards: &mut pay,
            terminated: &mut terminated,
            masks: &mut mask,
        };
        self.lanes.observe(actions, false, self.kinds, seen);
        let info = PyDict::new(py);
        info.set_item(pyo3::intern!(py, "action_mask"), array(py, mask))?;
        (self.grid(py, &exponents[..cells]), pay[0], terminated[0], false, info).into_pyobject(py)
    }

    /// The exponents.
    fn exponents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.observation(py).0
    }

    /// A 1 for each legal move.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        array(py, mask_of(self.lanes.legal(0)))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.lanes.state(0).board)
    }

    /// The score.
    #[getter]
    fn score(&self) -> u64 {
        self.lanes.state(0).score
    }

    /// The moves made.
    #[getter]
    fn moves(&self) -> u64 {
        self.lanes.state(0).moves
    }

    fn __copy__(&self) -> Single {
        Single {
            lanes: self.lanes.copy(),
            setting: self.setting,
            kinds: self.kinds,
            names: self.names.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Single {
        self.__copy__()
    }

    #[expect(clippy::type_complexity, reason = "what Python wants to know to make it again")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Single>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, f64, String, String), Bound<'py, PyBytes>)> {
        let (py, single) = (slf.py(), slf.try_borrow()?);
        let (reward, illegal) = single.names.clone();
        let made =
            (single.setting.shape.to_string(), single.setting.four_chance.probability(), reward, illegal);
        Ok((slf.get_type().into_any(), made, PyBytes::new(py, &pickled(&*single.lanes))))
    }

    fn __setstate__(&mut self, state: &Bound<'_, PyBytes>) -> PyResult<()> {
        self.lanes = restore(self.setting, state.as_bytes())?;
        Ok(())
    }
}

/// Many games, stepped by one call that fills everything that `VectorEnv.step` returns.
#[pyclass(name = "Several", module = "redouble._core")]
pub(crate) struct Several {
    lanes: Box<dyn Lanes>,
    setting: Setting,
    kinds: (Reward, Illegal),
    names: (String, String),
}

/// Observations (n, rows, columns), rewards, terminated, masks (n, 4).
type Step<'py> = (
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<i8>>,
);

impl Several {
    fn shape_of(&self, n: usize) -> Ix3 {
        Dim([n, self.setting.shape.rows(), self.setting.shape.columns()])
    }
}

#[pymethods]
impl Several {
    #[new]
    #[pyo3(signature = (n, board, p4, reward, illegal))]
    fn new(
        #[pyo3(from_py_with = argument::num_envs)] n: u64,
        board: &Bound<'_, PyAny>,
        p4: f64,
        reward: &str,
        illegal: &str,
    ) -> PyResult<Several> {
        if !(1..=MOST_LANES as u64).contains(&n) {
            return Err(refused(format!("num_envs: {n} is not from 1 to {MOST_LANES}")));
        }
        let setting = setting(board, p4)?;
        let kinds = (self::reward(reward)?, self::illegal(illegal)?);
        let lanes = lanes(setting, (0..n).map(|game| (0, game)));
        Ok(Several { lanes, setting, kinds, names: (reward.to_owned(), illegal.to_owned()) })
    }

    /// Begins the games 0 to n − 1 of a seed.
    fn reset(&mut self, #[pyo3(from_py_with = argument::seed)] seed: u64) {
        self.lanes = lanes(self.setting, (0..self.lanes.len() as u64).map(|game| (seed, game)));
    }

    /// Begins the game of its own seed in every lane.
    fn reset_each(&mut self, seeds: Vec<u64>) -> PyResult<()> {
        if seeds.len() != self.lanes.len() {
            return Err(refused(format!("seed: wanted {} seeds, got {}", self.lanes.len(), seeds.len())));
        }
        self.lanes = lanes(self.setting, seeds.into_iter().map(|seed| (seed, 0)));
        Ok(())
    }

    /// Begins the next game of some lanes.
    fn reset_some(&mut self, mask: &Bound<'_, PyAny>) -> PyResult<()> {
        let mask = reset_mask(mask, self.lanes.len())?;
        if !mask.contains(&true) {
            return Err(refused("reset_mask: no lane is to be reset"));
        }
        mask.iter().enumerate().filter(|(_, reset)| **reset).for_each(|(lane, _)| self.lanes.restart(lane));
        Ok(())
    }

    /// Plays an action in every lane. With `restart` the lanes that had ended begin their next game instead; without it, it
    /// is an error that there are such. Which lanes ended now comes last.
    #[pyo3(signature = (actions, restart, exponents = None, rewards = None, terminated = None, masks = None))]
    #[expect(clippy::too_many_arguments, reason = "four arrays that are written into")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        restart: bool,
        exponents: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        terminated: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Step<'py>, Vec<usize>)> {
        let n = self.lanes.len();
        let given = ActionArray::new(actions, n)?;
        let mut exponents = Output::<u8, Ix3>::new(py, "exponents", exponents, self.shape_of(n))?;
        let mut rewards = Output::<f64, Ix1>::new(py, "rewards", rewards, Dim([n]))?;
        let mut terminated = Output::<bool, Ix1>::new(py, "terminated", terminated, Dim([n]))?;
        let mut masks = Output::<i8, Ix2>::new(py, "masks", masks, Dim([n, 4]))?;
        let actions = given.actions();
        // Only who wants to know looks at all lanes once more.
        if !restart && let Some(lane) = self.lanes.first_ended() {
            return Err(refused(format!("the game in lane {lane} has ended: reset it before the next step")));
        }
        if self.kinds.1 == Illegal::Error
            && let Some(lane) = self.lanes.first_illegal(actions)
        {
            return Err(refused(format!(
                "actions: {} is not a legal move in lane {lane}",
                actions.get(lane)
            )));
        }
        let seen = Observed {
            exponents: exponents.slice(),
            rewards: rewards.slice(),
            terminated: terminated.slice(),
            masks: masks.slice(),
        };
        let (lanes, kinds) = (&mut self.lanes, self.kinds);
        let ended = py.detach(|| lanes.observe(actions, restart, kinds, seen));
        Ok(((exponents.array, rewards.array, terminated.array, masks.array), ended))
    }

    /// Begins the next game of these lanes and shows it in the arrays of a step.
    fn go_on<'py>(
        &mut self,
        py: Python<'py>,
        ended: Vec<usize>,
        exponents: &Bound<'py, PyAny>,
        masks: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let n = self.lanes.len();
        let mut exponents = Output::<u8, Ix3>::new(py, "exponents", Some(exponents), self.shape_of(n))?;
        let mut masks = Output::<i8, Ix2>::new(py, "masks", Some(masks), Dim([n, 4]))?;
        let cells = self.setting.shape.cells();
        if let Some(lane) = ended.iter().find(|&&lane| lane >= n) {
            return Err(refused(format!("lane {lane}: there are {n}")));
        }
        for lane in ended {
            self.lanes.restart(lane);
            let (grid, mask) =
                (&mut exponents.slice()[cells * lane..][..cells], &mut masks.slice()[4 * lane..][..4]);
            self.lanes.show(&[lane], grid, mask);
        }
        Ok(())
    }

    /// All boards and masks as they stand.
    #[expect(clippy::type_complexity, reason = "the type of two arrays")]
    fn show<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray3<u8>>, Bound<'py, PyArray2<i8>>)> {
        let n = self.lanes.len();
        let mut exponents = Output::<u8, Ix3>::new(py, "exponents", None, self.shape_of(n))?;
        let mut masks = Output::<i8, Ix2>::new(py, "masks", None, Dim([n, 4]))?;
        let all: Vec<usize> = (0..n).collect();
        self.lanes.show(&all, exponents.slice(), masks.slice());
        Ok((exponents.array, masks.array))
    }

    /// The scores, `int64`.
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, (0..self.lanes.len()).map(|lane| self.lanes.state(lane).score as i64))
    }

    /// A random legal move of every lane, `uint8`.
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

    /// The largest tile of a lane.
    fn max_tile(&self, #[pyo3(from_py_with = argument::lane)] lane: u64) -> PyResult<u64> {
        if lane >= self.lanes.len() as u64 {
            return Err(refused(format!("lane {lane}: there are {}", self.lanes.len())));
        }
        Ok(self.lanes.state(lane as usize).board.max_tile().map_or(0, Tile::value))
    }

    fn __copy__(&self) -> Several {
        Several {
            lanes: self.lanes.copy(),
            setting: self.setting,
            kinds: self.kinds,
            names: self.names.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Several {
        self.__copy__()
    }

    #[expect(clippy::type_complexity, reason = "what Python wants to know to make it again")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Several>,
    ) -> PyResult<(Bound<'py, PyAny>, (usize, String, f64, String, String), Bound<'py, PyBytes>)> {
        let (py, several) = (slf.py(), slf.try_borrow()?);
        let (reward, illegal) = several.names.clone();
        let Setting { shape, four_chance, .. } = several.setting;
        let made = (several.lanes.len(), shape.to_string(), four_chance.probability(), reward, illegal);
        Ok((slf.get_type().into_any(), made, PyBytes::new(py, &pickled(&*several.lanes))))
    }

    fn __setstate__(&mut self, state: &Bound<'_, PyBytes>) -> PyResult<()> {
        self.lanes = restore(self.setting, state.as_bytes())?;
        Ok(())
    }
}
