//! The class tournament of a project: everybody plays the same games.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use redouble_core::{Progress, Watch};
use redouble_lab::{mean, mean_interval, quantile};
use serde::{Deserialize, Serialize};

use crate::assignment::Assignment;
use crate::prepare::{PrepareError, Prepared};
use crate::project::{self, Finished};
use crate::run::RunError;

use super::journal::Journal;
use super::{GradeError, GradeOptions, Quiet, Task, at, csv_cell, prepared};

/// Everybody plays so many games.
const GAMES: usize = 20;

/// The players of a project.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tournament {
    /// The project.
    pub project: String,
    /// The players, the best first.
    pub places: Vec<Place>,
}

/// A player, and what its games amount to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The student.
    pub player: String,
    /// How many games were played.
    pub games: usize,
    /// The mean score.
    pub mean: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Half of the scores are below.
    pub median: f64,
    /// How many games the player gave up.
    pub forfeits: usize,
    /// Why, of the first of them.
    pub reason: Option<String>,
}

/// What is kept of a game.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    score: u64,
    forfeit: Option<String>,
}

/// Lets the players of every project play.
pub(super) fn play_all(
    tasks: &[Task<'_>],
    options: &GradeOptions,
    watch: &dyn Watch,
) -> Result<Vec<Tournament>, GradeError> {
    let players = tasks.iter().filter(|task| matches!(task.exercise, Assignment::Project(_)));
    let players: Vec<(&Task<'_>, &Path)> =
        players.filter_map(|task| Some((task, task.file.as_deref()?))).collect();
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let path = options.out.join("tournament.jsonl");
    let journal: Journal<Vec<Kept>> = Journal::open(&path).map_err(at(&path))?;
    let (done, total) = (AtomicU64::new(0), players.len() as u64);
    let play = |&(task, file): &(&Task<'_>, &Path)| {
        watch.check()?;
        let games = games(task, file, options, &journal, watch)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        watch.progress(Progress::of("playing the tournament", done, total, "players"));
        Ok((task.exercise.id(), place(&task.student.name, &games)))
    };
    let places: Result<Vec<_>, GradeError> = players.par_iter().with_max_len(1).map(play).collect();
    Ok(tournaments(&places?))
}

fn games(
    task: &Task<'_>,
    file: &Path,
    options: &GradeOptions,
    journal: &Journal<Vec<Kept>>,
    watch: &dyn Watch,
) -> Result<Vec<Kept>, GradeError> {
    let key = task.key(file, options)?;
    if let Some(known) = journal.known(&key) {
        return Ok(known);
    }
    let given_up = |reason: String| vec![Kept { score: 0, forfeit: Some(reason) }];
    let games = match prepared(file, options, watch) {
        Ok(Prepared::Refused(_)) => given_up("it does not compile".to_owned()),
        Ok(Prepared::Ready(program, _scratch)) => {
            match project::whole_games(&program, options.seed, GAMES, &Quiet(watch)) {
                Ok(games) => {
                    games.into_iter().map(|Finished { score, forfeit, .. }| Kept { score, forfeit }).collect()
                }
                Err(RunError::Stopped(stopped)) => return Err(stopped.into()),
                Err(error) => return Ok(given_up(error.to_string())),
            }
        }
        Err(PrepareError::Run(RunError::Stopped(stopped))) => return Err(stopped.into()),
        // Not kept: the next run may find what is missing now.
        Err(error) => return Ok(given_up(error.to_string())),
    };
    journal.add(&key, &games).map_err(at(&options.out))?;
    Ok(games)
}

fn place(player: &str, games: &[Kept]) -> Place {
    let mut scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
    scores.sort_by(f64::total_cmp);
    let interval = mean_interval(&scores);
    Place {
        player: player.to_owned(),
        games: games.len(),
        mean: mean(&scores),
        low: interval.low,
        high: interval.high,
        median: quantile(&scores, 0.5),
        forfeits: games.iter().filter(|game| game.forfeit.is_some()).count(),
        reason: games.iter().find_map(|game| game.forfeit.clone()),
    }
}

fn tournaments(places: &[(&'static str, Place)]) -> Vec<Tournament> {
    let of = |project: &crate::project::Project| {
        let own = places.iter().filter(|(id, _)| *id == project.id);
        let mut places: Vec<Place> = own.map(|(_, place)| place.clone()).collect();
        places.sort_by(|one, other| {
            other.mean.total_cmp(&one.mean).then_with(|| one.player.cmp(&other.player))
        });
        Tournament { project: project.id.to_owned(), places }
    };
    project::ALL.iter().map(of).filter(|tournament| !tournament.places.is_empty()).collect()
}

/// One line a player.
pub(super) fn csv(tournaments: &[Tournament]) -> String {
    let mut csv = "project,rank,player,games,mean,low,high,median,forfeits,reason\n".to_owned();
    for tournament in tournaments {
        for (number, place) in tournament.places.iter().enumerate() {
            let Place { games, mean, low, high, median, forfeits, .. } = place;
            csv += &format!(
                "{},{},{},{games},{mean:.1},{low:.1},{high:.1},{median},{forfeits},{}\n",
                tournament.project,
                number + 1,
                csv_cell(&place.player),
                csv_cell(place.reason.as_deref().unwrap_or_default())
            );
        }
    }
    csv
}
