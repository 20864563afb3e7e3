//! The search for weights.

use redouble_lab::Generation;
use redouble_players::Evaluation;
use serde::Serialize;

/// What a search found.
#[derive(Serialize)]
pub struct TuneReport {
    /// Whose evaluation was tuned.
    pub player: String,
    /// The evaluation at the start.
    pub start: String,
    /// The evaluation found.
    pub eval: String,
    /// How it went.
    pub generations: Vec<GenerationReport>,
}

/// One generation.
#[derive(Serialize)]
pub struct GenerationReport {
    /// The centre of the next one.
    pub eval: String,
    /// The mean score of the best candidates.
    pub elite_mean: f64,
    /// The mean score of all.
    pub mean: f64,
}

impl From<Generation> for GenerationReport {
    fn from(generation: Generation) -> GenerationReport {
        let Generation { centre, elite_mean, mean } = generation;
        GenerationReport { eval: Evaluation::new(centre).to_string(), elite_mean, mean }
    }
}
