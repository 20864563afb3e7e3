//! Everything that is serialised: for the page, and for `--json` on the command line.

mod arena;
mod compare;
mod grading;
mod hint;
mod perft;
mod players;
mod review;
mod slide;
mod stage_test;
mod tables;
mod tilt;
mod tune;

use redouble_core::{Board, Direction, Game, Grid, Motion, Spawn, Start, Turn};
use serde::Serialize;

use std::ops::DerefMut;

use crate::games::Games;
use crate::marks::{Mark, Marks};
use crate::session::Session;
use crate::store::{GameRow, undone};
pub use arena::{
    ArenaReport, DifferentGame, FiguresReport, PlayerReport, RateReport, RunState, RunView,
    VerificationReport,
};
pub use compare::{CalibrationReport, CaseReport, CompareReport, LeadReport};
pub use grading::{CellsReport, CutsReport, GradeReport, GradedPlayer, GradingReport};
pub use hint::{HintReport, HintedMove};
pub use perft::PerftReport;
pub use players::{EvaluationReport, KindReport, ParameterReport, PlayersReport};
pub use review::{MoveReport, ReviewReport, Reviewed};
pub use slide::SlideReport;
pub use stage_test::{StagePlayerReport, StageReport, StageTestReport};
pub use tables::{TableReport, TableSpreadReport};
pub use tilt::{
    AtlasReport, ConstructionReport, CyclesReport, MeetingReport, NumberReport, PassageReport,
    SpaceCountReport, SpaceMeetingReport, TiltedReport, TiltsReport,
};
pub(crate) use tilt::{space_letter, space_tilt};
pub use tune::{GenerationReport, TuneReport};

/// A game as it stands.
#[derive(Serialize)]
pub(crate) struct GameView {
    id: u64,
    rows: usize,
    columns: usize,
    /// Face values row by row, 0 where empty.
    cells: Vec<u64>,
    /// The board as text, for the editor and for hints.
    board: String,
    score: u64,
    best: u64,
    max_tile: u64,
    moves: usize,
    undos: u32,
    redoable: usize,
    /// The letters of the moves that can be made again, the next one first.
    undone: String,
    legal: Vec<&'static str>,
    over: bool,
    won: bool,
    goal: u64,
    p4: f64,
    /// `None` if the game began on a given board.
    seed: Option<u64>,
    /// Where the tiles to come are drawn from, so that the page draws the same ones.
    generator: GeneratorView,
    /// What sets the game apart from one that a person played alone.
    marks: Vec<&'static str>,
    /// Why the last change is not on the disk.
    trouble: Option<String>,
}

/// The generator of a seed after so many numbers.
#[derive(Serialize)]
struct GeneratorView {
    /// As text: not every reader of JSON keeps 64 bits.
    seed: String,
    drawn: usize,
}

impl GeneratorView {
    /// The two first tiles are drawn too, and every move draws one number.
    fn of(game: &Game) -> GeneratorView {
        let first = if matches!(game.start(), Start::Seed(_)) { 2 } else { 0 };
        GeneratorView { seed: generator_seed(game), drawn: first + game.turns().len() }
    }
}

impl GameView {
    pub(crate) fn of(session: &Session<impl DerefMut<Target = Games>>) -> GameView {
        let game = session.game();
        let (board, rules) = (game.position().board(), game.rules());
        GameView {
            id: session.id(),
            rows: rules.shape.rows(),
            columns: rules.shape.columns(),
            cells: cells(&board),
            board: board.to_string(),
            score: game.score(),
            best: session.best(),
            max_tile: board.max_tile().map_or(0, redouble_core::Tile::value),
            moves: game.turns().len(),
            undos: game.undos(),
            redoable: game.redoable(),
            undone: undone(game),
            legal: game.position().legal().into_iter().map(Direction::name).collect(),
            over: game.is_over(),
            won: game.has_won(),
            goal: rules.goal.value(),
            p4: rules.four_chance.probability(),
            seed: seed(game),
            generator: GeneratorView::of(game),
            marks: names(session.marks()),
            trouble: session.trouble().map(str::to_owned),
        }
    }
}

/// The seed of a game's generator, wherever the game began.
pub(crate) fn generator_seed(game: &Game) -> String {
    match game.start() {
        Start::Seed(seed) => seed.to_string(),
        Start::Board { seed, .. } => seed.expect("a game in play has a seed").to_string(),
    }
}

fn names(marks: Marks) -> Vec<&'static str> {
    marks.iter().map(Mark::name).collect()
}

fn seed(game: &Game) -> Option<u64> {
    match game.start() {
        Start::Seed(seed) => Some(*seed),
        Start::Board { .. } => None,
    }
}

/// Face values row by row, 0 where empty.
pub(crate) fn cells(board: &Board) -> Vec<u64> {
    board.tiles().map(|tile| tile.map_or(0, redouble_core::Tile::value)).collect()
}

/// A move as the page animates it: which tile went where, what merged, what appeared.
#[derive(Serialize)]
pub(crate) struct TurnView {
    direction: &'static str,
    gained: u64,
    motions: Vec<MotionView>,
    spawn: SpawnView,
}

#[derive(Serialize)]
struct MotionView {
    from: usize,
    to: usize,
    value: u64,
    merged: bool,
}

#[derive(Serialize)]
struct SpawnView {
    cell: usize,
    value: u64,
}

impl From<&Turn> for TurnView {
    fn from(turn: &Turn) -> TurnView {
        let motion = |motion: &Motion| MotionView {
            from: motion.from.index(),
            to: motion.to.index(),
            value: motion.tile.value(),
            merged: motion.merged,
        };
        let Spawn { cell, tile } = turn.ply.spawn;
        TurnView {
            direction: turn.slide.direction.name(),
            gained: turn.slide.gained,
            motions: turn.slide.motions().iter().map(motion).collect(),
            spawn: SpawnView { cell: cell.index(), value: tile.value() },
        }
    }
}

/// A line of the history.
#[derive(Serialize)]
pub(crate) struct ListedView {
    id: u64,
    started: u64,
    changed: u64,
    board: String,
    goal: u64,
    score: u64,
    max_tile: u64,
    moves: usize,
    undos: u32,
    over: bool,
    won: bool,
    marks: Vec<&'static str>,
    name: String,
    tags: Vec<String>,
}

impl From<&GameRow> for ListedView {
    fn from(row: &GameRow) -> ListedView {
        let summary = &row.summary;
        ListedView {
            id: row.id,
            started: row.started,
            changed: row.changed,
            board: summary.shape().to_string(),
            goal: summary.goal.value(),
            score: summary.score,
            max_tile: summary.max_tile(),
            moves: summary.moves,
            undos: summary.undos,
            over: summary.over,
            won: summary.won,
            marks: names(row.marks),
            name: row.name.clone(),
            tags: row.tags.iter().cloned().collect(),
        }
    }
}
