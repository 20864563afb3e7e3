//! `/api/arena`: starting, following, keeping and exporting experiments.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use redouble_lab::{games_csv, reach_plot, score_plot};
use serde_json::{Value, json};

use crate::App;
use crate::events;
use crate::input::Body;
use crate::jobs::Job;
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::runs::{self, ArenaRun, ArenaSetup};
use crate::view::{ArenaReport, RunState, RunView};

/// `POST /api/arena`: starts an experiment.
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Body(setup): Body<ArenaSetup>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(json!({ "id": runs::start(&app, setup)? })))
}

/// `GET /api/arena`: all experiments, those that run first, then the newest.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    let mut views = app.running.views();
    let keeper = Arc::clone(&app);
    // The first time after a start, results of fifty thousand games are read; then only views are put together.
    let work = move |job: &Job| {
        views.extend(runs::kept_views(&keeper, job)?);
        Ok(Json(views.iter().map(|view| &**view).collect::<Vec<&RunView>>()).into_response())
    };
    app.job(Urgency::Hint, work).await
}

fn event(view: &RunView) -> String {
    format!("data: {}\n\n", serde_json::to_string(view).expect("a view is plain data"))
}

/// `GET /api/arena/ID/events`: the experiment as it goes on, until it ends.
pub(crate) async fn follow(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Response, Refusal> {
    let Some(active) = app.running.get(id) else {
        let keeper = Arc::clone(&app);
        let view = app.moment(move || runs::kept_view(&keeper, id)).await?;
        let view = view.ok_or_else(|| Refusal::not_found(format!("there is no experiment {id}")))?;
        return Ok(events::response(stream::once(async move { event(&view) })));
    };
    let first = active.progress.subscribe();
    Ok(events::response(stream::unfold((first, true, false), async |(mut progress, first, ended)| {
        if ended || (!first && progress.changed().await.is_err()) {
            return None;
        }
        let view = Arc::clone(&progress.borrow_and_update());
        let ended = view.state != RunState::Running;
        Some((event(&view), (progress, false, ended)))
    })))
}

/// `DELETE /api/arena/ID`: stops an experiment that runs, removes one that is kept.
pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Json<bool>, Refusal> {
    let done = runs::stop(&app, id) || runs::remove(&app, id);
    done.then_some(Json(true)).ok_or_else(|| Refusal::not_found(format!("there is no experiment {id}")))
}

/// `GET /api/arena/ID/FILE`: a result as `report.json`, `games.csv`, `scores.svg` or `tiles.svg`.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path((id, file)): Path<(u64, String)>,
) -> Result<Response, Refusal> {
    let text = runs::kept_run(&app, id)?;
    let text = text.ok_or_else(|| Refusal::not_found(format!("there is no finished experiment {id}")))?;
    let (kind, content) = app.moment(move || exported(&text, &file)).await?;
    Ok(([(CONTENT_TYPE, kind)], content).into_response())
}

/// The media type and the content of a file.
fn exported(text: &str, file: &str) -> Result<(&'static str, String), Refusal> {
    let run: ArenaRun = serde_json::from_str(text).map_err(Refusal::bad)?;
    let experiment = run.setup.experiment()?;
    let outcomes = run.outcomes();
    let report = ArenaReport::new(&experiment, &outcomes);
    let names: Vec<&str> = report.players.iter().map(|player| player.spec.as_str()).collect();
    Ok(match file {
        "report.json" => ("application/json", serde_json::to_string_pretty(&report).map_err(Refusal::bad)?),
        "games.csv" => ("text/csv; charset=utf-8", games_csv(&experiment, &outcomes)),
        "scores.svg" => ("image/svg+xml", score_plot(&names, &outcomes)),
        "tiles.svg" => ("image/svg+xml", reach_plot(&names, &outcomes)),
        _ => return Err(Refusal::not_found("there are report.json, games.csv, scores.svg and tiles.svg")),
    })
}
