//! gain: what the slide of a line scores

use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

/// The sum of the tiles that merges make.
fn gain(line: &[i64]) -> i64 {
    let mut tiles = line.iter().filter(|&&cell| cell != 0).peekable();
    let mut total = 0;
    while let Some(tile) = tiles.next() {
        if tiles.next_if(|next| *next == tile).is_some() {
            total += 2 * tile;
        }
    }
    total
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", gain(&parse(line.trim()))).unwrap();
    }
}
