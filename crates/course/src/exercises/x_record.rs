//! `x-record`: how sure are we? Intervals, and how many games would tell.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};

/// How sure are we? Intervals, and how many games would tell.
pub static X_RECORD: Exercise = Exercise {
    id: "x-record",
    input: InputForm::Question,
    answer: AnswerForm::Numbers,
    generate,
    admissible,
    right: |input| answer(input, Way::RIGHT),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

/// The point that a normal variable exceeds in absolute value with probability 0.05.
const Z: f64 = 1.959_964;

/// The powers that are asked for, and the point of the normal distribution below which each lies.
const POWERS: [(f64, f64); 4] = [(0.8, 0.841_621), (0.9, 1.281_552), (0.95, 1.644_854), (0.99, 2.326_348)];

/// How the three questions are answered, right or wrong in one respect.
#[derive(Clone, Copy)]
struct Way {
    z: f64,
    wald: bool,
    root: bool,
    arms: f64,
    power: bool,
    up: bool,
}

impl Way {
    const RIGHT: Way = Way { z: Z, wald: false, root: true, arms: 2.0, power: true, up: true };
}

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "normal-interval",
        "p ± 1.96·√(p(1 − p)/n) was taken: at 0 of 50 it says that nothing ever happens",
        "wilson 0 50",
        |input| answer(input, Way { wald: true, ..Way::RIGHT }),
    ),
    misconception(
        "one-sided",
        "1.645 was taken instead of 1.96: that leaves 5 % on each side, together 10 %",
        "halfwidth 100 100",
        |input| answer(input, Way { z: 1.644_854, ..Way::RIGHT }),
    ),
    misconception(
        "spread-of-one-game",
        "the spread of single games was taken; that of their mean is smaller by √n",
        "halfwidth 100 100",
        |input| answer(input, Way { root: false, ..Way::RIGHT }),
    ),
    misconception(
        "one-arm",
        "one player was compared with a known number; here both means are uncertain, which doubles the games",
        "games 100 60 0.8",
        |input| answer(input, Way { arms: 1.0, ..Way::RIGHT }),
    ),
    misconception(
        "both-arms",
        "the games of both players together were given; asked are those of each",
        "games 100 60 0.8",
        |input| answer(input, Way { arms: 4.0, ..Way::RIGHT }),
    ),
    misconception(
        "no-power",
        "the power was left out: with so many games the difference is missed every other time",
        "games 100 60 0.8",
        |input| answer(input, Way { power: false, ..Way::RIGHT }),
    ),
    misconception(
        "rounds-down",
        "the number of games was rounded down: one game more is needed",
        "games 100 60 0.8",
        |input| answer(input, Way { up: false, ..Way::RIGHT }),
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    answers: fn(&Input) -> String,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Each(answers) }
}

fn answer(input: &Input, way: Way) -> String {
    let Input::Question(word, numbers) = input else { return String::new() };
    match (word.as_str(), numbers.as_slice()) {
        ("wilson", &[successes, trials]) => {
            let (low, high) = interval(successes, trials, way);
            format!("{low:.4} {high:.4}")
        }
        ("halfwidth", &[deviation, n]) => {
            let root = if way.root { n.sqrt() } else { 1.0 };
            format!("{:.2}", way.z * deviation / root)
        }
        ("games", &[deviation, difference, power]) => {
            let games = games(deviation, difference, power, way);
            (if way.up { games.ceil() } else { games.floor() }).to_string()
        }
        _ => String::new(),
    }
}

/// Wilson's interval, or the one of the normal approximation.
fn interval(successes: f64, n: f64, way: Way) -> (f64, f64) {
    let (rate, z) = (successes / n, way.z);
    if way.wald {
        let half = z * (rate * (1.0 - rate) / n).sqrt();
        return ((rate - half).max(0.0), (rate + half).min(1.0));
    }
    let scale = 1.0 + z * z / n;
    let centre = (rate + z * z / (2.0 * n)) / scale;
    let half = z / scale * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// How many games each of two players must play, before rounding.
fn games(deviation: f64, difference: f64, power: f64, way: Way) -> f64 {
    let of_power = POWERS.iter().find(|(known, _)| (known - power).abs() < 1e-9).map_or(0.0, |(_, z)| *z);
    let points = way.z + if way.power { of_power } else { 0.0 };
    way.arms * (points * deviation / difference).powi(2)
}

/// Numbers that can be, and no number of games that rounding 1.959964 to 1.96 would change.
fn admissible(input: &Input) -> bool {
    let Input::Question(word, numbers) = input else { return false };
    match (word.as_str(), numbers.as_slice()) {
        ("wilson", &[successes, trials]) => {
            trials >= 1.0
                && (0.0..=trials).contains(&successes)
                && successes.fract() == 0.0
                && trials.fract() == 0.0
        }
        ("halfwidth", &[deviation, n]) => deviation > 0.0 && n >= 1.0,
        ("games", &[deviation, difference, power]) => {
            let known = POWERS.iter().any(|(known, _)| (known - power).abs() < 1e-9);
            let exact = games(deviation, difference, power, Way::RIGHT);
            let (margin, rest) = (0.01 + 4e-5 * exact, exact.fract());
            known
                && deviation > 0.0
                && difference > 0.0
                && exact < 20_000.0
                && (margin..1.0 - margin).contains(&rest)
        }
        _ => false,
    }
}

fn generate(generator: &mut Generator) {
    let question = |word: &str, numbers: &[f64]| Input::Question(word.to_owned(), numbers.to_vec());
    for numbers in [[13.0, 100.0], [0.0, 50.0], [50.0, 50.0], [1.0, 1.0], [500.0, 1000.0]] {
        generator.push("wilson", question("wilson", &numbers));
    }
    generator.push("halfwidth", question("halfwidth", &[10_429.0, 1000.0]));
    generator.push("games", question("games", &[10_429.0, 500.0, 0.8]));
    for _ in 0..generator.count(60) {
        let trials = 1 + generator.below(2000);
        let successes = generator.below(trials + 1);
        generator.push("wilson", question("wilson", &[successes as f64, trials as f64]));
    }
    for _ in 0..generator.count(40) {
        let numbers = [(1 + generator.below(20_000)) as f64, (1 + generator.below(10_000)) as f64];
        generator.push("halfwidth", question("halfwidth", &numbers));
    }
    for _ in 0..generator.count(60) {
        let deviation = (100 + generator.below(12_000)) as f64;
        let difference = (deviation * (5 + generator.below(195)) as f64 / 100.0).round();
        let (power, _) = generator.one_of(&POWERS);
        generator.push("games", question("games", &[deviation, difference, power]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_of_the_paper() {
        for (case, right) in [
            ("wilson 13 100", "0.0776 0.2098"),
            ("wilson 0 50", "0.0000 0.0713"),
            ("halfwidth 10429 1000", "646.38"),
            ("games 10429 500 0.8", "6830"),
        ] {
            let input = Input::parse(InputForm::Question, case).expect("a case");
            assert!(admissible(&input));
            assert_eq!(answer(&input, Way::RIGHT), right);
        }
    }
}
