//! Re-reading a whole store.

mod deep;
mod known;
mod lost_in_one;
mod recount;
mod rows_before;

use std::ops::Add;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use redouble_core::{Afterstate, Board, Grid, Position, Progress, Random, Stopped, Tile, Watch};
use thiserror::Error;

pub use self::deep::{DeepOptions, DeeplyVerified, DrawnBoards, verify_deeply};
pub use self::known::{ComparedGroups, KnownGroup, LeftOut, OtherCount, compare};
pub use self::recount::recount;
use self::rows_before::RowsBefore;
use crate::draw::draw;
use crate::{CountError, Groups, Store, StoreError};

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
    /// A layer could not be counted again.
    #[error(transparent)]
    Count(CountError),
    /// The watch said stop: nothing wrong was found until then.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<CountError> for VerifyError {
    fn from(error: CountError) -> VerifyError {
        match error {
            CountError::Store(error) => VerifyError::Store(error),
            CountError::Stopped(stopped) => VerifyError::Stopped(stopped),
            error => VerifyError::Count(error),
        }
    }
}

/// Reads every byte of a store and checks it.
///
/// Of every layer: checksums, the number of states of every frame and of the layer; and of `sample` states drawn from
/// it, that the board has the layer's tile sum, no goal tile and a legal move, that its number leads back to it, that
/// some state leads to it and that every state it leads to is in the store. In layers of up to a million states all
/// boards are looked at and the counts by largest tile compared.
///
/// Layers that are kept as afterstates of slides to the left are larger than that by far: there the sample is drawn from all boards
/// that could be such afterstates, and each is in the layer if and only if some state of the layer slides to it. Layers whose
/// files were removed are passed over.
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
    if !store.keeps(sum) {
        // Counted, and removed.
        return Ok(Verified::default());
    }
    let states = store.counts(sum)?.folded.total().states;
    store.check_file(sum)?;
    let mut verified = Verified { layers: 1, states, sampled: 0 };
    if !store.has_states(sum) {
        return Ok(verified);
    }
    let is_small = states <= SMALL && store.is_numbered();
    if is_small {
        verify_boards(store, sum)?;
    }
    let mut random = Random::new(sum);
    if is_small || store.has_frames_of_states() {
        for _ in 0..sample.min(states) {
            let Some(rank) = draw(&mut random, states) else { break };
            verify_state(store, sum, rank)?;
            verified.sampled += 1;
        }
    } else {
        let rows = RowsBefore::new(store.variant().max_exponent());
        for _ in 0..sample {
            verified.sampled += verify_left(store, sum, &rows, &mut random)?;
        }
    }
    Ok(verified)
}

/// One board that a slide to the left could leave: a state before it is in the store if and only if it is. The number of boards
/// that were looked at.
fn verify_left(store: &Store, sum: u64, rows: &RowsBefore, random: &mut Random) -> Result<u64, StoreError> {
    let Some((board, is_there)) = store.any_left(sum, random)? else { return Ok(0) };
    let mut follows = false;
    for before in rows.boards(board) {
        follows = store.contains(store.unpacked(before))?;
        if follows {
            break;
        }
    }
    if follows == is_there { Ok(1) } else { Err(wrong_left(store, sum, WrongLeft { board, is_there })) }
}

/// A board that a slide to the left could leave, as digits, that is there and follows from no state, or the other way round.
struct WrongLeft {
    board: u64,
    is_there: bool,
}

fn wrong_left(store: &Store, sum: u64, WrongLeft { board, is_there }: WrongLeft) -> StoreError {
    let what = if is_there { "follows from no state" } else { "follows from a state and is missing" };
    store.damaged(sum, format!("damaged: {} {what}", store.unpacked(board)))
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
        if !next.is_over() && !store.contains(next.board())? {
            return wrong(board, &format!("leads to {}, which is not in the store", next.board()));
        }
    }
    Ok(())
}
