//! A game looked at move by move: what each move gave away.

use redouble_core::{Direction, Position, Progress, Record, ReplayError, Stopped};
use redouble_players::{Budget, Forfeit, Player, Values};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The only legal move.
    Forced,
    /// As good as the best.
    Perfect,
    /// Gave away less than a quarter of an empty cell.
    Good,
    /// Less than one empty cell.
    Inaccuracy,
    /// Less than three empty cells.
    Mistake,
    /// Three empty cells or more.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Mark; 6] =
        [Mark::Forced, Mark::Perfect, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["forced", "perfect", "good", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// The mark of a loss, in empty cells' worth.
    #[must_use]
    pub fn of_loss(loss: f64) -> Mark {
        match loss {
            loss if loss <= 1e-6 => Mark::Perfect,
            loss if loss < 0.25 => Mark::Good,
            loss if loss < 1.0 => Mark::Inaccuracy,
            loss if loss < 3.0 => Mark::Mistake,
            _ => Mark::Blunder,
        }
    }
}

/// One move of a reviewed game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Where it was made.
    pub position: Position,
    /// What was played.
    pub played: Direction,
    /// What the reviewer would have played.
    pub best: Direction,
    /// What every legal move is worth.
    pub values: Values,
    /// What the move gave away, in empty cells' worth ([`Player::unit`]).
    pub loss: f64,
    /// How good it was.
    pub mark: Mark,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Every move.
    pub moves: Vec<ReviewedMove>,
}

/// Why a game cannot be reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewError {
    /// The record breaks the rules.
    Replay(ReplayError),
    /// The reviewer gave up.
    Forfeit(Forfeit),
    /// The watch said so.
    Stopped,
}

impl std::fmt::Display for ReviewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReviewError::Replay(error) => error.fmt(f),
            ReviewError::Forfeit(forfeit) => write!(f, "the reviewing player gave up: {forfeit}"),
            ReviewError::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for ReviewError {}

impl Review {
    /// Reviews every move of a record and hands each to `done`. The player may spend the budget on every move; the
    /// watch of the budget is told the number of moves looked at, and can stop the review.
    ///
    /// # Errors
    /// If the record breaks the rules, the player gives up, or the watch says so.
    pub fn new(
        record: &Record,
        player: &mut dyn Player,
        budget: &Budget<'_>,
        mut done: impl FnMut(&ReviewedMove),
    ) -> Result<Review, ReviewError> {
        let positions = record.replay().map_err(ReviewError::Replay)?;
        player.begin(0);
        let mut moves = Vec::with_capacity(record.plies.len());
        for (&position, ply) in positions.iter().zip(&record.plies) {
            let decision = player.decide(position, budget);
            budget.watch.check().map_err(|Stopped| ReviewError::Stopped)?;
            let values = decision.map_err(ReviewError::Forfeit)?.values;
            let reviewed = ReviewedMove::new(position, ply.direction, values, player.unit());
            done(&reviewed);
            moves.push(reviewed);
            let (looked_at, total) = (moves.len() as u64, record.plies.len() as u64);
            budget.watch.progress(Progress::of("reviewing", looked_at, total, "moves"));
        }
        Ok(Review { moves })
    }

    /// From 0 to 100: the mean over all moves that were not forced of 100·e^(−loss).
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let free = || self.moves.iter().filter(|reviewed| reviewed.mark != Mark::Forced);
        match free().count() {
            0 => 100.0,
            count => free().map(|reviewed| 100.0 * (-reviewed.loss).exp()).sum::<f64>() / count as f64,
        }
    }

    /// How many moves have this mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> usize {
        self.moves.iter().filter(|reviewed| reviewed.mark == mark).count()
    }

    /// The moves that gave away most, the worst first, each with its number from 0.
    #[must_use]
    pub fn worst(&self, count: usize) -> Vec<(usize, &ReviewedMove)> {
        let mut moves: Vec<(usize, &ReviewedMove)> = self.moves.iter().enumerate().collect();
        moves.retain(|(_, reviewed)| reviewed.mark > Mark::Perfect);
        moves.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss));
        moves.truncate(count);
        moves
    }
}

impl ReviewedMove {
    fn new(position: Position, played: Direction, values: Values, unit: f64) -> ReviewedMove {
        let best = values.best().expect("a position with a legal move");
        let (most, got) = (values.max().unwrap_or(0.0), values.get(played).unwrap_or(f64::NEG_INFINITY));
        let loss = ((most - got) / unit).max(0.0);
        let mark = if values.iter().count() == 1 { Mark::Forced } else { Mark::of_loss(loss) };
        ReviewedMove { position, played, best, values, loss, mark }
    }
}
