//! A solved game.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use redouble_core::{Board, Grid, Random};

use super::file;
use super::induction::LayerSummary;
use super::problem::Problem;
use super::query::QueryError;
use super::solved_layer::SolvedLayer;
use super::start::{StartState, starts};
use crate::StoreError;
use crate::rank::{LayerRanks, Ranking};

/// The most numbers that are kept of layers read from disk: 1 GiB of them.
const KEPT: usize = 1 << 27;

/// The worths of the afterstates of a game, in memory or on disk, and what follows from them.
///
/// A *worth* is what the induction maximises, one number for each objective; [`Objective::value`](crate::Objective::value)
/// and [`Objective::loss`](crate::Objective::loss) turn it into what people read.
pub struct Solution {
    pub(super) problem: Problem,
    pub(super) ranking: Arc<dyn Ranking>,
    /// By increasing sum.
    summaries: Vec<LayerSummary>,
    layers: Layers,
}

enum Layers {
    Memory(HashMap<u64, Arc<RankedLayer>>),
    Stored(Files),
}

/// Layers on disk, and those that were read of late.
struct Files {
    directory: PathBuf,
    read: Mutex<HashMap<u64, Arc<RankedLayer>>>,
}

/// A layer and where its boards are.
pub(super) struct RankedLayer {
    pub(super) layer: SolvedLayer,
    ranks: Box<dyn LayerRanks>,
}

impl RankedLayer {
    fn new(ranking: &dyn Ranking, layer: SolvedLayer) -> RankedLayer {
        RankedLayer { ranks: ranking.layer(layer.summary.sum), layer }
    }

    /// The worths of an afterstate of the layer, one for each objective.
    pub(super) fn worths(&self, bits: u64) -> Option<&[f64]> {
        self.layer.row(u32::try_from(self.ranks.position(bits)?).ok()?)
    }
}

impl Solution {
    pub(super) fn in_memory(
        problem: Problem,
        layers: Vec<SolvedLayer>,
        mut summaries: Vec<LayerSummary>,
    ) -> Solution {
        let ranking = problem.ranking().expect("a problem has a ranking");
        summaries.sort_unstable_by_key(|summary| summary.sum);
        let ranked = |layer: SolvedLayer| (layer.summary.sum, Arc::new(RankedLayer::new(&*ranking, layer)));
        let layers = Layers::Memory(layers.into_iter().map(ranked).collect());
        Solution { problem, ranking, summaries, layers }
    }

    pub(super) fn stored(
        problem: Problem,
        directory: PathBuf,
        summaries: Vec<LayerSummary>,
    ) -> Result<Solution, StoreError> {
        let ranking = problem.ranking()?;
        let layers = Layers::Stored(Files { directory, read: Mutex::default() });
        Ok(Solution { problem, ranking, summaries, layers })
    }

    /// What was solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The layer with a tile sum; `None` if there is none.
    pub(super) fn layer(&self, sum: u64) -> Result<Option<Arc<RankedLayer>>, QueryError> {
        if self.summaries.binary_search_by_key(&sum, |summary| summary.sum).is_err() {
            return Ok(None);
        }
        match &self.layers {
            Layers::Memory(layers) => layers.get(&sum).cloned().map(Some).ok_or(QueryError::NotSolved(sum)),
            Layers::Stored(files) => Ok(Some(files.layer(self, sum)?)),
        }
    }

    /// The worths of every position that a game may start with.
    ///
    /// # Errors
    /// If a layer cannot be read, or the first layers were not solved.
    pub fn start_states(&self) -> Result<Vec<(StartState, Vec<f64>)>, QueryError> {
        let worths = |start: StartState| Ok((start, self.query(start.board)?.worths));
        starts(self.problem.variant().shape()).into_iter().map(worths).collect()
    }

    /// The worth of a game before it starts, one number for each objective.
    ///
    /// # Errors
    /// If a layer cannot be read, or the first layers were not solved.
    pub fn start_worths(&self) -> Result<Vec<f64>, QueryError> {
        let states = self.start_states()?;
        let all: u64 = states.iter().map(|(start, _)| start.weight).sum();
        let guarantee =
            |column: usize| states.iter().map(|(_, worths)| worths[column]).fold(f64::INFINITY, f64::min);
        let mean = |column: usize| {
            let sum: f64 = states.iter().map(|(start, worths)| start.weight as f64 * worths[column]).sum();
            sum / all as f64
        };
        let objectives = self.problem.objectives().iter().enumerate();
        Ok(objectives
            .map(|(column, o)| if o.is_guarantee() { guarantee(column) } else { mean(column) })
            .collect())
    }

    /// The value of a game before it starts, for the objective with this number.
    ///
    /// # Errors
    /// If a layer cannot be read, or the first layers were not solved.
    pub fn start_value(&self, objective: usize) -> Result<f64, QueryError> {
        Ok(self.problem.objectives()[objective].value(self.start_worths()?[objective]))
    }

    /// What is known of the layers that have states, by increasing sum.
    #[must_use]
    pub fn summaries(&self) -> Vec<LayerSummary> {
        self.summaries.iter().filter(|summary| summary.states > 0).cloned().collect()
    }

    /// Whether a board, or an image of it, occurs in some game.
    pub(super) fn is_reachable(&self, board: Board) -> Result<bool, QueryError> {
        let tiles = || board.shape().all_cells().filter_map(|cell| Some((cell, board.tile(cell)?)));
        let new = || tiles().filter(|(_, tile)| tile.value() <= 4);
        if tiles().count() == 2 && new().count() == 2 {
            return Ok(true);
        }
        for (cell, tile) in new() {
            let Some(before) = self.layer(board.sum() - tile.value())? else { continue };
            let bits = crate::store::packed(board.with_tile(cell, None));
            if bits.is_some_and(|bits| before.worths(bits).is_some()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Solution {
    /// A number that follows from every bit of every worth.
    ///
    /// # Errors
    /// If a layer cannot be read.
    pub fn fingerprint(&self) -> Result<u64, QueryError> {
        let mut print = 0u64;
        for summary in &self.summaries {
            let layer = self.layer(summary.sum)?;
            for worth in layer.iter().flat_map(|layer| &layer.layer.rows) {
                print = (print.rotate_left(5) ^ worth.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        Ok(print)
    }

    /// Reads a layer and computes some of its worths again.
    pub(super) fn verify_layer(
        &self,
        summary: &LayerSummary,
        sample: u64,
        random: &mut Random,
    ) -> Result<(), QueryError> {
        let Some(layer) = self.layer(summary.sum)? else { return Ok(()) };
        for _ in 0..sample.min(summary.afterstates) {
            let rank = ((u128::from(random.next_u64()) * u128::from(summary.afterstates)) >> 64) as usize;
            let position = layer.layer.set.position(rank).map(u64::from);
            let bits = position.and_then(|position| layer.ranks.board(position));
            let again = bits.map(|bits| self.computed_again(bits)).transpose()?;
            let kept = bits.and_then(|bits| layer.worths(bits));
            let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
            if !again.as_deref().zip(kept).is_some_and(|(again, kept)| same(again, kept)) {
                return Err(self.wrong(summary.sum, &format!("afterstate {rank} has another value")));
            }
        }
        Ok(())
    }

    fn wrong(&self, sum: u64, what: &str) -> QueryError {
        let path = match &self.layers {
            Layers::Memory(_) => PathBuf::from("memory"),
            Layers::Stored(files) => file::path(&files.directory, sum),
        };
        StoreError::damaged(&path, what).into()
    }
}

impl Files {
    fn layer(&self, solution: &Solution, sum: u64) -> Result<Arc<RankedLayer>, StoreError> {
        let mut read = self.read.lock().expect("no panic with the lock");
        if let Some(layer) = read.get(&sum) {
            return Ok(Arc::clone(layer));
        }
        let path = file::path(&self.directory, sum);
        let layer = file::read(&path, &solution.problem, &*solution.ranking, sum)?;
        let kept: usize = read.values().map(|layer| layer.layer.rows.len()).sum();
        if kept + layer.rows.len() > KEPT {
            read.clear();
        }
        let layer = Arc::new(RankedLayer::new(&*solution.ranking, layer));
        read.insert(sum, Arc::clone(&layer));
        Ok(layer)
    }
}
