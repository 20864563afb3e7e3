//! over: is the game over?

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

/// True if no move is left.
fn is_over(board: &Board) -> bool {
    let (rows, columns) = (board.len(), board[0].len());
    for r in 0..rows {
        for c in 0..columns {
            let cell = board[r][c];
            if cell == 0 || c + 1 < columns && cell == board[r][c + 1] || r + 1 < rows && cell == board[r + 1][c] {
                return false;
            }
        }
    }
    true
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", if is_over(&parse(line.trim())) { "yes" } else { "no" }).unwrap();
    }
}
