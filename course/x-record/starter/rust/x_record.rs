//! x-record: how sure are we?

use std::io::{self, BufRead, Write};

#[allow(dead_code)]
const Z: f64 = 1.959964;

/// The point of the normal distribution below which a power lies.
#[allow(dead_code)]
fn point(power: f64) -> f64 {
    let powers = [(0.8, 0.841621), (0.9, 1.281552), (0.95, 1.644854), (0.99, 2.326348)];
    powers.iter().find(|(known, _)| *known == power).unwrap().1
}

/// Your part: the ends of Wilson's 95 % interval of a rate.
fn wilson(_successes: f64, _n: f64) -> (f64, f64) {
    (0.0, 1.0)
}

/// Your part: half of the 95 % interval of a mean.
fn halfwidth(sd: f64, _n: f64) -> f64 {
    sd
}

/// Your part: how many games each of two players must play, rounded up.
fn games(_sd: f64, _difference: f64, _power: f64) -> f64 {
    1.0
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap();
        let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
        match word {
            "wilson" => {
                let (low, high) = wilson(numbers[0], numbers[1]);
                writeln!(out, "{low:.4} {high:.4}").unwrap();
            }
            "halfwidth" => writeln!(out, "{:.2}", halfwidth(numbers[0], numbers[1])).unwrap(),
            _ => writeln!(out, "{}", games(numbers[0], numbers[1], numbers[2])).unwrap(),
        }
    }
}
