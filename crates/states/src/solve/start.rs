//! The positions that games start with.

use std::collections::BTreeMap;

use redouble_core::{Afterstate, Board, Grid, Shape, Spawn};

use super::odds::Odds;

/// A position of two tiles, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartState {
    /// The canonical board.
    pub board: Board,
    /// How often a game starts with it or an image of it.
    pub probability: f64,
    /// The probability in units of 1 / (100 · n · (n − 1)) for n cells.
    pub(super) weight: u64,
}

/// All of them, by canonical board. Their weights add up to 100 · n · (n − 1).
pub(super) fn starts(shape: Shape) -> Vec<StartState> {
    let odds = Odds::usual();
    let weight = |spawn: Spawn| u64::from(odds.of(spawn.tile));
    let spawns = |board: Board| Afterstate::new(board).into_iter().flat_map(Afterstate::positions);
    let mut weights = BTreeMap::new();
    for (first, one) in spawns(Board::empty(shape)) {
        for (second, two) in spawns(one.board()) {
            *weights.entry(two.board().canonical()).or_insert(0) += weight(first) * weight(second);
        }
    }
    let all: u64 = weights.values().sum();
    let state =
        |(board, weight): (Board, u64)| StartState { board, probability: weight as f64 / all as f64, weight };
    weights.into_iter().map(state).collect()
}
