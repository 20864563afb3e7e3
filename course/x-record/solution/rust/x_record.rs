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

/// The ends of Wilson's 95 % interval of a rate.
fn wilson(successes: f64, n: f64) -> (f64, f64) {
    let (rate, scale) = (successes / n, 1.0 + Z * Z / n);
    let centre = (rate + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Half of the 95 % interval of a mean.
fn halfwidth(sd: f64, n: f64) -> f64 {
    Z * sd / n.sqrt()
}

/// How many games each of two players must play.
fn games(sd: f64, difference: f64, power: f64) -> f64 {
    (2.0 * ((Z + point(power)) * sd / difference).powi(2)).ceil()
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
