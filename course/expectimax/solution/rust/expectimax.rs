//! expectimax: looking ahead where chance moves too

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

fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    let cells = (0..board.len()).flat_map(|r| (0..board[r].len()).map(move |c| (r, c)));
    cells.filter(|&(r, c)| board[r][c] == 0).collect()
}

/// The turn of chance: the mean over all new tiles.
fn chance(board: &Board, depth: u32) -> f64 {
    if depth == 0 {
        return heuristic(board) as f64;
    }
    let empty = empty_cells(board);
    let mut sum = 0.0;
    for &(r, c) in &empty {
        let mut next = board.clone();
        next[r][c] = 2;
        sum += 0.9 * choice(&next, depth);
        next[r][c] = 4;
        sum += 0.1 * choice(&next, depth);
    }
    sum / empty.len() as f64
}

/// Our turn: the largest value of all legal moves.
fn choice(board: &Board, depth: u32) -> f64 {
    best(board, depth).map_or_else(|| heuristic(board) as f64, |(_, value)| value)
}

/// The best direction and its value; nothing if there is no legal move.
fn best(board: &Board, depth: u32) -> Option<(&'static str, f64)> {
    let values = legal(board).into_iter().map(|direction| (direction, chance(&slide(board, direction).0, depth - 1)));
    values.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (depth, board) = line.trim().split_once(' ').unwrap();
        let (direction, value) = best(&parse(board), depth.parse().unwrap()).unwrap();
        writeln!(out, "{direction} {value:.6}").unwrap();
    }
}
