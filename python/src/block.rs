//! Blocks of an arena's games: played anywhere, kept in one place. What `redouble.spark` stands on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use redouble_core::Watch;
use redouble_lab::{Experiment, ExperimentError, Outcome, Pairing, Played, Results, ResultsError};

use crate::argument::refused;
use crate::player::{catalog, rules};
use crate::work;

/// A game that was played: entrant, game, score, moves, largest tile, nodes, nanoseconds, digest, why it was given up.
type Row = (usize, u64, u64, u64, u64, u64, u64, u32, Option<String>);

fn row(outcome: Outcome) -> Row {
    let Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit } = outcome;
    (pairing.entrant, pairing.game, score, moves, max_tile, nodes, nanoseconds, digest, forfeit)
}

fn outcome((entrant, game, score, moves, max_tile, nodes, nanoseconds, digest, forfeit): Row) -> Outcome {
    let pairing = Pairing { entrant, game };
    Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit }
}

fn experiment(players: &[String], seed: u64, board: &Bound<'_, PyAny>, p4: f64) -> PyResult<Experiment> {
    let entrants = players.iter().map(|player| player.parse().map_err(refused)).collect::<PyResult<_>>()?;
    let experiment = Experiment { entrants, games: 0, seed, rules: rules(Some(board), p4)? };
    experiment.check(catalog()?).map_err(refused)?;
    Ok(experiment)
}

fn raised(error: &ResultsError) -> PyErr {
    match error {
        ResultsError::Io { .. } => PyOSError::new_err(error.to_string()),
        _ => refused(error),
    }
}

/// Plays games `first` to `first + games - 1` of all these players, on one thread.
#[pyfunction]
pub(crate) fn play_games(
    py: Python<'_>,
    players: Vec<String>,
    seed: u64,
    board: &Bound<'_, PyAny>,
    p4: f64,
    first: u64,
    games: u64,
) -> PyResult<Vec<Row>> {
    let end = first.checked_add(games).ok_or_else(|| refused("games: their numbers end before 2^64"))?;
    let experiment = Experiment { games: end, ..experiment(&players, seed, board, p4)? };
    let pairings: Vec<Pairing> = (first..end)
        .flat_map(|game| (0..players.len()).map(move |entrant| Pairing { entrant, game }))
        .collect();
    let work = |watch: &dyn Watch| {
        let mut rows = Vec::with_capacity(pairings.len());
        let keep = |played: Played| -> Result<(), ExperimentError> {
            rows.push(row(played.outcome));
            Ok(())
        };
        let lineup = experiment
            .line_up(catalog()?, watch)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        lineup.run(&pairings, keep, watch).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(rows)
    };
    work::watched(py, Some(1), None, work)
}

/// The games that all these players have played in the directory of an experiment; an error if it is another one's.
#[pyfunction]
pub(crate) fn games_done(
    directory: PathBuf,
    players: Vec<String>,
    seed: u64,
    board: &Bound<'_, PyAny>,
    p4: f64,
) -> PyResult<Vec<u64>> {
    let experiment = experiment(&players, seed, board, p4)?;
    let (_, found) = Results::open(&directory, &experiment, false).map_err(|error| raised(&error))?;
    let mut played = BTreeMap::<u64, usize>::new();
    found.outcomes.iter().for_each(|outcome| *played.entry(outcome.pairing.game).or_default() += 1);
    Ok(played.into_iter().filter(|&(_, count)| count == players.len()).map(|(game, _)| game).collect())
}

/// Keeps games in the directory of an experiment, with those that are there.
#[pyfunction]
pub(crate) fn keep_games(
    directory: PathBuf,
    players: Vec<String>,
    seed: u64,
    board: &Bound<'_, PyAny>,
    p4: f64,
    games: Vec<Row>,
) -> PyResult<usize> {
    let experiment = experiment(&players, seed, board, p4)?;
    let (results, found) = Results::open(&directory, &experiment, false).map_err(|error| raised(&error))?;
    let all = found.outcomes.into_iter().chain(games.into_iter().map(outcome));
    let all: BTreeMap<(u64, usize), Outcome> =
        all.map(|outcome| ((outcome.pairing.game, outcome.pairing.entrant), outcome)).collect();
    if all.keys().any(|&(_, entrant)| entrant >= players.len()) {
        return Err(refused("games: an entrant that there is not"));
    }
    let (last, all): (u64, Vec<Outcome>) =
        (all.keys().map(|(game, _)| game + 1).max().unwrap_or(0), all.into_values().collect());
    results
        .finish(&Experiment { games: last, ..experiment }, &all)
        .map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(all.len())
}
