//! queue: a line of any length slides through a queue

use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

fn show(line: &[i64]) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// Your part: the line after the slide, and the gain.
fn slide(line: &[i64]) -> (Vec<i64>, i64) {
    (line.to_vec(), 0)
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (slid, gain) = slide(&parse(line.trim()));
        writeln!(out, "{} {gain}", show(&slid)).unwrap();
    }
}
