//! `/api/games`: starting, playing, undoing and keeping games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use redouble_core::{Board, Direction, FourChance, Game, Position, Rules, Shape, Tile};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::games::{Change, Games, MAX_MOVES};
use crate::import;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::view::{GameView, ListedView, TurnView};

/// What a new game is like. Everything may be left out.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NewGame {
    board: Option<String>,
    p4: Option<f64>,
    goal: Option<u64>,
    seed: Option<u64>,
    /// Begin on this board, with this score.
    from: Option<String>,
    score: u64,
    /// A record, or the `gameState` of another 2048.
    import: Option<String>,
}

impl NewGame {
    fn rules(&self) -> Result<Rules, Refusal> {
        let mut rules = Rules::default();
        if let Some(shape) = &self.board {
            rules.shape = shape.parse::<Shape>().map_err(Refusal::bad)?;
        }
        if let Some(p4) = self.p4 {
            let problem = || Refusal::bad(format!("`p4`: {p4} is not a probability from 0 to 1"));
            rules.four_chance = FourChance::new(p4).ok_or_else(problem)?;
        }
        if let Some(goal) = self.goal {
            let problem = || Refusal::bad(format!("`goal`: {goal} is not a tile: tiles are 2, 4, 8, …"));
            rules.goal = Tile::from_value(goal).ok_or_else(problem)?;
        }
        Ok(rules)
    }

    fn game(&self, fresh_seed: u64) -> Result<Game, Refusal> {
        let (rules, seed) = (self.rules()?, self.seed.unwrap_or(fresh_seed));
        if let Some(text) = &self.import {
            let game = import::game(text, rules, seed).map_err(|error| Refusal::bad(format!("{error:#}")))?;
            return if game.turns().len() <= MAX_MOVES {
                Ok(game)
            } else {
                Err(Refusal::bad(format!("a game of more than {MAX_MOVES} moves")))
            };
        }
        let Some(text) = &self.from else { return Ok(Game::new(rules, seed)) };
        let board: Board = text.parse().map_err(Refusal::bad)?;
        if self.score > 1 << 53 {
            return Err(Refusal::bad(format!("`score`: {} is more than any game scores", self.score)));
        }
        let game = Game::from_position(rules, Position::new(board), self.score, seed);
        let has_move = !game.is_over();
        has_move.then_some(game).ok_or_else(|| Refusal::bad("there is no move on this board"))
    }
}

/// `POST /api/games`: a new game, which is then the open one.
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Body(new): Body<NewGame>,
) -> Result<Json<GameView>, Refusal> {
    let game = new.game(app.fresh_seed())?;
    let mut games = app.games();
    let id = games.add(game)?;
    Ok(Json(GameView::of(&mut games, id)?))
}

/// `GET /api/games`: the history, newest first.
pub(crate) async fn list(State(app): State<Arc<App>>) -> impl IntoResponse {
    Json(app.games().list().iter().map(ListedView::from).collect::<Vec<_>>())
}

/// `GET /api/games/current`: the game that was open last, or a new one.
pub(crate) async fn current(State(app): State<Arc<App>>) -> Result<Json<GameView>, Refusal> {
    let mut games = app.games();
    let id = match games.current() {
        Some(id) => id,
        None => games.add(Game::new(Rules::default(), app.fresh_seed()))?,
    };
    Ok(Json(GameView::of(&mut games, id)?))
}

/// `GET /api/games/ID`.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<GameView>, Refusal> {
    Ok(Json(GameView::of(&mut app.games(), id)?))
}

/// `POST /api/games/ID/open`: the page shows this game first from now on.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<GameView>, Refusal> {
    let mut games = app.games();
    games.open_game(id)?;
    Ok(Json(GameView::of(&mut games, id)?))
}

/// `DELETE /api/games/ID`.
pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Json<bool>, Refusal> {
    let removed = app.games().remove(id);
    removed.then_some(Json(true)).ok_or_else(|| Refusal::not_found(format!("there is no game {id}")))
}

/// `GET /api/games/ID/record`: the game as text.
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<impl IntoResponse + use<>, Refusal> {
    let record = app.games().game(id)?.record();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{record}\n")))
}

/// Where a page believes the game stands; another tab may have gone on.
#[derive(Deserialize)]
pub(crate) struct At {
    moves: Option<usize>,
}

impl At {
    /// Whether the game has another number of moves than the page believes.
    pub(crate) fn is_behind(&self, moves: usize) -> bool {
        self.moves.is_some_and(|believed| believed != moves)
    }
}

/// A move, undo or redo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    direction: Option<String>,
}

/// What an action did: the turn, if there was one, and the game now.
#[derive(Serialize)]
pub(crate) struct Acted {
    /// Whether anything changed.
    pub(crate) changed: bool,
    /// Whether the page was behind: nothing was done, and `game` is the truth.
    pub(crate) stale: bool,
    pub(crate) turn: Option<TurnView>,
    pub(crate) game: GameView,
}

/// `POST /api/games/ID/move|undo|redo`.
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Path((id, action)): Path<(u64, String)>,
    Query(at): Query<At>,
    Body(body): Body<Act>,
) -> Result<Json<Acted>, Refusal> {
    let mut games = app.games();
    if at.is_behind(games.game(id)?.turns().len()) {
        let game = GameView::of(&mut games, id)?;
        return Ok(Json(Acted { changed: false, stale: true, turn: None, game }));
    }
    match action.as_str() {
        "move" => {
            let direction = body.direction.ok_or_else(|| Refusal::bad("`direction` is missing"))?;
            let direction: Direction = direction.parse().map_err(Refusal::bad)?;
            play(&mut games, id, direction).map(Json)
        }
        "undo" => {
            let done = games.change(id, |game| game.undo().then_some((Change::Undo, ())))?.is_some();
            Ok(Json(Acted { changed: done, stale: false, turn: None, game: GameView::of(&mut games, id)? }))
        }
        "redo" => {
            let turn = games.change(id, |game| game.redo().map(|turn| (Change::Redo, turn)))?;
            acted(&mut games, id, turn.as_ref()).map(Json)
        }
        _ => Err(Refusal::not_found("there is no such action: move, undo or redo")),
    }
}

/// Plays a move, if it is one.
pub(crate) fn play(games: &mut Games, id: u64, direction: Direction) -> Result<Acted, Refusal> {
    if games.game(id)?.turns().len() >= MAX_MOVES {
        return Err(Refusal::full(format!(
            "a game of {MAX_MOVES} moves is long enough: export it and start anew"
        )));
    }
    let turn = games.change(id, |game| game.play(direction).map(|turn| (Change::Ply, turn)))?;
    acted(games, id, turn.as_ref())
}

fn acted(games: &mut Games, id: u64, turn: Option<&redouble_core::Turn>) -> Result<Acted, Refusal> {
    let game = GameView::of(games, id)?;
    Ok(Acted { changed: turn.is_some(), stale: false, turn: turn.map(TurnView::from), game })
}
