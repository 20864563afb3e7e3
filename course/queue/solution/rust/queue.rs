//! queue: a line of any length slides through a queue

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

fn show(line: &[i64]) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// The line after the slide, and the gain.
fn slide(line: &[i64]) -> (Vec<i64>, i64) {
    let mut queue: VecDeque<i64> = line.iter().copied().filter(|&cell| cell != 0).collect();
    let (mut out, mut gain) = (Vec::with_capacity(line.len()), 0);
    while let Some(mut tile) = queue.pop_front() {
        if queue.front() == Some(&tile) {
            queue.pop_front();
            tile *= 2;
            gain += tile;
        }
        out.push(tile);
    }
    out.resize(line.len(), 0);
    (out, gain)
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (slid, gain) = slide(&parse(line.trim()));
        writeln!(out, "{} {gain}", show(&slid)).unwrap();
    }
}
