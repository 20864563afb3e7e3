//! The states of a small game as a graph, drawn as SVG or written as DOT.

mod drawing;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use redouble_core::{Afterstate, Board, Direction, FourChance, Grid, Position, Tile};

use crate::Variant;

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Canonical.
    pub board: Board,
    /// The tile sum.
    pub sum: u64,
    /// The largest tile.
    pub max: Tile,
}

/// A state and one that may follow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The index of the state.
    pub from: usize,
    /// The index of the one that follows.
    pub to: usize,
    /// The moves that may lead there, and with which probability each does.
    pub moves: Vec<(Direction, f64)>,
}

/// All states of a game and their successors; wins and losses are left out, as in the counting paper.
///
/// ```
/// use redouble_core::{FourChance, Shape, Tile};
/// use redouble_states::{Graph, Variant};
///
/// let variant = Variant::new(Shape::new(2, 2).unwrap(), Tile::from_value(32)).unwrap();
/// let graph = Graph::new(variant, FourChance::default(), 1_000).unwrap();
/// assert_eq!(graph.nodes.len(), 57);
/// assert!(graph.to_dot(false).starts_with("digraph"));
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// By tile sum, then by largest tile, then by board.
    pub nodes: Vec<Node>,
    /// By `from`, then by `to`.
    pub edges: Vec<Edge>,
}

/// A game with more states than asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates(pub usize);

impl std::fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the game has more than {} states, too many to draw", self.0)
    }
}

impl std::error::Error for TooManyStates {}

impl Graph {
    /// The graph of a game.
    ///
    /// # Errors
    /// If it has more than `most` states.
    pub fn new(variant: Variant, four_chance: FourChance, most: usize) -> Result<Graph, TooManyStates> {
        let mut successors: BTreeMap<Board, BTreeMap<Board, Vec<(Direction, f64)>>> = BTreeMap::new();
        let mut open = starts(variant);
        while let Some(board) = open.pop() {
            if successors.contains_key(&board) || !is_state(variant, board) {
                continue;
            }
            if successors.len() == most {
                return Err(TooManyStates(most));
            }
            let next = next_states(variant, board, four_chance);
            open.extend(next.keys());
            successors.insert(board, next);
        }
        let node =
            |&board: &Board| Node { board, sum: board.sum(), max: board.max_tile().expect("two tiles") };
        let mut nodes: Vec<Node> = successors.keys().map(node).collect();
        nodes.sort_by_key(|node| (node.sum, node.max, node.board));
        let index: BTreeMap<Board, usize> = nodes.iter().map(|node| node.board).zip(0..).collect();
        let mut edges = Vec::new();
        for node in &nodes {
            for (to, moves) in successors.remove(&node.board).unwrap_or_default() {
                edges.push(Edge { from: index[&node.board], to: index[&to], moves });
            }
        }
        edges.sort_by_key(|edge| (edge.from, edge.to));
        Ok(Graph { nodes, edges })
    }

    /// The graph in Graphviz's language; grouped, states of one tile sum and largest tile share a box.
    #[must_use]
    pub fn to_dot(&self, grouped: bool) -> String {
        let mut dot = "digraph states {\n  rankdir=LR;\n  node [shape=box, fontname=monospace];\n".to_owned();
        for (index, node) in self.nodes.iter().enumerate() {
            let label = node.board.to_string().replace('/', "\\n").replace(',', " ");
            let _ = writeln!(dot, "  n{index} [label=\"{label}\"];");
        }
        if grouped {
            for ((sum, max), members) in self.groups() {
                let names: Vec<String> = members.iter().map(|index| format!("n{index}")).collect();
                let names = names.join("; ");
                let _ =
                    writeln!(dot, "  subgraph cluster_{sum}_{max} {{ label=\"{sum} / {max}\"; {names}; }}");
            }
        }
        for edge in &self.edges {
            let _ = writeln!(dot, "  n{} -> n{} [label=\"{}\"];", edge.from, edge.to, edge.label());
        }
        dot + "}\n"
    }

    /// The graph as a picture: a column a tile sum; grouped, a band a largest tile.
    #[must_use]
    pub fn to_svg(&self, grouped: bool) -> String {
        drawing::svg(self, grouped)
    }

    /// The indices of the states of each tile sum and largest tile.
    fn groups(&self) -> BTreeMap<(u64, Tile), Vec<usize>> {
        let mut groups = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            groups.entry((node.sum, node.max)).or_insert_with(Vec::new).push(index);
        }
        groups
    }
}

impl Edge {
    /// The probabilities of the moves that lead there, each once.
    fn label(&self) -> String {
        let mut labels: Vec<String> = Vec::new();
        for (_, probability) in &self.moves {
            let label = format!("{probability:.3}");
            let label = label.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
            let label = if label.is_empty() { "1" } else { label };
            if !labels.iter().any(|known| known == label) {
                labels.push(label.to_owned());
            }
        }
        labels.join(", ")
    }
}

fn starts(variant: Variant) -> Vec<Board> {
    let empty = Afterstate::new(Board::empty(variant.shape())).expect("an empty board has room");
    let second = |board: Board| Afterstate::new(board).into_iter().flat_map(Afterstate::positions);
    let boards = empty.positions().flat_map(|(_, one)| second(one.board()).collect::<Vec<_>>());
    boards.map(|(_, position)| position.board().canonical()).collect()
}

fn is_state(variant: Variant, board: Board) -> bool {
    variant.goal().is_none_or(|goal| board.max_tile() < Some(goal)) && !Position::new(board).is_over()
}

fn next_states(
    variant: Variant,
    board: Board,
    four_chance: FourChance,
) -> BTreeMap<Board, Vec<(Direction, f64)>> {
    let mut next: BTreeMap<Board, Vec<(Direction, f64)>> = BTreeMap::new();
    for slide in Position::new(board).slides() {
        let after = slide.after.board();
        for (spawn, position) in slide.after.positions() {
            let successor = position.board().canonical();
            if !is_state(variant, successor) {
                continue;
            }
            let chance = four_chance.of(spawn.tile) / after.count_empty() as f64;
            let moves = next.entry(successor).or_default();
            match moves.iter_mut().find(|(direction, _)| *direction == slide.direction) {
                Some((_, known)) => *known += chance,
                None => moves.push((slide.direction, chance)),
            }
        }
    }
    next
}
