//! p-mcts: a player that grows a tree of games

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

type Board = [[i64; 4]; 4];

/// The line slid to its front, and the gain.
fn slide_line(line: [i64; 4]) -> ([i64; 4], i64) {
    let mut tiles = line.into_iter().filter(|&tile| tile != 0).peekable();
    let (mut out, mut gain, mut place) = ([0; 4], 0, 0);
    while let Some(tile) = tiles.next() {
        let merges = tiles.next_if_eq(&tile).is_some();
        out[place] = if merges { 2 * tile } else { tile };
        gain += if merges { 2 * tile } else { 0 };
        place += 1;
    }
    (out, gain)
}

fn reversed(mut board: Board) -> Board {
    board.iter_mut().for_each(|row| row.reverse());
    board
}

fn transposed(board: Board) -> Board {
    let mut out = [[0; 4]; 4];
    for r in 0..4 {
        for c in 0..4 {
            out[c][r] = board[r][c];
        }
    }
    out
}

/// The board after the slide, and the gain; an equal board if nothing moves.
fn slide(board: Board, direction: &str) -> (Board, i64) {
    let vertical = direction == "up" || direction == "down";
    let to_end = direction == "right" || direction == "down";
    let mut rows = if vertical { transposed(board) } else { board };
    rows = if to_end { reversed(rows) } else { rows };
    let mut gain = 0;
    for row in &mut rows {
        let (slid, more) = slide_line(*row);
        *row = slid;
        gain += more;
    }
    rows = if to_end { reversed(rows) } else { rows };
    (if vertical { transposed(rows) } else { rows }, gain)
}

/// All legal moves: direction, board after the slide, gain.
fn moves(board: Board) -> Vec<(&'static str, Board, i64)> {
    let slid = DIRECTIONS.iter().map(|&direction| {
        let (after, gain) = slide(board, direction);
        (direction, after, gain)
    });
    slid.filter(|(_, after, _)| *after != board).collect()
}

fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    (0..16).map(|place| (place / 4, place % 4)).filter(|&(r, c)| board[r][c] == 0).collect()
}

/// xorshift64*: small random numbers from a seed.
struct Random(u64);

impl Random {
    /// A number from 0 up to, but not including, 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

fn spawn(mut board: Board, random: &mut Random) -> Board {
    let empty = empty_cells(&board);
    let (r, c) = empty[random.below(empty.len())];
    board[r][c] = if random.next() < 0.1 { 4 } else { 2 };
    board
}

fn heuristic(board: &Board) -> i64 {
    let mut value = 0;
    for line in board.iter().chain(&transposed(*board)) {
        value += line.iter().filter(|&&cell| cell == 0).count() as i64;
        let largest = *line.iter().max().unwrap();
        if largest > 0 && (line[0] == largest || line[3] == largest) {
            value += 1;
        }
    }
    value
}

fn parse(text: &str) -> Board {
    let mut board = [[0; 4]; 4];
    for (r, row) in text.split('/').enumerate() {
        for (c, cell) in row.split(',').enumerate() {
            board[r][c] = cell.parse().unwrap_or(0);
        }
    }
    board
}

const ITERATIONS: usize = 40;
const ROLLOUT: usize = 4;
const EXPLORATION: f64 = 4.0;

/// A board whose turn it is to slide, and what is known about each of its moves.
struct Node {
    options: Vec<(&'static str, Board, i64)>,
    visits: Vec<f64>,
    totals: Vec<f64>,
    children: HashMap<(usize, Board), Node>,
}

impl Node {
    fn new(board: Board) -> Node {
        let options = moves(board);
        let zeros = vec![0.0; options.len()];
        Node { options, visits: zeros.clone(), totals: zeros, children: HashMap::new() }
    }

    /// The move to try next: each once, then the best upper bound (UCT).
    fn promising(&self) -> usize {
        if let Some(untried) = self.visits.iter().position(|&n| n == 0.0) {
            return untried;
        }
        let root = self.visits.iter().sum::<f64>().ln().sqrt();
        let bound = |i: usize| self.totals[i] / self.visits[i] + EXPLORATION * root / self.visits[i].sqrt();
        (0..self.options.len()).max_by(|&a, &b| bound(a).total_cmp(&bound(b))).unwrap()
    }

    /// One game through the tree and beyond it; its value is carried back.
    fn iterate(&mut self, random: &mut Random) -> f64 {
        if self.options.is_empty() {
            return 0.0;
        }
        let i = self.promising();
        let board = spawn(self.options[i].1, random);
        let value = match self.visits[i] == 0.0 {
            true => rollout(board, random),
            false => self.children.entry((i, board)).or_insert_with(|| Node::new(board)).iterate(random),
        };
        self.visits[i] += 1.0;
        self.totals[i] += value;
        value
    }
}

/// The value after some random moves; 0 if the game ends before.
fn rollout(mut board: Board, random: &mut Random) -> f64 {
    for _ in 0..ROLLOUT {
        let options = moves(board);
        if options.is_empty() {
            return 0.0;
        }
        board = spawn(options[random.below(options.len())].1, random);
    }
    heuristic(&board) as f64
}

fn choose(board: Board, random: &mut Random) -> &'static str {
    let mut root = Node::new(board);
    for _ in 0..ITERATIONS {
        root.iterate(random);
    }
    let mean = |i: usize| root.totals[i] / root.visits[i];
    let best = (0..root.options.len()).max_by(|&a, &b| mean(a).total_cmp(&mean(b))).unwrap();
    root.options[best].0
}

fn main() {
    let mut out = io::stdout();
    let mut random = Random(1);
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "redouble-player" => writeln!(out, "ready").unwrap(),
            "game" => random = Random(words[3].parse::<u64>().unwrap() | 1),
            "move" => writeln!(out, "{}", choose(parse(words[1]), &mut random)).unwrap(),
            "quit" => break,
            _ => {}
        }
        out.flush().unwrap();
    }
}
