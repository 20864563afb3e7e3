//! A game looked at move by move: what each move gave away.

use redouble_core::{Direction, Position, Progress, Record, ReplayError, Slide, Spawn, Start, Stopped};
use redouble_players::{Budget, Decision, Forfeit, Player, Values};

use crate::accuracy::Accuracy;
use crate::verdict::{Choice, Mark};

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
    /// What the move gave away, as a share of what was at stake ([`Player::stake`]).
    pub loss: f64,
    /// By how much the tile that came was better than the mean of those that could have come, as a share of the same; `None`
    /// if the reviewer did not look so far.
    pub luck: Option<f64>,
    /// The score at the end that the reviewer expects if it plays on from here; `None` if it does not count points.
    pub expected: Option<f64>,
    /// What the move adds to the accuracy.
    pub accuracy: Accuracy,
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
        let mut score = match record.start {
            Start::Seed(_) => 0,
            Start::Board { score, .. } => score,
        };
        for (&position, &ply) in positions.iter().zip(&record.plies) {
            let decision = player.decide(position, budget);
            budget.watch.check().map_err(|Stopped| ReviewError::Stopped)?;
            let decision = decision.map_err(ReviewError::Forfeit)?;
            let slide = position.slide(ply.direction).expect("a move of a replayed game");
            let reviewed = ReviewedMove::new(&slide, ply.spawn, score, &decision, player);
            score += slide.gained;
            done(&reviewed);
            moves.push(reviewed);
            let (looked_at, total) = (moves.len() as u64, record.plies.len() as u64);
            budget.watch.progress(Progress::of("reviewing", looked_at, total, "moves"));
        }
        Ok(Review { moves })
    }

    /// From 0, which is chance, to 100: see [`Accuracy`].
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let mut all = Accuracy::default();
        self.moves.iter().for_each(|reviewed| all += reviewed.accuracy);
        all.percent()
    }

    /// What all moves gave away, each as a share of what was at stake.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.moves.iter().map(|reviewed| reviewed.loss).sum()
    }

    /// What all tiles brought beyond what was to be expected, each as a share of what was at stake.
    #[must_use]
    pub fn luck(&self) -> f64 {
        self.moves.iter().filter_map(|reviewed| reviewed.luck).sum()
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
        moves.retain(|(_, reviewed)| reviewed.mark >= Mark::Good);
        moves.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss));
        moves.truncate(count);
        moves
    }
}

impl ReviewedMove {
    fn new(
        slide: &Slide,
        spawn: Spawn,
        score: u64,
        decision: &Decision,
        player: &mut dyn Player,
    ) -> ReviewedMove {
        let (values, played) = (decision.values, slide.direction);
        let best = values.best().expect("a position with a legal move");
        let most = values.max().unwrap_or(0.0);
        let stake = player.stake(most);
        let loss_of = |value: f64| ((most - value) / stake).clamp(0.0, 1.0);
        let got = values.get(played).unwrap_or(f64::NEG_INFINITY);
        let worth = player.worth_with_tile(slide, spawn, decision.depth);
        let blunders = values.iter().filter(|&(_, value)| Mark::of_loss(loss_of(value)) == Mark::Blunder);
        let choice = Choice {
            loss: loss_of(got),
            moves: values.iter().count(),
            blunders: blunders.count(),
            saved: worth.is_some_and(|worth| worth >= most),
        };
        ReviewedMove {
            position: slide.before,
            played,
            best,
            values,
            loss: choice.loss,
            luck: worth.zip(values.get(played)).map(|(worth, got)| (worth - got) / stake),
            expected: player.counts_points().then_some(score as f64 + most),
            accuracy: Accuracy::of(&values, played, stake),
            mark: choice.mark(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use redouble_core::{Game, Grid as _, Random, Rules};
    use redouble_kernels::Cpu;
    use redouble_players::Catalog;

    fn random_game(shape: &str, seed: u64) -> Game {
        let mut game = Game::new(Rules::on(shape.parse().unwrap()), seed);
        let mut random = Random::new(seed + 1_000);
        while !game.is_over() {
            let legal = game.position().legal();
            game.play(legal.nth(random.below(legal.len() as u32) as usize).unwrap());
        }
        game
    }

    fn solved(shape: &str) -> Box<dyn Player> {
        let catalog = Catalog::default().with_oracles(Solver::new(Cpu::detect()));
        let rules = Rules::on(shape.parse().unwrap());
        catalog.build(&"optimal".parse().unwrap(), rules, &()).unwrap()
    }

    /// Where every value is exact, the score is what was to be expected, plus what the tiles brought, minus what the moves gave away.
    #[test]
    fn on_solved_boards_luck_and_loss_add_up_to_the_score() {
        for (shape, seeds) in [("2x2", 0..40), ("2x3", 0..5)] {
            let mut player = solved(shape);
            for seed in seeds {
                let game = random_game(shape, seed);
                let review = Review::new(&game.record(), &mut *player, &Budget::default(), |_| ()).unwrap();
                let Some(first) = review.moves.first() else { continue };
                let expected = first.expected.unwrap();
                let points = |share: f64, reviewed: &ReviewedMove| {
                    share * player.stake(reviewed.values.max().unwrap())
                };
                let sum: f64 = review
                    .moves
                    .iter()
                    .map(|reviewed| points(reviewed.luck.unwrap() - reviewed.loss, reviewed))
                    .sum();
                let score = game.score() as f64;
                assert!((expected + sum - score).abs() < 1e-6 * (1.0 + score), "{shape}, seed {seed}");
            }
        }
    }

    /// Over all tiles that can come, weighted by their chances, luck is nothing: for exact values, and for a search that looked further.
    #[test]
    fn luck_has_the_mean_zero() {
        let mut search =
            Catalog::default().build(&"expectimax:depth=3".parse().unwrap(), Rules::default(), &()).unwrap();
        let mut exact = solved("2x3");
        let cases: [(&mut dyn Player, &str); 2] = [(&mut *search, "4x4"), (&mut *exact, "2x3")];
        for (player, shape) in cases {
            let game = random_game(shape, 7);
            let four_chance = game.rules().four_chance;
            for turn in game.turns().iter().step_by(5) {
                let decision = player.decide(turn.slide.before, &Budget::default()).unwrap();
                let after = turn.slide.after;
                let mean: f64 = after
                    .positions()
                    .map(|(spawn, _)| {
                        let chance = four_chance.of(spawn.tile) / after.board().count_empty() as f64;
                        chance * player.worth_with_tile(&turn.slide, spawn, decision.depth).unwrap()
                    })
                    .sum();
                let value = decision.values.get(turn.slide.direction).unwrap();
                assert!((mean - value).abs() < 1e-6 * value.abs().max(1.0), "{shape}: {mean} {value}");
            }
        }
    }
}
