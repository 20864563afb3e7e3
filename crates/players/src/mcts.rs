//! Monte Carlo tree search: UCT with chance nodes, the next step that Neller's paper names.

use std::time::Duration;

use redouble_core::{Direction, FourChance, Position, Random, Rules};

use crate::player::{Clock, player_random};
use crate::random_play::play_randomly;
use crate::searchable::{Searchable, Visit, fastest};
use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Evaluation, Forfeit, Leaf, Player, Values};

/// Grows a tree where it promises most, and values its leaves by random games.
pub(crate) struct Mcts<L> {
    leaf: L,
    unit: f64,
    options: Options,
    random: Random,
}

#[derive(Clone, Copy)]
struct Options {
    four_chance: FourChance,
    iterations: u64,
    time: Option<Duration>,
    /// How much a rarely tried move is favoured, in units of the spread of all values seen.
    explore: f64,
    /// Random moves from a new leaf on.
    rollout: u32,
}

impl<L: Leaf + Send> Player for Mcts<L> {
    fn begin(&mut self, seed: u64) {
        self.random = player_random(seed);
    }

    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit> {
        let clock = Clock::start(budget, self.options.time);
        let (leaf, options, random) = (&self.leaf, self.options, &mut self.random);
        let growth = fastest(position.board(), Growth { leaf, options, random, clock });
        // The most visited move: its value is the best known. Values stay means, so that they can be compared.
        Ok(Decision {
            choice: growth.choice,
            values: growth.values,
            nodes: growth.nodes,
            depth: growth.depth,
        })
    }

    fn unit(&self) -> f64 {
        self.unit
    }
}

struct Growth<'a, L> {
    leaf: &'a L,
    options: Options,
    random: &'a mut Random,
    clock: Clock<'a>,
}

impl<L: Leaf> Visit for Growth<'_, L> {
    type Output = Decision;

    fn visit<B: Searchable>(self, board: B) -> Decision {
        let mut tree = Tree::new(board, &self);
        let mut iterations = 0;
        // Four moves at least, so that every direction has a value even if the time is over at once.
        while iterations < 4 || iterations < self.options.iterations && !self.clock.is_over() {
            tree.grow(self.random);
            iterations += 1;
        }
        tree.decision()
    }
}

/// A position and its moves.
struct Node<B> {
    board: B,
    moves: Vec<Branch<B>>,
}

/// A move of a node: what is known about it, and the positions that spawns have led to.
struct Branch<B> {
    direction: Direction,
    after: B,
    gained: f64,
    visits: f64,
    sum: f64,
    /// Children by their boards; few, so a list.
    children: Vec<(B, usize)>,
}

impl<B> Branch<B> {
    fn mean(&self) -> f64 {
        self.sum / self.visits
    }
}

struct Tree<'a, B, L> {
    leaf: &'a L,
    options: Options,
    /// The root first.
    nodes: Vec<Node<B>>,
    /// The least and the greatest value seen.
    range: (f64, f64),
    looked_at: u64,
    deepest: u32,
}

impl<'a, B: Searchable, L: Leaf> Tree<'a, B, L> {
    fn new(board: B, growth: &Growth<'a, L>) -> Tree<'a, B, L> {
        let range = (f64::INFINITY, f64::NEG_INFINITY);
        let (leaf, options) = (growth.leaf, growth.options);
        let mut tree = Tree { leaf, options, nodes: Vec::new(), range, looked_at: 0, deepest: 0 };
        tree.add(board);
        tree
    }

    fn add(&mut self, board: B) -> usize {
        let mut moves = Vec::with_capacity(4);
        board.each_slide(|direction, after, gained| {
            let gained = self.leaf.gain_weight() * gained as f64;
            moves.push(Branch { direction, after, gained, visits: 0.0, sum: 0.0, children: Vec::new() });
        });
        self.nodes.push(Node { board, moves });
        self.nodes.len() - 1
    }

    /// One iteration: down to a position not yet in the tree, a random game from there, and its value back up.
    fn grow(&mut self, random: &mut Random) {
        let mut path = Vec::new();
        let mut node = 0;
        let mut value = loop {
            let Some(branch) = self.select(node) else {
                break self.leaf.value_when_over(self.nodes[node].board);
            };
            path.push((node, branch));
            let four_chance = self.options.four_chance;
            let board = self.nodes[node].moves[branch].after.with_random_spawn(four_chance, random);
            match self.child(node, branch, board) {
                Some(child) => node = child,
                None => break self.expand(node, branch, board, random),
            }
        };
        self.deepest = self.deepest.max(path.len() as u32);
        for &(node, branch) in path.iter().rev() {
            let branch = &mut self.nodes[node].moves[branch];
            value += branch.gained;
            branch.visits += 1.0;
            branch.sum += value;
            self.range = (self.range.0.min(value), self.range.1.max(value));
        }
    }

    /// The move with the best upper confidence bound, untried ones first; `None` if there is none.
    fn select(&self, node: usize) -> Option<usize> {
        let moves = &self.nodes[node].moves;
        if let Some(untried) = moves.iter().position(|branch| branch.visits == 0.0) {
            return Some(untried);
        }
        let total: f64 = moves.iter().map(|branch| branch.visits).sum();
        let spread = (self.range.1 - self.range.0).max(f64::MIN_POSITIVE);
        let bound = |branch: &Branch<B>| {
            (branch.mean() - self.range.0) / spread
                + self.options.explore * (total.ln() / branch.visits).sqrt()
        };
        let better = |&a: &usize, &b: &usize| bound(&moves[a]).total_cmp(&bound(&moves[b]));
        (0..moves.len()).max_by(better)
    }

    fn child(&self, node: usize, branch: usize, board: B) -> Option<usize> {
        let children = &self.nodes[node].moves[branch].children;
        children.iter().find(|(other, _)| *other == board).map(|&(_, child)| child)
    }

    fn expand(&mut self, node: usize, branch: usize, board: B, random: &mut Random) -> f64 {
        let child = self.add(board);
        self.nodes[node].moves[branch].children.push((board, child));
        let Options { four_chance, rollout, .. } = self.options;
        let (last, score) = play_randomly(board, rollout, four_chance, random);
        self.looked_at += 1;
        let over = self.leaf.asks_whether_over() && last.legal().is_empty();
        let value = if over { self.leaf.value_when_over(last) } else { self.leaf.value(last) };
        value + self.leaf.gain_weight() * score as f64
    }

    fn decision(&self) -> Decision {
        let moves = &self.nodes[0].moves;
        let values: Values = moves.iter().map(|branch| (branch.direction, branch.mean())).collect();
        let most = moves.iter().map(|branch| branch.visits).fold(0.0, f64::max);
        let choice = moves.iter().find(|branch| branch.visits == most).map(|branch| branch.direction);
        let choice = choice.expect("a position with a legal move");
        Decision { choice, values, nodes: self.looked_at, depth: self.deepest }
    }
}

/// `mcts:…`.
pub(crate) fn mcts(parameters: &Parameters<'_>, rules: Rules) -> Result<Mcts<Evaluation>, SpecError> {
    let leaf = parameters.evaluation("score")?;
    let time = parameters.whole("ms", 1..=3_600_000)?.map(Duration::from_millis);
    let default_iterations = if time.is_some() { u64::MAX } else { 1000 };
    let rollout = match parameters.text("rollout") {
        None | Some("end") => u32::MAX,
        Some(_) => parameters.whole("rollout", 0..=1_000_000)?.unwrap_or(0) as u32,
    };
    let options = Options {
        four_chance: rules.four_chance,
        iterations: parameters.whole("iterations", 4..=1_000_000_000)?.unwrap_or(default_iterations),
        time,
        explore: parameters.number("explore", 0.0..=1e6)?.unwrap_or(0.5),
        rollout,
    };
    let unit = leaf.unit();
    Ok(Mcts { leaf, unit, options, random: Random::new(0) })
}
