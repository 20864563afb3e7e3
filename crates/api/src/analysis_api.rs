//! `/api/hint`, `/api/board`, `/api/turn`, `/api/replay` and auto-play: questions about positions and records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use redouble_core::{
    Board, Cell, Direction, Grid, Ply, Position, Record, Rules, Shape, Spawn, Start, Tile, Turn,
};
use redouble_lab::{Mark, sentence};
use redouble_players::Spec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::game_api::{ActedView, BelievedMoves};
use crate::games::MAX_MOVES;
use crate::input::{Body, RulesInput, tile};
use crate::line::Urgency;
use crate::refusal::Refusal;
use crate::session::{Action, Session};
use crate::think::{Asked, Thought, player};
use crate::view::{TurnView, cells};

/// The players that the page offers first, with a name for people.
const USUAL: [(&str, &str); 9] = [
    ("strongest", "The strongest for the board"),
    ("expectimax:depth=3", "Expectimax, 3 moves ahead"),
    ("expectimax:ms=100", "Expectimax, 100 ms a move"),
    ("expectimax:depth=2", "Expectimax, 2 moves ahead"),
    ("expectimax:depth=1", "Expectimax, 1 move ahead"),
    ("mcts:ms=100", "Tree search, 100 ms a move"),
    ("monte-carlo:depth=3,runs=200", "Monte Carlo, 200 runs"),
    ("greedy", "Greedy"),
    ("random", "Random"),
];

/// Those that come after the first where the program has a network; it is for 4x4 only.
const TRAINED: [(&str, &str); 3] = [
    ("ntuple:depth=2", "Trained network, 2 moves ahead"),
    ("ntuple:depth=3", "Trained network, 3 moves ahead"),
    ("ntuple:depth=1", "Trained network, 1 move ahead"),
];

/// `GET /api/players`: what there is to choose from.
pub(crate) async fn players(State(app): State<Arc<App>>) -> Json<Value> {
    let parameter = |parameter: &redouble_players::Parameter| json!({ "name": parameter.name, "sentence": parameter.sentence, "default": parameter.default });
    let kind = |kind: &redouble_players::Kind| {
        let parameters: Vec<Value> = kind.parameters.iter().map(parameter).collect();
        json!({ "name": kind.name, "sentence": kind.sentence, "parameters": parameters })
    };
    let trained = TRAINED.iter().filter(|_| app.catalog.has_network(Shape::CLASSIC));
    let (first, others) = USUAL.split_at(1);
    let usual = first
        .iter()
        .chain(trained)
        .chain(others)
        .map(|(spec, title)| json!({ "spec": spec, "title": title }));
    let usual: Vec<Value> = usual.collect();
    let kinds: Vec<Value> = app.catalog.kinds().map(kind).collect();
    Json(json!({ "kinds": kinds, "usual": usual, "networks": app.catalog.network_names() }))
}

/// A position and who is asked about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintQuestion {
    board: String,
    player: String,
    p4: Option<f64>,
    goal: Option<u64>,
    /// Whether nobody asked: the page keeps the coach's opinion up to date, and what a person asks comes first.
    #[serde(default)]
    coach: bool,
    /// The most milliseconds to think; a player that looks ever deeper answers with what it has.
    ms: Option<u64>,
}

/// What a player thinks of a position.
#[derive(Serialize)]
pub(crate) struct HintView {
    player: String,
    best: &'static str,
    moves: Vec<ValuedMove>,
    /// What the moves differ by, in a sentence.
    sentence: String,
    /// The points that the player expects to come, if it counts points.
    to_come: Option<f64>,
    /// How many moves deep the player looked.
    depth: u32,
    nodes: u64,
    milliseconds: f64,
}

#[derive(Serialize)]
struct ValuedMove {
    direction: &'static str,
    value: f64,
    /// What the move gives away, in hundredths of what is at stake.
    loss: f64,
    /// What playing it would be called.
    mark: &'static str,
    reason: String,
}

impl HintView {
    fn new(spec: &Spec, rules: Rules, position: Position, thought: &Thought) -> HintView {
        let reasons = redouble_lab::reasons(position);
        let (values, most) = (thought.decision.values, thought.decision.values.max().unwrap_or(0.0));
        let loss = |value: f64| ((most - value) / thought.stake).clamp(0.0, 1.0);
        let losses: Vec<(Direction, f64)> =
            values.iter().map(|(direction, value)| (direction, loss(value))).collect();
        let valued = |(direction, value): (Direction, f64)| {
            let reason = reasons.iter().find(|(legal, _)| *legal == direction);
            let reason = reason.map_or(String::new(), |(_, text)| text.clone());
            let (loss, mark) = (100.0 * loss(value), Mark::of_loss(loss(value)).name());
            ValuedMove { direction: direction.name(), value, loss, mark, reason }
        };
        HintView {
            sentence: sentence(position, &losses, rules.four_chance),
            to_come: thought.counts_points.then_some(most),
            player: spec.to_string(),
            best: thought.decision.choice.name(),
            moves: values.iter().map(valued).collect(),
            depth: thought.decision.depth,
            nodes: thought.decision.nodes,
            milliseconds: thought.time.as_secs_f64() * 1e3,
        }
    }
}

/// `POST /api/hint`: the value of every direction, and why.
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Body(question): Body<HintQuestion>,
) -> Result<Json<HintView>, Refusal> {
    let board: Board = question.board.parse().map_err(Refusal::bad)?;
    let rules = RulesInput { shape: None, p4: question.p4, goal: question.goal };
    let rules = rules.rules(Rules::on(board.shape()))?;
    let (spec, position) = (player(&question.player)?, Position::new(board));
    if position.is_over() {
        return Err(Refusal::bad("there is no move on this board"));
    }
    let urgency = if question.coach { Urgency::Coach } else { Urgency::Hint };
    let thought = app.decide(Asked::within(urgency, question.ms), &spec, rules, position).await?;
    Ok(Json(HintView::new(&spec, rules, position, &thought)))
}

/// Who plays on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutoQuestion {
    player: String,
}

/// A move that a player made, and what it thought.
#[derive(Serialize)]
pub(crate) struct AutoActed {
    #[serde(flatten)]
    acted: ActedView,
    hint: Option<HintView>,
}

/// `POST /api/games/ID/auto`: a player makes the next move.
pub(crate) async fn auto(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(believed): Query<BelievedMoves>,
    Body(body): Body<AutoQuestion>,
) -> Result<Json<AutoActed>, Refusal> {
    let spec = player(&body.player)?;
    let (moves, position, rules) = {
        let session = Session::open(app.games(), id)?;
        let game = session.game();
        if believed.is_behind(game) || game.is_over() {
            let acted = ActedView::unchanged(&session, !game.is_over());
            return Ok(Json(AutoActed { acted, hint: None }));
        }
        (game.turns().len(), game.position(), game.rules())
    };
    let thought = app.decide(Asked::patiently(Urgency::Hint), &spec, rules, position).await?;
    // From here on nobody else changes the game: the decision is played on the position it was made for, or not at all.
    let session = Session::open(app.games(), id)?;
    if (session.game().turns().len(), session.game().position()) != (moves, position) {
        return Ok(Json(AutoActed { acted: ActedView::unchanged(&session, true), hint: None }));
    }
    let acted = ActedView::of(session, Action::AutoSlide(thought.decision.choice))?;
    Ok(Json(AutoActed { acted, hint: Some(HintView::new(&spec, rules, position, &thought)) }))
}

/// A board as somebody typed it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardText {
    text: String,
}

/// A board in all its forms.
#[derive(Serialize)]
pub(crate) struct BoardView {
    board: String,
    hex: Option<String>,
    rows: usize,
    columns: usize,
    cells: Vec<u64>,
    legal: Vec<&'static str>,
    over: bool,
}

/// `POST /api/board`: reads a board, as text, hexadecimal digits, or rows of numbers.
pub(crate) async fn board(Body(body): Body<BoardText>) -> Result<Json<BoardView>, Refusal> {
    let board: Board = tidied(&body.text).parse().map_err(Refusal::bad)?;
    let position = Position::new(board);
    Ok(Json(BoardView {
        board: board.to_string(),
        hex: board.to_hex(),
        rows: board.shape().rows(),
        columns: board.shape().columns(),
        cells: cells(&board),
        legal: position.legal().into_iter().map(Direction::name).collect(),
        over: position.is_over(),
    }))
}

/// Lines become rows, and numbers with spaces or bars between them cells: what people paste.
pub(crate) fn tidied(text: &str) -> String {
    let rows = text
        .trim()
        .lines()
        .map(str::trim)
        .filter(|row| row.contains(|c: char| c.is_alphanumeric() || c == '.'));
    let row = |row: &str| {
        let is_tidy = row.contains([',', '/']) || row.starts_with("0x");
        let words = row.split(|c: char| c.is_whitespace() || matches!(c, '|' | ';' | '[' | ']'));
        let cells: Vec<&str> = words.filter(|cell| !cell.is_empty()).collect();
        if is_tidy { cells.concat().trim_end_matches([',', '/']).to_owned() } else { cells.join(",") }
    };
    rows.map(row).collect::<Vec<_>>().join("/")
}

/// A move with its spawn, on any board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnQuestion {
    board: String,
    direction: String,
    cell: usize,
    value: u64,
}

/// `POST /api/turn`: how a recorded move looks, for replays.
pub(crate) async fn turn(Body(asked): Body<TurnQuestion>) -> Result<Json<TurnView>, Refusal> {
    let board: Board = asked.board.parse().map_err(Refusal::bad)?;
    let direction: Direction = asked.direction.parse().map_err(Refusal::bad)?;
    let slide = Position::new(board).slide(direction);
    let slide = slide.ok_or_else(|| Refusal::bad(format!("{direction} changes nothing there")))?;
    let tile = tile("value", asked.value)?;
    let is_cell = asked.cell < board.shape().cells();
    let spawn = is_cell.then(|| Spawn { cell: Cell::new(asked.cell), tile });
    let spawn = spawn.filter(|&spawn| slide.after.spawn(spawn).is_some());
    let spawn = spawn.ok_or_else(|| Refusal::bad("`cell` is not free"))?;
    Ok(Json(TurnView::from(&Turn { slide, ply: Ply { direction, spawn } })))
}

/// A record as text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordText {
    record: String,
}

/// A whole game, position by position.
#[derive(Serialize)]
pub(crate) struct ReplayView {
    rows: usize,
    columns: usize,
    goal: u64,
    p4: f64,
    seed: Option<u64>,
    undos: u32,
    over: bool,
    /// One letter a move.
    moves: String,
    /// One more than moves; a character a cell, the exponent in base 62.
    frames: Vec<String>,
    /// The score of each frame.
    scores: Vec<u64>,
    /// The cell and the value of what appeared after each move.
    spawns: Vec<(usize, u64)>,
    /// The record, so that it can be shared.
    record: String,
}

/// `POST /api/replay`: the game of a record.
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    Body(body): Body<RecordText>,
) -> Result<Json<ReplayView>, Refusal> {
    let read = move || ReplayView::of(&body.record.parse::<Record>().map_err(Refusal::bad)?);
    app.moment(read).await.map(Json)
}

/// `GET /api/games/ID/replay`: a game of the history.
pub(crate) async fn game_replay(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<ReplayView>, Refusal> {
    let record = app.games().record(id)?;
    app.moment(move || ReplayView::of(&record)).await.map(Json)
}

impl ReplayView {
    fn of(record: &Record) -> Result<ReplayView, Refusal> {
        if record.plies.len() > MAX_MOVES {
            return Err(Refusal::bad(format!("a game of more than {MAX_MOVES} moves")));
        }
        let positions = record.replay().map_err(Refusal::bad)?;
        let (seed, mut score) = match record.start {
            Start::Seed(seed) => (Some(seed), 0),
            Start::Board { score, .. } => (None, score),
        };
        let mut scores = vec![score];
        for (position, ply) in positions.iter().zip(&record.plies) {
            score += position.slide(ply.direction).map_or(0, |slide| slide.gained);
            scores.push(score);
        }
        Ok(ReplayView {
            rows: record.rules.shape.rows(),
            columns: record.rules.shape.columns(),
            goal: record.rules.goal.value(),
            p4: record.rules.four_chance.probability(),
            seed,
            undos: record.undos,
            over: positions.last().is_some_and(|position| position.is_over()),
            moves: record.plies.iter().map(|ply| ply.direction.letter()).collect(),
            frames: positions.iter().map(|position| frame(&position.board())).collect(),
            scores,
            spawns: record.plies.iter().map(|ply| (ply.spawn.cell.index(), ply.spawn.tile.value())).collect(),
            record: record.to_string(),
        })
    }
}

fn frame(board: &Board) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let exponent = |tile: Option<Tile>| tile.map_or(0, |tile| usize::from(tile.exponent()));
    board.tiles().map(|tile| char::from(DIGITS[exponent(tile)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_people_paste_them() {
        let expected = "2,4,.,./.,.,8,./.,.,.,./.,.,.,2";
        for text in [
            expected,
            "  2,4,.,./.,.,8,./.,.,.,./.,.,.,2 \n",
            "2 4 0 0\n0 0 8 0\n0 0 0 0\n0 0 0 2\n",
            "| 2 | 4 | . | . |\n|---|---|---|---|\n| . | . | 8 | . |\n| . . . . |\n. . . 2",
            "[[2, 4, 0, 0],\n [0, 0, 8, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 2]]",
            "0x1200003000000001",
        ] {
            let board: Board = tidied(text).parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(board.to_string(), expected, "{text:?}");
        }
    }
}
