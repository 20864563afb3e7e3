//! `evaluator`: the terms weighed.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::generate::Generator;
use crate::input::{Input, InputForm};

use super::terms::{self, NAMES};

/// The terms weighed.
pub static EVALUATOR: Exercise = Exercise {
    id: "evaluator",
    input: InputForm::Weighted,
    answer: AnswerForm::Number,
    generate,
    admissible: always,
    right: |input| weighed(input, weight).to_string(),
    why: |input| {
        let values = terms::terms(&input.cells());
        let named = NAMES.iter().zip(values).map(|(name, value)| format!("{name} {value}"));
        format!("the terms are {}", named.collect::<Vec<_>>().join(", "))
    },
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    Misconception {
        name: "order-of-terms",
        says: "the weights were read by their position; their names say to which term they belong",
        smallest: "empty=1 2,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        answers: Answers::Each(|input| {
            weighed(input, |weights, term| weights.get(term).map_or(0.0, |(_, weight)| *weight)).to_string()
        }),
    },
    Misconception {
        name: "missing-is-one",
        says: "a term that is not named was weighed with 1; it weighs nothing",
        smallest: "empty=1 2,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        answers: Answers::Each(|input| {
            let weight = |weights: &[(String, f64)], term: usize| named(weights, term).unwrap_or(1.0);
            weighed(input, weight).to_string()
        }),
    },
    Misconception {
        name: "whole-weights",
        says: "the weights were read as whole numbers",
        smallest: "empty=0.5 2,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        answers: Answers::Each(|input| {
            (weighed(input, |weights, term| weight(weights, term).trunc()) + 0.0).to_string()
        }),
    },
];

fn named(weights: &[(String, f64)], term: usize) -> Option<f64> {
    weights.iter().find(|(name, _)| name == NAMES[term]).map(|(_, weight)| *weight)
}

fn weight(weights: &[(String, f64)], term: usize) -> f64 {
    named(weights, term).unwrap_or(0.0)
}

fn weighed(input: &Input, weight: impl Fn(&[(String, f64)], usize) -> f64) -> f64 {
    let Input::Weighted(weights, _) = input else { panic!("a case with weights") };
    let values = terms::terms(&input.cells());
    values.iter().enumerate().map(|(term, &value)| weight(weights, term) * value as f64).sum()
}

fn generate(generator: &mut Generator) {
    for (place, name) in NAMES.iter().enumerate() {
        for board in generator.single().into_iter().skip(place).step_by(3).take(4) {
            generator.push("one-term", Input::Weighted(vec![((*name).to_owned(), 1.0)], board));
        }
    }
    for _ in 0..generator.count(200) {
        let weights = weights(generator);
        let board = generator.from_game(300);
        generator.push("games", Input::Weighted(weights, board));
    }
    for _ in 0..generator.count(40) {
        let weights = weights(generator);
        let tiles = 4 + generator.below(12);
        let board = generator.large(tiles);
        generator.push("large-tiles", Input::Weighted(weights, board));
    }
}

/// One to six terms in random order, with weights in quarters.
fn weights(generator: &mut Generator) -> Vec<(String, f64)> {
    let mut names = NAMES.to_vec();
    let count = 1 + generator.below(names.len());
    let mut weights = Vec::new();
    for _ in 0..count {
        let name = names.remove(generator.below(names.len()));
        weights.push((name.to_owned(), (generator.below(81) as f64 - 40.0) / 4.0));
    }
    weights
}
