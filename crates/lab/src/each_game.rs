//! Games on all threads, each thread with players of its own.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use redouble_core::{Progress, Watch};
use redouble_players::{BuildError, Forfeit};

use crate::arena::ExperimentError;

/// Plays games on the threads of the current pool, each with what `build` makes; the results in the order of the games.
///
/// # Errors
/// If somebody cannot be built or gives up, or the watch stops it.
pub(crate) fn each_game<P: Send, T: Send>(
    (doing, games): (&'static str, u64),
    build: impl Fn() -> Result<P, BuildError> + Sync + Send,
    play: impl Fn(&mut P, u64) -> Result<T, Forfeit> + Sync + Send,
    watch: &dyn Watch,
) -> Result<Vec<T>, ExperimentError> {
    let ended = AtomicU64::new(0);
    let gave_up = |game: u64, forfeit: Forfeit| ExperimentError::GaveUp {
        player: format!("a player of game {game}"),
        games: 1,
        reason: forfeit.reason,
    };
    // The first one is built before the others: they share what it reads, and it says what is wrong.
    drop(build()?);
    (0..games)
        .into_par_iter()
        .map_init(
            || build().ok(),
            |players: &mut Option<P>, game| {
                watch.check()?;
                let players = players.as_mut().ok_or(ExperimentError::Stopped)?;
                let played = play(players, game).map_err(|forfeit| gave_up(game, forfeit))?;
                let done = ended.fetch_add(1, Ordering::Relaxed) + 1;
                watch.progress(Progress::of(doing, done, games, "games"));
                Ok(played)
            },
        )
        .collect()
}
