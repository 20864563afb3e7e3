//! terms: six numbers that describe a board

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

/// Your part: corner, snake, monotone, edge, pairs, empty.
fn terms(board: &Board) -> [usize; 6] {
    let _ = board;
    [0; 6]
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let terms = terms(&parse(line.trim())).map(|term| term.to_string());
        writeln!(out, "{}", terms.join(" ")).unwrap();
    }
}
