//! `/api/review`: a player looks at every move of a game.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use redouble_core::{Direction, Record, Stopped};
use redouble_lab::{Mark, Review, ReviewError, ReviewedMove, reason};
use redouble_players::{Budget, Player, Spec};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::events::Events;
use crate::games::MAX_MOVES;
use crate::input::Body;
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::think::player;

/// The longest a reviewer may think about one move.
const MAX_TIME: Duration = Duration::from_secs(5);
/// The same on boards with more than 16 cells, where a search as deep as on smaller ones takes seconds.
const MAX_TIME_OF_LARGE: Duration = Duration::from_millis(30);

/// A game and its reviewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewQuestion {
    record: String,
    player: String,
    /// Whether nobody looks at it yet: other reviews come first.
    #[serde(default)]
    background: bool,
}

/// A part of the review, or its end.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ReviewEvent {
    Moves(Vec<JudgedMove>),
    Done(Graded),
}

/// What a game comes to.
#[derive(Serialize)]
struct Graded {
    /// From 0, which is chance, to 100.
    accuracy: f64,
    /// The sum of what the moves gave away, in hundredths of what was at stake.
    loss: f64,
    /// The sum of what the tiles brought beyond what was to be expected, in the same.
    luck: f64,
    counts: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct JudgedMove {
    /// From 0.
    #[serde(rename = "move")]
    index: usize,
    played: &'static str,
    best: &'static str,
    values: BTreeMap<&'static str, f64>,
    /// What the move gave away, in hundredths of what was at stake: of the points to come, if the reviewer counts points.
    loss: f64,
    /// What the tile that came brought beyond what was to be expected, in the same; nothing if the reviewer did not look so far.
    luck: Option<f64>,
    /// The score that the reviewer expects at the end if it plays on from here; nothing if it does not count points.
    expected: Option<f64>,
    mark: &'static str,
    /// What the best move does.
    reason: String,
}

impl JudgedMove {
    fn new(index: usize, reviewed: &ReviewedMove) -> JudgedMove {
        let best = reviewed.position.slide(reviewed.best);
        JudgedMove {
            index,
            played: reviewed.played.name(),
            best: reviewed.best.name(),
            values: reviewed
                .values
                .iter()
                .map(|(direction, value): (Direction, f64)| (direction.name(), value))
                .collect(),
            loss: 100.0 * reviewed.loss,
            luck: reviewed.luck.map(|luck| 100.0 * luck),
            expected: reviewed.expected,
            mark: reviewed.mark.name(),
            reason: best.map_or(String::new(), |slide| reason(&slide)),
        }
    }
}

/// `POST /api/review`: events until the last move is looked at; closing the connection stops the thinking.
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    Body(question): Body<ReviewQuestion>,
) -> Result<Response, Refusal> {
    let spec = player(&question.player)?;
    let record = app.moment(move || read(&question.record)).await?;
    app.catalog.check(&spec, record.rules).map_err(Refusal::bad)?;
    let urgency = if question.background { Urgency::Background } else { Urgency::Review };
    let reviewing = Arc::clone(&app);
    app.stream(urgency, move |events| look_at(&reviewing, &spec, &record, events))
}

fn read(text: &str) -> Result<Record, Refusal> {
    let record: Record = text.parse().map_err(Refusal::bad)?;
    let is_short = record.plies.len() <= MAX_MOVES;
    is_short.then_some(record).ok_or_else(|| Refusal::bad(format!("a game of more than {MAX_MOVES} moves")))
}

fn look_at(app: &App, spec: &Spec, record: &Record, events: &Events<'_>) -> Result<(), Refusal> {
    let mut reviewer = app.take_player(spec, record.rules, events.job())?;
    let looked = look_with(&mut *reviewer, record, events);
    app.idle.put_back(spec, record.rules, reviewer);
    let review = match looked {
        // Nobody listens any more.
        Err(ReviewError::Stopped) => return Ok(()),
        looked => looked.map_err(Refusal::bad)?,
    };
    let counts = Mark::ALL.into_iter().map(|mark| (mark.name(), review.count(mark))).collect();
    let (loss, luck) = (100.0 * review.loss(), 100.0 * review.luck());
    events.send(&ReviewEvent::Done(Graded { accuracy: review.accuracy(), loss, luck, counts }));
    Ok(())
}

/// After every move, more urgent work may pass.
fn look_with(reviewer: &mut dyn Player, record: &Record, events: &Events<'_>) -> Result<Review, ReviewError> {
    let is_large = record.rules.shape.cells() > 16;
    let time = if is_large { MAX_TIME_OF_LARGE } else { MAX_TIME };
    let budget = Budget { time: Some(time), parallel: false, watch: events.job() };
    let (mut moves, mut unsent) = (0.., Vec::new());
    let review = Review::new(record, reviewer, &budget, |reviewed| {
        unsent.extend(moves.next().map(|index| JudgedMove::new(index, reviewed)));
        events.send_if_due(|| ReviewEvent::Moves(std::mem::take(&mut unsent)));
        // The review asks its watch whether to go on.
        let (Ok(()) | Err(Stopped)) = events.job().give_way();
    });
    events.send(&ReviewEvent::Moves(unsent));
    review
}
