//! monte-carlo: moves tried out by playing on at random

use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn slide_line(line: &[i64]) -> (Vec<i64>, i64) {
    let mut tiles = line.iter().copied().filter(|&tile| tile != 0).peekable();
    let (mut out, mut gain) = (Vec::new(), 0);
    while let Some(tile) = tiles.next() {
        if tiles.next_if_eq(&tile).is_some() {
            out.push(2 * tile);
            gain += 2 * tile;
        } else {
            out.push(tile);
        }
    }
    out.resize(line.len(), 0);
    (out, gain)
}

fn reverse(board: &Board) -> Board {
    board.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn transpose(board: &Board) -> Board {
    (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect()
}

/// The board after the slide, and the gain; an equal board if nothing moves.
fn slide(board: &Board, direction: &str) -> (Board, i64) {
    let vertical = direction == "up" || direction == "down";
    let to_end = direction == "right" || direction == "down";
    let mut rows = if vertical { transpose(board) } else { board.clone() };
    if to_end {
        rows = reverse(&rows);
    }
    let slid: Vec<_> = rows.iter().map(|row| slide_line(row)).collect();
    let gain = slid.iter().map(|(_, gain)| gain).sum();
    rows = slid.into_iter().map(|(row, _)| row).collect();
    if to_end {
        rows = reverse(&rows);
    }
    (if vertical { transpose(&rows) } else { rows }, gain)
}

fn legal(board: &Board) -> Vec<&'static str> {
    DIRECTIONS.into_iter().filter(|direction| slide(board, direction).0 != *board).collect()
}

fn heuristic(board: &Board) -> i64 {
    let mut value = 0;
    for line in board.iter().chain(&transpose(board)) {
        value += line.iter().filter(|&&cell| cell == 0).count() as i64;
        let largest = *line.iter().max().unwrap();
        if largest > 0 && (line[0] == largest || line[line.len() - 1] == largest) {
            value += 1;
        }
    }
    value
}

/// xorshift64*: enough for a game.
struct Random(u64);

impl Random {
    fn new() -> Random {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        Random(now.as_nanos() as u64 | 1)
    }

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

fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    let cells = (0..board.len()).flat_map(|r| (0..board[r].len()).map(move |c| (r, c)));
    cells.filter(|&(r, c)| board[r][c] == 0).collect()
}

fn spawn(board: &mut Board, random: &mut Random) {
    let empty = empty_cells(board);
    let (r, c) = empty[random.below(empty.len())];
    board[r][c] = if random.next() < 0.1 { 4 } else { 2 };
}

/// Your part: the value of the board after a deliberate move and random ones.
fn run(board: &Board, direction: &str, depth: u32, random: &mut Random) -> i64 {
    let mut now = slide(board, direction).0;
    if depth == 0 {
        spawn(&mut now, random);
    }
    heuristic(&now)
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    let mut random = Random::new();
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (depth, runs, board) = (words[0].parse().unwrap(), words[1].parse().unwrap(), parse(words[2]));
        let mean = |direction: &'static str| {
            let sum: i64 = (0..runs).map(|_: u32| run(&board, direction, depth, &mut random)).sum();
            (direction, sum as f64 / runs as f64)
        };
        let means: Vec<(&str, f64)> = legal(&board).into_iter().map(mean).collect();
        let best = means.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        let means: Vec<String> = means.iter().map(|(direction, mean)| format!("{direction}:{mean:.4}")).collect();
        writeln!(out, "{best} {}", means.join(" ")).unwrap();
    }
}
