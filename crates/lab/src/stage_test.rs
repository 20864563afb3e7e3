//! Stage tests: from given positions, how often is a tile reached?

use std::fmt;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use redouble_core::{
    Board, Grid as _, ParseBoardError, Position, Progress, Random, Rules, Shape, Stopped, Tile, Watch,
};
use redouble_kernels::clock::Instant;
use redouble_players::{Budget, BuildError, Catalog, Forfeit, Player};

use crate::track::Track;
use crate::{Entrant, ExperimentError, Interval, wilson};

/// Who plays from which positions, until which tile. Everything that a result depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTest {
    /// The players, each of which plays from all positions.
    pub entrants: Vec<Entrant>,
    /// Where the games begin.
    pub positions: Vec<Position>,
    /// The tile to be made; a game ends when it is there.
    pub until: Tile,
    /// The seed: what happens from position `g` depends on it and on `g` alone.
    pub seed: u64,
    /// The rules.
    pub rules: Rules,
}

/// What became of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct StageRun {
    /// The position, by its place in [`StageTest::positions`].
    pub position: usize,
    /// Whether the tile was made.
    pub reached: bool,
    /// The tile sum at the beginning, of the tiles smaller than the one to be made.
    pub began: u64,
    /// The same sum at the end, before the last move if that made the tile.
    pub ended: u64,
    /// The number of moves.
    pub moves: u64,
    /// The time the player took. The only field that is not the same when the test is repeated.
    pub nanoseconds: u64,
    /// Why the player gave up, if it did.
    pub forfeit: Option<String>,
}

impl StageTest {
    /// Says, without long work, whether the players could be built: see [`Catalog::check`].
    ///
    /// # Errors
    /// Of the first player that could not.
    pub fn check(&self, catalog: &Catalog) -> Result<(), BuildError> {
        self.entrants.iter().try_for_each(|entrant| entrant.check(catalog, self.rules))
    }

    /// Plays all games of one player on the threads of the current pool; they come back in the order of the positions.
    ///
    /// # Errors
    /// If the player cannot be built, or the watch stops it.
    pub fn run(
        &self,
        entrant: &Entrant,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<Vec<StageRun>, ExperimentError> {
        let idle = Mutex::new(vec![entrant.build(catalog, self.rules, watch)?]);
        let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, total) = (Mutex::new(0), self.positions.len() as u64);
        (0..self.positions.len())
            .into_par_iter()
            .with_max_len(1)
            .map(|position| {
                let kept = lock().pop();
                let mut player = kept.map_or_else(|| entrant.build(catalog, self.rules, watch), Ok)?;
                let run = self.play(&mut *player, position, watch)?;
                lock().push(player);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                *done += 1;
                watch.progress(Progress::of("playing", *done, total, "games"));
                Ok(run)
            })
            .collect()
    }

    fn play(&self, player: &mut dyn Player, position: usize, watch: &dyn Watch) -> Result<StageRun, Stopped> {
        let seed = Random::game_seed(self.seed, position as u64);
        let mut game = Track::from_position(self.rules, self.positions[position], seed);
        let budget = Budget { watch, ..Budget::default() };
        let start = Instant::now();
        let began = self.progress(game.position().board());
        let mut run = StageRun {
            position,
            reached: false,
            began,
            ended: began,
            moves: 0,
            nanoseconds: 0,
            forfeit: None,
        };
        player.begin(seed);
        while !game.is_over() && !run.reached && run.forfeit.is_none() {
            let decided = player.decide(game.position(), &budget).and_then(|decision| {
                let illegal = || Forfeit { reason: format!("illegal move {}", decision.choice) };
                game.play(decision.choice).ok_or_else(illegal)
            });
            // A decision that was stopped is not the player's own.
            watch.check()?;
            run.forfeit = decided.err().map(|gives_up| gives_up.reason);
            run.moves += u64::from(run.forfeit.is_none());
            run.reached = has(game.position().board(), self.until);
            run.ended = if run.reached { run.ended } else { self.progress(game.position().board()) };
        }
        player.end(game.score());
        Ok(StageRun { nanoseconds: start.elapsed().as_nanos() as u64, ..run })
    }

    /// How far a board has come: the sum of its tiles that are smaller than the one to be made.
    fn progress(&self, board: Board) -> u64 {
        let sizes = board.tiles().flatten().filter(|&tile| tile < self.until);
        sizes.map(Tile::value).sum()
    }
}

fn has(board: Board, tile: Tile) -> bool {
    board.tiles().any(|other| other == Some(tile))
}

/// What the games of a player amount to.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSummary {
    /// The games.
    pub runs: usize,
    /// Those that made the tile.
    pub reached: usize,
    /// The interval of their share.
    pub interval: Interval,
    /// Where the others ended.
    pub stages: Vec<Stage>,
    /// The moves of all games.
    pub moves: u64,
    /// The time that the player took for them, in seconds.
    pub seconds: f64,
    /// The games that the player gave up.
    pub forfeits: usize,
}

/// A part of the way to a tile, by the sum of the tiles that are smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Where it begins.
    pub from: u64,
    /// Where the next one begins; the last one ends with the tile.
    pub to: u64,
    /// The games that came to it, or began in it.
    pub came: usize,
    /// Those of them that ended in it without the tile.
    pub lost: usize,
}

/// The smallest tile that has a stage of its own.
const FINEST: u64 = 256;

impl StageSummary {
    /// The summary of these games.
    #[must_use]
    pub fn new(until: Tile, runs: &[StageRun]) -> StageSummary {
        let reached = runs.iter().filter(|run| run.reached).count();
        StageSummary {
            runs: runs.len(),
            reached,
            interval: wilson(reached, runs.len()),
            stages: stages(until, runs),
            moves: runs.iter().map(|run| run.moves).sum(),
            seconds: runs.iter().map(|run| run.nanoseconds as f64 / 1e9).sum(),
            forfeits: runs.iter().filter(|run| run.forfeit.is_some()).count(),
        }
    }

    /// The share of the games that made the tile.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.reached as f64 / self.runs.max(1) as f64
    }
}

/// On the way to 32768 the stages begin at 0, 16384, 24576, 28672, …, 32512: when another half of the rest is there.
/// Those before all games are left out.
fn stages(until: Tile, runs: &[StageRun]) -> Vec<Stage> {
    let halves = std::iter::successors(Some(until.value()), |rest| Some(rest / 2));
    let begins: Vec<u64> = halves
        .take_while(|&rest| rest >= FINEST.min(until.value()))
        .map(|rest| until.value() - rest)
        .collect();
    let ends = begins[1..].iter().copied().chain([until.value()]);
    let stage = |(place, (&from, to)): (usize, (&u64, u64))| {
        let is_last = place + 1 == begins.len();
        let came = |run: &&StageRun| {
            run.reached && run.began < to || run.ended >= from && (run.began < to || is_last)
        };
        let lost = |run: &&StageRun| !run.reached && run.ended >= from && (run.ended < to || is_last);
        Stage { from, to, came: runs.iter().filter(came).count(), lost: runs.iter().filter(lost).count() }
    };
    let all = begins.iter().zip(ends).enumerate().map(stage);
    all.skip_while(|stage| stage.came == 0).collect()
}

/// Reads positions, one board a line; empty lines do not count.
///
/// # Errors
/// If a line is no board of this shape, a board that no game comes to, one without a legal move, or one that has the
/// tile already.
pub fn read_positions(text: &str, shape: Shape, until: Tile) -> Result<Vec<Position>, PositionsError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line): (usize, &str)| {
        let error = |what| PositionsError { line: index + 1, what };
        let board = line.parse::<Board>().map_err(|problem| error(PositionProblem::Text(problem)))?;
        let problem = if board.shape() != shape {
            PositionProblem::Shape { found: board.shape(), asked: shape }
        } else if board.tiles().flatten().count() < 2 {
            PositionProblem::Impossible
        } else if Position::new(board).is_over() {
            PositionProblem::Lost
        } else if has(board, until) {
            PositionProblem::Reached(until)
        } else {
            return Ok(Position::new(board));
        };
        Err(error(problem))
    };
    let positions: Vec<Position> = lines.map(read).collect::<Result<_, _>>()?;
    if positions.is_empty() {
        return Err(PositionsError { line: 1, what: PositionProblem::None });
    }
    Ok(positions)
}

/// A line that is no position to begin with.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: PositionProblem,
}

/// What is wrong with a line of positions.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionProblem {
    /// It is no board.
    Text(ParseBoardError),
    /// The board has another shape.
    Shape {
        /// The shape of the board.
        found: Shape,
        /// The shape of the games.
        asked: Shape,
    },
    /// No game comes to the board: after the start there are always two tiles.
    Impossible,
    /// The board has no legal move.
    Lost,
    /// The tile to be made is there already.
    Reached(Tile),
    /// There are no boards at all.
    None,
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.what {
            PositionProblem::Text(problem) => problem.fmt(f),
            PositionProblem::Shape { found, asked } => write!(f, "a {found} board, the games are on {asked}"),
            PositionProblem::Impossible => f.write_str("no game comes to a board with less than two tiles"),
            PositionProblem::Lost => f.write_str("the game is over on this board"),
            PositionProblem::Reached(tile) => write!(f, "there is a {tile} already"),
            PositionProblem::None => f.write_str("no board at all"),
        }
    }
}

impl std::error::Error for PositionsError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(value: u64) -> Tile {
        Tile::from_value(value).unwrap()
    }

    fn run(reached: bool, began: u64, ended: u64) -> StageRun {
        StageRun { position: 0, reached, began, ended, moves: 1, nanoseconds: 1, forfeit: None }
    }

    #[test]
    fn stages_say_where_games_end() {
        let runs = [
            run(true, 1_500, 2_040),
            run(false, 1_500, 1_600),
            run(false, 1_800, 2_100),
            run(false, 1_500, 1_900),
        ];
        let summary = StageSummary::new(tile(2_048), &runs);
        assert_eq!((summary.runs, summary.reached, summary.rate()), (4, 1, 0.25));
        let stage = |from, to, came, lost| Stage { from, to, came, lost };
        assert_eq!(
            summary.stages,
            [stage(1_024, 1_536, 3, 0), stage(1_536, 1_792, 3, 1), stage(1_792, 2_048, 3, 2)]
        );
    }

    #[test]
    fn lines_that_are_no_positions_are_named() {
        let read = |text: &str| read_positions(text, Shape::CLASSIC, tile(64));
        let good = "2,4,.,./.,.,.,./.,.,.,./.,.,.,.";
        assert_eq!(read(&format!("{good}\n\n{good}\n")).map(|positions| positions.len()), Ok(2));
        let error = |second: &str| read(&format!("{good}\n{second}")).unwrap_err().to_string();
        assert!(error("2,3,.,./.,.,.,./.,.,.,./.,.,.,.").starts_with("line 2: row 1, column 2"));
        assert_eq!(error("2,4/.,."), "line 2: a 2x2 board, the games are on 4x4");
        assert!(error("2,.,.,./.,.,.,./.,.,.,./.,.,.,.").contains("less than two tiles"));
        assert_eq!(error("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2"), "line 2: the game is over on this board");
        assert_eq!(error("64,4,.,./.,.,.,./.,.,.,./.,.,.,."), "line 2: there is a 64 already");
        assert!(read("\n").is_err());
    }

    #[test]
    fn tests_repeat_and_a_better_player_is_better() {
        let line = "64,32,16,8/.,.,2,./.,.,.,./.,.,.,.";
        let positions = read_positions(&[line; 40].join("\n"), Shape::CLASSIC, tile(512)).unwrap();
        let entrants: Vec<Entrant> = ["random", "greedy"].map(|text| text.parse().unwrap()).to_vec();
        let test = StageTest { entrants, positions, until: tile(512), seed: 7, rules: Rules::default() };
        let catalog = Catalog::default();
        let play = || {
            test.entrants
                .iter()
                .map(|entrant| {
                    let runs = test.run(entrant, &catalog, &()).unwrap();
                    runs.into_iter().map(|run| StageRun { nanoseconds: 0, ..run }).collect::<Vec<_>>()
                })
                .collect::<Vec<_>>()
        };
        let (first, second) = (play(), play());
        assert_eq!(first, second);
        let [random, greedy] =
            [0, 1].map(|player: usize| StageSummary::new(tile(512), &first[player]).rate());
        assert!(random < greedy, "{random} {greedy}");
    }
}
