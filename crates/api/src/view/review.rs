//! A reviewed game.

use std::collections::BTreeMap;

use redouble_lab::{Mark, Review, ReviewedMove};
use serde::Serialize;

/// What a review found.
#[derive(Serialize)]
pub struct ReviewReport {
    /// Who reviewed.
    pub player: String,
    /// What losses are measured in.
    pub unit: f64,
    /// The score of the game.
    pub score: u64,
    /// From 0 to 100.
    pub accuracy: f64,
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
    /// What the move gave away.
    pub loss: f64,
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
            loss: reviewed.loss,
            mark: reviewed.mark.name(),
        }
    }
}

/// Who reviewed which game.
pub struct Reviewed {
    /// The reviewer.
    pub player: String,
    /// What losses are measured in.
    pub unit: f64,
    /// The score of the game.
    pub score: u64,
}

impl ReviewReport {
    /// What the review says, with so many of the worst moves.
    #[must_use]
    pub fn new(reviewed: Reviewed, review: &Review, worst: usize) -> ReviewReport {
        let Reviewed { player, unit, score } = reviewed;
        ReviewReport {
            player,
            unit,
            score,
            accuracy: review.accuracy(),
            counts: Mark::ALL.into_iter().map(|mark| (mark.name(), review.count(mark))).collect(),
            moves: (0..)
                .zip(&review.moves)
                .map(|(index, reviewed)| MoveReport::new(index, reviewed))
                .collect(),
            worst: review.worst(worst).iter().map(|(index, _)| index + 1).collect(),
        }
    }
}
