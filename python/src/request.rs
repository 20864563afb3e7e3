//! The commands as functions: what they say with `--json`.

use std::ffi::OsString;

use numpy::PyArray1;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use redouble::{Request, RequestError};
use redouble_core::Watch;
use redouble_lab::{Entrant, Outcome};

use crate::argument::refused;
use crate::player::{catalog, entrant};
use crate::work;

fn raised(error: RequestError) -> PyErr {
    match error {
        RequestError::Usage(text) => PyValueError::new_err(text),
        RequestError::Io(text) => PyOSError::new_err(text),
        RequestError::Failed(text) => PyRuntimeError::new_err(text),
    }
}

/// The request of these arguments, the players that take the place of those in them, and the threads it wants.
#[expect(clippy::type_complexity, reason = "three things, each plain")]
fn read(
    arguments: Vec<OsString>,
    players: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<(Request, Option<Vec<Entrant>>, Option<usize>)> {
    let request = Request::parse(arguments).map_err(raised)?;
    let players =
        players.map(|players| players.iter().map(entrant).collect::<PyResult<Vec<_>>>()).transpose()?;
    let threads = Some(request.threads()).filter(|&threads| threads > 0);
    Ok((request, players, threads))
}

/// What a command says with `--json`, as text. `progress` is called with phase, step, amount, unit and share.
#[pyfunction]
#[pyo3(signature = (arguments, players = None, progress = None))]
pub(crate) fn request(
    py: Python<'_>,
    arguments: Vec<OsString>,
    players: Option<Vec<Bound<'_, PyAny>>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (request, players, threads) = read(arguments, players)?;
    let work = |watch: &dyn Watch| request.json(players, catalog()?, watch).map_err(raised);
    work::watched(py, threads, progress, work)
}

/// What `arena` says with `--json`, as text, and its games: an array of each of entrant, game, score, moves, max_tile and
/// digest, and the reasons of those that were given up.
#[pyfunction]
#[pyo3(signature = (arguments, players, progress = None))]
pub(crate) fn arena<'py>(
    py: Python<'py>,
    arguments: Vec<OsString>,
    players: Vec<Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let (request, players, threads) = read(arguments, Some(players))?;
    let given = players.iter().flatten().any(|player| matches!(player, Entrant::Given(_)));
    if given && request.keeps_results() {
        let why =
            "a results file names its players by their specs: play without out, or as external:command=…";
        return Err(refused(format!("out: {why}")));
    }
    let work = |watch: &dyn Watch| request.arena(players, catalog()?, watch).map_err(raised);
    let (json, outcomes) = work::watched(py, threads, progress, work)?;
    Ok((json, games(py, &outcomes)?))
}

fn games<'py>(py: Python<'py>, outcomes: &[Outcome]) -> PyResult<Bound<'py, PyDict>> {
    let column = |value: fn(&Outcome) -> u64| {
        PyArray1::from_iter(py, outcomes.iter().map(|outcome| value(outcome) as i64))
    };
    let games = PyDict::new(py);
    games.set_item("entrant", column(|outcome| outcome.pairing.entrant as u64))?;
    games.set_item("game", column(|outcome| outcome.pairing.game))?;
    games.set_item("score", column(|outcome| outcome.score))?;
    games.set_item("moves", column(|outcome| outcome.moves))?;
    games.set_item("max_tile", column(|outcome| outcome.max_tile))?;
    games.set_item("digest", column(|outcome| outcome.digest.into()))?;
    games.set_item("forfeit", outcomes.iter().map(|outcome| outcome.forfeit.clone()).collect::<Vec<_>>())?;
    Ok(games)
}

/// Runs the program with these arguments, of which the first is its name; the exit code.
#[pyfunction]
pub(crate) fn cli(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| redouble::run(arguments).number())
}
