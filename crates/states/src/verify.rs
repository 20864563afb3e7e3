//! Re-reading a whole store.

use std::ops::Add;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use redouble_core::{Afterstate, Board, Grid, Position, Progress, Random, Stopped, Tile, Watch};
use thiserror::Error;

use crate::{Groups, Store, StoreError};

/// What was found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Layers read whole.
    pub layers: u64,
    /// States decoded and counted.
    pub states: u64,
    /// States whose successors were all looked up.
    pub sampled: u64,
}

impl Add for Verified {
    type Output = Verified;

    fn add(self, other: Verified) -> Verified {
        Verified {
            layers: self.layers + other.layers,
            states: self.states + other.states,
            sampled: self.sampled + other.sampled,
        }
    }
}

/// Why a verification ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// Something is wrong with the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The watch said stop: nothing wrong was found until then.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Reads every byte of a store and checks it.
///
/// Of every layer: checksums, the number of states of every frame and of the layer; and of `sample` states drawn from
/// it, that the board has the layer's tile sum, no goal tile and a legal move, that its number leads back to it, that
/// some state leads to it and that every state it leads to is in the store. In layers of up to a million states all
/// boards are looked at and the counts by largest tile compared.
///
/// # Errors
/// The first thing that is wrong, with the name of the file.
pub fn verify(directory: &Path, sample: u64, watch: &dyn Watch) -> Result<Verified, VerifyError> {
    let store = Store::open(directory)?;
    let (sums, states): (Vec<u64>, u64) = (store.sums().collect(), store.states());
    let done = AtomicU64::new(0);
    let of = |store: &mut Result<Store, StoreError>, sum: u64| {
        let store = store.as_ref().map_err(|_| StoreError::Missing(directory.to_owned()))?;
        let found = verify_layer(store, sum, sample)?;
        store.forget_layers();
        let done = done.fetch_add(found.states, Ordering::Relaxed) + found.states;
        watch.progress(Progress::of("verifying", done, states, "states").in_step("layer", sum));
        watch.check()?;
        Ok(found)
    };
    sums.into_par_iter()
        .map_init(|| Store::open(directory), of)
        .try_reduce(Verified::default, |a, b| Ok(a + b))
}

/// Layers up to this size are looked at board by board.
const SMALL: u64 = 1 << 20;

fn verify_layer(store: &Store, sum: u64, sample: u64) -> Result<Verified, StoreError> {
    let layer = store.layer(sum)?;
    let states = layer.counts().folded.total().states;
    if states <= SMALL {
        verify_boards(store, sum)?;
    } else {
        layer.check_frames()?;
    }
    let mut random = Random::new(sum);
    let mut verified = Verified { layers: 1, states, sampled: 0 };
    for _ in 0..sample.min(states) {
        let rank = ((u128::from(random.next_u64()) * u128::from(states)) >> 64) as u64;
        verify_state(store, sum, rank)?;
        verified.sampled += 1;
    }
    Ok(verified)
}

/// Every board: its sum, and the counts by largest tile.
fn verify_boards(store: &Store, sum: u64) -> Result<(), StoreError> {
    let layer = store.layer(sum)?;
    let mut groups = Groups::default();
    for bits in store.boards(sum)? {
        let board = store.unpacked(bits?);
        if board.sum() != sum {
            return Err(layer.damaged(format!("damaged: {board} has another tile sum")));
        }
        groups.of_mut(board.max_tile().map_or(0, Tile::exponent)).states += 1;
    }
    let counted = layer.counts().folded;
    if (0..16).any(|exponent| groups.of(exponent).states != counted.of(exponent).states) {
        return Err(layer.damaged("damaged: the states are not those that were counted".to_owned()));
    }
    Ok(())
}

fn verify_state(store: &Store, sum: u64, rank: u64) -> Result<(), StoreError> {
    let layer = store.layer(sum)?;
    let wrong = |board: Board, what: &str| Err(layer.damaged(format!("state {board} {what}")));
    let board = store.unpacked(layer.board(rank)?);
    let position = Position::new(board);
    let goal = store.variant().goal();
    let has_won = |board: Board| goal.is_some_and(|goal| board.max_tile() >= Some(goal));
    if board.sum() != sum {
        return wrong(board, "has another tile sum");
    }
    if has_won(board) || position.is_over() {
        return wrong(board, "is no state: it has the goal or no move");
    }
    if store.find(board)?.is_none_or(|place| place.rank_in_layer != rank) {
        return wrong(board, "is not found under its number");
    }
    if !store.has_state_before(board)? {
        return wrong(board, "has no state before it");
    }
    if !store.is_complete() {
        return Ok(());
    }
    let afterstates = position.slides().map(|slide| slide.after).filter(|after| !has_won(after.board()));
    for (_, next) in afterstates.flat_map(Afterstate::positions) {
        if !next.is_over() && store.find(next.board())?.is_none() {
            return wrong(board, &format!("leads to {}, which is not in the store", next.board()));
        }
    }
    Ok(())
}
