//! merge: a line slides to its front

use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

fn show(line: &[i64]) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// Your part: the line after the slide.
fn merge(line: &[i64]) -> Vec<i64> {
    line.to_vec()
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", show(&merge(&parse(line.trim())))).unwrap();
    }
}
