//! Simple Monte Carlo play: one deliberate move, then random ones.

use redouble_core::{FourChance, Position, Random, Rules};

use crate::choose::Ties;
use crate::expectimax::depth_parameter;
use crate::player::{Clock, player_random};
use crate::random_play::play_randomly;
use crate::searchable::{Searchable, Visit, fastest};
use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Evaluation, Forfeit, Leaf, Player, Values};

/// For each legal move, the mean evaluation after it and some random moves, every move answered by a spawn.
pub(crate) struct MonteCarlo<L> {
    leaf: L,
    unit: f64,
    ties: Ties,
    options: Options,
    random: Random,
}

#[derive(Clone, Copy)]
struct Options {
    four_chance: FourChance,
    /// Moves of a run, the deliberate one included.
    depth: u32,
    /// Runs for each legal move.
    runs: u64,
}

impl<L: Leaf + Send> Player for MonteCarlo<L> {
    fn begin(&mut self, seed: u64) {
        self.random = player_random(seed);
    }

    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit> {
        let clock = Clock::start(budget, None);
        let (leaf, options, random) = (&self.leaf, self.options, &mut self.random);
        let (values, nodes) = fastest(position.board(), Runs { leaf, options, random, clock });
        let choice = self.ties.choose(&values, &mut self.random);
        Ok(Decision { choice, values, nodes, depth: self.options.depth })
    }

    fn unit(&self) -> f64 {
        self.unit
    }
}

struct Runs<'a, L> {
    leaf: &'a L,
    options: Options,
    random: &'a mut Random,
    clock: Clock<'a>,
}

impl<L: Leaf> Visit for Runs<'_, L> {
    type Output = (Values, u64);

    fn visit<B: Searchable>(mut self, board: B) -> (Values, u64) {
        let mut sums = [0.0; 4];
        let mut moves = Vec::with_capacity(4);
        board.each_slide(|direction, after, gained| moves.push((direction, after, gained)));
        // One run of each move in turn, so that a stop leaves all moves with equally many.
        let mut runs = 0;
        while runs < self.options.runs && (runs == 0 || runs % 16 != 0 || !self.clock.is_over()) {
            for &(direction, after, gained) in &moves {
                sums[direction as usize] += self.run(after, gained);
            }
            runs += 1;
        }
        let mean = |&(direction, _, _): &(_, B, u64)| (direction, sums[direction as usize] / runs as f64);
        let nodes = runs * moves.len() as u64 * u64::from(self.options.depth);
        (moves.iter().map(mean).collect(), nodes)
    }
}

impl<L: Leaf> Runs<'_, L> {
    fn run<B: Searchable>(&mut self, after: B, gained: u64) -> f64 {
        let Options { four_chance, depth, .. } = self.options;
        let board = after.with_random_spawn(four_chance, self.random);
        let (last, score) = play_randomly(board, depth - 1, four_chance, self.random);
        let over = self.leaf.asks_whether_over() && last.legal().is_empty();
        let value = if over { self.leaf.value_when_over(last) } else { self.leaf.value(last) };
        value + self.leaf.gain_weight() * (gained + score) as f64
    }
}

/// `monte-carlo:…`.
pub(crate) fn monte_carlo(
    parameters: &Parameters<'_>,
    rules: Rules,
) -> Result<MonteCarlo<Evaluation>, SpecError> {
    let leaf = parameters.evaluation("line-ends")?;
    let options = Options {
        four_chance: rules.four_chance,
        depth: depth_parameter(parameters, rules)?.unwrap_or(3),
        runs: parameters.whole("runs", 1..=1_000_000_000)?.unwrap_or(1000),
    };
    let (unit, ties) = (leaf.unit(), Ties::parameter(parameters)?);
    Ok(MonteCarlo { leaf, unit, ties, options, random: Random::new(0) })
}
