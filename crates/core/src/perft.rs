//! Counting by depth: the correctness oracle, as in chess.

use std::collections::HashMap;

use crate::{Afterstate, Board, Grid, Position, Shape};

/// What one half-ply counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPly {
    /// The sequences of spawns and moves that lead here.
    pub paths: u128,
    /// The different boards they lead to, not folded by symmetry.
    pub distinct: u64,
}

/// Counts from the empty board: spawn, spawn, move, spawn, move, spawn, …
///
/// A spawn half-ply counts a 2 and a 4 in every empty cell, a move half-ply every legal direction; finished games add
/// nothing.
///
/// ```
/// use redouble_core::{Shape, perft};
///
/// let paths: Vec<u128> = perft(Shape::CLASSIC, 4).iter().map(|half_ply| half_ply.paths).collect();
/// assert_eq!(paths, [32, 960, 3584, 101120]);
/// ```
#[must_use]
pub fn perft(shape: Shape, half_plies: usize) -> Vec<HalfPly> {
    perft_from(Board::empty(shape), half_plies)
}

/// [`perft`](perft()) on an empty board of any representation.
///
/// Every different board is kept once, with the number of its paths, so the cost grows with the distinct boards.
#[must_use]
pub fn perft_from<B: Grid>(empty: B, half_plies: usize) -> Vec<HalfPly> {
    let mut boards = HashMap::from([(empty, 1)]);
    let mut counts = Vec::with_capacity(half_plies);
    for half_ply in 0..half_plies {
        let spawns = half_ply < 2 || half_ply % 2 == 1;
        boards = if spawns { after_spawns(&boards) } else { after_moves(&boards) };
        counts.push(HalfPly { paths: boards.values().sum(), distinct: boards.len() as u64 });
    }
    counts
}

fn after_spawns<B: Grid>(boards: &HashMap<B, u128>) -> HashMap<B, u128> {
    let mut after = HashMap::new();
    for (&board, paths) in boards {
        for (_, position) in Afterstate::new(board).into_iter().flat_map(Afterstate::positions) {
            *after.entry(position.board()).or_insert(0) += paths;
        }
    }
    after
}

fn after_moves<B: Grid>(boards: &HashMap<B, u128>) -> HashMap<B, u128> {
    let mut after = HashMap::new();
    for (&board, paths) in boards {
        for slide in Position::new(board).slides() {
            *after.entry(slide.after.board()).or_insert(0) += paths;
        }
    }
    after
}
