//! The worths of the afterstates of a layer, as they are kept.

use super::induction::{LayerSummary, Passed};
use super::problem::Problem;
use crate::index::Sparse;

/// One layer of a solution: its afterstates and a row of worths for each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SolvedLayer {
    pub(super) set: Sparse,
    /// As many numbers a row as there are objectives, in their order.
    pub(super) rows: Vec<f64>,
    pub(super) summary: LayerSummary,
}

impl SolvedLayer {
    /// The layer that both games, with chance and with an opponent, have passed.
    pub(super) fn new(problem: &Problem, passed: &[Passed]) -> SolvedLayer {
        let set = &passed[0].afterstates.set;
        let places = problem.places();
        let width = places.len();
        let mut rows = vec![0.0; set.len() * width];
        for (column, &(game, lane)) in places.iter().enumerate() {
            let worths = &passed[game].afterstates;
            let lanes = worths.rows.len() / set.len().max(1);
            for rank in 0..set.len() {
                rows[rank * width + column] = worths.rows[rank * lanes + lane];
            }
        }
        SolvedLayer {
            set: Sparse::new(set.bits(0..set.words())),
            rows,
            summary: SolvedLayer::summary(problem, passed),
        }
    }

    /// The summary of such a layer.
    pub(super) fn summary(problem: &Problem, passed: &[Passed]) -> LayerSummary {
        let spread = problem.places().iter().map(|&(game, lane)| passed[game].summary.spread[lane]).collect();
        LayerSummary { spread, ..passed[0].summary.clone() }
    }

    /// The number of objectives.
    fn width(&self) -> usize {
        self.summary.spread.len()
    }

    /// The row of the afterstate at a position.
    pub(super) fn row(&self, position: u32) -> Option<&[f64]> {
        let rank = self.set.rank(position)?;
        Some(&self.rows[rank * self.width()..][..self.width()])
    }

    /// The columns that belong to one of the games, as its induction wants them.
    pub(super) fn columns(&self, problem: &Problem, game: usize) -> Vec<f64> {
        let columns: Vec<usize> =
            (0..self.width()).filter(|&column| problem.places()[column].0 == game).collect();
        self.rows
            .chunks_exact(self.width())
            .flat_map(|row| columns.iter().map(|&column| row[column]))
            .collect()
    }
}
