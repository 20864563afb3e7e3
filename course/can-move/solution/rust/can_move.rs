//! can-move: is the move legal?

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

/// The rows or columns, each read from the wall towards which it slides.
fn lines(board: &Board, direction: &str) -> Board {
    let mut lines = match direction {
        "up" | "down" => (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect(),
        _ => board.clone(),
    };
    if direction == "right" || direction == "down" {
        lines.iter_mut().for_each(|line| line.reverse());
    }
    lines
}

/// True if the slide changes the board.
fn can_move(board: &Board, direction: &str) -> bool {
    let moves = |pair: &[i64]| pair[1] != 0 && (pair[0] == 0 || pair[0] == pair[1]);
    lines(board, direction).iter().any(|line| line.windows(2).any(moves))
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (board, direction) = line.trim().split_once(' ').unwrap();
        writeln!(out, "{}", if can_move(&parse(board), direction) { "yes" } else { "no" }).unwrap();
    }
}
