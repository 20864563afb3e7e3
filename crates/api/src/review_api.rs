//! `/api/review`: a player looks at every move of a game.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use redouble_core::{Direction, Record, Watch};
use redouble_lab::{Mark, Review, ReviewedMove, reason};
use redouble_players::{Budget, Player};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::events::Events;
use crate::games::MAX_MOVES;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::think::player;

/// The longest a reviewer may think about one move.
const MAX_TIME: Duration = Duration::from_secs(5);

/// A game and its reviewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    record: String,
    player: String,
}

/// A part of the review, or its end.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Event {
    Moves(Vec<Judged>),
    Done { accuracy: f64, counts: BTreeMap<&'static str, usize> },
    Error(String),
}

#[derive(Serialize)]
struct Judged {
    /// From 0.
    #[serde(rename = "move")]
    index: usize,
    played: &'static str,
    best: &'static str,
    values: BTreeMap<&'static str, f64>,
    loss: f64,
    mark: &'static str,
    /// What the best move does.
    reason: String,
}

impl Judged {
    fn new(index: usize, reviewed: &ReviewedMove) -> Judged {
        let best = reviewed.position.slide(reviewed.best);
        Judged {
            index,
            played: reviewed.played.name(),
            best: reviewed.best.name(),
            values: reviewed
                .values
                .iter()
                .map(|(direction, value): (Direction, f64)| (direction.name(), value))
                .collect(),
            loss: reviewed.loss.min(1e9),
            mark: reviewed.mark.name(),
            reason: best.map_or(String::new(), |slide| reason(&slide)),
        }
    }
}

/// `POST /api/review`: events until the last move is looked at; closing the connection stops the thinking.
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    Body(question): Body<Question>,
) -> Result<Response, Refusal> {
    let spec = player(&question.player)?;
    let record: Record = question.record.parse().map_err(Refusal::bad)?;
    if record.plies.len() > MAX_MOVES {
        return Err(Refusal::bad(format!("a game of more than {MAX_MOVES} moves")));
    }
    let permit = app.thinkers.room().await?;
    let (builder, rules) = (Arc::clone(&app), record.rules);
    let (spec, mut reviewer) =
        app.job(move |_| Ok((spec.clone(), builder.thinkers.take(&spec, rules)?))).await?;
    let thinking = Arc::clone(&app);
    Ok(app.stream(move |events| {
        let _permit = permit;
        if let Err(refusal) = look_with(&mut *reviewer, &record, events) {
            events.send(&Event::Error(refusal.to_string()));
        }
        thinking.thinkers.put_back(&spec, rules, reviewer);
    }))
}

/// Looks at every move, tells each, and sums up at the end unless nobody listens any more.
fn look_with(reviewer: &mut dyn Player, record: &Record, events: &Events) -> Result<(), Refusal> {
    let positions = record.replay().map_err(Refusal::bad)?;
    let budget = Budget { time: Some(MAX_TIME), parallel: false, stop: Some(events.job().flag()) };
    let (mut moves, mut unsent) = (Vec::new(), Vec::new());
    reviewer.begin(0);
    for (index, (&position, ply)) in positions.iter().zip(&record.plies).enumerate() {
        let judged = ReviewedMove::judge(position, ply.direction, reviewer, &budget).map_err(Refusal::bad)?;
        if events.job().is_stopped() {
            return Ok(());
        }
        moves.push(judged);
        unsent.push(Judged::new(index, &judged));
        events.send_if_due(|| Event::Moves(std::mem::take(&mut unsent)));
    }
    events.send(&Event::Moves(unsent));
    let review = Review { moves };
    let counts = Mark::ALL.into_iter().map(|mark| (mark.name(), review.count(mark))).collect();
    events.send(&Event::Done { accuracy: review.accuracy(), counts });
    Ok(())
}
