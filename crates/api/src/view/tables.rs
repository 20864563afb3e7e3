//! Tables of endings.

use serde::Serialize;

/// A table of endings.
#[derive(Serialize)]
pub struct TableReport {
    /// The file.
    pub file: String,
    /// The layout, as `1234/..65/..../....`.
    pub layout: String,
    /// The tile to be made.
    pub tile: u64,
    /// What counts as success: `merge` or `make`.
    pub goal: &'static str,
    /// The number of free cells.
    pub free_cells: usize,
    /// The number of states.
    pub states: u64,
    /// The bytes of the file.
    pub bytes: u64,
    /// The chances early on, where they were looked up.
    pub spread: Option<TableSpreadReport>,
    /// Where it was verified: the tile sums of the layers that are damaged.
    pub damaged: Option<Vec<u32>>,
}

/// The chances of a layer.
#[derive(Serialize)]
pub struct TableSpreadReport {
    /// The tile sum of the free cells.
    pub sum: u32,
    /// The best chance.
    pub best: f64,
    /// The mean of all states.
    pub mean: f64,
}
