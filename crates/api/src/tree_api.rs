//! `/api/games/ID/tree`: what somebody tried, marked and wrote beside the moves of a game. `/api/spawns`: how much a new
//! tile matters.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use redouble_core::{Afterstate, Board, Grid, Position, Rules, Spawn};
use redouble_players::{Budget, Player, Spec};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::input::{Body, RulesInput};
use crate::jobs::Job;
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::think::player;
use crate::tree::Tree;

/// The longest that a player may think about all tiles that can appear.
const MAX_TIME: Duration = Duration::from_secs(6);

/// A tree as text.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeText {
    tree: String,
}

/// `GET /api/games/ID/tree`.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<TreeText>, Refusal> {
    Ok(Json(TreeText { tree: app.games().tree(id)?.to_string() }))
}

/// `POST /api/games/ID/tree`: keeps a tree in place of the one before, if it fits the game.
pub(crate) async fn keep(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Body(TreeText { tree }): Body<TreeText>,
) -> Result<Json<TreeText>, Refusal> {
    let record = app.games().record(id)?;
    let read = move || {
        let tree: Tree = tree.parse().map_err(Refusal::bad)?;
        tree.fit(record.replay().map_err(Refusal::bad)?).map_err(Refusal::bad)?;
        Ok(tree)
    };
    let tree = app.moment(read).await?;
    let text = tree.to_string();
    app.games().keep_tree(id, tree)?;
    Ok(Json(TreeText { tree: text }))
}

/// A board after a slide, and who is asked about what may appear on it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpawnsQuestion {
    board: String,
    player: String,
    p4: Option<f64>,
    goal: Option<u64>,
}

/// The worst and the best that may appear, in the opinion of a player.
#[derive(Serialize)]
pub(crate) struct SpawnsView {
    worst: SpawnView,
    best: SpawnView,
}

#[derive(Serialize)]
struct SpawnView {
    cell: usize,
    value: u64,
    /// Whether no move is left after it.
    over: bool,
}

/// `POST /api/spawns`.
pub(crate) async fn spawns(
    State(app): State<Arc<App>>,
    Body(question): Body<SpawnsQuestion>,
) -> Result<Json<SpawnsView>, Refusal> {
    let board: Board = question.board.parse().map_err(Refusal::bad)?;
    let rules = RulesInput { shape: None, p4: question.p4, goal: question.goal };
    let (rules, spec) = (rules.rules(Rules::on(board.shape()))?, player(&question.player)?);
    let after = Afterstate::new(board).ok_or_else(|| Refusal::bad("there is no room for a tile"))?;
    let keeper = Arc::clone(&app);
    app.job(Urgency::Hint, move |job| extremes(&keeper, &spec, rules, after, job)).await.map(Json)
}

fn extremes(
    app: &App,
    spec: &Spec,
    rules: Rules,
    after: Afterstate,
    job: &Job,
) -> Result<SpawnsView, Refusal> {
    let possible = |&(spawn, _): &(Spawn, Position)| rules.four_chance.of(spawn.tile) > 0.0;
    let spawns: Vec<(Spawn, Position)> = after.positions().filter(possible).collect();
    let mut player = app.take_player(spec, rules, job)?;
    player.begin(0);
    let budget = Budget { time: Some(MAX_TIME / spawns.len() as u32), parallel: false, watch: job };
    let worths: Result<Vec<f64>, Refusal> =
        spawns.iter().map(|&(_, position)| worth(&mut *player, position, &budget)).collect();
    app.idle.put_back(spec, rules, player);
    let worths = worths?;
    let by_worth = |&a: &usize, &b: &usize| worths[a].total_cmp(&worths[b]);
    let view = |index: usize| {
        let (Spawn { cell, tile }, position) = spawns[index];
        SpawnView { cell: cell.index(), value: tile.value(), over: position.is_over() }
    };
    let worst = (0..spawns.len()).min_by(by_worth).expect("there is room for a tile");
    let best = (0..spawns.len()).max_by(by_worth).expect("there is room for a tile");
    Ok(SpawnsView { worst: view(worst), best: view(best) })
}

/// What a player makes of a position; the end is worse than everything.
fn worth(player: &mut dyn Player, position: Position, budget: &Budget<'_>) -> Result<f64, Refusal> {
    if position.is_over() {
        return Ok(f64::NEG_INFINITY);
    }
    let decision = player.decide(position, budget).map_err(Refusal::bad)?;
    let values = decision.values.iter().map(|(_, value): (_, f64)| value);
    Ok(values.fold(f64::NEG_INFINITY, f64::max))
}
