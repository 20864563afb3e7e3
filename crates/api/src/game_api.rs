//! `/api/games`: starting, playing, undoing and keeping games.

use std::sync::{Arc, MutexGuard};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use redouble_core::{Board, Game, Position, Rules};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::games::{Games, GamesError, MAX_MOVES};
use crate::import;
use crate::input::{Body, RulesInput};
use crate::marks::Mark;
use crate::refusal::Refusal;
use crate::session::{Acted, Action, Session};
use crate::store::GameRow;
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
    /// What sets it apart from a game that begins by chance.
    fn marks(&self) -> &'static [Mark] {
        match (&self.import, self.seed) {
            (Some(_), _) => &[Mark::Import],
            (None, Some(_)) => &[Mark::Seed],
            (None, None) => &[],
        }
    }

    fn game(&self, fresh_seed: u64) -> Result<Game, Refusal> {
        let rules = RulesInput {
            shape: self.board.as_deref().map(|text| ("board", text)),
            p4: self.p4,
            goal: self.goal,
        };
        let (rules, seed) = (rules.rules(Rules::default())?, self.seed.unwrap_or(fresh_seed));
        if let Some(text) = &self.import {
            let game = import::game(text, rules, seed).map_err(|error| Refusal::bad(error.to_string()))?;
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
    let (seed, marks) = (app.fresh_seed(), new.marks());
    // An imported game can have two hundred thousand moves.
    let game = if new.import.is_some() { app.moment(move || new.game(seed)).await } else { new.game(seed) }?;
    let mut games = app.games();
    let id = games.add_marked(&game, marks)?;
    Ok(Json(GameView::of(&Session::open(games, id)?)))
}

/// `GET /api/games`: the history, newest first.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    let keeper = Arc::clone(&app);
    // Twenty thousand games are more than a request thread should write.
    let list = move || {
        let games = keeper.games();
        let mut rows: Vec<&GameRow> = games.rows().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.changed, row.id)));
        Ok(Json(rows.into_iter().map(ListedView::from).collect::<Vec<_>>()).into_response())
    };
    app.moment(list).await
}

/// `GET /api/games/current`: the game that was open last.
pub(crate) async fn current(State(app): State<Arc<App>>) -> Result<Json<GameView>, Refusal> {
    let games = app.games();
    let id = games.current().ok_or_else(|| Refusal::not_found("no game is open: start one"))?;
    Ok(Json(GameView::of(&Session::open(games, id)?)))
}

/// `POST /api/games/current`: the game that was open last, or a new one.
pub(crate) async fn go_on(
    State(app): State<Arc<App>>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<GameView>, Refusal> {
    let mut games = app.games();
    let id = match games.current() {
        Some(id) => id,
        None => games.add(&Game::new(Rules::default(), app.fresh_seed()))?,
    };
    Ok(Json(GameView::of(&Session::open(games, id)?)))
}

/// A body that says no more than the request itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// What is wrong with the disk, if anything is.
#[derive(Serialize)]
pub(crate) struct TroubleView {
    trouble: Option<String>,
}

/// `GET /api/trouble`: whether the games are on the disk. What was answered is sent there a second later.
pub(crate) async fn trouble(State(app): State<Arc<App>>) -> Json<TroubleView> {
    Json(TroubleView { trouble: app.games().trouble().map(str::to_owned) })
}

/// `GET /api/games/ID`.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<GameView>, Refusal> {
    Ok(Json(GameView::of(&Session::open(app.games(), id)?)))
}

/// `POST /api/games/ID/open`: the page shows this game first from now on.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<GameView>, Refusal> {
    let mut games = app.games();
    games.open_game(id)?;
    Ok(Json(GameView::of(&Session::open(games, id)?)))
}

/// What somebody calls a game; what is left out stays as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    name: Option<String>,
    tags: Option<Vec<String>>,
}

/// `POST /api/games/ID/label`: gives a game a name and tags, in place of those before.
pub(crate) async fn label(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Body(label): Body<Label>,
) -> Result<Json<ListedView>, Refusal> {
    let mut games = app.games();
    label.name.map_or(Ok(()), |name| games.name(id, &name))?;
    label.tags.map_or(Ok(()), |tags| games.tag(id, &tags))?;
    let row = games.row(id).ok_or(GamesError::NoGame(id))?;
    Ok(Json(ListedView::from(row)))
}

/// `DELETE /api/games/ID`.
pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Json<bool>, Refusal> {
    let removed = app.games().remove(id);
    removed.then_some(Json(true)).ok_or_else(|| GamesError::NoGame(id).into())
}

/// `GET /api/games/ID/record`: the game as text.
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<impl IntoResponse + use<>, Refusal> {
    let record = app.games().record(id)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{record}\n")))
}

/// Where a page believes the game stands; another tab may have gone on.
#[derive(Deserialize)]
pub(crate) struct BelievedMoves {
    moves: Option<usize>,
}

impl BelievedMoves {
    /// Whether the game has another number of moves than the page believes.
    pub(crate) fn is_behind(&self, game: &Game) -> bool {
        self.moves.is_some_and(|believed| believed != game.turns().len())
    }
}

/// A move, undo or redo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionInput {
    direction: Option<String>,
}

impl ActionInput {
    fn action(&self, name: &str) -> Result<Action, Refusal> {
        match name {
            "move" => {
                let direction = self.direction.as_deref();
                let direction = direction.ok_or_else(|| Refusal::bad("`direction` is missing"))?;
                direction.parse().map(Action::Slide).map_err(Refusal::bad)
            }
            "undo" => Ok(Action::Undo),
            "redo" => Ok(Action::Redo),
            _ => Err(Refusal::not_found("there is no such action: move, undo or redo")),
        }
    }
}

/// What an action did: the turn, if there was one, and the game now.
#[derive(Serialize)]
pub(crate) struct ActedView {
    /// Whether anything changed.
    changed: bool,
    /// Whether the page was behind: nothing was done, and `game` is the truth.
    stale: bool,
    turn: Option<TurnView>,
    game: GameView,
}

impl ActedView {
    /// Acts, and tells what came of it.
    pub(crate) fn of(mut session: PageSession<'_>, action: Action) -> Result<ActedView, Refusal> {
        let Acted { changed, turn } = session.act(action)?;
        let (turn, game) = (turn.as_ref().map(TurnView::from), GameView::of(&session));
        Ok(ActedView { changed, stale: false, turn, game })
    }

    /// Nothing was done: the page is behind, or the game is over.
    pub(crate) fn unchanged(session: &PageSession<'_>, stale: bool) -> ActedView {
        ActedView { changed: false, stale, turn: None, game: GameView::of(session) }
    }
}

/// A game that nobody else can change meanwhile.
pub(crate) type PageSession<'a> = Session<MutexGuard<'a, Games>>;

/// `POST /api/games/ID/move|undo|redo`.
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Path((id, name)): Path<(u64, String)>,
    Query(believed): Query<BelievedMoves>,
    Body(input): Body<ActionInput>,
) -> Result<Json<ActedView>, Refusal> {
    let session = Session::open(app.games(), id)?;
    if believed.is_behind(session.game()) {
        return Ok(Json(ActedView::unchanged(&session, true)));
    }
    ActedView::of(session, input.action(&name)?).map(Json)
}
