//! Solutions on disk.
//!
//! A store of states gets a directory `values` beside its layers:
//!
//! ```text
//! values/manifest           the game, the objectives; when all layers are there, one line a layer and `complete`
//! values/value-000004.rdv   the worths of the afterstates of one layer, see `file`
//! values/lock               held by the process that works on it
//! ```
//!
//! Layers are written from the last to the first, each under a temporary name that is then changed, and synced once a
//! second. Work that was killed goes on below the last layer that is there, from the two that the next one needs, and
//! ends with the same bytes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use redouble_core::{Progress, Random, Tile, Watch};
use redouble_files::seal_text;
use redouble_kernels::Cpu;
use redouble_kernels::clock::Instant;

use super::induction::{LayerSummary, WorthSpread};
use super::objective::Objective;
use super::problem::{Problem, SolveError};
use super::query::QueryError;
use super::sets::Sets;
use super::solution::Solution;
use super::solved_layer::SolvedLayer;
use super::{Way, file};
use crate::rank::Ranking;
use crate::store::lock;
use crate::{Options, Store, StoreError, Variant, count_into};

const NAME: &str = "redouble-values";
const VERSION: u32 = 1;

/// What a directory of values says about itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Manifest {
    pub(super) problem: Problem,
    /// By increasing sum; only when all are there.
    pub(super) layers: Option<Vec<LayerSummary>>,
}

/// The directory of values of a store.
pub(super) fn directory(store: &Path) -> PathBuf {
    store.join("values")
}

impl Manifest {
    fn text(&self) -> String {
        let variant = self.problem.variant();
        let goal = variant.goal().map_or("none".to_owned(), |goal| goal.to_string());
        let objectives: Vec<String> = self.problem.objectives().iter().map(ToString::to_string).collect();
        let mut text = format!("{NAME} {VERSION}\nboard {}\ngoal {goal}\n", variant.shape());
        text += &format!("objectives {}\n", objectives.join(" "));
        for LayerSummary { sum, states, afterstates, spread } in self.layers.iter().flatten() {
            let _ = write!(text, "layer {sum} {states} {afterstates}");
            for WorthSpread { least, greatest, total } in spread {
                let _ = write!(text, " {least:?} {greatest:?} {total:?}");
            }
            text.push('\n');
        }
        if self.layers.is_some() {
            text += "complete\n";
        }
        seal_text(&text)
    }

    fn write(&self, directory: &Path) -> Result<(), StoreError> {
        Ok(redouble_files::write(&directory.join("manifest"), self.text().as_bytes())?)
    }

    /// The manifest of a directory; `None` if there is none.
    pub(super) fn read(directory: &Path) -> Result<Option<Manifest>, StoreError> {
        let path = directory.join("manifest");
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(StoreError::io(&path))?,
        };
        let version = text.lines().next().and_then(|line| line.strip_prefix(NAME)?.trim().parse().ok());
        match version {
            None => return Err(StoreError::damaged(&path, "not a manifest of values")),
            Some(version) if version > VERSION => return Err(StoreError::Newer { path, version }),
            Some(_) => {}
        }
        let manifest = Manifest::parse(&text).filter(|manifest| manifest.text() == text);
        manifest
            .map(Some)
            .ok_or_else(|| StoreError::damaged(&path, "damaged: the manifest is not as it was written"))
    }

    fn parse(text: &str) -> Option<Manifest> {
        let mut lines = text.lines().skip(1);
        let shape = lines.next()?.strip_prefix("board ")?.parse().ok()?;
        let goal = match lines.next()?.strip_prefix("goal ")? {
            "none" => None,
            goal => Some(goal.parse::<Tile>().ok()?),
        };
        let objectives = lines.next()?.strip_prefix("objectives ")?.split(' ').map(|word| word.parse().ok());
        let objectives: Vec<Objective> = objectives.collect::<Option<_>>()?;
        let problem = Problem::new(Variant::new(shape, goal).ok()?, &objectives).ok()?;
        let layers: Vec<LayerSummary> = lines
            .clone()
            .filter_map(|line| line.strip_prefix("layer "))
            .map(parse_layer)
            .collect::<Option<_>>()?;
        let complete = lines.any(|line| line == "complete");
        Some(Manifest { problem, layers: complete.then_some(layers) })
    }
}

fn parse_layer(line: &str) -> Option<LayerSummary> {
    let mut words = line.split(' ');
    let mut number = || words.next()?.parse().ok();
    let (sum, states, afterstates) = (number()?, number()?, number()?);
    let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let spread = |&[least, greatest, total]: &[f64; 3]| WorthSpread { least, greatest, total };
    Some(LayerSummary {
        sum,
        states,
        afterstates,
        spread: numbers.as_chunks().0.iter().map(spread).collect(),
    })
}

/// Solves a problem with its states and values in a directory; goes on where earlier work on it stopped.
///
/// # Errors
/// If the directory holds another game or values of other objectives, is damaged or in use, or the disk is full.
/// Finished layers are never lost.
pub fn solve_into(
    store: &Path,
    problem: &Problem,
    cpu: Cpu,
    watch: &dyn Watch,
) -> Result<Solution, SolveError> {
    // By the engine that the store was begun with, or the best.
    let counting = Options { cpu, ..Options::default() };
    count_into(store, problem.variant(), &counting, watch)?;
    let values = directory(store);
    std::fs::create_dir_all(&values).map_err(StoreError::io(&values))?;
    let working = lock(&values, true)?;
    let found = match Manifest::read(&values)? {
        Some(found) => check(&values, problem, found)?,
        None => {
            let fresh = Manifest { problem: problem.clone(), layers: None };
            fresh.write(&values)?;
            fresh
        }
    };
    if found.layers.is_none() {
        let sets = Sets::stored(problem, cpu, Store::open(store)?)?;
        Writer::new(&values, problem)?.complete(&sets, watch)?;
    }
    drop(working);
    Ok(Solution::open(store)?)
}

/// Whether the values that are there are those asked for.
fn check(directory: &Path, problem: &Problem, found: Manifest) -> Result<Manifest, StoreError> {
    if found.problem == *problem {
        return Ok(found);
    }
    let describe = |problem: &Problem| {
        let objectives: Vec<String> = problem.objectives().iter().map(ToString::to_string).collect();
        format!("values of {} on {}", objectives.join(", "), problem.variant())
    };
    let (path, found, asked) = (directory.to_owned(), describe(&found.problem), describe(problem));
    Err(StoreError::OtherGame { path, found, asked })
}

/// Layers on their way to disk.
struct Writer<'a> {
    directory: &'a Path,
    problem: &'a Problem,
    ranking: Arc<dyn Ranking>,
    summaries: Vec<LayerSummary>,
    synced: Instant,
    unsynced: Vec<PathBuf>,
}

impl<'a> Writer<'a> {
    fn new(directory: &'a Path, problem: &'a Problem) -> Result<Writer<'a>, StoreError> {
        let ranking = problem.ranking()?;
        let (summaries, unsynced) = (Vec::new(), Vec::new());
        Ok(Writer { directory, problem, ranking, summaries, synced: Instant::now(), unsynced })
    }

    fn read(&self, sum: u64) -> Result<SolvedLayer, StoreError> {
        file::read(&file::path(self.directory, sum), self.problem, &*self.ranking, sum)
    }

    /// Adopts the layers that killed work has left, from the top; the last sum of them.
    fn adopt(&mut self, top: u64) -> Option<u64> {
        let mut last = None;
        for sum in (4..=top).rev().step_by(2) {
            // A layer that is not whole was not synced when the machine went down: it is computed again.
            let Ok(layer) = self.read(sum) else { break };
            self.unsynced.push(file::path(self.directory, sum));
            self.summaries.push(layer.summary);
            last = Some(sum);
        }
        last
    }

    fn complete(mut self, sets: &Sets, watch: &dyn Watch) -> Result<(), SolveError> {
        let last = self.adopt(sets.top());
        // The two layers above the first unknown one are enough to go on.
        let from = last.map_or(sets.top(), |last| (last + 2).min(sets.top()));
        let (directory, problem, ranking) = (self.directory, self.problem, Arc::clone(&self.ranking));
        let known = |sum: u64| {
            let is_known = last.is_some_and(|last| sum >= last);
            let read = || Ok(file::read(&file::path(directory, sum), problem, &*ranking, sum)?);
            is_known.then(read).transpose()
        };
        let way = Way { problem, sets, from, down_to: 4 };
        way.descend(known, |passed| Ok(self.keep(SolvedLayer::new(problem, passed))?), watch)?;
        self.sync()?;
        self.summaries.sort_unstable_by_key(|summary| summary.sum);
        let manifest = Manifest { problem: self.problem.clone(), layers: Some(self.summaries) };
        Ok(manifest.write(self.directory)?)
    }

    fn keep(&mut self, layer: SolvedLayer) -> Result<(), StoreError> {
        self.unsynced.push(file::write(self.directory, self.problem, &*self.ranking, &layer)?);
        self.summaries.push(layer.summary);
        if self.synced.elapsed() > Duration::from_secs(1) { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        for path in self.unsynced.drain(..) {
            redouble_files::sync(&path)?;
        }
        self.synced = Instant::now();
        Ok(redouble_files::sync_directory(self.directory)?)
    }
}

impl Solution {
    /// Opens the solution that a directory holds.
    ///
    /// # Errors
    /// If there is none, it is not complete, or its manifest is damaged.
    pub fn open(store: &Path) -> Result<Solution, StoreError> {
        let values = directory(store);
        let missing = || StoreError::damaged(&values, "no values: `redouble solve --store` makes them");
        let manifest = Manifest::read(&values)?.ok_or_else(missing)?;
        let Some(layers) = manifest.layers else {
            return Err(StoreError::damaged(
                &values,
                "not complete yet: `redouble solve --store` goes on with it",
            ));
        };
        Solution::stored(manifest.problem, values, layers)
    }
}

/// What was found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedValues {
    /// Layers read whole.
    pub layers: u64,
    /// Afterstates in them.
    pub afterstates: u64,
    /// Afterstates whose worths were computed again.
    pub sampled: u64,
}

/// Reads every byte of the values of a store, and computes a sample of each layer again, bit for bit.
///
/// # Errors
/// The first thing that is wrong, with the name of the file.
pub fn verify_values(store: &Path, sample: u64, watch: &dyn Watch) -> Result<VerifiedValues, QueryError> {
    let solution = Solution::open(store)?;
    let summaries = solution.summaries();
    let all = summaries.iter().map(|summary| summary.afterstates).sum();
    let mut verified = VerifiedValues::default();
    for summary in summaries.iter().rev() {
        watch.check()?;
        solution.verify_layer(summary, sample, &mut Random::new(summary.sum))?;
        verified.layers += 1;
        verified.afterstates += summary.afterstates;
        verified.sampled += sample.min(summary.afterstates);
        let progress = Progress::of("verifying", verified.afterstates, all, "afterstates");
        watch.progress(progress.in_step("layer", summary.sum));
    }
    Ok(verified)
}
