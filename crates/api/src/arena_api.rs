//! `/api/arena`: starting, following, keeping and exporting experiments.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use redouble_lab::{games_csv, reach_plot, score_plot};
use serde_json::{Value, json};

use crate::App;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::runs::{self, Run, Setup};
use crate::view::ArenaReport;

/// `POST /api/arena`: starts an experiment.
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Body(setup): Body<Setup>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(json!({ "id": runs::start(&app, setup)? })))
}

/// `GET /api/arena`: all experiments, those that run first, then the newest.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<Value>> {
    let running = app.running.views().into_iter().map(|view| (*view).clone());
    let kept: Vec<(u64, String)> =
        app.games().runs().iter().rev().map(|(&id, text)| (id, text.clone())).collect();
    let kept = kept.into_iter().filter_map(|(id, text)| view(id, &text).ok());
    Json(running.chain(kept).collect())
}

fn view(id: u64, text: &str) -> Result<Value, Refusal> {
    let run: Run = serde_json::from_str(text).map_err(Refusal::bad)?;
    let experiment = run.setup.experiment()?;
    Ok(run.view(id, &experiment))
}

/// `GET /api/arena/ID/events`: the experiment as it goes on, until it ends.
pub(crate) async fn events(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Response, Refusal> {
    let Some(active) = app.running.get(id) else {
        let text = app.games().runs().get(&id).cloned();
        let text = text.ok_or_else(|| Refusal::not_found(format!("there is no experiment {id}")))?;
        let event = format!("data: {}\n\n", view(id, &text)?);
        return Ok(([(CONTENT_TYPE, "text/event-stream")], event).into_response());
    };
    let first = active.progress.subscribe();
    let stream = stream::unfold((first, true, false), async |(mut progress, first, ended)| {
        if ended || (!first && progress.changed().await.is_err()) {
            return None;
        }
        let view = Arc::clone(&progress.borrow_and_update());
        let ended = view["state"] != "running";
        Some((Ok::<String, Infallible>(format!("data: {view}\n\n")), (progress, false, ended)))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Content::from_stream(stream)).into_response())
}

/// `DELETE /api/arena/ID`: stops an experiment that runs, removes one that is kept.
pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Json<bool>, Refusal> {
    let done = app.running.stop(id) || app.games().remove_run(id);
    done.then_some(Json(true)).ok_or_else(|| Refusal::not_found(format!("there is no experiment {id}")))
}

/// `GET /api/arena/ID/FILE`: a result as `report.json`, `games.csv`, `scores.svg` or `tiles.svg`.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path((id, file)): Path<(u64, String)>,
) -> Result<Response, Refusal> {
    let text = app.games().runs().get(&id).cloned();
    let text = text.ok_or_else(|| Refusal::not_found(format!("there is no finished experiment {id}")))?;
    let run: Run = serde_json::from_str(&text).map_err(Refusal::bad)?;
    let experiment = run.setup.experiment()?;
    let outcomes = run.outcomes();
    let names: Vec<String> = experiment.entrants.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = ArenaReport::new(&experiment, &outcomes);
    let (kind, content) = match file.as_str() {
        "report.json" => ("application/json", serde_json::to_string_pretty(&report).map_err(Refusal::bad)?),
        "games.csv" => ("text/csv; charset=utf-8", games_csv(&experiment, &outcomes)),
        "scores.svg" => ("image/svg+xml", score_plot(&names, &outcomes)),
        "tiles.svg" => ("image/svg+xml", reach_plot(&names, &outcomes)),
        _ => return Err(Refusal::not_found("there are report.json, games.csv, scores.svg and tiles.svg")),
    };
    Ok(([(CONTENT_TYPE, kind)], content).into_response())
}
