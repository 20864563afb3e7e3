//! Which request goes where.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::routing::{delete, get, post};

use crate::refusal::Refusal;
use crate::{
    App, analysis_api, arena_api, change_api, count_api, course_api, game_api, review_api, solve_api,
    tilt_api, tree_api,
};

/// Answers what is asked below `/api`.
pub fn router(app: Arc<App>) -> Router {
    let games = Router::new()
        .route("/", get(game_api::list).post(game_api::create))
        .route("/current", get(game_api::current).post(game_api::go_on))
        .route("/{id}", get(game_api::show).delete(game_api::remove))
        .route("/{id}/open", post(game_api::open))
        .route("/{id}/label", post(game_api::label))
        .route("/{id}/changes", post(change_api::take))
        .route("/{id}/record", get(game_api::record))
        .route("/{id}/auto", post(analysis_api::auto))
        .route("/{id}/tree", get(tree_api::show).post(tree_api::keep))
        .route("/{id}/replay", get(analysis_api::game_replay))
        .route("/{id}/{action}", post(game_api::act));
    let arena = Router::new()
        .route("/", get(arena_api::list).post(arena_api::start))
        .route("/{id}", delete(arena_api::remove))
        .route("/{id}/events", get(arena_api::follow))
        .route("/{id}/{file}", get(arena_api::export));
    let tilt = Router::new()
        .route("/board", post(tilt_api::board))
        .route("/make", post(tilt_api::make))
        .route("/run", post(tilt_api::tilt))
        .route("/meet", post(tilt_api::meet))
        .route("/space", post(tilt_api::space));
    let states = Router::new()
        .route("/count", post(count_api::count_states))
        .route("/graph", post(count_api::graph))
        .route("/origin", post(count_api::find_origin));
    let course = Router::new()
        .route("/", get(course_api::list))
        .route("/{id}", get(course_api::show))
        .route("/{id}/cases", get(course_api::cases))
        .route(
            "/{id}/answers",
            post(course_api::judge).layer(DefaultBodyLimit::max(course_api::MAX_ANSWERS)),
        );
    let solve = Router::new().route("/", post(solve_api::solve_game)).route("/move", post(solve_api::play));
    let api = Router::new()
        .nest("/games", games)
        .nest("/arena", arena)
        .nest("/tilt", tilt)
        .nest("/states", states)
        .nest("/solve", solve)
        .nest("/course", course)
        .route("/trouble", get(game_api::trouble))
        .route("/players", get(analysis_api::players))
        .route("/hint", post(analysis_api::hint))
        .route("/board", post(analysis_api::board))
        .route("/turn", post(analysis_api::turn))
        .route("/spawns", post(tree_api::spawns))
        .route("/replay", post(analysis_api::replay))
        .route("/review", post(review_api::review))
        .fallback(unknown);
    Router::new().nest("/api", api.with_state(app)).method_not_allowed_fallback(not_allowed)
}

async fn unknown(request: Request) -> Refusal {
    Refusal::not_found(format!("there is no {}", request.uri().path()))
}

async fn not_allowed() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be done here")
}
