//! heuristic: how good is a board?

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn transpose(board: &Board) -> Board {
    (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect()
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

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", heuristic(&parse(line.trim()))).unwrap();
    }
}
