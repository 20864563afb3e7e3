//! Counting by depth: the correctness oracle, as in chess.

use std::collections::HashMap;

use crate::{Afterstate, Board, Grid, Position, Progress, Shape, Stopped, Watch};

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
/// let paths: Vec<u128> = perft(Shape::CLASSIC, 4, &())?.iter().map(|half_ply| half_ply.paths).collect();
/// assert_eq!(paths, [32, 960, 3584, 101120]);
/// # Ok::<(), redouble_core::Stopped>(())
/// ```
///
/// # Errors
/// [`Stopped`], if the watch says so.
pub fn perft(shape: Shape, half_plies: usize, watch: &dyn Watch) -> Result<Vec<HalfPly>, Stopped> {
    perft_from(Board::empty(shape), half_plies, watch)
}

/// [`perft`](perft()) on an empty board of any representation.
///
/// Every different board is kept once, with the number of its paths, so the cost grows with the distinct boards.
///
/// # Errors
/// [`Stopped`], if the watch says so.
pub fn perft_from<B: Grid>(empty: B, half_plies: usize, watch: &dyn Watch) -> Result<Vec<HalfPly>, Stopped> {
    let mut boards = HashMap::from([(empty, 1)]);
    let mut counts = Vec::with_capacity(half_plies);
    for half_ply in 0..half_plies {
        let from = Watched { boards: &boards, half_ply: half_ply as u64, watch };
        let spawns = half_ply < 2 || half_ply % 2 == 1;
        boards = if spawns { after_spawns(&from)? } else { after_moves(&from)? };
        counts.push(HalfPly { paths: boards.values().sum(), distinct: boards.len() as u64 });
    }
    Ok(counts)
}

fn after_spawns<B: Grid>(from: &Watched<'_, B>) -> Result<HashMap<B, u128>, Stopped> {
    let mut after = HashMap::new();
    from.each(|board, paths| {
        for (_, position) in Afterstate::new(board).into_iter().flat_map(Afterstate::positions) {
            *after.entry(position.board()).or_insert(0) += paths;
        }
    })?;
    Ok(after)
}

fn after_moves<B: Grid>(from: &Watched<'_, B>) -> Result<HashMap<B, u128>, Stopped> {
    let mut after = HashMap::new();
    from.each(|board, paths| {
        for slide in Position::new(board).slides() {
            *after.entry(slide.after.board()).or_insert(0) += paths;
        }
    })?;
    Ok(after)
}

/// The boards of one half-ply, with who watches the step to the next one.
struct Watched<'a, B> {
    boards: &'a HashMap<B, u128>,
    half_ply: u64,
    watch: &'a dyn Watch,
}

impl<B: Grid> Watched<'_, B> {
    /// Calls a function with every board and its paths.
    fn each(&self, mut function: impl FnMut(B, u128)) -> Result<(), Stopped> {
        /// Boards between two reports: some milliseconds of work, so that reporting costs nothing.
        const INTERVAL: usize = 1 << 14;
        let total = self.boards.len() as u64;
        for (index, (&board, &paths)) in self.boards.iter().enumerate() {
            if index % INTERVAL == 0 {
                self.watch.check()?;
                let progress = Progress::of("counting", index as u64, total, "boards");
                self.watch.progress(progress.in_step("half-ply", self.half_ply + 1));
            }
            function(board, paths);
        }
        Ok(())
    }
}
