// exponent-in-4-bits: exponents were kept in four bits, which end at 15: 32768
use std::io::{self, BufRead, Write};

fn parse(text: &str) -> Vec<i64> {
    text.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()
}

fn show(line: &[i64]) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// The exponent in a nibble, as in a board of 64 bits.
fn nibble(value: i64) -> u8 {
    if value == 0 { 0 } else { value.trailing_zeros() as u8 & 15 }
}

fn merge(line: &[i64]) -> Vec<i64> {
    let tiles: Vec<u8> = line.iter().map(|&value| nibble(value)).filter(|&exponent| exponent > 0).collect();
    let (mut out, mut i) = (Vec::new(), 0);
    while i < tiles.len() {
        if i + 1 < tiles.len() && tiles[i] == tiles[i + 1] {
            out.push((tiles[i] + 1) & 15);
            i += 2;
        } else {
            out.push(tiles[i]);
            i += 1;
        }
    }
    out.resize(line.len(), 0);
    out.iter().map(|&exponent| if exponent == 0 { 0 } else { 1 << exponent }).collect()
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", show(&merge(&parse(line.trim())))).unwrap();
    }
}
