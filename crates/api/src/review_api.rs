//! `/api/review`: a player looks at every move of a game.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use redouble_core::{Direction, Record};
use redouble_lab::{Mark, Review, ReviewError, ReviewedMove, reason};
use redouble_players::{Budget, Player, Spec};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::events::{Events, stream_of};
use crate::games::MAX_MOVES;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::think::player;

/// The longest a reviewer may think about one move.
const MAX_TIME: Duration = Duration::from_secs(5);
/// How often the page hears how far the review is.
const PERIOD: Duration = Duration::from_millis(120);

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
enum Event<'a> {
    Moves(&'a [Judged]),
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
    app.catalog.check(&spec, record.rules).map_err(Refusal::bad)?;
    let permit = app.thinkers.room().await?;
    Ok(stream_of(move |events| {
        let _permit = permit;
        if let Err(refusal) = look_at(&app, &spec, &record, events) {
            events.send(&Event::Error(refusal.to_string()));
        }
    }))
}

fn look_at(app: &App, spec: &Spec, record: &Record, events: &Events) -> Result<(), Refusal> {
    let mut reviewer = app.thinkers.take(spec, record.rules, events.stop())?;
    let looked = look_with(&mut *reviewer, record, events);
    app.thinkers.put_back(spec.to_string(), record.rules, reviewer);
    let review = match looked {
        // Nobody listens any more.
        Err(ReviewError::Stopped) => return Ok(()),
        looked => looked.map_err(Refusal::bad)?,
    };
    let counts = Mark::ALL.into_iter().map(|mark| (mark.name(), review.count(mark))).collect();
    events.send(&Event::Done { accuracy: review.accuracy(), counts });
    Ok(())
}

fn look_with(reviewer: &mut dyn Player, record: &Record, events: &Events) -> Result<Review, ReviewError> {
    let budget = Budget { time: Some(MAX_TIME), parallel: false, watch: events.stop() };
    let (mut moves, mut unsent, mut last) = (0.., Vec::new(), Instant::now());
    let review = Review::new(record, reviewer, &budget, |reviewed| {
        unsent.extend(moves.next().map(|index| Judged::new(index, reviewed)));
        if last.elapsed() >= PERIOD {
            events.send(&Event::Moves(&std::mem::take(&mut unsent)));
            last = Instant::now();
        }
    });
    events.send(&Event::Moves(&unsent));
    review
}
