//! `/api/games/ID/changes`: what a page did to a game that it plays by itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::change::Change;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::store::MAX_TOLD;
use crate::view::{GameView, generator_seed};

/// Changes in the order in which they were made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Told {
    /// The seed of the game's generator: a game of another history with the same number is another game.
    seed: String,
    /// How many changes the game had before them: `moves + 2 * undos`.
    after: usize,
    /// Words with spaces between them: `l7 undo redo hint`.
    changes: String,
}

/// Where the game stands now.
#[derive(Serialize)]
pub(crate) struct CaughtUp {
    /// How many of the changes the game has now.
    made: usize,
    /// Whether some did not fit, because the game went on elsewhere: those from the first misfit on were not made.
    stale: bool,
    game: GameView,
}

/// `POST /api/games/ID/changes`: a batch may be told again, as after an answer that was lost.
pub(crate) async fn take(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Body(told): Body<Told>,
) -> Result<Json<CaughtUp>, Refusal> {
    let changes: Result<Vec<Change>, _> = told.changes.split_whitespace().map(str::parse).collect();
    let changes = changes.map_err(Refusal::bad)?;
    if changes.len() > MAX_TOLD {
        return Err(Refusal::bad(format!("`changes`: more than {MAX_TOLD} at once")));
    }
    let mut session = Session::open(app.games(), id)?;
    let is_same = generator_seed(session.game()) == told.seed;
    let made = if is_same { session.catch_up(told.after, &changes)? } else { 0 };
    Ok(Json(CaughtUp { made, stale: made < changes.len(), game: GameView::of(&session) }))
}
