//! Counts by depth.

use redouble_core::{HalfPly, Shape};
use serde::Serialize;

/// One entry a half-ply.
#[derive(Serialize)]
pub struct PerftReport {
    /// The shape, as `4x4`.
    pub board: String,
    /// Paths of moves and spawns.
    pub paths: Vec<u128>,
    /// Distinct boards.
    pub distinct: Vec<u64>,
}

impl PerftReport {
    /// These counts, on boards of this shape.
    #[must_use]
    pub fn new(shape: Shape, counts: &[HalfPly]) -> PerftReport {
        PerftReport {
            board: shape.to_string(),
            paths: counts.iter().map(|count| count.paths).collect(),
            distinct: counts.iter().map(|count| count.distinct).collect(),
        }
    }
}
