//! A solved game.

use std::collections::HashMap;
use std::sync::Arc;

use redouble_core::{Board, Grid};

use super::induction::LayerSummary;
use super::problem::Problem;
use super::query::QueryError;
use super::start::{StartState, starts};
use super::table::Table;
use crate::store::{LayerLayout, Layout};

/// The worths of the afterstates of a game, in memory or on disk, and what follows from them.
///
/// A *worth* is what the induction maximises, one number for each objective; [`Objective::value`](crate::Objective::value)
/// and [`Objective::loss`](crate::Objective::loss) turn it into what people read.
pub struct Solution {
    pub(super) problem: Problem,
    pub(super) layout: Layout,
    layers: HashMap<u64, Arc<Placed>>,
}

/// A layer and where its boards are.
pub(super) struct Placed {
    pub(super) table: Table,
    layout: LayerLayout,
}

impl Placed {
    pub(super) fn new(layout: &Layout, table: Table) -> Placed {
        Placed { layout: layout.layer(table.summary.sum), table }
    }

    /// The worths of an afterstate of the layer, one for each objective.
    pub(super) fn worths(&self, layout: &Layout, bits: u64) -> Option<&[f64]> {
        self.table.row(u32::try_from(layout.position(&self.layout, bits)?).ok()?)
    }
}

impl Solution {
    pub(super) fn in_memory(problem: Problem, tables: Vec<Table>) -> Solution {
        let layout = Layout::new(problem.engine(), problem.variant()).expect("a problem has a layout");
        let placed = |table: Table| (table.summary.sum, Arc::new(Placed::new(&layout, table)));
        let layers = tables.into_iter().map(placed).collect();
        Solution { problem, layout, layers }
    }

    /// What was solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The layer with a tile sum; `None` if it has no afterstates or is not kept.
    pub(super) fn layer(&self, sum: u64) -> Result<Option<Arc<Placed>>, QueryError> {
        Ok(self.layers.get(&sum).cloned())
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

    /// What is known of the layers, by increasing sum.
    #[must_use]
    pub fn summaries(&self) -> Vec<LayerSummary> {
        let mut summaries: Vec<LayerSummary> =
            self.layers.values().map(|placed| placed.table.summary.clone()).collect();
        summaries.sort_unstable_by_key(|summary| summary.sum);
        summaries.retain(|summary| summary.states > 0);
        summaries
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
            if bits.is_some_and(|bits| before.worths(&self.layout, bits).is_some()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Solution {
    /// A number that follows from every bit of every worth.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut sums: Vec<&u64> = self.layers.keys().collect();
        sums.sort_unstable();
        let rows = sums.into_iter().flat_map(|sum| &self.layers[sum].table.rows);
        rows.fold(0, |print: u64, worth| {
            (print.rotate_left(5) ^ worth.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}
