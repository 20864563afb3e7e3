//! `/api/states`: the counting room. Counts in memory, as long as somebody watches; nothing is written to the disk.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use redouble_core::{
    Board, Direction, FourChance, Grid, Ply, Position, Progress, Record, Rules, Shape, Start, Tile,
};
use redouble_states::{
    Ancestry, Count, CountError, Engine, Graph, Impossible, LayerCounts, Options, Origin, Variant, origin,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::analysis_api::tidied;
use crate::events::Events;
use crate::input::{Body, RulesInput};
use crate::jobs::Job;
use crate::line::Urgency;
use crate::refusal::Refusal;
use redouble_kernels::clock::Instant;

/// The most memory of a count; the games below stay far under it.
const MEMORY: u64 = 512 << 20;
/// Boards looked at for the way to a board: a second or two.
const PATIENCE: u64 = 20_000;
/// The largest tile sum that is traced back: some two thousand moves.
const MAX_SUM: u64 = 4_096;
/// The longest text of a board.
const MAX_TEXT: usize = 2_000;

/// A board and a goal, or none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountQuestion {
    board: String,
    goal: Option<u64>,
}

impl CountQuestion {
    /// The game, if it is counted within seconds.
    fn variant(&self) -> Result<Variant, Refusal> {
        let rules =
            RulesInput { shape: Some(("board", &self.board)), goal: self.goal, ..RulesInput::default() };
        let (shape, goal) = (rules.rules(Rules::default())?.shape, rules.goal()?);
        let variant = Variant::new(shape, goal).map_err(Refusal::bad)?;
        match largest_goal(shape) {
            Some(largest) if goal.is_none_or(|goal| goal.value() > largest) => {
                Err(too_much(variant, largest))
            }
            _ => Ok(variant),
        }
    }
}

/// The largest goal whose count is a matter of seconds, by measurement; `None` if the whole game is.
fn largest_goal(shape: Shape) -> Option<u64> {
    match shape.cells() {
        ..=9 => None,
        10 => Some(128),
        11..=12 => Some(32),
        16 if shape.is_square() => Some(16),
        _ => Some(8),
    }
}

fn too_much(variant: Variant, largest: u64) -> Refusal {
    let (shape, goal) = (variant.shape(), variant.goal());
    let goal = goal.map_or(String::new(), |goal| format!(" --goal {goal}"));
    let memory = Engine::best_for(variant).memory(variant);
    let memory =
        memory.map_or(String::new(), |bytes| format!(" in {} MiB of memory", bytes.div_ceil(1 << 20)));
    Refusal::bad(format!(
        "{variant} is too much for the page, which counts {shape} up to {largest}. In a terminal, `redouble states \
         count --board {shape}{goal}` does it{memory}."
    ))
}

/// A count as it goes on.
#[derive(Serialize)]
struct CountEvent {
    state: &'static str,
    sum: u64,
    states: u64,
    /// The share of the work that is done, if that is known.
    done: Option<f64>,
    seconds: f64,
    /// Those that have been finished since the last time.
    layers: Vec<LayerView>,
}

/// The tile sum, losing boards, afterstates, and states by largest tile.
#[derive(Serialize)]
struct LayerView(u64, u64, u64, Vec<(u64, u64)>);

impl From<&LayerCounts> for LayerView {
    fn from(layer: &LayerCounts) -> LayerView {
        let total = layer.folded.total();
        let by_max = layer.folded.iter().map(|(tile, tally)| (tile.value(), tally.states));
        LayerView(layer.sum, total.losing, total.afterstates, by_max.filter(|group| group.1 > 0).collect())
    }
}

/// A count as far as it is: when it began, and the layers that were not sent yet.
struct Counted {
    start: Instant,
    unsent: Mutex<Vec<LayerView>>,
}

impl Counted {
    fn event(&self, state: &'static str, progress: Progress) -> CountEvent {
        CountEvent {
            state,
            sum: progress.step.map_or(0, |step| step.number),
            states: progress.done,
            done: progress.share,
            seconds: self.start.elapsed().as_secs_f64(),
            layers: std::mem::take(&mut *self.unsent.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

/// `POST /api/states/count`: events until the game is counted; closing the connection stops the count.
pub(crate) async fn count_states(
    State(app): State<Arc<App>>,
    Body(game): Body<CountQuestion>,
) -> Result<Response, Refusal> {
    let variant = game.variant()?;
    let options = Options { memory: Some(MEMORY), cpu: app.catalog.cpu(), ..Options::default() };
    app.stream(Urgency::Count, move |events| match follow(variant, &options, events) {
        Ok(()) | Err(CountError::Stopped(_)) => Ok(()),
        Err(error) => Err(Refusal::bad(error)),
    })
}

/// Counts, and tells how far it is and which layers are done. After every layer, more urgent work may pass.
fn follow(variant: Variant, options: &Options, events: &Events<'_>) -> Result<(), CountError> {
    let counted = Counted { start: Instant::now(), unsent: Mutex::default() };
    let watch = events.telling(|progress| counted.event("running", progress));
    let mut count = Count::new(variant, options)?;
    let (mut sum, mut states) = (4, 0);
    while let Some(layer) = count.next_layer(&watch)? {
        (sum, states) = (layer.sum, states + layer.folded.total().states);
        counted.unsent.lock().unwrap_or_else(PoisonError::into_inner).push(LayerView::from(&layer));
        events.job().give_way()?;
    }
    let all = Progress { phase: "counting", step: None, done: states, unit: "states", share: Some(1.0) };
    events.send(&counted.event("done", all.in_step("layer", sum)));
    Ok(())
}

/// Which graph of 2x2 to draw.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphQuestion {
    goal: u64,
    grouped: bool,
}

/// `POST /api/states/graph`: the states of 2x2 as a picture, and in words.
pub(crate) async fn graph(
    State(app): State<Arc<App>>,
    Body(asked): Body<GraphQuestion>,
) -> Result<Json<Value>, Refusal> {
    app.moment(move || drawn(&asked)).await.map(Json)
}

fn drawn(asked: &GraphQuestion) -> Result<Value, Refusal> {
    let shape = Shape::new(2, 2).expect("the smallest board");
    let goal = Tile::from_value(asked.goal).ok_or_else(|| Refusal::bad("`goal`: 8, 16 or 32"))?;
    let variant = Variant::new(shape, Some(goal)).map_err(Refusal::bad)?;
    let graph = Graph::new(variant, FourChance::default(), 100).map_err(Refusal::bad)?;
    let board = |index: usize| graph.nodes[index].board.to_string();
    let follows = |from: usize| -> Vec<String> {
        let edges = graph.edges.iter().filter(|edge| edge.from == from);
        let word = |(direction, chance): &(Direction, f64)| format!("{direction} {chance:.3}");
        let moves = |moves: &[(Direction, f64)]| moves.iter().map(word).collect::<Vec<_>>().join(", ");
        edges.map(|edge| format!("{} ({})", board(edge.to), moves(&edge.moves))).collect()
    };
    let states: Vec<_> = (0..graph.nodes.len()).map(|index| (board(index), follows(index))).collect();
    Ok(json!({ "svg": graph.to_svg(asked.grouped), "states": states, "edges": graph.edges.len() }))
}

/// A board as somebody typed it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OriginQuestion {
    board: String,
}

/// Whether a board can occur.
#[derive(Serialize)]
pub(crate) struct OriginView {
    board: String,
    canonical: String,
    sum: u64,
    /// `None` if the search was given up.
    reachable: Option<bool>,
    sentence: String,
    /// A game that leads there.
    record: Option<String>,
}

/// `POST /api/states/origin`: whether a board can occur in a game, and how.
pub(crate) async fn find_origin(
    State(app): State<Arc<App>>,
    Body(asked): Body<OriginQuestion>,
) -> Result<Json<OriginView>, Refusal> {
    if asked.board.len() > MAX_TEXT {
        return Err(Refusal::bad(format!("`board`: more than {MAX_TEXT} characters")));
    }
    let board: Board = tidied(&asked.board).parse().map_err(Refusal::bad)?;
    if board.shape().cells() > Variant::MAX_CELLS || board.sum() > MAX_SUM {
        let (cells, sum) = (Variant::MAX_CELLS, MAX_SUM);
        return Err(Refusal::bad(format!(
            "boards of up to {cells} cells and a tile sum of {sum} are traced back"
        )));
    }
    let trace = move |job: &Job| {
        let origin = origin(board, PATIENCE, job).map_err(Refusal::bad)?;
        Ok(OriginView::new(board, &origin))
    };
    app.job(Urgency::Hint, trace).await.map(Json)
}

impl OriginView {
    fn new(board: Board, origin: &Origin) -> OriginView {
        let (reachable, sentence, record) = match origin {
            Origin::Game(game) => (Some(true), way(game), Some(record(game).to_string())),
            Origin::Never(reason) => (Some(false), why(*reason), None),
            Origin::Unknown(looked_at) => {
                let sentence = format!(
                    "Not known: {looked_at} boards that may come before it were looked at, and no start was found."
                );
                (None, sentence, None)
            }
        };
        let (canonical, sum) = (board.canonical().to_string(), board.sum());
        OriginView { board: board.to_string(), canonical, sum, reachable, sentence, record }
    }
}

fn way(game: &Ancestry) -> String {
    match (game.moves.len(), game.shortest) {
        (0, _) => "Yes: games start like this.".to_owned(),
        (1, _) => "Yes, after 1 move.".to_owned(),
        (moves, true) => format!("Yes, after {moves} moves; no game is shorter."),
        (moves, false) => format!("Yes, for example after {moves} moves; a shorter game may exist."),
    }
}

fn why(reason: Impossible) -> String {
    match reason {
        Impossible::TooFew => "No: there are always two tiles or more.".to_owned(),
        Impossible::NothingAppeared => "No: the tile that appeared last is a 2 or a 4, and there is none.".to_owned(),
        Impossible::NotPacked => {
            "No: without the tile that appeared last all tiles lie against a wall, and here they do not, whichever 2 \
             or 4 is taken away."
                .to_owned()
        }
        Impossible::DeadEnds(0) => "No: no board with a 2 or a 4 that appeared last can come before it.".to_owned(),
        Impossible::DeadEnds(1) => "No: one board can come before it, and none before that.".to_owned(),
        Impossible::DeadEnds(boards) => {
            format!("No: {boards} boards can come before it, step by step, and none of them is a start.")
        }
    }
}

/// The game as a record, whose spawns come from no seed.
fn record(game: &Ancestry) -> Record {
    let mut position = Position::new(game.start);
    let mut score = 0;
    for &(direction, spawn) in &game.moves {
        let slide = position.slide(direction).expect("an ancestry is a game");
        score += slide.gained;
        position = slide.after.spawn(spawn).expect("an ancestry is a game");
    }
    Record {
        rules: Rules::on(game.start.shape()),
        start: Start::Board { board: game.start, score: 0, seed: None },
        plies: game.moves.iter().map(|&(direction, spawn)| Ply { direction, spawn }).collect(),
        undone: Vec::new(),
        undos: 0,
        score,
    }
}
