//! over: is the game over?

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

/// Your part: true if no move is left.
fn is_over(board: &Board) -> bool {
    let _ = board;
    false
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", if is_over(&parse(line.trim())) { "yes" } else { "no" }).unwrap();
    }
}
