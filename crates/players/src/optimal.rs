//! Perfect play, by somebody who knows what every move is worth.

use std::path::PathBuf;
use std::sync::Arc;

use redouble_core::{Position, Rules, Shape, Slide, Spawn, Tile, Watch};

use crate::catalog::{BuildError, Catalog};
use crate::oracle::{Maximize, Oracle, Wish};
use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Forfeit, Player};

/// The player that follows an oracle.
pub(crate) struct Optimal {
    oracle: Arc<dyn Oracle>,
}

impl Optimal {
    /// The player that follows this oracle.
    #[must_use]
    pub(crate) fn new(oracle: Arc<dyn Oracle>) -> Optimal {
        Optimal { oracle }
    }
}

impl Player for Optimal {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let (choice, values) =
            self.oracle.look(position).map_err(|error| Forfeit { reason: error.to_string() })?;
        Ok(Decision { choice, values, nodes: values.iter().count() as u64, depth: 0 })
    }

    fn unit(&self) -> f64 {
        self.oracle.unit()
    }

    fn counts_points(&self) -> bool {
        self.oracle.counts_points()
    }

    /// The points to come; of a chance, or of moves, what a whole game is worth.
    fn stake(&self, best: f64) -> f64 {
        if self.counts_points() { best.max(1.0) } else { 100.0 * self.oracle.unit() }
    }

    fn worth_with_tile(&mut self, slide: &Slide, spawn: Spawn, _: u32) -> Option<f64> {
        let next = slide.after.spawn(spawn)?;
        let to_come = if next.is_over() { 0.0 } else { self.oracle.look(next).ok()?.1.max()? };
        self.counts_points().then_some(slide.gained as f64 + to_come)
    }
}

/// What a spec wants.
fn wish(parameters: &Parameters<'_>, rules: Rules) -> Result<Wish, SpecError> {
    if let Some(text) = parameters.text("board") {
        let shape: Shape = text.parse().map_err(|error| SpecError::value("board", text, error))?;
        if shape != rules.shape {
            return Err(SpecError::value("board", text, format!("the games are played on {}", rules.shape)));
        }
    }
    let goal = parameters
        .text("goal")
        .map(|text| text.parse::<Tile>().map_err(|error| SpecError::value("goal", text, error)));
    let words = [
        ("score", Maximize::Score),
        ("win", Maximize::Win),
        ("moves", Maximize::Moves),
        ("guarantee", Maximize::Guarantee),
    ];
    let maximize = parameters.choice("maximize", &words)?;
    Ok(Wish { maximize, goal: goal.transpose()?, store: parameters.text("store").map(PathBuf::from) })
}

/// Says whether `optimal:…` can be built, without solving anything.
pub(crate) fn check(catalog: &Catalog, parameters: &Parameters<'_>, rules: Rules) -> Result<(), BuildError> {
    Ok(catalog.oracles().check(&wish(parameters, rules)?, rules)?)
}

/// Builds `optimal:…`.
pub(crate) fn build(
    catalog: &Catalog,
    parameters: &Parameters<'_>,
    rules: Rules,
    watch: &dyn Watch,
) -> Result<Box<dyn Player>, BuildError> {
    let oracle = catalog.oracles().find(&wish(parameters, rules)?, rules, watch)?;
    Ok(Box::new(Optimal::new(oracle)))
}
