//! placeholder
pub const NAMES: [&str; 6] = ["corner", "snake", "monotone", "edge", "pairs", "empty"];
