//! The result of a stage test.

use redouble_lab::{Entrant, Stage, StageSummary, StageTest};
use serde::Serialize;

/// Everything a stage test reports.
#[derive(Serialize)]
pub struct StageTestReport {
    /// The seed of the test.
    pub seed: u64,
    /// The shape, as `4x4`.
    pub board: String,
    /// The probability of a 4.
    pub p4: f64,
    /// The positions that every player played from.
    pub positions: usize,
    /// The tile to be made.
    pub until: u64,
    /// One entry a player, in the order of the arguments.
    pub players: Vec<StagePlayerReport>,
}

/// One player.
#[derive(Serialize)]
pub struct StagePlayerReport {
    /// The player, as text.
    pub spec: String,
    /// The games.
    pub runs: usize,
    /// Those that made the tile.
    pub reached: usize,
    /// Their share.
    pub rate: f64,
    /// The lower end of Wilson's interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Where the others ended.
    pub stages: Vec<StageReport>,
    /// The moves of all games.
    pub moves: u64,
    /// Moves per second of thinking.
    pub moves_per_second: f64,
    /// The games that the player gave up.
    pub forfeits: usize,
}

/// A part of the way, by the sum of the tiles that are smaller than the one to be made.
#[derive(Serialize)]
pub struct StageReport {
    /// Where it begins.
    pub from: u64,
    /// Where it ends.
    pub to: u64,
    /// The games that came to it.
    pub came: usize,
    /// Those that ended in it.
    pub lost: usize,
}

impl StageTestReport {
    /// The report of a test, given the summary of each player.
    #[must_use]
    pub fn new(test: &StageTest, summaries: &[(Entrant, StageSummary)]) -> StageTestReport {
        StageTestReport {
            seed: test.seed,
            board: test.rules.shape.to_string(),
            p4: test.rules.four_chance.probability(),
            positions: test.positions.len(),
            until: test.until.value(),
            players: summaries.iter().map(StagePlayerReport::from).collect(),
        }
    }
}

impl From<&(Entrant, StageSummary)> for StagePlayerReport {
    fn from((entrant, summary): &(Entrant, StageSummary)) -> StagePlayerReport {
        let stage = |&Stage { from, to, came, lost }: &Stage| StageReport { from, to, came, lost };
        StagePlayerReport {
            spec: entrant.to_string(),
            runs: summary.runs,
            reached: summary.reached,
            rate: summary.rate(),
            low: summary.interval.low,
            high: summary.interval.high,
            stages: summary.stages.iter().map(stage).collect(),
            moves: summary.moves,
            moves_per_second: summary.moves as f64 / summary.seconds.max(1e-9),
            forfeits: summary.forfeits,
        }
    }
}
