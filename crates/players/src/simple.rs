//! The players that do not look ahead: random and greedy.

use redouble_core::{Directions, Position, Random};

use crate::choose::Ties;
use crate::player::player_random;
use crate::searchable::{Searchable, Visit, fastest};
use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Evaluation, Forfeit, Leaf, Player, Values};

/// Any legal move, each equally likely.
pub(crate) struct RandomPlayer {
    random: Random,
}

impl Player for RandomPlayer {
    fn begin(&mut self, seed: u64) {
        self.random = player_random(seed);
    }

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let legal = fastest(position.board(), Legal);
        let choice = legal.nth(self.random.below(legal.len() as u32) as usize);
        let values = legal.into_iter().map(|direction| (direction, 0.0)).collect();
        Ok(Decision { choice: choice.expect("a position with a legal move"), values, nodes: 0, depth: 0 })
    }
}

struct Legal;

impl Visit for Legal {
    type Output = Directions;

    fn visit<B: Searchable>(self, board: B) -> Directions {
        board.legal()
    }
}

/// `random`.
pub(crate) fn random() -> RandomPlayer {
    RandomPlayer { random: Random::new(0) }
}

/// The best evaluation right after the slide, before the spawn.
pub(crate) struct Greedy<L> {
    leaf: L,
    unit: f64,
    ties: Ties,
    random: Random,
}

impl<L: Leaf + Send> Player for Greedy<L> {
    fn begin(&mut self, seed: u64) {
        self.random = player_random(seed);
    }

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let values = fastest(position.board(), AfterSlides { leaf: &self.leaf });
        let choice = self.ties.choose(&values, &mut self.random);
        Ok(Decision { choice, values, nodes: values.iter().count() as u64, depth: 1 })
    }

    fn unit(&self) -> f64 {
        self.unit
    }
}

struct AfterSlides<'a, L> {
    leaf: &'a L,
}

impl<L: Leaf> Visit for AfterSlides<'_, L> {
    type Output = Values;

    fn visit<B: Searchable>(self, board: B) -> Values {
        let mut values = Values::default();
        board.each_slide(|direction, after, gained| {
            values.set(direction, self.leaf.gain_weight() * gained as f64 + self.leaf.value(after));
        });
        values
    }
}

/// `greedy:…`.
pub(crate) fn greedy(parameters: &Parameters<'_>) -> Result<Greedy<Evaluation>, SpecError> {
    let leaf = parameters.evaluation("line-ends")?;
    let (unit, ties) = (leaf.unit(), Ties::parameter(parameters)?);
    Ok(Greedy { leaf, unit, ties, random: Random::new(0) })
}
