//! `compact`: a line slid to its front, nothing merged.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, line_text, padded, tiles};

/// A line slid to its front, nothing merged.
pub static COMPACT: Exercise = Exercise {
    id: "compact",
    input: InputForm::Line,
    answer: AnswerForm::Line,
    generate,
    admissible: always,
    right: |input| line_text(&padded(tiles(input.line()), input.line().len())),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "removes-while-iterating",
        "cells were removed from a list while it was walked through, so that every other one was skipped",
        ".,.,.,2",
        removes_while_iterating,
    ),
    misconception(
        "one-pass-swap",
        "empty cells were exchanged with their neighbour once; one pass is not enough",
        ".,.,2,.",
        |line| {
            let mut line = line.to_vec();
            for place in 1..line.len() {
                if line[place - 1] == 0 {
                    line.swap(place - 1, place);
                }
            }
            line
        },
    ),
    misconception(
        "one-step",
        "one tile was moved into the first gap, then the loop ended",
        ".,2,2,.",
        |line| {
            let mut line = line.to_vec();
            let gap = line.iter().position(|&value| value == 0);
            let tile = gap.and_then(|gap| (gap..line.len()).find(|&place| line[place] != 0));
            if let (Some(gap), Some(tile)) = (gap, tile) {
                line.swap(gap, tile);
            }
            line
        },
    ),
    misconception("sorts", "the tiles were sorted; they keep their order", "2,4,.,.", |line| {
        let mut sorted = tiles(line);
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        padded(sorted, line.len())
    }),
    misconception(
        "to-the-back",
        "the tiles were slid to the back; the first cell is the front",
        "2,.,.,.",
        |line| {
            let tiles = tiles(line);
            [vec![0; line.len() - tiles.len()], tiles].concat()
        },
    ),
    misconception(
        "drops-zeros",
        "the empty cells were dropped; the line must stay as long as it was",
        ".,.,.,.",
        tiles,
    ),
    misconception("merges-too", "equal tiles were merged; that is the next exercise", "2,2,.,.", |line| {
        plain::merged(line).0
    }),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    compacted: fn(&[i64]) -> Vec<i64>,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Lines(compacted) }
}

/// Python's `for x in line: if x == 0: line.remove(x)`.
fn removes_while_iterating(line: &[i64]) -> Vec<i64> {
    let (mut left, mut place) = (line.to_vec(), 0);
    while place < left.len() {
        if left[place] == 0 {
            let first = left.iter().position(|&value| value == 0).expect("there is one");
            left.remove(first);
        }
        place += 1;
    }
    padded(left, line.len())
}

/// All lines of four cells with tiles up to 8, the smallest first, then larger tiles.
pub(super) fn generate(generator: &mut Generator) {
    let length = generator.shapes[0].columns();
    if length <= 4 {
        let count = 4_usize.pow(length as u32);
        let digit = |number: usize, place: usize| number / 4_usize.pow(place as u32) % 4;
        let value = |digit: usize| if digit == 0 { 0 } else { 1_i64 << digit };
        let mut all: Vec<Input> = (0..count)
            .map(|number| Input::Line((0..length).map(|place| value(digit(number, place))).collect()))
            .collect();
        all.sort_by_key(Input::size);
        all.into_iter().for_each(|input| generator.push("all-small", input));
    }
    for _ in 0..generator.count(60) {
        let length = generator.shape().columns();
        let line = generator.line(length, 11, 3);
        generator.push("random", Input::Line(line));
    }
    for _ in 0..generator.count(60) {
        let length = generator.shape().columns();
        let base = generator.one_of(&[12, 13, 14, 15]);
        let line = generator.line(length, 2, 2);
        let line: Vec<i64> = line.iter().map(|value| value << base).collect();
        if line.iter().sum::<i64>() <= 262_140 {
            generator.push("large-tiles", Input::Line(line));
        }
    }
    generator.push("large-tiles", Input::Line(padded(vec![65536, 65536], length)));
}
