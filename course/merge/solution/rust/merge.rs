//! merge: a line slides to its front

use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

fn show(line: &[i64]) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

fn compact(line: &[i64]) -> Vec<i64> {
    let mut tiles: Vec<i64> = line.iter().copied().filter(|&cell| cell != 0).collect();
    tiles.resize(line.len(), 0);
    tiles
}

/// The line after the slide: close the gaps, merge, close them again.
fn merge(line: &[i64]) -> Vec<i64> {
    let mut line = compact(line);
    for i in 0..line.len().saturating_sub(1) {
        if line[i] != 0 && line[i] == line[i + 1] {
            line[i] *= 2;
            line[i + 1] = 0;
        }
    }
    compact(&line)
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", show(&merge(&parse(line.trim())))).unwrap();
    }
}
