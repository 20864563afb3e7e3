//! A reviewed game.

use std::collections::BTreeMap;

use redouble_lab::{Mark, Review, ReviewedMove};
use serde::Serialize;

/// What a review found.
#[derive(Serialize)]
pub struct ReviewReport {
    /// Who reviewed.
    pub player: String,
    /// What losses are hundredths of: the points to come, or the worth of so many empty cells.
    pub unit: &'static str,
    /// The score of the game.
    pub score: u64,
    /// From 0, which is chance, to 100.
    pub accuracy: f64,
    /// The sum of what the moves gave away.
    pub loss: f64,
    /// The sum of what the tiles brought beyond what was to be expected.
    pub luck: f64,
    /// How many moves have each mark.
    pub counts: BTreeMap<&'static str, usize>,
    /// Every move.
    pub moves: Vec<MoveReport>,
    /// The numbers of those that gave away most, the worst first.
    pub worst: Vec<usize>,
}

/// One move of a reviewed game.
#[derive(Serialize)]
pub struct MoveReport {
    /// From 1.
    pub number: usize,
    /// The board it was made on.
    pub board: String,
    /// What was played.
    pub played: &'static str,
    /// What the reviewer would have played.
    pub best: &'static str,
    /// What that is worth.
    pub value: f64,
    /// What the move gave away, in hundredths of what was at stake.
    pub loss: f64,
    /// What the tile brought beyond what was to be expected, in the same; nothing if the reviewer did not look so far.
    pub luck: Option<f64>,
    /// The score that the reviewer expects at the end if it plays on from here; nothing if it does not count points.
    pub expected: Option<f64>,
    /// How good it was.
    pub mark: &'static str,
}

impl MoveReport {
    fn new(index: usize, reviewed: &ReviewedMove) -> MoveReport {
        MoveReport {
            number: index + 1,
            board: reviewed.position.board().to_string(),
            played: reviewed.played.name(),
            best: reviewed.best.name(),
            value: reviewed.values.max().unwrap_or(0.0),
            loss: 100.0 * reviewed.loss,
            luck: reviewed.luck.map(|luck| 100.0 * luck),
            expected: reviewed.expected,
            mark: reviewed.mark.name(),
        }
    }
}

/// Who reviewed which game.
pub struct Reviewed {
    /// The reviewer.
    pub player: String,
    /// Whether it counts points.
    pub counts_points: bool,
    /// The score of the game.
    pub score: u64,
}

impl ReviewReport {
    /// What the review says, with so many of the worst moves.
    #[must_use]
    pub fn new(reviewed: Reviewed, review: &Review, worst: usize) -> ReviewReport {
        let Reviewed { player, counts_points, score } = reviewed;
        ReviewReport {
            player,
            unit: if counts_points { "points to come" } else { "what is at stake" },
            score,
            accuracy: review.accuracy(),
            loss: 100.0 * review.loss(),
            luck: 100.0 * review.luck(),
            counts: Mark::ALL.into_iter().map(|mark| (mark.name(), review.count(mark))).collect(),
            moves: (0..)
                .zip(&review.moves)
                .map(|(index, reviewed)| MoveReport::new(index, reviewed))
                .collect(),
            worst: review.worst(worst).iter().map(|(index, _)| index + 1).collect(),
        }
    }
}
