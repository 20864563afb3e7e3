//! Whether verdicts and accuracies say how well somebody plays.

use redouble_lab::{Accuracy, Grade, GradedGame, Grading, Mark, fitted_cuts, losses, share_from};
use serde::Serialize;

/// Players of known strength, graded.
#[derive(Serialize)]
pub struct GradingReport {
    /// The games of each player.
    pub games: u64,
    /// The most moves of a game.
    pub moves: u64,
    /// About how many moves of a game are judged by the searches of one and of two moves more than the strong player's.
    pub judged: [usize; 2],
    /// The seed of the graded games; the cuts are fitted to games of the next one.
    pub seed: u64,
    /// How the cuts come out on games of their own.
    pub fit: CutsReport,
    /// How many empty cells' worth are at stake for those who do not count points.
    pub cells: CellsReport,
    /// One entry a player, the weakest first.
    pub players: Vec<GradedPlayer>,
    /// Whether random play is within 5 points of 0, the players come out in this order, and the intervals of the last three do not overlap.
    pub kept: bool,
}

/// The cuts, fitted and in use, in hundredths of the points to come.
#[derive(Serialize)]
pub struct CutsReport {
    /// The strong player.
    pub player: &'static str,
    /// Who judged it.
    pub judge: &'static str,
    /// The judged moves.
    pub judged: usize,
    /// What it gives away in one move of 50, 200 and 1,000.
    pub fitted: [f64; 3],
    /// What the program uses.
    pub in_use: [f64; 3],
}

impl CutsReport {
    /// The cuts by these games.
    #[must_use]
    pub fn new(player: &'static str, judge: &'static str, games: &[GradedGame]) -> CutsReport {
        let losses = losses(games);
        let percent = |cuts: [f64; 3]| cuts.map(|cut| 100.0 * cut);
        let (fitted, in_use) = (percent(fitted_cuts(&losses)), percent(Mark::CUTS));
        CutsReport { player, judge, judged: losses.len(), fitted, in_use }
    }
}

/// By how much the stake of a judge that does not count points is too small or too large.
#[derive(Serialize)]
pub struct CellsReport {
    /// Who judged.
    pub judge: &'static str,
    /// Whose games.
    pub player: &'static str,
    /// The share of mistakes and blunders by the network.
    pub mistakes_by_network: f64,
    /// The same by this judge, with the stake in use.
    pub mistakes: f64,
    /// The stake in use, times this, would make both the same.
    pub factor: f64,
}

impl CellsReport {
    /// Two judges of the same games.
    #[must_use]
    pub fn new(
        [judge, player]: [&'static str; 2],
        by_network: &[GradedGame],
        by_judge: &[GradedGame],
    ) -> CellsReport {
        let (network, own, cut) = (losses(by_network), losses(by_judge), Mark::CUTS[1]);
        let mistakes_by_network = share_from(&network, cut);
        let place = own.len() - 1 - (mistakes_by_network * (own.len() - 1) as f64) as usize;
        let mistakes = share_from(&own, cut);
        CellsReport { judge, player, mistakes_by_network, mistakes, factor: own[place] / cut }
    }
}

/// A player and its grades.
#[derive(Serialize)]
pub struct GradedPlayer {
    /// The player.
    pub player: &'static str,
    /// The grade by each judge; none by a judge that is not deeper than the player.
    pub grades: Vec<GradeReport>,
}

/// What a judge says of a player.
#[derive(Serialize)]
pub struct GradeReport {
    /// The judge.
    pub judge: &'static str,
    /// The judged moves that had an alternative.
    pub judged: usize,
    /// The accuracy over all games.
    pub accuracy: f64,
    /// Its 95 % interval.
    pub ci95: [f64; 2],
    /// The shares of inaccuracies or worse, of mistakes or worse, of blunders.
    pub faults: [f64; 3],
    /// The accuracy with other scales of the loss: half and twice the one in use.
    pub with_half_and_twice_the_scale: [f64; 2],
}

impl GradeReport {
    /// What these games come to.
    #[must_use]
    pub fn new(judge: &'static str, games: &[GradedGame]) -> GradeReport {
        let grade = Grade::new(games, Accuracy::SCALE);
        GradeReport {
            judge,
            judged: grade.judged,
            accuracy: grade.accuracy,
            ci95: [grade.interval.low, grade.interval.high],
            faults: grade.faults,
            with_half_and_twice_the_scale: [0.5, 2.0]
                .map(|factor| Grade::new(games, factor * Accuracy::SCALE).accuracy),
        }
    }
}

impl GradingReport {
    /// The report on these players.
    #[must_use]
    pub fn new(
        grading: &Grading,
        judged: [usize; 2],
        fit: CutsReport,
        cells: CellsReport,
        players: Vec<GradedPlayer>,
    ) -> GradingReport {
        let &Grading { games, moves, seed, .. } = grading;
        let kept = is_kept(&players);
        GradingReport { games, moves, judged, seed, fit, cells, players, kept }
    }
}

/// By the deepest judge of each.
fn is_kept(players: &[GradedPlayer]) -> bool {
    let grades: Vec<&GradeReport> = players.iter().filter_map(|player| player.grades.last()).collect();
    let is_in_order = grades.is_sorted_by(|a, b| a.accuracy < b.accuracy);
    let last = &grades[grades.len().saturating_sub(3)..];
    let is_apart = last.is_sorted_by(|a, b| a.ci95[1] < b.ci95[0]);
    is_in_order && is_apart && grades.first().is_some_and(|random| random.accuracy.abs() <= 5.0)
}
