//! `gain`: what the slide of a line scores.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::input::{Input, InputForm};
use crate::plain::{self, tiles};

use super::{compact, merge};

/// What the slide of a line scores.
pub static GAIN: Exercise = Exercise {
    id: "gain",
    input: InputForm::Line,
    answer: AnswerForm::Whole,
    generate: compact::generate,
    admissible: always,
    right: |input| plain::merged(input.line()).1.to_string(),
    why,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "old-tile",
        "the value of an old tile was added; a merge scores the new one",
        "2,2,.,.",
        |line| plain::merged(line).1 / 2,
    ),
    misconception(
        "number-of-merges",
        "the merges were counted; each scores the tile that it makes",
        "2,2,.,.",
        |line| tiles(line).len() as i64 - tiles(&plain::merged(line).0).len() as i64,
    ),
    misconception(
        "sum-of-line",
        "all tiles were added; only those that a merge makes score",
        "2,.,.,.",
        |line| line.iter().sum(),
    ),
    misconception(
        "cells-touch-only",
        "tiles with a gap between them were not seen to meet",
        "2,.,2,.",
        |line| merge::merge_before_compact(line).1,
    ),
    misconception("pairs-overlap", "a tile was counted in two pairs; it merges once", "2,2,2,.", |line| {
        tiles(line).windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| 2 * pair[0]).sum()
    }),
    misconception("merges-again", "a tile that has just merged merged again", "4,2,2,.", |line| {
        merge::merges_again(line).1
    }),
    misconception("first-merge-only", "only the first merge was counted", "2,2,2,2", |line| {
        merge::one_merge_only(line).1
    }),
    misconception(
        "short-sum",
        "the sum was kept in signed 16 bits, which end at 32767",
        "16384,16384,.,.",
        |line| i64::from(plain::merged(line).1 as i16),
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    gain: fn(&[i64]) -> i64,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Gains(gain) }
}

fn why(input: &Input) -> String {
    let after = plain::merged(input.line()).0;
    format!("the line becomes {}", plain::line_text(&after))
}
