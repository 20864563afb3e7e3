//! can-move: is the move legal?

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

/// Your part: true if the slide changes the board.
fn can_move(board: &Board, direction: &str) -> bool {
    let _ = (board, direction);
    true
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (board, direction) = line.trim().split_once(' ').unwrap();
        writeln!(out, "{}", if can_move(&parse(board), direction) { "yes" } else { "no" }).unwrap();
    }
}
